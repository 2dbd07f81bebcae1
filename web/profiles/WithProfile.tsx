import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useProfile } from './queries.ts'

/** Renders the user's profile, a skeleton while it loads, and a retry button if it fails (spec-coverage 8). */
export function WithProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useProfile()
  if (data) return children(data)
  if (!error) return <SkeletonRows rows={4} label={t`Loading profile…`} />
  return (
    <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
      {t`Failed to load profile`}
    </ErrorNote>
  )
}
