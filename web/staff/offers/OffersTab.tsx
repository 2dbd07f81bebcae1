import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { PagedList } from '../../PagedList.tsx'
import { StaffOfferRow } from './StaffOfferRow.tsx'
import { UsernameSearch, searchableName } from '../UsernameSearch.tsx'
import { useStaffOffers } from '../queries.ts'
import { useAddressChoice, useAddressText } from '../use-address-filter.ts'

type Show = 'all' | 'hidden'

/** Finds the offers of one user, in every status, and lists the hidden ones. */
export function OffersTab() {
  const { t } = useLingui()
  const [show, setShow] = useAddressChoice<Show>('show', ['all', 'hidden'])
  const [wanted, setWanted] = useAddressText('trader')
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label={t`Offers`}
        labelHidden
        options={[
          { value: 'all', label: t`Search` },
          { value: 'hidden', label: t({ message: 'Hidden', context: 'offers' }) },
        ]}
        value={show}
        onValueChange={setShow}
        className="w-full sm:max-w-[22rem]"
      />
      {show === 'all' && (
        <UsernameSearch
          name="trader"
          hint={t`The full username of the offers’ owner`}
          value={wanted}
          onValueChange={setWanted}
        />
      )}
      <Found show={show} trader={show === 'all' ? searchableName(wanted) : ''} />
    </div>
  )
}

function Found({ show, trader }: { show: Show; trader: string }) {
  const { t } = useLingui()
  const query = useStaffOffers(show, trader)
  if (show === 'all' && trader === '') return null
  return (
    <PagedList
      query={query}
      label={t`Offers`}
      loading={t`Loading offers…`}
      empty={<EmptyState title={show === 'all' ? <Trans>No offers found</Trans> : <Trans>No offer is hidden</Trans>} />}
    >
      {(offer) => <StaffOfferRow key={offer.id} offer={offer} />}
    </PagedList>
  )
}
