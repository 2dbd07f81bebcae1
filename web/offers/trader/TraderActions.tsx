import { Trans } from '@lingui/react/macro'
import { useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { useRelations } from '../../profiles/relations/queries.ts'
import { RelationButtons } from '../../profiles/relations/RelationButtons.tsx'
import { useTradeAgain } from '../trade-again/queries.ts'
import { TradeAgainLink } from '../trade-again/TradeAgainLink.tsx'
import { ReportButton } from '../../profiles/reports/ReportButton.tsx'
import { buttonClass } from '../../ui/button-class.ts'

/** What a signed-in user can do about another trader, shown when all of it is known; on the user’s own page, the way to the profile. */
export function TraderActions({ username }: { username: string }) {
  const { user, actingFor } = useSession()
  const isReadingRelations = useRelations().isPending
  const isReadingTrades = useTradeAgain(username).isPending
  const isOwn = user?.username === username
  const isOther = user !== null && !isOwn
  const isShown = isOther && !actingFor && !isReadingRelations && !isReadingTrades
  return (
    <div
      className={`min-h-10 flex-wrap items-center gap-3 max-md:w-full pointer-coarse:min-h-11 ${isShown ? 'flex' : actingFor ? 'hidden' : 'hidden signed-in:flex'}`}
    >
      {isOwn && !actingFor && (
        <Link to={paths.account} className={buttonClass('line', 'row')}>
          <Trans>Edit profile</Trans>
        </Link>
      )}
      {isShown && (
        <>
          <TradeAgainLink username={username} />
          <RelationButtons username={username} />
          <ReportButton reported={{ kind: 'user', username }} />
        </>
      )}
    </div>
  )
}
