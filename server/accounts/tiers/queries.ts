/** All reads of tiers and limits. */
import type { AmountLimitsAnswer, OwnLimits, TierRow, TiersAnswer } from '../../../domain/api/accounts/tiers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { formatUsdt } from '../../../domain/money.ts'
import { PAYMENT_RISKS, availableMicro, nextStepFrom, tierAfter } from '../../../domain/accounts/tiers.ts'
import type { AmountLimitName, AmountLimits, PaymentRisk, Tier, TierUse } from '../../../domain/accounts/tiers.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type TierLimitRow = Omit<TierRow, 'limits'> & LimitRow
type LimitRow = { risk: PaymentRisk; tradeMicro: bigint; openMicro: bigint; dayMicro: bigint }

/** The table of tiers as the operator has set it. */
export async function listTiers(db: DbOrTx): Promise<TiersAnswer> {
  const { rows } = await sql<TierLimitRow>`
    select t.tier, t.min_account_days as account_days, t.min_completed_trades as completed_trades,
      t.min_partners as partners, t.needs_rehearsal, l.risk, l.trade_micro, l.open_micro, l.day_micro
    from tiers t join tier_limits l on l.tier = t.tier order by t.rank, l.risk`.execute(db)
  const { rows: methods } = await sql<{ paymentMethod: PaymentMethod; risk: PaymentRisk }>`
    select payment_method, risk from payment_method_risks order by risk, payment_method`.execute(db)
  const byTier = Map.groupBy(rows, ({ tier }) => tier)
  const tiers = [...byTier.values()].map((ofTier) => {
    const { tier, accountDays, completedTrades, partners, needsRehearsal } = ofTier[0]!
    return { tier, accountDays, completedTrades, partners, needsRehearsal, limits: ofTier.map(limitsAnswer) }
  })
  return { tiers, methods }
}

function limitsAnswer({ risk, tradeMicro, openMicro, dayMicro }: LimitRow): AmountLimitsAnswer {
  return { risk, tradeUsdt: formatUsdt(tradeMicro), openUsdt: formatUsdt(openMicro), dayUsdt: formatUsdt(dayMicro) }
}

type OwnTierRow = Pick<OwnLimits, 'tier' | 'accountDays' | 'completedTrades' | 'partners' | 'hasRehearsed'>

/** The user's own tier and limits, with what is used of them. */
export async function getLimits(db: DbOrTx, userId: string): Promise<OwnLimits> {
  const { rows } = await sql<OwnTierRow>`
    select tier_of(u.id) as tier, floor(extract(epoch from clock_timestamp() - u.created_at) / 86400)::int as account_days,
      u.completed_trades - u.completed_in_person as completed_trades, u.partners - u.partners_in_person as partners,
      a.rehearsed_at is not null as has_rehearsed
    from users u join accounts a on a.user_id = u.id where u.id = ${userId}`.execute(db)
  const own = rows[0]!
  const ofRisks = []
  for (const risk of PAYMENT_RISKS) ofRisks.push({ risk, ...(await readLimitsAndUse(db, userId, risk)) })
  const { tiers } = await listTiers(db)
  const nextTier = tierAfter(own.tier)
  return {
    ...own,
    nextTier,
    nextStep: nextStepFrom(tiers.find(({ tier }) => tier === nextTier) ?? null),
    limits: ofRisks.map(({ risk, limits }) =>
      limitsAnswer({ risk, tradeMicro: limits.trade, openMicro: limits.open, dayMicro: limits.day }),
    ),
    use: ofRisks.map(({ risk, limits, use }) => ({
      risk,
      openUsdt: formatUsdt(use.open),
      dayUsdt: formatUsdt(use.day),
      availableUsdt: formatUsdt(availableMicro(limits, use)),
    })),
  }
}

/** A user's tier, its limits for one risk, and what is used of them: in all, and by new takers of the user's offers. */
export type LimitsAndUse = { tier: Tier; limits: AmountLimits; use: TierUse; newTakerUse: TierUse }

