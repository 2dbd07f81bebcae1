import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '../domain/api/endpoint.ts'
import { call, type CallInput } from './client.ts'

type Paged = Endpoint & { response: z.ZodMiniType<{ nextCursor: string | null }> }

/**
 * The options of a list that is read page by page. `inputOf` gives the call's input for the page at a cursor, undefined for the
 * first one; `from` is the cursor of the page that the list begins with.
 */
export function pagedQuery<E extends Paged>(
  queryKey: QueryKey,
  endpoint: E,
  inputOf: (cursor: string | undefined) => CallInput<NoInfer<E>>,
  from?: string,
) {
  return infiniteQueryOptions({
    queryKey,
    // Null and not undefined, which the rows in a page's HTML could not hold.
    queryFn: ({ pageParam, signal }) => call(endpoint, inputOf(pageParam ?? undefined), { signal }),
    initialPageParam: from ?? null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
