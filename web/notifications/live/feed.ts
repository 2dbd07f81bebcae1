import type { OrderedEvents } from './ordered-events.ts'
import type { StreamState } from './stream-context.ts'

/** What a tab is fed with, by its own connection or by another tab's. It outlives both. */
export type Feed = {
  userId: string
  events: OrderedEvents
  onTyping: (tradeId: string) => void
  onSignedOut: () => void
  state: () => StreamState
  onState: (state: StreamState) => void
}

/** The tab's part in feeding it, while the page runs. */
export type Feeder = {
  /** The page is looked at. */
  wake: () => void
  /** The page is in the background. */
  hide: () => void
  /** The browser has lost its network. */
  lose: () => void
  close: () => void
}

export const isVisible = () => document.visibilityState === 'visible'
