import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { formatUsdt } from '../../domain/money.ts'
import { refilledMicro } from '../../domain/offers/offer-changes.ts'
import type { Refill } from '../../domain/offers/offer-changes.ts'
import { marketChanged } from '../db/after-commit.ts'
import { leftOfOffer } from '../../domain/offers/new-takers.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { lockOffer } from './queries.ts'

/**
 * Adds USDT to the owner's offer, or sets what is left for new trades, which is `offer_wrong_status` where a trade has changed
 * that since the owner saw it; nothing can be added where there is no limit. Renews the offer; price, version and status stay.
 */
export async function refillOffer(tx: Tx, ownerId: string, offerId: string, refill: Refill): Promise<void> {
  const offer = await lockOffer(tx, offerId)
  if (!offer || offer.ownerId !== ownerId) throw new DomainError('not_found')
  const left = leftOfOffer(offer)
  const isStale = refill.seenAvailableUsdt !== (left === null ? '' : formatUsdt(left))
  if (refill.kind === 'add' ? left === null : isStale) {
    throw new DomainError('offer_wrong_status', { details: { status: offer.status, version: offer.version } })
  }
  const { after, refused } = refilledMicro(offer.inventoryMicro, offer.reservedMicro, refill)
  if (refused !== undefined) throw new InvalidInput({ usdt: refused })
  await sql`
    update offers set inventory_micro = ${after}, status = ${offer.status}, renewed_at = clock_timestamp()
    where id = ${offerId}`.execute(tx)
  marketChanged(tx)
}
