import { useLingui } from '@lingui/react/macro'

/** Names of payment methods in one line: "SEPA Instant, Revolut, Paysera". */
export function MethodList({ names }: { names: readonly string[] }) {
  const { i18n } = useLingui()
  return new Intl.ListFormat(i18n.locales, { type: 'unit' }).format(names.map((name) => i18n._(name)))
}
