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

/** Controls what feeds the tab, by the events of its page. */
export type Feeder = {
  /** The page is looked at. */
  wake: () => void
  /** The page is in the background. */
  hide: () => void
  /** The browser has lost its network. */
  goOffline: () => void
  close: () => void
}

export const isVisible = () => document.visibilityState === 'visible'
