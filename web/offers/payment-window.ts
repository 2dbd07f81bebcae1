import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** A payment window in words: 30 is "30 minutes", 120 is "2 hours". */
export function usePaymentWindow(): (minutes: number) => string {
  const { t } = useLingui()
  return (minutes) => {
    const hours = minutes / 60
    return hours < 1
      ? t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
      : t`${plural(hours, { one: '# hour', other: '# hours' })}`
  }
}
