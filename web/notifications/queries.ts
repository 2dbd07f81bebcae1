import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import {
  countNotifications,
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  markNotificationsSeen,
} from '../../domain/api/notifications/notifications.ts'
import { useSession } from '../session/session.ts'
import { call, type CallInput } from '../client.ts'
import { notificationsKey } from '../query-keys.ts'
import { pagedQuery } from '../paged-query.ts'

const unreadKey = [...notificationsKey, 'unread'] as const
const latestKey = [...notificationsKey, 'latest'] as const
/** Not below the key of the other queries, because events do not change the settings. */
export const settingsKey = ['notification-settings'] as const

/** Pages without an event stream poll at this interval. */
const ASK_AGAIN_MS = 60_000

/** All notifications, newest first, page by page. */
export function useNotifications() {
  return useInfiniteQuery({
    ...pagedQuery([...notificationsKey, 'list'], listNotifications, (before) => ({ query: { before } })),
    select: ({ pages }) => pages.flatMap(({ notifications }) => notifications),
  })
}

const latest = {
  queryKey: latestKey,
  queryFn: async ({ signal }: { signal?: AbortSignal }) =>
    (await call(listNotifications, { query: {} }, signal ? { signal } : {})).notifications,
}

/** The newest page, for the menu of the bell. */
export function useLatest() {
  return useQuery(latest)
}

export function readLatest(client: QueryClient) {
  return client.fetchQuery({ ...latest, staleTime: 0 })
}

/** The number of unread notifications; 0 for visitors, and while it loads. */
export function useUnread(): number {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await call(countNotifications, {}, { signal })).unread,
    enabled: user !== null,
    refetchInterval: ASK_AGAIN_MS,
  })
  return user ? (data ?? 0) : 0
}

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getNotificationSettings, {}, { signal }),
  })
}

/** Marks as read and shows it everywhere. */
export async function markRead(
  client: QueryClient,
  body: CallInput<typeof markNotificationsRead>['body'],
): Promise<void> {
  const { unread } = await call(markNotificationsRead, { body })
  client.setQueryData(unreadKey, unread)
  await client.invalidateQueries({ queryKey: notificationsKey })
}

/** Reports notifications as seen. If it fails, an urgent one goes to the next channel, which is harmless. */
export async function markSeen(ids: string[]): Promise<void> {
  await call(markNotificationsSeen, { body: { ids } }).catch(() => {})
}
