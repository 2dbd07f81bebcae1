import { Trans } from '@lingui/react/macro'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { useTradeAgain } from './queries.ts'

/** On a trader's page: shown where the reader has completed a trade with the trader. */
export function TradeAgainLink({ username }: { username: string }) {
  const { data } = useTradeAgain(username)
  const canTrade = canOpenTrades(useSession())
  if (!data?.trade || !canTrade) return null
  return (
    <Link to={paths.tradeAgain(username)} className={buttonClass('accent', 'row')}>
      <Trans>Trade again</Trans>
    </Link>
  )
}
