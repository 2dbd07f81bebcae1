import { DomainError } from '../../domain/errors.ts'
import { parseFiat, parseUsdt } from '../../domain/money.ts'
import { parsePercentage } from '../../domain/offers/offers.ts'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { assertCurrencyAvailable } from './currencies/queries.ts'
import { assertMayTrade } from '../accounts/users/assert-may-trade.ts'
import { lockOwnAccounts } from '../payments/payment-accounts/queries.ts'
import { assertOfferLimits } from './assert-offer-limits.ts'

/**
 * Posts an offer from a checked form (`offerSchema`), within the owner's limits (`assertOfferLimits`); returns its id. An offer
 * to sell that does not name an account of its owner for each method is `payment_account_required` or `payment_account_mismatch`, and one that
 * follows business hours of an owner without them `business_hours_missing`; a currency that is
 * switched off is `currency_unavailable`.
 */
export async function createOffer(tx: Tx, ownerId: string, input: OfferInput): Promise<string> {
  await assertCurrencyAvailable(tx, input.fiatCurrency, { field: 'fiatCurrency' })
  await assertMayTrade(tx, ownerId)
  await assertOfferLimits(tx, ownerId, { isNew: true })
  const paymentAccountIds = await accountsOfOffer(tx, ownerId, input)
  if (input.hoursOnly) await assertHasHours(tx, ownerId)
  const { rows } = await sql<{ id: string }>`
    insert into offers (owner_id, type, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths,
      terms, first_message, reference_policy, amount_tail, payment_account_ids, payment_window_minutes, max_open_trades, inventory_micro,
      trusted_only, min_account_days, min_completed_trades, min_completion_rate, new_taker_share, hours_only)
    values (${ownerId}, ${input.type}, ${input.fiatCurrency}, ${input.paymentMethods}::text[],
      ${parseFiat(input.minAmount)}, ${parseFiat(input.maxAmount)}, ${parsePercentage(input.pricePercentage)},
      ${input.terms}, ${input.firstMessage}, ${input.referencePolicy}, ${input.amountTail}, ${paymentAccountIds}::uuid[], ${input.paymentWindowMinutes},
      ${input.maxOpenTrades},
      ${input.availableUsdt === '' ? null : parseUsdt(input.availableUsdt)}, ${input.trustedOnly},
      ${input.requirements.accountDays}, ${input.requirements.completedTrades}, ${input.requirements.completionRate},
      ${input.newTakerShare}, ${input.hoursOnly})
    returning id`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('an offer was not stored')
  marketChanged(tx)
  return row.id
}

/** Refuses with `business_hours_missing`; locked, so that they are not removed before the offer is stored. */
export async function assertHasHours(tx: Tx, ownerId: string): Promise<void> {
  const { rows } = await sql`select from business_hours where user_id = ${ownerId} for key share`.execute(tx)
  if (rows.length === 0) throw new DomainError('business_hours_missing', { field: 'hoursOnly' })
}

/**
 * The accounts on which the owner of an offer to sell is paid, one for each method; locked, so that none is removed before the offer
 * is stored.
 */
export async function accountsOfOffer(
  tx: Tx,
  ownerId: string,
  { type, paymentMethods, paymentAccountIds }: Pick<OfferInput, 'type' | 'paymentMethods' | 'paymentAccountIds'>,
): Promise<(string | null)[]> {
  if (type === 'buy') return paymentMethods.map(() => null)
  return lockOwnAccounts(tx, ownerId, paymentMethods, paymentAccountIds)
}
