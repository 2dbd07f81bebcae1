/** Direct SQL against the tables, as an attacker with a database connection would write it. */
import type pg from 'pg'
import { codeOf, constraintOf } from '../../db/error-codes.ts'
import type { MarketFixture } from '../market-fixture.ts'

/** The attack, the rule that must refuse it, and the statements, which run and commit as one transaction. */
export type Attack = [what: string, refusedBy: string, statements: (market: MarketFixture) => string | Promise<string>]

/** The constraint (or else the SQLSTATE) that refused; 'nothing' when everything was committed. */
export async function refusalOf(owner: pg.Pool, statements: string): Promise<string> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(statements)
    await client.query('commit')
    return 'nothing'
  } catch (error) {
    return constraintOf(error) ?? codeOf(error) ?? (error instanceof Error ? error.message : String(error))
  } finally {
    await client.query('rollback; reset role; discard temp').catch(() => {})
    client.release()
  }
}

export type ForgedEvent = {
  to: string
  action: string
  role: string
  /** Left out for the system, which has no id. */
  actor?: string
  /** SQL expressions; `t` is the trade. */
  from?: string
  seq?: string
  at?: string
  deadline?: string
  found?: string
  /** The deadline of the status after it, and the one that it found. */
  statusDeadline?: string
  foundDeadline?: string
  openedAt?: string
  reason?: string
  arrivesBy?: string
  key?: string
  /** Without what the payer check asks for beside the event. */
  isUnchecked?: boolean
}

/** An event row for a trade in its present state. */
export function event(tradeId: string, forged: ForgedEvent): string {
  const { to, action, role, actor, from = 't.status', seq = 't.version + 1', at = 'clock_timestamp()' } = forged
  const { deadline = 't.pay_deadline', found = 't.pay_deadline', key = crypto.randomUUID() } = forged
  const { foundDeadline = 't.deadline', openedAt = 't.created_at', reason } = forged
  const { statusDeadline = deadlineOf(to) } = forged
  const { arrivesBy = ['mark_paid', 'object'].includes(action) ? 'now.moment' : 'null' } = forged
  const payer = forged.isUnchecked ? '' : payerRows(tradeId, action, seq)
  return `${payer}
    insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, once_only, actor_id,
      pay_deadline, prev_pay_deadline, deadline, prev_deadline, prev_at, payment_window_minutes, opened_at, dispute_reason,
      arrives_by, at, command_key)
    select t.id, ${seq}, ${from}, '${to}', '${action}', '${role}',
      coalesce((select bool_or(once_only) from trade_rules where action = '${action}'), false), ${actor ? `'${actor}'` : 'null'},
      pay.deadline, ${found}, ${statusDeadline}, ${foundDeadline}, t.moved_at, t.payment_window_minutes, ${openedAt},
      ${reason ? `'${reason}'` : 'null'}, ${arrivesBy}, now.moment, '${key}'
    from trades t, lateral (select (${at})::timestamptz as moment) now, lateral (select ${deadline} as deadline) pay
    where t.id = '${tradeId}';`
}

/** The deadline that a status has. */
function deadlineOf(status: string): string {
  if (status === 'awaiting_payment') return 'pay.deadline'
  if (status === 'refund_held') return "now.moment + interval '15 minutes'"
  return status === 'payment_sent'
    ? "greatest(t.created_at + interval '24 hours', now.moment + interval '60 minutes')"
    : "'infinity'"
}

/** What the payer check wants beside a payment mark or a confirmation, where the trade has the status for it. */
function payerRows(tradeId: string, action: string, seq: string): string {
  if (action === 'mark_paid') {
    return payerDeclaration(tradeId, { seq }).replace(
      /;$/,
      " and t.status = 'awaiting_payment' on conflict do nothing;",
    )
  }
  return action === 'confirm_receipt'
    ? payerCheck(tradeId).replace(/;$/, " and t.status in ('payment_sent', 'disputed');")
    : ''
}

/** The payer of the next event of a trade; `forged` replaces columns by SQL expressions (`t` is the trade). */
export function payerDeclaration(tradeId: string, forged: Record<string, string> = {}): string {
  return inserted('payer_declarations', tradeId, {
    id: 'gen_random_uuid()',
    trade_id: 't.id',
    seq: 't.version + 1',
    buyer_id: 't.buyer_id',
    sealed: SEALED_NAME,
    ...forged,
  })
}

function inserted(table: string, tradeId: string, row: Record<string, string>): string {
  return `
    insert into ${table} (${Object.keys(row).join(', ')})
    select ${Object.values(row).join(', ')} from trades t where t.id = '${tradeId}';`
}

const SEALED_NAME = "decode(repeat('00', 99), 'hex')"

/** A check of the payer of a trade that is marked as paid; `forged` replaces columns by SQL expressions. */
export function payerCheck(tradeId: string, forged: Record<string, string> = {}): string {
  return inserted('payer_checks', tradeId, {
    id: 'gen_random_uuid()',
    trade_id: 't.id',
    number: '1 + (select count(*) from payer_checks where trade_id = t.id)',
    declaration_seq: '(select max(seq) from payer_declarations where trade_id = t.id)',
    seller_id: 't.seller_id',
    sealed: SEALED_NAME,
    is_same: 'true',
    is_stated: 'false',
    ...forged,
  })
}

