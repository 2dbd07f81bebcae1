import { createContext, use } from 'react'

/**
 * `live`: events arrive as they happen. `polling`: the stream is down, and events are requested every 3 seconds. `offline`: these
 * requests fail too. `connecting`: not known yet.
 */
export type StreamState = 'connecting' | 'live' | 'polling' | 'offline'

export const StreamContext = createContext<StreamState>('connecting')

/** How the page gets its events. */
export function useStreamState(): StreamState {
  return use(StreamContext)
}
