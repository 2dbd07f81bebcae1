import { RecordFacts } from '../profiles/RecordFacts.tsx'
import { WithDashboard } from './WithDashboard.tsx'

/** The trader's record, as the public trader page shows it. */
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
