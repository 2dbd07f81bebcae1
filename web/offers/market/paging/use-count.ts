import { useLingui } from '@lingui/react/macro'
import type { Count } from '../../../../domain/api/endpoint.ts'

/** A count as the page writes it: "1,000" when exact, else "more than 1,000". */
export function useCount(): (count: Count) => string {
  const { t, i18n } = useLingui()
  return ({ count, isExact }) => {
    const figure = i18n.number(count)
    return isExact ? figure : t`more than ${figure}`
  }
}
