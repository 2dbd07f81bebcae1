/**
 * The demonstration escrow: a double-entry ledger in the same database (decisions: Money). Each call books a
 * trade's own amounts; the database checks accounts, users, order and sums.
 */
import type { QueryResult } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Escrow } from './escrow.ts'

export const demoLedger: Escrow = { lock, release, refund, split }

async function lock(tx: Tx, tradeId: string): Promise<void> {
  const booked = await sql`
    with escrow as (insert into ledger_accounts (kind, trade_id) values ('escrow', ${tradeId}) returning id)
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, locked.leg, external_account_of(locked.user_id), escrow.id, locked.amount_micro
    from trades t, escrow, lateral (
      values ('lock', t.seller_id, t.seller_locks_micro), ('bond', t.buyer_id, t.bond_micro)
    ) locked (leg, user_id, amount_micro)
    where t.id = ${tradeId} and locked.amount_micro > 0`.execute(tx)
  assertBooked(booked, tradeId)
}

async function release(tx: Tx, tradeId: string): Promise<void> {
  const booked = await sql`
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, payout.leg, escrow.id, payout.credit_id, payout.amount_micro
    from trades t
    join ledger_accounts escrow on escrow.trade_id = t.id
    cross join lateral (
      select 'release' as leg, external_account_of(t.buyer_id) as credit_id, t.buyer_receives_micro as amount_micro
      union all
      select 'fee', id, t.fee_micro from ledger_accounts where kind = 'fees' and t.fee_micro > 0
      union all
      select leg, credit_id, amount_micro from bond_payout(t) where t.bond_micro > 0
    ) payout
    where t.id = ${tradeId}`.execute(tx)
  assertBooked(booked, tradeId)
}

async function refund(tx: Tx, tradeId: string): Promise<void> {
  const booked = await sql`
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, payout.leg, escrow.id, payout.credit_id, payout.amount_micro
    from trades t
    join ledger_accounts escrow on escrow.trade_id = t.id
    cross join lateral (
      select 'refund' as leg, external_account_of(t.seller_id) as credit_id, t.seller_locks_micro as amount_micro
      union all
      select leg, credit_id, amount_micro from bond_payout(t) where t.bond_micro > 0
    ) payout
    where t.id = ${tradeId}`.execute(tx)
  assertBooked(booked, tradeId)
}

async function split(tx: Tx, tradeId: string): Promise<void> {
  const booked = await sql`
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, payout.leg, escrow.id, payout.credit_id, payout.amount_micro
    from trades t
    join ledger_accounts escrow on escrow.trade_id = t.id
    cross join lateral (select split_to_buyer_micro(t) as to_buyer, fee_on(t.split_released_micro) as fee) part
    cross join lateral (
      select 'split_release' as leg, external_account_of(t.buyer_id) as credit_id, part.to_buyer as amount_micro
      union all
      select 'fee', id, part.fee from ledger_accounts where kind = 'fees' and part.fee > 0
      union all
      select 'split_refund', external_account_of(t.seller_id), t.seller_locks_micro - part.to_buyer - part.fee
      union all
      select leg, credit_id, amount_micro from bond_payout(t) where t.bond_micro > 0
    ) payout
    where t.id = ${tradeId} and t.split_released_micro is not null`.execute(tx)
  assertBooked(booked, tradeId)
}

/** Without a locked escrow, and for a split without a decision, there is nothing to book. */
function assertBooked({ numAffectedRows = 0n }: QueryResult<unknown>, tradeId: string): void {
  if (numAffectedRows === 0n) throw new Error(`nothing was booked for trade ${tradeId}`)
}
