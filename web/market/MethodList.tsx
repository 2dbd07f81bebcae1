import { useLingui } from '@lingui/react/macro'

/** Payment methods in one line: "SEPA Instant, Revolut, Paysera". */
export function MethodList({ methods }: { methods: readonly string[] }) {
  const { i18n } = useLingui()
  return new Intl.ListFormat(i18n.locales, { type: 'unit' }).format(methods.map((method) => i18n._(method)))
}
