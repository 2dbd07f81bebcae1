/** The subscriptions to users' events in this process, and the wake-ups between processes. */
import type { Logger } from 'pino'
import { onCommitted } from '../../db/after-commit.ts'
import type { Db } from '../../db/pool.ts'
import { openNotifier } from './notifier.ts'
import type { Typing } from './notifier.ts'

export type Live = {
  /** Calls `onWake` whenever this user may have a new event. Returns the function that unsubscribes. */
  subscribe(userId: string, onWake: () => void): () => void
  /**
   * Wakes these users' streams, immediately in this process and a few milliseconds later in the others. Call it after a
   * commit.
   */
  wake(userIds: readonly string[]): void
  /** Calls `onTyping` with the trade in which the counterparty of this user is typing. Returns the function that unsubscribes. */
  subscribeToTyping(userId: string, onTyping: (tradeId: string) => void): () => void
  /** Signals to the open streams of this user, in all processes. Nothing is stored: without a stream the signal is lost. */
  signalTyping(typing: Typing): void
  /** Whether notifications of the other processes arrive. While they do not, the streams poll. */
  isListening(): boolean
  close(): Promise<void>
}

/** Wakes the streams of every user for whom a commit of `db` wrote an event. */
export function startLive({ db, connectionString, log }: { db: Db; connectionString: string; log: Logger }): Live {
  const waking = new Map<string, Set<() => void>>()
  const typing = new Map<string, Set<(tradeId: string) => void>>()

  function wakeHere(userIds: Iterable<string>): void {
    for (const userId of userIds) for (const onWake of waking.get(userId) ?? []) onWake()
  }

  function typingHere({ userId, tradeId }: Typing): void {
    for (const onTyping of typing.get(userId) ?? []) onTyping(tradeId)
  }

  const notifier = openNotifier({
    connectionString,
    log,
    onNotified: wakeHere,
    onTyping: typingHere,
    onListening: () => wakeHere(waking.keys()),
  })

  function wake(userIds: readonly string[]): void {
    wakeHere(userIds)
    notifier.notify(userIds)
  }

  function signalTyping(signal: Typing): void {
    typingHere(signal)
    notifier.notifyTyping(signal)
  }

  onCommitted(db, wake)
  return {
    subscribe: (userId, onWake) => subscribe(waking, userId, onWake),
    subscribeToTyping: (userId, onTyping) => subscribe(typing, userId, onTyping),
    wake,
    signalTyping,
    isListening: () => notifier.isListening(),
    close: () => notifier.close(),
  }
}

function subscribe<Listener>(listeners: Map<string, Set<Listener>>, userId: string, listener: Listener): () => void {
  const own = listeners.get(userId) ?? new Set()
  listeners.set(userId, own.add(listener))
  return () => {
    own.delete(listener)
    if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
  }
}
