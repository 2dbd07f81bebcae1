import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import { useDashboard } from '../use-dashboard.ts'
import { Loaded } from '../Loaded.tsx'

/** Renders the dashboard's figures, a skeleton while they load, and a retry button if they fail. */
export function WithDashboard({ children }: { children: (dashboard: Dashboard) => ReactNode }) {
  const { t } = useLingui()
  return (
    <Loaded query={useDashboard()} rows={4} label={t`Loading dashboard…`} noteClass="mb-4">
      {children}
    </Loaded>
  )
}
