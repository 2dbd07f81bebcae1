import type { TradePaymentDetails } from '../../domain/api/trades/trades.ts'
import { DomainError } from '../../domain/errors.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatFiat } from '../../domain/money.ts'
import type { ReferencePolicy } from '../../domain/offers/offers.ts'
import { RECENT_CHANGE_MINUTES } from '../../domain/payments/payment-fields.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { openCopy } from '../payments/payment-accounts/details-of-trade.ts'

type Row = {
  isBuyer: boolean
  isOpen: boolean
  isWindowOver: boolean
  method: PaymentMethod
  fiatMilli: bigint
  fiatCurrency: FiatCurrency
  referencePolicy: ReferencePolicy
  sealed: Buffer | null
  isRecent: boolean
}

/**
 * The payment details of an open trade for one of its parties, `not_found` for other users. Each reading by the buyer is
 * recorded while the trade's row is locked: a move, which locks it exclusively, comes before the reading or sees its record. Once
 * the trade is closed, `trade_over`; past its payment window, `payment_window_passed`.
 */
export async function readPaymentDetails(
  tx: Tx,
  keyring: Keyring,
  userId: string,
  tradeId: string,
): Promise<TradePaymentDetails> {
  await sql`select from trades where id = ${tradeId} for share`.execute(tx)
  const { rows } = await sql<Row>`
    select t.buyer_id = ${userId} as is_buyer, state.is_open,
      state.is_late and t.status = 'awaiting_payment' as is_window_over, t.payment_method as method, t.fiat_milli,
      t.fiat_currency, t.reference_policy, d.sealed,
      d.account_changed_at > t.created_at - make_interval(mins => ${sql.lit(RECENT_CHANGE_MINUTES)}) as is_recent
    from trades t join trade_states state on state.trade_id = t.id join trade_payment_details d on d.trade_id = t.id
    where t.id = ${tradeId} and ${userId} in (t.buyer_id, t.seller_id)`.execute(tx)
  const row = rows[0]
  if (!row) throw new DomainError('not_found')
  if (row.isWindowOver) throw new DomainError('payment_window_passed')
  if (!row.isOpen || row.sealed === null) throw new DomainError('trade_over')
  if (row.isBuyer) {
    await sql`insert into payment_detail_reads (trade_id, reader_id) values (${tradeId}, ${userId})`.execute(tx)
  }
  return {
    method: row.method,
    details: openCopy(keyring, tradeId, row.sealed),
    isRecent: row.isRecent,
    amountFiat: formatFiat(row.fiatMilli),
    fiatCurrency: row.fiatCurrency,
    reference: row.referencePolicy === 'none' ? null : paymentReference(tradeId),
    referencePolicy: row.referencePolicy,
  }
}
