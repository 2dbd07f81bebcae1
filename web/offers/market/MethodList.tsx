import { useLingui } from '@lingui/react/macro'

/** Names of payment methods in one line: "SEPA Instant, Revolut, Paysera". French writes some without a capital within a line. */
export function MethodList({ names }: { names: readonly string[] }) {
  const { i18n } = useLingui()
  const line = new Intl.ListFormat(i18n.locales, { type: 'unit' }).format(names.map((name) => i18n._(name)))
  return line.charAt(0).toLocaleUpperCase(i18n.locale) + line.slice(1)
}
