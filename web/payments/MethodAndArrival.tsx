import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import type { PaymentMethod } from '../../domain/market.ts'
import { arrivalText } from '../../domain/payments/payment-fields.ts'
import { Translated } from '../ui/Translated.tsx'

/** A payment method, and below it when a payment by it usually arrives. */
export function MethodAndArrival({ method }: { method: PaymentMethod }) {
  return (
    <>
      <Translated text={PAYMENT_METHOD_NAMES[method]} />
      <span className="block text-sm font-normal text-muted">
        <Translated text={arrivalText(method)} />
      </span>
    </>
  )
}
