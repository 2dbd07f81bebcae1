import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent } from '../../domain/api/notifications/stream.ts'
import { markTab } from './tab-mark.ts'
import type { ToastAction } from '../ui/notices/toast-message.ts'
import { notificationPath, notificationText } from './notification-texts.ts'
import { markRead, markSeen, readLatest } from './queries.ts'

export type NotificationScreen = {
  client: QueryClient
  /** The address of the page, without its language. */
  path: string
  show: (text: string, action: ToastAction) => void
  open: (path: string) => void
}

/**
 * Shows what a stream event notifies of on a visible page: as read where its trade is open, and in the corner where it is
 * urgent. On a page in the background an urgent one marks the tab. The stream delivers each event once, and the list has each notification once by its id.
 */
export async function showNotification(
  { data }: StreamEvent,
  { client, path, show, open }: NotificationScreen,
): Promise<void> {
  const { notification, tradeId } = data
  if (!notification) return
  if (document.visibilityState !== 'visible') return notification.isUrgent ? markUntilSeen(t`Your turn`) : undefined
  if (tradeId !== undefined && path === `/trade/${tradeId}`) return markRead(client, { tradeId })
  if (!notification.isUrgent) return
  const listed = (await readLatest(client)).find(({ id }) => id === notification.id)
  if (!listed || listed.isSeen) return
  show(notificationText(listed), { label: t`View`, onPress: () => open(notificationPath(listed)) })
  await markSeen([listed.id])
}

let unmark: (() => void) | undefined

/** Marks the tab until the reader looks at it. */
function markUntilSeen(words: string): void {
  unmark ??= markTab(words)
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onVisible)
    unmark?.()
    unmark = undefined
  }
  document.addEventListener('visibilitychange', onVisible)
}
