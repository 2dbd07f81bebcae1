import { useLingui } from '@lingui/react/macro'

/** Ways to pay, one after the other: "SEPA Instant, Revolut, Paysera". */
export function MethodList({ methods }: { methods: readonly string[] }) {
  const { t, i18n } = useLingui()
  return methods.map((method) => i18n._(method)).reduce((before, method) => t`${before}, ${method}`)
}
