import { useSession } from '../accounts/session.ts'
import { useRelations } from '../relations/queries.ts'
import { RelationButtons } from '../relations/RelationButtons.tsx'
import { useTradeAgain } from '../saved-searches/queries.ts'
import { TradeAgainLink } from '../saved-searches/TradeAgainLink.tsx'
import { ReportButton } from '../reports/ReportButton.tsx'

/** What a signed-in user can do about another trader, shown when all of it is known. */
export function TraderActions({ username }: { username: string }) {
  const { user, actingFor } = useSession()
  const isReadingRelations = useRelations().isPending
  const isReadingTrades = useTradeAgain(username).isPending && !actingFor
  const isOther = user !== null && user.username !== username
  const isShown = isOther && !isReadingRelations && !isReadingTrades
  return (
    <div
      className={`min-h-10 flex-wrap items-center gap-3 max-md:w-full pointer-coarse:min-h-11 ${isShown ? 'flex' : 'hidden signed-in:flex'}`}
    >
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
