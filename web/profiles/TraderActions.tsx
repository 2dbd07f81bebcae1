import { useSession } from '../accounts/session.ts'
import { RelationButtons } from '../relations/RelationButtons.tsx'
import { TradeAgainLink } from '../saved-searches/TradeAgainLink.tsx'
import { ReportButton } from '../reports/ReportButton.tsx'

/** What a signed-in user can do about another trader. */
export function TraderActions({ username }: { username: string }) {
  const { user } = useSession()
  if (user === null || user.username === username) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <TradeAgainLink username={username} />
      <RelationButtons username={username} />
      <ReportButton reported={{ kind: 'user', username }} />
    </div>
  )
}
