import { PAYMENT_METHOD_NAMES } from '../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { arrivalText } from '../../domain/payments/arrival.ts'
import { Translated } from '../ui/Translated.tsx'

type Props = {
  method: PaymentMethod
  /** On a phone the name alone, where each line counts. */
  isShort?: boolean
}

/** A payment method, and below it when a payment by it usually arrives. */
export function MethodAndArrival({ method, isShort = false }: Props) {
  return (
    <>
      <Translated text={PAYMENT_METHOD_NAMES[method]} />
      <span className={`text-sm font-normal text-muted ${isShort ? 'hidden sm:block' : 'block'}`}>
        <Translated text={arrivalText(method)} />
      </span>
    </>
  )
}
