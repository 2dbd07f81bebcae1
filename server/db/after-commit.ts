/** Users whose streams a transaction wrote to, and whether it changed the market: they are notified after the commit, never before. */
import type { Db, Tx } from './types.ts'

type Listener = (userIds: readonly string[]) => void

const touched = new WeakMap<Tx, Set<string>>()
const listeners = new WeakMap<Db, Listener>()

/** Notes, inside a transaction, that these users have new events. */
export function wakeAfterCommit(tx: Tx, userIds: readonly string[]): void {
  const users = touched.get(tx) ?? new Set<string>()
  for (const userId of userIds) users.add(userId)
  touched.set(tx, users)
}

/** Stands for all visitors: they have no events, and wake up when the public pages have to be rendered again. */
export const MARKET = 'market'

/** Stands for all processes: they read the reference rates again. */
export const RATES = 'rates'

/** Notes, inside a transaction, that it changes what public pages show: an offer, a trader or a trade on an offer. */
export function marketChanged(tx: Tx): void {
  wakeAfterCommit(tx, [MARKET])
}

/** The one listener of a database's commits: the live streams of this process. */
export function onCommitted(db: Db, listener: Listener): void {
  listeners.set(db, listener)
}

/** Called by `inTransaction` after the commit. */
export function committed(db: Db, tx: Tx): void {
  const users = touched.get(tx)
  if (users) listeners.get(db)?.([...users])
}
