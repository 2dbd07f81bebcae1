import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { NoOffersSlot } from '../currencies/NoOffersSlot.tsx'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { changed, cleared, currencyOf, isNarrowed, useSetFilters, type Filters } from './filters/filters.ts'
import { keepMarket, sidePath, type Side } from './filters/kept-market.ts'

type Props = { side: Side; filters: Filters }

/** In place of the rows where there are none: why, and where there may be some. */
export function EmptyMarket({ side, filters }: Props) {
  const session = useSession()
  const canWiden = isNarrowed(filters)
  const others = <OtherLists side={side} filters={filters} />
  return (
    <NoOffersSlot currency={currencyOf(filters)} others={others}>
      <EmptyState
        title={<Trans>No offers found</Trans>}
        action={
          <>
            {canWiden && <WidenSearch filters={filters} />}
            {others}
            {session.user && canCreateOffers(session) && (
              <Link to={paths.createOffer} className={buttonClass(canWiden ? 'line' : 'accent')}>
                <Trans>Create an offer</Trans>
              </Link>
            )}
          </>
        }
      >
        {canWiden ? (
          <Trans>No offers match your current filters. Try adjusting your search criteria.</Trans>
        ) : side === 'buy' ? (
          <Trans>No one is selling USDT at the moment. Create an offer to buy.</Trans>
        ) : (
          <Trans>No one is buying USDT at the moment. Create an offer to sell.</Trans>
        )}
      </EmptyState>
    </NoOffersSlot>
  )
}

/** To the same offers for any amount, or else to those that no filter leaves out. */
function WidenSearch({ filters }: { filters: Filters }) {
  const setFilters = useSetFilters()
  const hasAmount = filters.amount !== undefined
  return (
    <Button
      variant="accent"
      className="noscript:hidden"
      onClick={() => setFilters(hasAmount ? { amount: undefined } : cleared())}
    >
      {hasAmount ? <Trans>Show any amount</Trans> : <Trans>Show all offers</Trans>}
    </Button>
  )
}

/** The offers of the other currencies, for any amount, since one of another currency is another amount; else the other side. */
function OtherLists({ side, filters }: Props) {
  const { t } = useLingui()
  const [present] = useSearchParams()
  const chosen = currencyOf(filters)
  const other: Side = side === 'buy' ? 'sell' : 'buy'
  const lists =
    chosen === undefined
      ? [{ side: other, search: changed(present, {}), label: other === 'buy' ? t`Buy USDT` : t`Sell USDT` }]
      : FIAT_CURRENCIES.filter((each) => each !== chosen).map((currency) => ({
          side,
          search: changed(present, { currency, country: undefined, amount: undefined }),
          label: t`Show offers in ${currency}`,
        }))
  return lists.map((list) => (
    <Link
      key={list.label}
      to={{ pathname: sidePath(list.side), search: withoutType(list.search) }}
      onClick={() => keepMarket(list.side, list.search)}
      className={buttonClass()}
    >
      {list.label}
    </Link>
  ))
}

function withoutType(search: URLSearchParams): string {
  search.delete('type')
  return search.toString()
}