/** The event that opens a trade, with any number; `tradeId` is an SQL expression. */
export function firstEvent(tradeId: string, seq: number, actor: string, role = 'buyer'): string {
  return `
    insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id, pay_deadline, deadline, payment_window_minutes, opened_at, at, command_key)
    select ${tradeId}, ${seq}, 'none', 'awaiting_payment', 'open', '${role}', '${actor}', moment + interval '30 minutes', moment + interval '30 minutes', 30, moment, moment, 'open'
    from clock_timestamp() as moment;`
}

/** A whole trade inserted by SQL from a quote; `forged` replaces columns of its row by SQL expressions (`q` quote, `o` offer). */
export function opening(quoteId: string, forged: Record<string, string> = {}, actor = 'taker_id'): string {
  const row: Record<string, string> = {
    id: 'gen_random_uuid()',
    quote_id: 'q.id',
    quote_expires_at: 'q.expires_at',
    offer_id: 'q.offer_id',
    offer_owner_id: 'q.offer_owner_id',
    offer_type: 'q.offer_type',
    taker_id: 'q.taker_id',
    buyer_id: 'q.taker_id',
    seller_id: 'q.offer_owner_id',
    fiat_currency: 'q.fiat_currency',
    payment_method: 'q.payment_method',
    terms: 'o.terms',
    reference_policy: 'o.reference_policy',
    payment_window_minutes: 'o.payment_window_minutes',
    anchor: 'q.anchor',
    rate_e6: 'q.rate_e6',
    percentage_tenths: 'q.percentage_tenths',
    fiat_milli: 'q.fiat_milli',
    usdt_micro: 'q.usdt_micro',
    fee_micro: 'q.fee_micro',
    escrow_address: "'0xaB' || substr(md5(q.id::text) || md5('x'), 1, 38)",
    chain: "'polygon'",
    status: "'awaiting_payment'",
    version: '1',
    created_at: 'moment',
    moved_at: 'moment',
    pay_deadline: 'moment + make_interval(mins => o.payment_window_minutes)',
    ...forged,
  }
  row.deadline ??= forged.status ? "'infinity'" : row.pay_deadline!
  return `
    create temp table forged on commit drop as
      select gen_random_uuid() as id, moment from clock_timestamp() as moment;
    insert into trades (${Object.keys(row).join(', ')})
      select ${Object.values({ ...row, id: 'f.id' }).join(', ')}
      from forged f, quotes q join offers o on o.id = q.offer_id where q.id = '${quoteId}';
    insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id, pay_deadline, deadline, payment_window_minutes, opened_at, at, command_key)
      select t.id, 1, 'none', t.status, 'open', case t.${actor} when t.buyer_id then 'buyer' else 'seller' end, t.${actor}, t.pay_deadline,
        t.deadline, t.payment_window_minutes, t.created_at, t.created_at, 'open' from trades t join forged f on f.id = t.id;
    insert into trade_payment_details (trade_id, seller_id, account_id, account_version, account_changed_at, sealed)
      select t.id, t.seller_id, a.id, a.version, a.changed_at, a.sealed
      from trades t join forged f on f.id = t.id
        join payment_accounts a on a.user_id = t.seller_id and a.payment_method = t.payment_method and a.is_default;
    insert into ledger_accounts (kind, trade_id) select 'escrow', id from forged;
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
      select t.id, 'lock', ${account('seller')}, ${account('escrow')}, t.seller_locks_micro from trades t join forged f on f.id = t.id;`
}

/** The trade's row, updated to the state after an event. */
export function stand(tradeId: string, status: string, deadline = 'pay_deadline'): string {
  const last = (column: string) =>
    `coalesce((select ${column} from trade_events where trade_id = trades.id and seq = trades.version + 1), trades.${column === 'at' ? 'moved_at' : column})`
  return `update trades set status = '${status}', version = version + 1, pay_deadline = ${deadline},
    deadline = ${last('deadline')}, moved_at = ${last('at')} where id = '${tradeId}';`
}

/** A ledger row; each side is a user's id, 'escrow' (the trade's) or 'fees'. */
export function transfer(
  tradeId: string,
  leg: string,
  debit: string,
  credit: string,
  amount = 't.seller_locks_micro',
): string {
  return `
    insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
    select t.id, '${leg}', ${account(debit)}, ${account(credit)}, ${amount} from trades t where t.id = '${tradeId}';`
}

function account(side: string): string {
  if (side === 'fees') return "(select id from ledger_accounts where kind = 'fees')"
  if (side === 'seller') return '(select id from ledger_accounts where user_id = t.seller_id)'
  return side === 'escrow'
    ? '(select id from ledger_accounts where trade_id = t.id)'
    : `(select id from ledger_accounts where user_id = '${side}')`
}
