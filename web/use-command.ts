import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Answered, Endpoint } from '../domain/api/endpoint.ts'
import { ApiError, call, newKey, type CallInput } from './client.ts'

/**
 * A mutation that is safe to repeat: one intention (same input) keeps one key until it has a definite answer, so that a
 * retry after a lost connection finds the result of the first attempt. A changed input is a new intention.
 */
export function useCommand<E extends Endpoint>(endpoint: E) {
  const held = useRef<{ key: string; input: string }>(undefined)
  return useMutation<Answered<E>, Error, CallInput<E>>({
    mutationFn: async (input) => {
      const fingerprint = JSON.stringify(input)
      if (held.current?.input !== fingerprint) held.current = { key: newKey(), input: fingerprint }
      try {
        const output = await call(endpoint, input, { idempotencyKey: held.current.key })
        held.current = undefined
        return output
      } catch (error) {
        if (error instanceof ApiError && error.isDefinite) held.current = undefined
        throw error
      }
    },
  })
}
