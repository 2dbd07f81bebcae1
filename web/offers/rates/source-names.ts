import { useLingui } from '@lingui/react/macro'
import { FIXED, MANUAL, serviceName } from '../../../domain/offers/rates/sources.ts'

/** The names of sources, as a list in the reader's language. */
export function useSourceNames(): {
  nameOf: (source: string) => string
  listOf: (sources: readonly string[]) => string
} {
  const { t, i18n } = useLingui()
  const list = new Intl.ListFormat(i18n.locales, { type: 'conjunction' })
  const nameOf = (source: string) =>
    source === FIXED ? t`the fixed table` : source === MANUAL ? t`our staff` : (serviceName(source) ?? source)
  return { nameOf, listOf: (sources) => list.format(sources.map(nameOf)) }
}
