/** What arbiters read of cases. */
import type { RawBuilder } from 'kysely'
import { parsePosition } from '../../domain/cursors.ts'
import type { LinkedGroup } from '../../domain/api/disputes/case-values.ts'
import type { DisputeCase, LinkedCase, ListedCase } from '../../domain/api/disputes/disputes.ts'
import type { OwnDecision } from '../../domain/api/disputes/own-decision.ts'
import {
  ARBITER_CONFLICT_DAYS,
  CASES_LISTED,
  DISPUTE_EVENTS_LISTED,
  EARLIER_DISPUTES_LISTED,
} from '../../domain/disputes/disputes.ts'
import {
  LINKED_CASES_READ,
  CASE_GROUPS_LISTED,
  LINKED_CASES_LISTED,
  directLinks,
  groupsOf,
} from '../../domain/disputes/linked-cases.ts'
import type { CaseLink, CaseGroup } from '../../domain/disputes/linked-cases.ts'
import type { DisputeOutcome, DisputeReason } from '../../domain/disputes/disputes.ts'
import { DomainError } from '../../domain/errors.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { PayeeAnswer } from '../../domain/payments/payee-check.ts'
import { formatFiat, formatPrice, formatUsdt } from '../../domain/money.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import type { OfferType } from '../../domain/offers/offers.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import type { PartyRole, TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import { pageOf } from '../db/page-of.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { avatarOf } from '../http/pictures/avatar-of.ts'
import { recordOnSide, toTraderRecord } from '../accounts/users/trader-record.ts'
import type { RecordOnSide } from '../accounts/users/trader-record.ts'
import { findPayerCheck } from '../trades/payer-check.ts'
import { listCodeAttempts } from '../trades/meeting-codes.ts'
import type { CaseRow } from './dispute-rows.ts'
import { presentCase, readDecisions, readHistory, selectCaseFields, toCaseFields } from './dispute-rows.ts'

type Conflict = NonNullable<ListedCase['conflict']>

type ListedRow = CaseRow & {
  fiatCurrency: FiatCurrency
  paymentMethod: PaymentMethod
  fiatMilli: bigint
  usdtMicro: bigint
  hasBond: boolean
  offerType: OfferType
  conflict: Conflict | null
  cursor: string
}

export type Show = 'open' | 'mine' | 'closed'

/** Open cases by deadline, the viewer's own ones among them, or closed ones of the viewer, the latest first. */
export async function listCases(
  db: DbOrTx,
  arbiterId: string,
  show: Show,
  cursor: string | undefined,
): Promise<{ cases: ListedCase[]; groups: LinkedGroup[]; nextCursor: string | null }> {
  const position = cursor === undefined ? null : parsePosition(cursor, 1)
  const isClosed = show === 'closed'
  // A closed case has no deadline: its trade's last move is its place.
  const place = isClosed ? sql`t.moved_at` : sql`d.deadline`
  const after = isClosed ? sql`<` : sql`>`
  const direction = isClosed ? sql`desc` : sql`asc`
  const { rows } = await sql<ListedRow>`
    select ${selectListed(arbiterId)},
      (extract(epoch from ${place}) * 1000000)::bigint || '.' || d.trade_id as cursor
    from disputes d join trades t on t.id = d.trade_id
    where ${isClosed ? sql`d.status = 'closed'` : sql`d.status <> 'closed'`}
      and ${show === 'open' ? sql`true` : sql`d.arbiter_id = ${arbiterId}`}
      and ${position === null ? sql`true` : sql`((extract(epoch from ${place}) * 1000000)::bigint, d.trade_id) ${after} (${position.numbers[0]}::bigint, ${position.id}::uuid)`}
    order by ${place} ${direction}, d.trade_id ${direction} limit ${sql.lit(CASES_LISTED + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, CASES_LISTED, ({ cursor: place }) => place)
  const groups = isClosed ? [] : await readGroups(db)
  return {
    cases: page.map((row) => toListed(arbiterId, row, groups)),
    groups: show === 'open' ? groups.slice(0, CASE_GROUPS_LISTED).map((group) => toLinkedGroup(groups, group)) : [],
    nextCursor,
  }
}

/** The other cases of its group, for the arbiter who has the case. Errors: as `assertCaseOf`. */
export async function listLinkedCases(
  db: DbOrTx,
  arbiterId: string,
  tradeId: string,
): Promise<{ cases: LinkedCase[] }> {
  await assertCaseOf(db, arbiterId, tradeId)
  const links = await readLinks(db)
  const groups = groupsOf(links)
  const others = groupWith(groups, tradeId)?.tradeIds.filter((id) => id !== tradeId) ?? []
  const { rows } = await sql<ListedRow>`
    select ${selectListed(arbiterId)}, '' as cursor
    from disputes d join trades t on t.id = d.trade_id
    where d.trade_id = any(${others}::uuid[])
    order by d.deadline, d.trade_id limit ${sql.lit(LINKED_CASES_LISTED)}`.execute(db)
  // Who is a party, or close to one, does not learn what the other party shares with others.
  const impartial = rows.filter((row) => row.conflict === null)
  return {
    cases: impartial.map((row) => ({
      ...toListed(arbiterId, row, groups),
      directLinks: directLinks(links, tradeId, row.tradeId),
    })),
  }
}

async function readGroups(db: DbOrTx): Promise<CaseGroup[]> {
  return groupsOf(await readLinks(db))
}

async function readLinks(db: DbOrTx): Promise<CaseLink[]> {
  const { rows } = await sql<CaseLink>`
    select trade_id, link, key from open_case_links(${sql.lit(LINKED_CASES_READ)})`.execute(db)
  return rows
}

function groupWith(groups: readonly CaseGroup[], tradeId: string): CaseGroup | undefined {
  return groups.find(({ tradeIds }) => tradeIds.includes(tradeId))
}

/** Named by its rank by size: a payment reference would show an arbiter with a conflict which case is linked. */
function toLinkedGroup(groups: readonly CaseGroup[], group: CaseGroup): LinkedGroup {
  const { tradeIds, takers, links } = group
  const name = `G${groups.indexOf(group) + 1}`
  return { name, cases: tradeIds.length, takers, links: [...links] }
}

type WholeRow = ListedRow & {
  phrase: string
  tradeStatus: TradeStatus
  terms: string
  priceE9: bigint
  feeMicro: bigint
  sellerLocksMicro: bigint
  buyerReceivesMicro: bigint
  bondMicro: bigint
  tradeOpenedAt: Date
  arrivesBy: Date | null
  detailsShownAt: Date | null
  buyerId: string
  sellerId: string
}

/** A case that the arbiter has taken; `not_found` without a case, `case_not_yours` to another arbiter. */
export async function getCase(db: DbOrTx, keyring: Keyring, arbiterId: string, tradeId: string): Promise<DisputeCase> {
  const { rows } = await sql<WholeRow>`
    select ${selectListed(arbiterId)}, '' as cursor, d.phrase, state.status as trade_status, t.terms,
      t.price_e9, t.fee_micro, t.seller_locks_micro, t.buyer_receives_micro, t.bond_micro, t.created_at as trade_opened_at,
      (select arrives_by from trade_events
        where trade_id = t.id and action in ('mark_paid', 'withdraw_payment_mark', 'object') order by seq desc limit 1) as arrives_by,
      (select min(at) from payment_detail_reads where trade_id = t.id) as details_shown_at,
      d.buyer_id, d.seller_id
    from disputes d join trades t on t.id = d.trade_id join trade_states state on state.trade_id = t.id
    where d.trade_id = ${tradeId}`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('not_found')
  const present = presentCase(row)
  if (present.arbiterId !== arbiterId) throw new DomainError('case_not_yours')
  const events = await sql<{ action: TradeAction; by: PartyRole | 'system'; to: TradeStatus; at: Date }>`
    select action, actor_role as by, to_status as to, at from trade_events
    where trade_id = ${tradeId} order by seq limit ${sql.lit(DISPUTE_EVENTS_LISTED)}`.execute(db)
  const answers = await sql<{ answer: PayeeAnswer; at: Date }>`
    select answer, at from payee_answers where trade_id = ${tradeId} order by number limit ${sql.lit(LIMITS.payee_answers)}`.execute(
    db,
  )
  return {
    ...toListed(arbiterId, row, row.status === 'closed' ? [] : await readGroups(db)),
    phrase: row.phrase,
    accepted: [...row.accepted],
    ...(await readHistory(db, tradeId)),
    trade: {
      status: row.tradeStatus,
      taker: takerRole(row.offerType),
      terms: row.terms,
      price: formatPrice(row.priceE9),
      fee: formatUsdt(row.feeMicro),
      sellerLocks: formatUsdt(row.sellerLocksMicro),
      buyerReceives: formatUsdt(row.buyerReceivesMicro),
      bond: row.bondMicro === 0n ? null : formatUsdt(row.bondMicro),
      openedAt: row.tradeOpenedAt.toISOString(),
      arrivesBy: row.arrivesBy?.toISOString() ?? null,
      detailsShownAt: row.detailsShownAt?.toISOString() ?? null,
      events: events.rows.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    },
    bankAnswers: answers.rows.map(({ answer, at }) => ({ answer, at: at.toISOString() })),
    codeAttempts: await listCodeAttempts(db, tradeId),
    payer: await findPayerCheck(db, keyring, tradeId),
    buyer: await readRecord(db, tradeId, { userId: row.buyerId, role: 'buyer' }),
    seller: await readRecord(db, tradeId, { userId: row.sellerId, role: 'seller' }),
  }
}

/** The arbiter's latest decision of the case, also when another one has it now; `not_found` without one. */
export async function getOwnDecision(db: DbOrTx, arbiterId: string, tradeId: string): Promise<OwnDecision> {
  const own = await readDecisions(db, sql`x.trade_id = ${tradeId} and x.arbiter_id = ${arbiterId}`)
  const decision = own.at(-1)
  if (!decision) throw new DomainError('not_found')
  return { reference: paymentReference(tradeId), decision }
}

/** `not_found` without a case, `case_not_yours` to an arbiter who does not have it now, or whose time to decide is over. */
export async function assertCaseOf(db: DbOrTx, arbiterId: string, tradeId: string): Promise<void> {
  const { rows } = await sql<{ arbiterId: string | null }>`
    select case when status <> 'deciding' or (select deadline_clock(statement_timestamp())) <= deadline then arbiter_id end as arbiter_id
    from disputes where trade_id = ${tradeId}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  if (rows[0].arbiterId !== arbiterId) throw new DomainError('case_not_yours')
}

/** Why the arbiter cannot take the case, or null. The constraints of dispute_assignments refuse the same. */
export async function conflictOf(db: DbOrTx, arbiterId: string, tradeId: string): Promise<Conflict | null> {
  const { rows } = await sql<{ conflict: Conflict | null }>`
    select ${conflict(arbiterId)} as conflict from disputes d where d.trade_id = ${tradeId}`.execute(db)
  return rows[0]?.conflict ?? null
}

function conflict(arbiterId: string) {
  return sql`case
    when ${arbiterId} in (d.buyer_id, d.seller_id) then 'party'
    when ${tradedWithParty(sql`${arbiterId}`)} then 'traded'
    when teamed_lately(${arbiterId}, d.buyer_id, d.seller_id) then 'team'
    when d.arbiter_id is distinct from ${arbiterId} and exists (
      select from dispute_assignments a where a.trade_id = d.trade_id and a.arbiter_id = ${arbiterId})
      and not exists (
        select from dispute_readmissions r
        where r.trade_id = d.trade_id and r.arbiter_id = ${arbiterId} and r.event_seq is null) then 'had_before'
  end`
}

/** SQL: whether this user traded lately with a party of the dispute `d`. */
export function tradedWithParty(user: RawBuilder<unknown>) {
  return sql`exists (
    select from trades o
    where (o.buyer_id = ${user} and o.seller_id in (d.buyer_id, d.seller_id)
        or o.seller_id = ${user} and o.buyer_id in (d.buyer_id, d.seller_id))
      and o.moved_at > statement_timestamp() - make_interval(days => ${sql.lit(ARBITER_CONFLICT_DAYS)}))`
}

function selectListed(arbiterId: string) {
  return sql`${selectCaseFields}, t.fiat_currency, t.payment_method, t.fiat_milli, t.usdt_micro, t.bond_micro > 0 as has_bond, t.offer_type,
    ${conflict(arbiterId)} as conflict`
}

function toListed(arbiterId: string, stored: ListedRow, groups: readonly CaseGroup[]): ListedCase {
  const row = presentCase(stored)
  const group = stored.conflict === null ? groupWith(groups, row.tradeId) : undefined
  return {
    ...toCaseFields(row),
    reference: paymentReference(row.tradeId),
    fiatCurrency: stored.fiatCurrency,
    paymentMethod: stored.paymentMethod,
    amountFiat: formatFiat(stored.fiatMilli),
    amountUsdt: formatUsdt(stored.usdtMicro),
    isMine: row.arbiterId === arbiterId,
    isTaken: row.isTaken,
    taker: takerRole(stored.offerType),
    hasBond: stored.hasBond,
    group: group ? toLinkedGroup(groups, group) : null,
    conflict: stored.conflict,
  }
}

type RecordRow = {
  username: string
  avatar: string | null
  isVerified: boolean
  isDemo: boolean
  record: RecordOnSide
  memberSince: Date
  failedTrades: number
  partners: number
  openTrades: number
}

async function readRecord(
  db: DbOrTx,
  tradeId: string,
  { userId, role }: { userId: string; role: PartyRole },
): Promise<DisputeCase['buyer']> {
  const { rows } = await sql<RecordRow>`
    select u.username, ${avatarOf('u.id')} as avatar, u.email_verified as is_verified, u.is_demo,
      ${recordOnSide('u', sql`${role} = 'seller'`)} as record,
      u.created_at as member_since, u.failed_trades, u.partners,
      (select count(*)::int from trades t join trade_statuses s on s.status = t.status
        where s.is_open and u.id in (t.buyer_id, t.seller_id)) as open_trades
    from users u where u.id = ${userId}`.execute(db)
  const earlier = await sql<{
    tradeId: string
    role: PartyRole
    reason: DisputeReason
    outcome: DisputeOutcome | null
    openedAt: Date
  }>`
    select d.trade_id, case when d.buyer_id = ${userId} then 'buyer' else 'seller' end as role, d.reason, d.outcome, d.opened_at
    from disputes d where ${userId} in (d.buyer_id, d.seller_id) and d.trade_id <> ${tradeId}
    order by d.opened_at desc limit ${sql.lit(EARLIER_DISPUTES_LISTED)}`.execute(db)
  const { failedTrades, partners, openTrades, memberSince, record, ...trader } = rows[0]!
  return {
    trader: { ...trader, ...toTraderRecord(record), memberSince: memberSince.toISOString() },
    failedTrades,
    partners,
    openTrades,
    earlier: earlier.rows.map(({ tradeId: id, openedAt, ...row }) => ({
      ...row,
      reference: paymentReference(id),
      openedAt: openedAt.toISOString(),
    })),
  }
}
