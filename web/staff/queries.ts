import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { findUsers, listAuditLog, listReceivedMessages } from '../../domain/api.ts'
import { call } from '../client.ts'

const staffKey = ['staff'] as const

export type Shown = 'unanswered' | 'all'

/** Contact messages, newest first, paged. */
export function useReceivedMessages(show: Shown) {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'messages', show],
    queryFn: ({ pageParam, signal }) => call(listReceivedMessages, { query: { show, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Users whose name begins with the text; no request while it is empty. */
export function useFoundPeople(username: string) {
  return useQuery({
    queryKey: [...staffKey, 'users', username],
    queryFn: async ({ signal }) => (await call(findUsers, { query: { username } }, { signal })).users,
    enabled: username !== '',
    placeholderData: (earlier) => (username === '' ? undefined : earlier),
  })
}

/** Audit log entries, newest first, paged. */
export function useAuditLog() {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'audit-log'],
    queryFn: ({ pageParam, signal }) => call(listAuditLog, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** After an action: reloads staff data when it is next shown. */
export function useReadAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: staffKey })
}
