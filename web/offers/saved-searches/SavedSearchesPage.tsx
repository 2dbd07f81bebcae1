import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { deleteSavedSearch, editSavedSearch, type SavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import { OFFER_STATUS_LABELS } from '../../../domain/offers/offers.ts'
import type { SearchInput } from '../../../domain/offers/saved-searches.ts'
import { SignedIn } from '../../session/SignedIn.tsx'
import { errorText } from '../../client.ts'
import { Link, type To } from '../../layout/Link.tsx'
import { PlacePage } from '../../layout/places/PlacePage.tsx'
import { paths } from '../../paths.ts'
import { OwnAccount } from '../../accounts/teams/OwnAccount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { useReadSearchesAgain, useSavedSearches } from './queries.ts'
import { inputOf, SearchForm } from './SearchForm.tsx'
import { SearchRule } from './SearchRule.tsx'
import { useSearchText } from './use-search-text.ts'
import { Loaded } from '../../Loaded.tsx'

/** The searches that the user saved, to be changed, paused and deleted. */
export default function SavedSearchesPage() {
  return (
    <SignedIn>
      {() => (
        <PlacePage place="offers" section="searches">
          <p className="mb-6 text-muted">
            <SearchRule />
          </p>
          <OwnAccount>
            <Searches />
          </OwnAccount>
        </PlacePage>
      )}
    </SignedIn>
  )
}

function Searches() {
  const { t } = useLingui()
  return (
    <Loaded query={useSavedSearches()} rows={3} label={t`Loading searches…`} hidesLaterErrors>
      {(searches) =>
        searches.length === 0 ? (
          <NoSearches />
        ) : (
          <ul className="panel divide-y divide-line">
            {searches.map((search) => (
              <Row key={search.id} search={search} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function NoSearches() {
  return (
    <EmptyState
      title={<Trans>No saved searches yet</Trans>}
      action={
        <Link to={paths.offers} className={buttonClass('accent')}>
          <Trans>Browse offers</Trans>
        </Link>
      }
    >
      <Trans>Filter the offers, then press “Save this search”.</Trans>
    </EmptyState>
  )
}

function Row({ search }: { search: SavedSearch }) {
  const { t } = useLingui()
  const { notify, warn } = useToast()
  const change = useCommand(editSavedSearch)
  const readAgain = useReadSearchesAgain()
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const text = useSearchText()(search)
  const params = { searchId: search.id }

  async function edit(input: SearchInput) {
    await change.mutateAsync({ params, body: { ...input, isPaused: search.isPaused } })
    readAgain()
    setOpened(null)
    notify(t`Search saved.`)
  }

  async function pause(isPaused: boolean) {
    try {
      await change.mutateAsync({ params, body: { ...inputOf(search), isPaused } })
      readAgain()
    } catch (error) {
      warn(errorText(error))
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 md:px-5">
      <div className="num min-w-0 grow basis-64">
        <p className="font-semibold [overflow-wrap:anywhere]">{text}</p>
        {search.isPaused && (
          <Badge>
            <Translated text={OFFER_STATUS_LABELS.paused} />
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {SIDES.filter(([type]) => search.type === null || search.type === type).map(([type, pathname]) => (
          <Link key={type} to={offersOf(search, pathname)} className={buttonClass('line', 'row')}>
            {search.type !== null ? <Trans>Show offers</Trans> : type === 'sell' ? t`Buy USDT` : t`Sell USDT`}
            <span className="sr-only">: {text}</span>
          </Link>
        ))}
        <Button size="row" onClick={() => setOpened('edit')}>
          <Trans>Edit</Trans>
          <span className="sr-only">: {text}</span>
        </Button>
        <Button size="row" busy={change.isPending} onClick={() => void pause(!search.isPaused)}>
          {search.isPaused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
          <span className="sr-only">: {text}</span>
        </Button>
        <Button size="row" onClick={() => setOpened('delete')}>
          <Trans>Delete</Trans>
          <span className="sr-only">: {text}</span>
        </Button>
      </div>
      <Dialog isOpen={opened === 'edit'} onClose={() => setOpened(null)} title={<Trans>Edit search</Trans>}>
        <SearchForm initial={inputOf(search)} label={<Trans>Save search</Trans>} onSubmit={edit} />
      </Dialog>
      <DeleteDialog isOpen={opened === 'delete'} searchId={search.id} text={text} onClose={() => setOpened(null)} />
    </li>
  )
}

/** The side of the market for each type of offers. */
const SIDES = [
  ['sell', paths.buyOffers],
  ['buy', paths.sellOffers],
] as const

/** The list of the market with what it can filter: all of the search but its price. */
function offersOf({ fiatCurrency, paymentMethods, amount, trader }: SavedSearch, pathname: string): To {
  const filters = { currency: fiatCurrency, amount, method: paymentMethods.join(), trader }
  const set = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { pathname, search: new URLSearchParams(set).toString() }
}

type DeleteProps = { isOpen: boolean; searchId: string; text: string; onClose: () => void }

function DeleteDialog({ isOpen, searchId, text, onClose }: DeleteProps) {
  const remove = useCommand(deleteSavedSearch)
  const readAgain = useReadSearchesAgain()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Delete this search?</Trans>}
      confirm={{
        label: <Trans>Delete</Trans>,
        variant: 'danger',
        busy: remove.isPending,
        onConfirm: () => remove.mutate({ params: { searchId } }, { onSuccess: readAgain }),
      }}
      error={remove.error ? errorText(remove.error) : undefined}
    >
      {text}
    </ConfirmDialog>
  )
}
