import { DomainError } from '../../domain/errors.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { OfferRow } from '../offers/queries.ts'

/** The offer's payment method that the taker chose; it can be left out where there is one only. */
export function chosenMethod(
  { paymentMethods }: Pick<OfferRow, 'paymentMethods'>,
  chosen: PaymentMethod | undefined,
): PaymentMethod {
  const method = chosen ?? (paymentMethods.length === 1 ? paymentMethods[0] : undefined)
  if (method !== undefined && paymentMethods.includes(method)) return method
  throw new DomainError('payment_method_not_offered', { field: 'paymentMethod', details: { paymentMethods } })
}
