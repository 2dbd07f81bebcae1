import { useState } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payments/methods.ts'
import { ApiError } from '../../client.ts'

/**
 * The offer with the payment methods that the refusal of a quote names, until the offer is read again: the offer of a list is
 * as it was when the list was read.
 */
export function useOfferedMethods(offer: Offer) {
  const [refusal, setRefusal] = useState<{ of: readonly PaymentMethod[]; paymentMethods: PaymentMethod[] }>()
  const present = refusal?.of === offer.paymentMethods ? { ...offer, paymentMethods: refusal.paymentMethods } : offer
  const setMethods = (paymentMethods: PaymentMethod[]) => setRefusal({ of: offer.paymentMethods, paymentMethods })
  return [present, setMethods] as const
}

/** The methods that the refusal of a quote names; null for another error. */
export function methodsOfRefusal(error: Error | null): PaymentMethod[] | null {
  if (!(error instanceof ApiError) || error.code !== 'payment_method_not_offered') return null
  const { paymentMethods } = error.details
  if (!Array.isArray(paymentMethods)) return null
  return paymentMethods.flatMap((name) => PAYMENT_METHODS.find((method) => method === name) ?? [])
}
