/**
 * The demonstration escrow: a double-entry ledger in the same database (decisions: Money). Each call is one
 * transfer of a trade's own amounts; the database checks accounts, users, order and sums.
 */
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Seller's external account -> the trade's new escrow account. */
export async function lockEscrow(tx: Tx, tradeId: string): Promise<void> {
  await sql`
    with escrow as (insert into ledger_accounts (kind, trade_id) values ('escrow', ${tradeId}) returning id)
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, 'lock', external_account_of(t.seller_id), escrow.id, t.seller_locks_micro
    from trades t, escrow
    where t.id = ${tradeId}`.execute(tx)
}

/** Escrow -> buyer, and the fee where there is one. */
export async function releaseEscrow(tx: Tx, tradeId: string): Promise<void> {
  await sql`
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, payout.leg, escrow.id, payout.credit_id, payout.amount_micro
    from trades t
    join ledger_accounts escrow on escrow.trade_id = t.id
    cross join lateral (
      select 'release' as leg, external_account_of(t.buyer_id) as credit_id, t.buyer_receives_micro as amount_micro
      union all
      select 'fee', id, t.fee_micro from ledger_accounts where kind = 'fees' and t.fee_micro > 0
    ) payout
    where t.id = ${tradeId}`.execute(tx)
}

/** Escrow -> seller, the whole amount. */
export async function refundEscrow(tx: Tx, tradeId: string): Promise<void> {
  await sql`
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, 'refund', escrow.id, external_account_of(t.seller_id), t.seller_locks_micro
    from trades t
    join ledger_accounts escrow on escrow.trade_id = t.id
    where t.id = ${tradeId}`.execute(tx)
}
