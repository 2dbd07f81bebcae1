import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { useProfile } from './queries.ts'
import { Loaded } from '../Loaded.tsx'

/** Renders the user's profile, a skeleton while it loads, and a retry button if it fails (spec-coverage 8). */
export function WithProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const { t } = useLingui()
  return (
    <Loaded
      query={useProfile()}
      rows={4}
      label={t`Loading profile…`}
      failed={t`Failed to load profile`}
      hidesLaterErrors
    >
      {children}
    </Loaded>
  )
}
