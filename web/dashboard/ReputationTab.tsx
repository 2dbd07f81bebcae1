import { RecordFacts } from '../profiles/RecordFacts.tsx'
import { WithDashboard } from './WithDashboard.tsx'

/** One's record, as everybody sees it. */
export function ReputationTab() {
  return (
    <WithDashboard>
      {({ reputation }) => (
        <div className="panel max-w-2xl px-5 py-2">
          <RecordFacts reputation={reputation} />
        </div>
      )}
    </WithDashboard>
  )
}
