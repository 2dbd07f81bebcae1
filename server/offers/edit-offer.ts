import { assertCurrencyAvailable } from './currencies/queries.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatUsdt, parseFiat, parseUsdt } from '../../domain/money.ts'
import { parsePercentage } from '../../domain/offers/offers.ts'
import type { OfferEdit } from '../../domain/offers/offer-form.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { accountsOfOffer, assertHasHours } from './create-offer.ts'
import { lockOffer } from './queries.ts'
import type { OfferRow } from './queries.ts'

/**
 * Changes the owner's offer to a validated form (`offerEditSchema`). It gets the next version, so that quotes for the
 * previous one are `quote_outdated`, and its 30 days restart; its status stays. Open trades keep their terms, and
 * limit the edit: `offer_type_fixed`, `offer_trades_open`, `offer_usdt_reserved`; an active offer does not change to a
 * currency that is switched off (`currency_unavailable`). A form filled in over an
 * offer that has changed since is `offer_wrong_status`; another user's offer is `not_found`.
 */
export async function editOffer(tx: Tx, ownerId: string, offerId: string, input: OfferEdit): Promise<void> {
  const offer = await lockOffer(tx, offerId)
  if (!offer || offer.ownerId !== ownerId) throw new DomainError('not_found')
  const inventoryMicro = input.availableUsdt === '' ? null : parseUsdt(input.availableUsdt)
  assertNotStale(offer, input)
  assertNotBound(offer, input, inventoryMicro)
  if (offer.status === 'active' && input.fiatCurrency !== offer.fiatCurrency) {
    await assertCurrencyAvailable(tx, input.fiatCurrency, { field: 'fiatCurrency' })
  }
  const paymentAccountIds = await accountsOfOffer(tx, ownerId, input)
  if (input.hoursOnly) await assertHasHours(tx, ownerId)
  await sql`
    update offers set version = version + 1, fiat_currency = ${input.fiatCurrency},
      payment_methods = ${input.paymentMethods}::text[], min_milli = ${parseFiat(input.minAmount)},
      max_milli = ${parseFiat(input.maxAmount)}, percentage_tenths = ${parsePercentage(input.pricePercentage)},
      terms = ${input.terms}, first_message = ${input.firstMessage}, reference_policy = ${input.referencePolicy}, amount_tail = ${input.amountTail},
      payment_account_ids = ${paymentAccountIds}::uuid[], payment_window_minutes = ${input.paymentWindowMinutes},
      max_open_trades = ${input.maxOpenTrades}, inventory_micro = ${inventoryMicro},
      trusted_only = ${input.trustedOnly}, min_account_days = ${input.requirements.accountDays},
      min_completed_trades = ${input.requirements.completedTrades},
      min_completion_rate = ${input.requirements.completionRate}, new_taker_share = ${input.newTakerShare}, hours_only = ${input.hoursOnly},
      status = ${offer.status}, renewed_at = clock_timestamp()
    where id = ${offerId}`.execute(tx)
  marketChanged(tx)
}

/** USDT that trades completed in the meantime have used must not return because the form still shows it. */
function assertNotStale(offer: OfferRow, { seenVersion, seenInventoryUsdt }: OfferEdit): void {
  const inventory = offer.inventoryMicro === null ? '' : formatUsdt(offer.inventoryMicro)
  if (seenVersion === offer.version && seenInventoryUsdt === inventory) return
  throw new DomainError('offer_wrong_status', { details: { status: offer.status, version: offer.version } })
}

/** The constraints offers_open_trades_within and offers_not_oversold, as refusals with their values. */
function assertNotBound(offer: OfferRow, input: OfferEdit, inventoryMicro: bigint | null): void {
  if (input.type !== offer.type) throw new DomainError('offer_type_fixed', { field: 'type' })
  if (input.maxOpenTrades < offer.openTrades) {
    throw new DomainError('offer_trades_open', {
      field: 'maxOpenTrades',
      values: { openTrades: offer.openTrades },
      details: { openTrades: offer.openTrades },
    })
  }
  if (inventoryMicro !== null && inventoryMicro < offer.reservedMicro) {
    const reservedUsdt = formatUsdt(offer.reservedMicro)
    throw new DomainError('offer_usdt_reserved', {
      field: 'availableUsdt',
      values: { reservedUsdt },
      details: { reservedUsdt },
    })
  }
}
