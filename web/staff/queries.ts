import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  countWaiting,
  getOverview,
  listReports,
  listReportsAbout,
  listWaitingCases,
} from '../../domain/api/staff/administration.ts'
import {
  findUsers,
  getStaffUser,
  listActionsAbout,
  listAuditLog,
  listReceivedMessages,
  listStaffOffers,
} from '../../domain/api/staff/staff.ts'
import { listOutages } from '../../domain/api/staff/outages.ts'
import { listStaffCurrencies } from '../../domain/api/offers/currencies.ts'
import { sessionKey } from '../accounts/session.ts'
import { call } from '../client.ts'

const staffKey = ['staff'] as const
const COUNTS_EVERY_MS = 60_000

export type Shown = 'unanswered' | 'all'

/** Unanswered contact messages, the longest waiting first, or all, the latest first; paged. */
export function useReceivedMessages(show: Shown) {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'messages', show],
    queryFn: ({ pageParam, signal }) => call(listReceivedMessages, { query: { show, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Users whose name begins with the text (no request while it is empty), or suspended users; paged. */
export function useFoundUsers(show: 'all' | 'suspended', username: string) {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'users', show, username],
    queryFn: ({ pageParam, signal }) => call(findUsers, { query: { show, username, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: show === 'suspended' || username !== '',
  })
}

const staffUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...staffKey, 'user', userId],
    queryFn: ({ signal }) => call(getStaffUser, { params: { userId } }, { signal }),
  })

export function useStaffUser(userId: string) {
  return useQuery(staffUserQuery(userId))
}

/** The user, where the page has read them; asks the server for nothing. */
export function useKnownStaffUser(userId: string) {
  return useQuery({ ...staffUserQuery(userId), enabled: false }).data
}

/** Audit log entries about one user, newest first, paged. */
export function useActionsAbout(userId: string) {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'actions', userId],
    queryFn: ({ pageParam, signal }) =>
      call(listActionsAbout, { params: { userId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** The offers of the user with this name (no request while it is empty), or hidden offers; newest first, paged. */
export function useStaffOffers(show: 'all' | 'hidden', trader: string) {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'offers', show, trader],
    queryFn: ({ pageParam, signal }) =>
      call(listStaffOffers, { query: { show, trader, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: show === 'hidden' || trader !== '',
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

/** The figures of the platform, read again every minute while they are shown. */
export function useOverview() {
  return useQuery({
    queryKey: [...staffKey, 'overview'],
    queryFn: ({ signal }) => call(getOverview, {}, { signal }),
    refetchInterval: COUNTS_EVERY_MS,
  })
}

/** What waits for an admin. Stale after an act until it is read again, or when it could not be read for two minutes. */
export function useWaitingCounts() {
  return useQuery({
    queryKey: [...staffKey, 'waiting'],
    queryFn: ({ signal }) => call(countWaiting, {}, { signal }),
    refetchInterval: COUNTS_EVERY_MS,
    refetchOnMount: 'always',
    staleTime: 2 * COUNTS_EVERY_MS,
  })
}

/** Open reports, the longest waiting first, or closed ones, the latest first; paged. */
export function useReports(show: 'open' | 'closed') {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'reports', show],
    queryFn: ({ pageParam, signal }) => call(listReports, { query: { show, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Reports about one user, newest first, paged. */
export function useReportsAbout(userId: string) {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'reports-about', userId],
    queryFn: ({ pageParam, signal }) =>
      call(listReportsAbout, { params: { userId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** The latest outages, the open one first. */
export function useOutages() {
  return useQuery({
    queryKey: [...staffKey, 'outages'],
    queryFn: ({ signal }) => call(listOutages, {}, { signal }),
  })
}

/** The currencies with their switches and notices. */
export function useStaffCurrencies() {
  return useQuery({
    queryKey: [...staffKey, 'currencies'],
    queryFn: ({ signal }) => call(listStaffCurrencies, {}, { signal }),
  })
}

/** Cases that no arbiter has, the most often reassigned first, paged. */
export function useWaitingCases() {
  return useInfiniteQuery({
    queryKey: [...staffKey, 'cases'],
    queryFn: ({ pageParam, signal }) => call(listWaitingCases, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** After an action: reads staff data again, and the session, which includes the outage. */
export function useReadAgain(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: staffKey })
    void client.invalidateQueries({ queryKey: sessionKey })
  }
}
