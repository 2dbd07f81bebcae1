import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { keepTyping } from './chat-signals.ts'
import { applyEvent, reloadAll } from './cache.ts'
import type { Feed } from './feed.ts'
import { inOrder } from './ordered-events.ts'
import { openOwnConnection } from './own-connection.ts'
import { canShareConnection, openSharedConnection } from './shared-connection.ts'
import type { StreamState } from './stream-context.ts'
import { feedWhileRunning } from './while-running.ts'

type Follower = {
  client: QueryClient
  /** Whose events: the user's own, or those of the owner for whom the user acts. */
  userId: string
  onState: (state: StreamState) => void
  /** For an event that notifies the user. */
  onNotification: (event: StreamEvent) => void
}

/** Keeps the cached data up to date with a user's events until the returned function is called. */
export function follow({ client, userId, onState, onNotification }: Follower): () => void {
  let state: StreamState = 'connecting'
  const reload = () => reloadAll(client)
  const events = inOrder({
    onEvent(event) {
      applyEvent(client, event)
      if (event.data.notification) onNotification(event)
    },
    onReset: reload,
  })
  const feed: Feed = {
    userId,
    events,
    onTyping: (tradeId) => keepTyping(client, tradeId),
    onSignedOut: reload,
    state: () => state,
    onState(next) {
      state = next
      onState(next)
    },
  }
  return feedWhileRunning(() => (canShareConnection() ? openSharedConnection(feed) : openOwnConnection(feed)))
}
