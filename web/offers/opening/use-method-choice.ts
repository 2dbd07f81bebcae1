import { useState } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'

export type MethodChoice = {
  /** Null before one is chosen, and where the offer has lost the chosen one. */
  method: PaymentMethod | null
  /** Whether the offer has lost a method that the taker has seen here or has chosen. */
  isChanged: boolean
  /** False where the only method is the one that the form began with. */
  isAsked: boolean
}

/**
 * The taker's choice of the offer's payment methods. The form begins with the only one, or with the only one of those that the
 * list is filtered by; from then on only the taker chooses, because the owner may change the methods meanwhile.
 */
export function useMethodChoice({ paymentMethods }: Offer, filter: readonly PaymentMethod[]) {
  const [first] = useState(paymentMethods)
  const [chosen, setChosen] = useState(
    () => onlyOf(paymentMethods) ?? onlyOf(paymentMethods.filter((method) => filter.includes(method))),
  )
  const isOffered = (method: PaymentMethod | undefined) => method !== undefined && paymentMethods.includes(method)
  const method = chosen !== undefined && isOffered(chosen) ? chosen : null
  const choice: MethodChoice = {
    method,
    isChanged: !first.every(isOffered) || (chosen !== undefined && method === null),
    isAsked: method === null || paymentMethods.length > 1 || onlyOf(first) !== method,
  }
  return [choice, setChosen] as const
}

function onlyOf(methods: readonly PaymentMethod[]): PaymentMethod | undefined {
  return methods.length === 1 ? methods[0] : undefined
}
