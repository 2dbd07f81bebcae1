import { useLingui } from '@lingui/react/macro'
import type { OpenSession } from '../../domain/api/accounts/accounts.ts'

/** The name of a device: "Firefox on Linux". */
export function useDeviceTexts(): (device: Pick<OpenSession, 'browser' | 'system'>) => string {
  const { t } = useLingui()
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t`${browser} on ${system}`
    return browser ?? system ?? t`Unknown device`
  }
}
