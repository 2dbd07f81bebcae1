import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createQuote } from '../../../domain/api/trades/trades.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { QUOTE_SECONDS } from '../../../domain/trades/quote.ts'
import { call, newKey } from '../../client.ts'
import type { Typed } from './amounts.ts'

const SETTLE_MS = 400

/** The server's price for an amount by a payment method; null while there is no valid amount, or no method is chosen. `isLive` is false once it has expired. */
export function useQuote(offerId: string, paymentMethod: PaymentMethod | null, amount: Typed | null) {
  const typed = paymentMethod === null ? null : amount
  const [deadId, setDeadId] = useState<string>()
  const { data, isFetching, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['quote', offerId, paymentMethod, typed],
    queryFn: ({ signal }) =>
      call(
        createQuote,
        {
          body: {
            offerId,
            anchor: typed?.anchor ?? 'fiat',
            amount: typed?.text ?? '',
            ...(paymentMethod && { paymentMethod }),
          },
        },
        { idempotencyKey: newKey(), signal },
      ),
    enabled: typed !== null,
    // A quote is fresh until it expires and useless afterwards.
    staleTime: QUOTE_SECONDS * 1000,
    gcTime: 0,
    retry: false,
  })
  const quote = typed === null ? undefined : data

  /** Requests a new quote when this one expires; on a hidden page, when the page is shown again. */
  function runOut() {
    setDeadId(quote?.id)
    if (!document.hidden) void refetch()
  }

  return {
    quote,
    isLive: quote !== undefined && !isFetching && error === null && quote.id !== deadId,
    isAsking: isFetching,
    error: typed === null || isFetching ? null : error,
    askAgain: () => void refetch(),
    runOut,
    clockOffsetMs: quote ? Date.parse(quote.now) - dataUpdatedAt : 0,
  }
}

/** True once typing has rested for 400 ms. */
export function useIsResting(typed: Typed): boolean {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled === typed
}
