/** Amount tails: some cents that make the sum of a trade unique for its seller, so that a payment without a reference is known. */
import { randomInt } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { leftOfOffer } from '../../domain/offers/new-takers.ts'
import { tailCandidates } from '../../domain/trades/amount-tail.ts'
import { feeFor, usdtFor } from '../../domain/trades/quote.ts'
import type { Amounts } from '../../domain/trades/quote.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import { stepOf } from '../offers/offer-amounts.ts'
import type { OfferRow } from '../offers/queries.ts'

/**
 * The amounts with the tail of the offer, inside its limits and its USDT; unchanged where the offer has no tail, the sum that
 * was asked for is out of limits, or every sum nearby is taken.
 */
export async function withTail(
  tx: Tx,
  offer: OfferRow,
  { takerId, method }: { takerId: string; method: PaymentMethod },
  { asked, price }: { asked: Amounts; price: bigint },
): Promise<Amounts & { tailMilli: bigint }> {
  const plain = { ...asked, tailMilli: 0n }
  const { minMilli, maxMilli } = offer
  if (!offer.amountTail || asked.fiatMilli < minMilli || asked.fiatMilli > maxMilli) return plain
  const sellerId = offer.type === 'sell' ? offer.ownerId : takerId
  const taken = await takenSums(tx, sellerId, method)
  const left = leftOfOffer(offer)
  const free = tailCandidates(asked.fiatMilli, { minMilli, maxMilli, stepMilli: stepOf(offer.fiatCurrency) }).filter(
    (sum) => !taken.has(sum) && (left === null || usdtFor(sum, price) <= left),
  )
  const above = free.filter((sum) => sum > asked.fiatMilli)
  const chosen = oneOf(above.length > 0 ? above : free)
  if (chosen === undefined) return plain
  const usdtMicro = usdtFor(chosen, price)
  return { fiatMilli: chosen, usdtMicro, feeMicro: feeFor(usdtMicro), tailMilli: chosen - asked.fiatMilli }
}

/** The seller's trades with a tail are opened one after the other. */
export async function lockTails(tx: Tx, sellerId: string): Promise<void> {
  await sql`select from count_alone('amount tails', ${sellerId})`.execute(tx)
}

/**
 * Refuses with `quote_outdated` where another trade with this sum was opened since the quote was made. The caller holds the lock of
 * the seller's tails.
 */
export async function assertSumUnique(
  tx: Tx,
  { sellerId, quoteId }: { sellerId: string; quoteId: string },
): Promise<void> {
  const { rows } = await withSystemScope(tx, 'payment details', () =>
    sql`
      select from quotes q
        join trades t on t.seller_id = ${sellerId} and t.payment_method = q.payment_method and t.fiat_milli = q.fiat_milli
        join trade_statuses s on s.status = t.status and s.is_open
      where q.id = ${quoteId}`.execute(tx),
  )
  if (rows.length > 0) throw new DomainError('quote_outdated')
}

/** The sums of the seller's open trades of this method, which a taker does not see. */
async function takenSums(tx: Tx, sellerId: string, method: string): Promise<Set<bigint>> {
  const { rows } = await withSystemScope(tx, 'payment details', () =>
    sql<{ fiatMilli: bigint }>`
      select t.fiat_milli from trades t join trade_statuses s on s.status = t.status
      where t.seller_id = ${sellerId} and t.payment_method = ${method} and s.is_open`.execute(tx),
  )
  return new Set(rows.map(({ fiatMilli }) => fiatMilli))
}

function oneOf<T>(values: readonly T[]): T | undefined {
  return values.length === 0 ? undefined : values[randomInt(values.length)]
}
