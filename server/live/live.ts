/** The subscriptions to users' events in this process, and the wake-ups between processes. */
import type { Logger } from 'pino'
import { onCommitted } from '../db/after-commit.ts'
import type { Db } from '../db/pool.ts'
import { openNotifier } from './notifier.ts'

export type Live = {
  /** Calls `onWake` whenever this user may have a new event. Returns the function that unsubscribes. */
  subscribe(userId: string, onWake: () => void): () => void
  /**
   * Wakes these users' streams, immediately in this process and a few milliseconds later in the others. Call it after a
   * commit.
   */
  wake(userIds: readonly string[]): void
  /** Whether notifications of the other processes arrive. While they do not, the streams poll. */
  isListening(): boolean
  close(): Promise<void>
}

/** Wakes the streams of every user for whom a commit of `db` wrote an event. */
export function startLive({ db, connectionString, log }: { db: Db; connectionString: string; log: Logger }): Live {
  const listeners = new Map<string, Set<() => void>>()

  function wakeHere(userIds: Iterable<string>): void {
    for (const userId of userIds) for (const onWake of listeners.get(userId) ?? []) onWake()
  }

  const notifier = openNotifier({
    connectionString,
    log,
    onNotified: wakeHere,
    onListening: () => wakeHere(listeners.keys()),
  })

  function wake(userIds: readonly string[]): void {
    wakeHere(userIds)
    notifier.notify(userIds)
  }

  function subscribe(userId: string, onWake: () => void): () => void {
    const own = listeners.get(userId) ?? new Set()
    listeners.set(userId, own.add(onWake))
    return () => {
      own.delete(onWake)
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
    }
  }

  onCommitted(db, wake)
  return { subscribe, wake, isListening: () => notifier.isListening(), close: () => notifier.close() }
}
