import { useLingui } from '@lingui/react/macro'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../domain/payments/methods.ts'

/** The names of payment methods, of which one is chosen: "SEPA Instant or Revolut". */
export function useMethodNames(): (methods: readonly PaymentMethod[]) => string {
  const { i18n } = useLingui()
  return (methods) =>
    new Intl.ListFormat(i18n.locales ?? i18n.locale, { type: 'disjunction' }).format(
      methods.map((method) => i18n._(PAYMENT_METHOD_NAMES[method])),
    )
}
