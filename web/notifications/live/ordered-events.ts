import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'

/** Where a stream or an answer begins. `reset`: events before are missing. */
export type Start = { position: number; reset: boolean }

type Listener = {
  /** Each event once, in the order of its number. */
  onEvent: (event: StreamEvent) => void
  /** Events may have been missed: reload everything. */
  onReset: () => void
}

export type OrderedEvents = {
  /** The number of the last event. */
  position: () => number | undefined
  begin: (start: Start) => void
  /** A known number is dropped; a gap means that events were missed. */
  take: (event: StreamEvent) => void
}

/** Passes each event on once, by the number of the last one, whichever way it comes. */
export function inOrder({ onEvent, onReset }: Listener): OrderedEvents {
  let position: number | undefined
  return {
    position: () => position,
    begin(start) {
      // At the first start, pages may have loaded their data before.
      if (!start.reset && position !== undefined) return
      position = start.position
      onReset()
    },
    take(event) {
      if (position !== undefined && event.seq <= position) return
      const isNext = position !== undefined && event.seq === position + 1
      position = event.seq
      onEvent(event)
      if (!isNext) onReset()
    },
  }
}
