import { useLingui } from '@lingui/react/macro'
import { RATE_TOLERANCE_PERCENT } from '../../../domain/offers/rates/median-rate.ts'

/** Why a source does not count, by the word of the API. */
export function useFaultTexts(): (fault: string) => string {
  const { t } = useLingui()
  const percent = Number(RATE_TOLERANCE_PERCENT)
  const texts: Record<string, string> = {
    off: t`More than ${percent}% off`,
    stale: t`Too old`,
    timed_out: t`No answer in time`,
    no_connection: t`No connection`,
    refused: t`Refused to answer`,
    redirected: t`Redirected: not followed`,
    wrong_answer: t`No rate in the answer`,
    too_large: t`Answer too large`,
    private_address: t`Private address: not called`,
    not_asked: t`Not asked yet`,
    not_set: t`Not set`,
  }
  return (fault) => texts[fault] ?? fault
}
