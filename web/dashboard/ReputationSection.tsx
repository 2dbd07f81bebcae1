import { Trans } from '@lingui/react/macro'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { RecordStats } from '../profiles/RecordStats.tsx'
import { WhatCounts } from '../profiles/WhatCounts.tsx'
import { RatingList } from '../profiles/ratings/RatingList.tsx'
import { useSession } from '../session/session.ts'
import { WithDashboard } from './WithDashboard.tsx'

/** The trader's record, as the public trader page shows it. */
export function ReputationSection() {
  return (
    <WithDashboard>
      {({ reputation }) => (
        <>
          <div className="grid items-start gap-10 lg:grid-cols-[1.4fr_1fr]">
            <div className="panel min-w-0 px-5 py-2">
              <RecordStats reputation={reputation} />
            </div>
            <div className="grid min-w-0 gap-6">
              <WhatCounts />
              <Link
                to={paths.accountTab('limits')}
                className="touch-area justify-self-start underline underline-offset-4"
              >
                <Trans>See your limits</Trans>
              </Link>
            </div>
          </div>
          <OwnRatings />
        </>
      )}
    </WithDashboard>
  )
}

function OwnRatings() {
  const { user } = useSession()
  return user && <RatingList username={user.username} />
}
