import { RATES_READ_SECONDS } from '../../domain/offers/rates/sources.ts'
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
import { listStaffRates } from '../../domain/api/offers/rates.ts'
import { listStaffCurrencies } from '../../domain/api/offers/currencies.ts'
import { sessionKey } from '../session/session.ts'
import { call } from '../client.ts'
import { pagedQuery } from '../paged-query.ts'

const staffKey = ['staff'] as const
const COUNTS_EVERY_MS = 60_000

export type Shown = 'unanswered' | 'all'

/** Unanswered contact messages, the longest waiting first, or all, the latest first; paged. */
export function useReceivedMessages(show: Shown) {
  return useInfiniteQuery({
    ...pagedQuery([...staffKey, 'messages', show], listReceivedMessages, (cursor) => ({ query: { show, cursor } })),
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  })
}

/** Users whose name begins with the text, the newest ones while it is empty, or suspended users; paged. */
export function useFoundUsers(show: 'all' | 'suspended', username: string) {
  return useInfiniteQuery({
    ...pagedQuery([...staffKey, 'users', show, username], findUsers, (cursor) => ({
      query: { show, username, cursor },
    })),
    select: ({ pages }) => pages.flatMap(({ users }) => users),
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
    ...pagedQuery([...staffKey, 'actions', userId], listActionsAbout, (cursor) => ({
      params: { userId },
      query: { cursor },
    })),
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  })
}

/** The offers of the user with this name (no request while it is empty), or hidden offers; newest first, paged. */
export function useStaffOffers(show: 'all' | 'hidden', trader: string) {
  return useInfiniteQuery({
    ...pagedQuery([...staffKey, 'offers', show, trader], listStaffOffers, (cursor) => ({
      query: { show, trader, cursor },
    })),
    select: ({ pages }) => pages.flatMap(({ offers }) => offers),
    enabled: show === 'hidden' || trader !== '',
  })
}

/** Audit log entries, newest first, paged. */
export function useAuditLog() {
  return useInfiniteQuery({
    ...pagedQuery([...staffKey, 'audit-log'], listAuditLog, (cursor) => ({ query: { cursor } })),
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
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
    ...pagedQuery([...staffKey, 'reports', show], listReports, (cursor) => ({ query: { show, cursor } })),
    select: ({ pages }) => pages.flatMap(({ reports }) => reports),
  })
}

/** Reports about one user, newest first, paged. */
export function useReportsAbout(userId: string) {
  return useInfiniteQuery({
    ...pagedQuery([...staffKey, 'reports-about', userId], listReportsAbout, (cursor) => ({
      params: { userId },
      query: { cursor },
    })),
    select: ({ pages }) => pages.flatMap(({ reports }) => reports),
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

/** The reference rates with what each source says. */
export function useStaffRates() {
  return useQuery({
    queryKey: [...staffKey, 'rates'],
    queryFn: ({ signal }) => call(listStaffRates, {}, { signal }),
    refetchInterval: RATES_READ_SECONDS * 1000,
  })
}

/** Cases that no arbiter has, the most often reassigned first, paged. */
export function useWaitingCases() {
  return useInfiniteQuery({
    ...pagedQuery([...staffKey, 'cases'], listWaitingCases, (cursor) => ({ query: { cursor } })),
    select: ({ pages }) => pages.flatMap(({ cases }) => cases),
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
