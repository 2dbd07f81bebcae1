import { useLingui } from '@lingui/react/macro'
import type { ReportOutcome } from '../../../domain/profiles/reports.ts'

export function useOutcomeTexts(): Record<ReportOutcome, string> {
  const { t } = useLingui()
  return {
    no_action: t`No action`,
    warned: t`User warned`,
    hidden: t`Offer hidden`,
    removed: t`Rating removed`,
    suspended: t`User suspended`,
  }
}
