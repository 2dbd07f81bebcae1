import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { keepTyping } from './chat-signals.ts'
import { applyEvent, reloadAll } from './cache.ts'
import { followEvents, type StreamState } from './stream.ts'

/**
 * Keeps the cached data up to date with the signed-in user's events until the returned function is called, and hands on those
 * that notify the user.
 */
export function follow(
  client: QueryClient,
  onState: (state: StreamState) => void,
  onNotification: (event: StreamEvent) => void,
): () => void {
  return followEvents({
    onEvent(event) {
      applyEvent(client, event)
      if (event.data.notification) onNotification(event)
    },
    onTyping: (tradeId) => keepTyping(client, tradeId),
    onReset: () => reloadAll(client),
    onState,
  })
}
