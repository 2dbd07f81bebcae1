import { DomainError } from '../../../domain/errors.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { formatUsdt } from '../../../domain/money.ts'
import { PAYMENT_METHOD_RISKS, availableMicro, exceededLimit, nextStepFrom } from '../../../domain/accounts/tiers.ts'
import type { AmountLimitName, PaymentRisk } from '../../../domain/accounts/tiers.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { readLimitsAndUse, readLimitsOfParties, readNextTier } from './queries.ts'
import type { LimitsAndUse } from './queries.ts'

const CODES = {
  trade: 'tier_trade_limit',
  open: 'tier_open_limit',
  day: 'tier_day_limit',
} as const satisfies Record<AmountLimitName, ErrorCode>

type Wish = { takerId: string; ownerId: string; method: PaymentMethod; usdtMicro: bigint }

/**
 * Refuses a trade that exceeds the limits of a party's tier: the taker's own as `tier_trade_limit`, `tier_open_limit` or
 * `tier_day_limit`, with the limit, what is used of it and what raises it; those of the offer's owner as
 * `counterparty_limit`, with what they leave (decisions: Limits). At an opening the caller holds the locks of both parties;
 * the constraint `trades_within_tier_limits` refuses the same. Returns the limits of the owner.
 */
export async function assertWithinTier(
  db: DbOrTx,
  { takerId, ownerId, method, usdtMicro }: Wish,
): Promise<LimitsAndUse> {
  const { risk, taker: own, owner } = await readLimitsOfParties(db, { takerId, ownerId, method })
  const limit = exceededLimit(own.limits, own.use, usdtMicro)
  if (limit !== null) throw await ownLimitExceeded(db, { own, risk, limit })
  assertOwnerLimits(owner, usdtMicro)
  return owner
}

/** The part of it that does not depend on the taker, for a visitor. */
export async function assertWithinOwnerLimits(
  db: DbOrTx,
  { ownerId, method, usdtMicro }: Omit<Wish, 'takerId'>,
): Promise<void> {
  assertOwnerLimits(await readLimitsAndUse(db, ownerId, PAYMENT_METHOD_RISKS[method]), usdtMicro)
}

function assertOwnerLimits({ limits, use }: LimitsAndUse, usdtMicro: bigint): void {
  if (exceededLimit(limits, use, usdtMicro) === null) return
  const availableUsdt = formatUsdt(availableMicro(limits, use))
  throw new DomainError('counterparty_limit', { field: 'amount', values: { availableUsdt } })
}

async function ownLimitExceeded(
  db: DbOrTx,
  { own, risk, limit }: { own: LimitsAndUse; risk: PaymentRisk; limit: AmountLimitName },
): Promise<DomainError> {
  const { tier, limits, use } = own
  const next = await readNextTier(db, { tier, risk, limit })
  return new DomainError(CODES[limit], {
    field: 'amount',
    values: {
      limitUsdt: formatUsdt(limits[limit]),
      usedUsdt: formatUsdt(limit === 'trade' ? 0n : use[limit]),
      availableUsdt: formatUsdt(availableMicro(limits, use)),
      risk,
      nextStep: nextStepFrom(next),
    },
    details: { tier, nextTier: next?.tier ?? null, nextLimitUsdt: next && formatUsdt(next.limitMicro) },
  })
}
