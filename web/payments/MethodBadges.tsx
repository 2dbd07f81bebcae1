import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../domain/payments/methods.ts'
import { Badge } from '../ui/Badge.tsx'
import { Translated } from '../ui/Translated.tsx'

/** The payment methods of an offer, in its owner's order. */
export function MethodBadges({ methods }: { methods: readonly PaymentMethod[] }) {
  return methods.map((method) => (
    <Badge key={method}>
      <Translated text={PAYMENT_METHOD_NAMES[method]} />
    </Badge>
  ))
}
