/** Who listens to whose events in this process, and the waking of listeners here and in the other processes. */
import type { Logger } from 'pino'
import { onCommitted } from '../db/after-commit.ts'
import type { Db } from '../db/pool.ts'
import { openNotices } from './notices.ts'

export type Live = {
  /** Calls `onWake` whenever this person may have something new to read. Returns the way out. */
  subscribe(userId: string, onWake: () => void): () => void
  /** Wakes these people's streams, here at once and elsewhere a few milliseconds later. Call it after a commit. */
  wake(userIds: readonly string[]): void
  /** Whether the other processes can be heard. While they cannot, streams look for themselves. */
  isHearing(): boolean
  close(): Promise<void>
}

/** Every commit of `db` that wrote to people's streams wakes them. */
export function startLive({ db, connectionString, log }: { db: Db; connectionString: string; log: Logger }): Live {
  const listeners = new Map<string, Set<() => void>>()

  function wakeHere(userIds: Iterable<string>): void {
    for (const userId of userIds) for (const onWake of listeners.get(userId) ?? []) onWake()
  }

  const notices = openNotices({
    connectionString,
    log,
    onTold: wakeHere,
    onHearing: () => wakeHere(listeners.keys()),
  })

  function wake(userIds: readonly string[]): void {
    wakeHere(userIds)
    notices.tell(userIds)
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
  return { subscribe, wake, isHearing: () => notices.isHearing(), close: () => notices.close() }
}
