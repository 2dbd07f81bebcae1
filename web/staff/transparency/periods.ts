import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** The name of a period: the last days, or since the beginning. */
export function usePeriodName(): (days: number | null) => string {
  const { t } = useLingui()
  return (days) =>
    days === null ? t`Since the beginning` : t`${plural(days, { one: 'Last # day', other: 'Last # days' })}`
}
