import { Trans } from '@lingui/react/macro'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { RecordStats } from '../profiles/RecordStats.tsx'
import { WhatCounts } from '../profiles/WhatCounts.tsx'
import { RatingList } from '../ratings/RatingList.tsx'
import { useSession } from '../accounts/session.ts'
import { WithDashboard } from './WithDashboard.tsx'

/** The trader's record, as the public trader page shows it. */
export function ReputationTab() {
  return (
    <WithDashboard>
      {({ reputation }) => (
        <div className="grid max-w-2xl gap-8">
          <div className="panel px-5 py-2">
            <RecordStats reputation={reputation} />
          </div>
          <WhatCounts />
          <Link to={paths.limits} className="underline underline-offset-4">
            <Trans>Trading limits</Trans>
          </Link>
          <OwnRatings />
        </div>
      )}
    </WithDashboard>
  )
}

function OwnRatings() {
  const { user } = useSession()
  return user && <RatingList username={user.username} />
}
