import type { Sent } from '../../../domain/api/endpoint.ts'
import type { subscribeToPush } from '../../../domain/api/notifications/push.ts'

export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The browser's own; null where it has none, or may not show it. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!supportsPush() || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** What the server needs to send to it. */
export function valuesOf(subscription: PushSubscription): Sent<typeof subscribeToPush, 'body'> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
