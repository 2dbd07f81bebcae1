import { useState } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { PaymentMethod } from '../../../domain/market.ts'

/**
 * The taker's choice of the offer's payment methods: the only one without asking, as is the only one of those that the list is
 * filtered by. Null before it is made, and where the offer has lost the chosen one.
 */
export function useMethodChoice({ paymentMethods }: Offer, filter: readonly PaymentMethod[]) {
  const [chosen, setChosen] = useState<PaymentMethod>()
  const listed = paymentMethods.filter((method) => filter.includes(method))
  const wanted = chosen ?? onlyOf(listed) ?? onlyOf(paymentMethods)
  const method = wanted !== undefined && paymentMethods.includes(wanted) ? wanted : (onlyOf(paymentMethods) ?? null)
  return [method, setChosen] as const
}

function onlyOf(methods: readonly PaymentMethod[]): PaymentMethod | undefined {
  return methods.length === 1 ? methods[0] : undefined
}
