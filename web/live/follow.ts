import type { QueryClient } from '@tanstack/react-query'
import { applyEvent, reloadAll } from './cache.ts'
import { followEvents, type StreamState } from './stream.ts'

/** Keeps the cached data up to date with the signed-in user's events until the returned function is called. */
export function follow(client: QueryClient, onState: (state: StreamState) => void): () => void {
  return followEvents({
    onEvent: (event) => applyEvent(client, event),
    onReset: () => reloadAll(client),
    onState,
  })
}
