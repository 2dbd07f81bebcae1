/** Records that lead to a tier, and limits, for tests. */
import type pg from 'pg'
import { TIER_LIMIT_MAX } from '../../../domain/accounts/tiers.ts'
import { asOutsider } from '../time-travel.ts'

type InsertedRecord = { completedTrades: number; partners: number }

/** Gives users records without trades; `withdraw` takes them away again, since the view `violations` counts trades. */
export function recordsOf(owner: () => pg.Pool) {
  const given: [string, InsertedRecord][] = []

  return {
    /** Before the user posts an offer: the market copies the record then. */
    async give(userId: string, record: InsertedRecord): Promise<void> {
      given.push([userId, record])
      await asOutsider(owner(), [added(userId, record)])
    },
    /** With the triggers that copy the record to the market, and without the rule that only triggers count. */
    async withdraw(): Promise<void> {
      await owner().query('alter table users disable trigger counted_by_triggers')
      for (const [userId, { completedTrades, partners }] of given.splice(0)) {
        await owner().query(added(userId, { completedTrades: -completedTrades, partners: -partners }))
      }
      await owner().query('alter table users enable trigger counted_by_triggers')
    },
  }
}

function added(userId: string, { completedTrades, partners }: InsertedRecord): string {
  return `update users set completed_trades = completed_trades + ${completedTrades}, partners = partners + ${partners}
    where id = '${userId}'`
}

/** A user who has passed the rehearsal. */
export async function insertRehearsed(owner: pg.Pool, userId: string): Promise<void> {
  await asOutsider(owner, [`update accounts set rehearsed_at = clock_timestamp() where user_id = '${userId}'`])
}

/** The highest limits for every tier, for tests and benchmarks in which few users trade a lot. */
export async function liftTierLimits(owner: pg.Pool): Promise<void> {
  await owner.query('update tier_limits set trade_micro = $1, open_micro = $1, day_micro = $1', [TIER_LIMIT_MAX])
}
