import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useParams, useSearchParams } from 'react-router'
import type { TradeAgain } from '../../../domain/api/trades/trade-again.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { useSession } from '../../session/session.ts'
import { SignedIn } from '../../session/SignedIn.tsx'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { OfferRow } from '../market/rows/OfferRow.tsx'
import { paths } from '../../paths.ts'
import { OwnAccount } from '../../accounts/teams/OwnAccount.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { useTradeAgain } from './queries.ts'
import { SaveSearch } from '../saved-searches/SaveSearch.tsx'
import { Loaded } from '../../Loaded.tsx'
import { NO_FILTERS } from '../saved-searches/SearchForm.tsx'

/** Repeats a completed trade: opens the one offer that fits, lists several, or offers to save a search for the trader. */
export default function TradeAgainPage() {
  const { t } = useLingui()
  const { username = '' } = useParams()
  const trade = useSearchParams()[0].get('trade') ?? undefined
  return (
    <SignedIn>
      {() => (
        <div className="wrap py-8 md:py-12">
          <PageTitle title={t`Trade again`} />
          <h1 className="title mb-5">{t`Trade again`}</h1>
          <OwnAccount>
            <Content username={username} trade={trade} />
          </OwnAccount>
        </div>
      )}
    </SignedIn>
  )
}

function Content({ username, trade }: { username: string; trade: string | undefined }) {
  const { t } = useLingui()
  return (
    <Loaded query={useTradeAgain(username, trade)} rows={2} label={t`Loading offers…`} hidesLaterErrors>
      {(answer) => (answer ? <Answer username={username} {...answer} /> : <NoTrade username={username} />)}
    </Loaded>
  )
}

function Answer({ username, trade, offers }: { username: string } & TradeAgain) {
  const formats = useFormats()
  const isReadOnly = !canOpenTrades(useSession())
  const [offer, another] = offers
  if (trade === null) return <NoTrade username={username} />
  const start = { amount: trade.amountFiat, method: trade.paymentMethod }
  if (offer && !another) return <Navigate to={paths.newTrade(offer.id, start)} replace />
  const amount = formats.fiat(trade.amountFiat, trade.fiatCurrency)
  const name = <bdi className="font-semibold text-ink">{username}</bdi>
  return (
    <>
      <p className="-mt-4 mb-6 text-muted">
        {trade.role === 'buyer' ? (
          <Trans>
            Last time you bought USDT for {amount} from {name}.
          </Trans>
        ) : (
          <Trans>
            Last time you sold USDT for {amount} to {name}.
          </Trans>
        )}
      </p>
      {offers.length > 0 ? (
        <ul className="panel divide-y divide-line">
          {offers.map((each) => (
            <OfferRow key={each.id} offer={each} {...start} isReadOnly={isReadOnly} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={<Trans>No offer for this amount now</Trans>}
          action={
            <SaveSearch
              filters={{
                ...NO_FILTERS,
                type: trade.role === 'buyer' ? 'sell' : 'buy',
                fiatCurrency: trade.fiatCurrency,
                amount: trade.amountFiat,
                trader: username,
              }}
            />
          }
        >
          <Trans>Save a search to be notified when {name} has an offer again.</Trans>
        </EmptyState>
      )}
    </>
  )
}

function NoTrade({ username }: { username: string }) {
  return (
    <EmptyState
      title={<Trans>You haven’t completed a trade with this trader</Trans>}
      action={
        <Link to={paths.trader(username)} className={buttonClass('accent')}>
          <Trans>View public page</Trans>
        </Link>
      }
    />
  )
}
