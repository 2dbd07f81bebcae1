import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Answered, Endpoint } from '../domain/api/endpoint.ts'
import { ApiError, call, newKey, type CallInput } from './client.ts'

/**
 * A mutation that is safe to repeat: one intention (same input) keeps one key until it has a definite answer, so that a
 * retry after a lost connection finds the result of the first attempt, also when others were sent in between.
 */
export function useCommand<E extends Endpoint>(endpoint: E) {
  const held = useRef(new Map<string, string>())
  return useMutation<Answered<E>, Error, CallInput<E>>({
    mutationFn: async (input) => {
      const fingerprint = JSON.stringify(input)
      const idempotencyKey = held.current.get(fingerprint) ?? newKey()
      held.current.set(fingerprint, idempotencyKey)
      try {
        const output = await call(endpoint, input, { idempotencyKey })
        held.current.delete(fingerprint)
        return output
      } catch (error) {
        if (error instanceof ApiError && error.isDefinite) held.current.delete(fingerprint)
        throw error
      }
    },
  })
}
