import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import { errorText } from '../client.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useDashboard } from './queries.ts'

/** Renders the dashboard's figures, a skeleton while they load, and a retry button if they fail. */
export function WithDashboard({ children }: { children: (dashboard: Dashboard) => ReactNode }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useDashboard()
  if (!data && !error) return <SkeletonRows rows={4} label={t`Loading dashboard…`} />
  return (
    <>
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching} className="mb-4">
          {errorText(error)}
        </ErrorNote>
      )}
      {data && children(data)}
    </>
  )
}
