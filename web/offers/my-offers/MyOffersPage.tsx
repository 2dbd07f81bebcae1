import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SignedIn } from '../../session/SignedIn.tsx'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { SuspensionNotice } from '../../accounts/SuspensionNotice.tsx'
import { Link } from '../../layout/Link.tsx'
import { PlacePage } from '../../layout/places/PlacePage.tsx'
import { paths } from '../../paths.ts'
import { NewFromTemplate } from '../offer-templates/NewFromTemplate.tsx'
import { WithTeamRole } from '../../accounts/teams/WithTeamRole.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { useMyOffers } from '../queries.ts'
import { SelectedOffers } from './SelectedOffers.tsx'
import { RatesNote } from '../rates/RateNote.tsx'
import { MyOfferRow } from './MyOfferRow.tsx'
import { Loaded } from '../../Loaded.tsx'
import { NextPageButton } from '../../NextPageButton.tsx'

/** The trader's own offers and their actions (spec-coverage 2 My offers). */
export default function MyOffersPage() {
  return <SignedIn>{() => <MyOffers />}</SignedIn>
}

function MyOffers() {
  return (
    <PlacePage place="offers" section="offers" aside={<NewOffer />} notices={<SuspensionNotice className="mb-6" />}>
      <WithTeamRole roles={['offers']}>
        <List />
      </WithTeamRole>
    </PlacePage>
  )
}

function NewOffer() {
  if (!canCreateOffers(useSession())) return null
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={paths.createOffer} className={buttonClass('accent')}>
        <Trans>Create offer</Trans>
      </Link>
      <NewFromTemplate />
    </div>
  )
}

function List() {
  const { t } = useLingui()
  const query = useMyOffers()
  return (
    <>
      <Loaded query={query} rows={3} label={t`Loading offers…`} noteClass="mb-3">
        {(offers) => (offers.length === 0 ? <NoOffers /> : <Offers offers={offers} />)}
      </Loaded>
      <NextPageButton query={query} className="mt-4" />
    </>
  )
}

function Offers({ offers }: { offers: MyOffer[] }) {
  const [selectedIds, select] = useState<readonly string[]>([])
  return (
    <>
      <RatesNote className="mb-3 text-sm text-muted" />
      {offers.length > 1 && (
        <SelectedOffers
          offers={offers}
          selected={offers.filter(({ id }) => selectedIds.includes(id))}
          onSelect={select}
        />
      )}
      <ul className="panel divide-y divide-line">
        {offers.map((offer) => (
          <MyOfferRow
            key={offer.id}
            offer={offer}
            {...(offers.length > 1 && {
              selection: {
                isSelected: selectedIds.includes(offer.id),
                onChange: (isSelected) =>
                  select((ids) => (isSelected ? [...ids, offer.id] : ids.filter((id) => id !== offer.id))),
              },
            })}
          />
        ))}
      </ul>
    </>
  )
}

function NoOffers() {
  if (!canCreateOffers(useSession())) return <EmptyState title={<Trans>No offers yet</Trans>} />
  return (
    <EmptyState
      title={<Trans>No offers yet</Trans>}
      action={
        // The primary button is in the page’s head.
        <Link to={paths.createOffer} className={buttonClass('line')}>
          <Trans>Create my first offer</Trans>
        </Link>
      }
    >
      <Trans>Say what you buy or sell and at what price. Other traders can then open trades with you.</Trans>
    </EmptyState>
  )
}