type LimitsAndUseRow = LimitRow & {
  tier: Tier
  openUsedMicro: bigint
  dayUsedMicro: bigint
  newTakerOpenMicro: bigint
  newTakerDayMicro: bigint
}

export async function readLimitsAndUse(db: DbOrTx, userId: string, risk: PaymentRisk): Promise<LimitsAndUse> {
  const { rows } = await sql<LimitsAndUseRow>`
    select tier, risk, trade_micro, open_micro, day_micro, open_used_micro, day_used_micro, new_taker_open_micro, new_taker_day_micro
    from trading_limits(array[${userId}]::uuid[], ${risk})`.execute(db)
  return toLimitsAndUse(rows[0]!)
}

/** The same for both parties of a trade by this method, in one statement. */
export async function readLimitsOfParties(
  db: DbOrTx,
  { takerId, ownerId, method }: { takerId: string; ownerId: string; method: PaymentMethod },
): Promise<{ risk: PaymentRisk; taker: LimitsAndUse; owner: LimitsAndUse }> {
  const { rows } = await sql<LimitsAndUseRow & { userId: string }>`
    select * from trading_limits(array[${takerId}, ${ownerId}]::uuid[],
      (select risk from payment_method_risks where payment_method = ${method}))`.execute(db)
  const of = (userId: string) => toLimitsAndUse(rows.find((row) => row.userId === userId)!)
  if (rows.length === 0) throw new Error(`the payment method ${method} has no risk`)
  return { risk: rows[0]!.risk, taker: of(takerId), owner: of(ownerId) }
}

/** The same for each of these users, by the method's risk that is named beside it, in one statement. */
export async function readLimitsOfMany(
  db: DbOrTx,
  wanted: readonly { userId: string; risk: PaymentRisk }[],
): Promise<(userId: string, risk: PaymentRisk) => LimitsAndUse> {
  const parts = PAYMENT_RISKS.map((risk) => ({ risk, users: usersOf(wanted, risk) })).filter(
    ({ users }) => users.length > 0,
  )
  const found = new Map<string, LimitsAndUse>()
  if (parts.length > 0) {
    const all = parts.map(({ risk, users }) => sql`select * from trading_limits(${users}::uuid[], ${risk})`)
    const { rows } = await sql<LimitsAndUseRow & { userId: string }>`
      select limits.* from (${sql.join(all, sql` union all `)}) limits`.execute(db)
    for (const row of rows) found.set(`${row.userId} ${row.risk}`, toLimitsAndUse(row))
  }
  return (userId, risk) => found.get(`${userId} ${risk}`)!
}

function usersOf(wanted: readonly { userId: string; risk: PaymentRisk }[], risk: PaymentRisk): string[] {
  return [...new Set(wanted.filter((one) => one.risk === risk).map(({ userId }) => userId))]
}

function toLimitsAndUse(row: LimitsAndUseRow): LimitsAndUse {
  return {
    tier: row.tier,
    limits: { trade: row.tradeMicro, open: row.openMicro, day: row.dayMicro },
    use: { open: row.openUsedMicro, day: row.dayUsedMicro },
    newTakerUse: { open: row.newTakerOpenMicro, day: row.newTakerDayMicro },
  }
}

/** The tier after this one, with what raises a user to it and its limit of one name; null after the highest. */
export async function readNextTier(
  db: DbOrTx,
  { tier, risk, limit }: { tier: Tier; risk: PaymentRisk; limit: AmountLimitName },
): Promise<NextTier | null> {
  const column = sql.ref(`l.${limit}_micro`)
  const { rows } = await sql<NextTier>`
    select t.tier, t.needs_rehearsal, ${column} as limit_micro
    from tiers own join tiers t on t.rank = own.rank + 1 join tier_limits l on l.tier = t.tier and l.risk = ${risk}
    where own.tier = ${tier}`.execute(db)
  return rows[0] ?? null
}

type NextTier = { tier: Tier; needsRehearsal: boolean; limitMicro: bigint }
