import type { Sent } from '../../../domain/api/endpoint.ts'
import type { subscribeToPush } from '../../../domain/api/notifications/push.ts'

export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The browser's own; null where it has none for the server's key (base64url), or may not show it. */
export async function findSubscription(publicKey: string): Promise<PushSubscription | null> {
  if (!supportsPush() || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && keyOf(subscription) === publicKey ? subscription : null
}

/** The key of the server that may send to it, as in `public/sw.js`. */
function keyOf({ options }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? []))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What the server needs to send to it. */
export function valuesOf(subscription: PushSubscription): Sent<typeof subscribeToPush, 'body'> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
