import { assertCurrencyAvailable } from './currencies/queries.ts'
import { DomainError } from '../../domain/errors.ts'
import { offerAfter } from '../../domain/offers/offers.ts'
import type { OfferMove } from '../../domain/offers/offers.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { assertOfferLimits } from './assert-offer-limits.ts'
import { assertMayTrade } from '../accounts/users/assert-may-trade.ts'
import { findHiding, lockOffer } from './queries.ts'

/**
 * Pauses or activates the owner's offer. Another user's offer is `not_found`; a move that the present status does not
 * allow is `offer_wrong_status`. Activating restarts the offer's 30 days, and is within the owner's limits; an offer that staff
 * have hidden is `offer_hidden`, one in a currency that is switched off `currency_unavailable`, and an owner who is suspended
 * or an arbiter is refused as in `assertMayTrade`.
 */
export async function moveOffer(tx: Tx, ownerId: string, offerId: string, move: OfferMove): Promise<void> {
  const offer = await lockOffer(tx, offerId)
  if (!offer || offer.ownerId !== ownerId) throw new DomainError('not_found')
  const status = offerAfter(offer.status, move)
  if (!status) throw new DomainError('offer_wrong_status', { details: { status: offer.status } })
  if (status === 'active') {
    const hidden = await findHiding(tx, offerId)
    if (hidden) throw new DomainError('offer_hidden', { values: { reason: hidden.reason }, details: hidden })
    await assertCurrencyAvailable(tx, offer.fiatCurrency)
    await assertMayTrade(tx, ownerId)
    await assertOfferLimits(tx, ownerId, { isNew: false })
  }
  await sql`
    update offers set status = ${status},
      renewed_at = case ${move}::text when 'activate' then clock_timestamp() else renewed_at end
    where id = ${offerId}`.execute(tx)
  marketChanged(tx)
}
