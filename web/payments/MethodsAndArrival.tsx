import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { MethodAndArrival } from './MethodAndArrival.tsx'

/** The payment methods of an offer, each with when a payment by it usually arrives. */
export function MethodsAndArrival({ methods }: { methods: readonly PaymentMethod[] }) {
  return (
    <div className="grid gap-2">
      {methods.map((method) => (
        <div key={method}>
          <MethodAndArrival method={method} />
        </div>
      ))}
    </div>
  )
}
