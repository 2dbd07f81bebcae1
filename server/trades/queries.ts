/** The reads of trades. */
import type { Trade } from '../../domain/api/trades/trades.ts'
import { CHAT_OPEN_HOURS } from '../../domain/chat/chat.ts'
import { divideEscrow, tradeTurn } from '../../domain/disputes/disputes.ts'
import type { DecisionOutcome, DisputeStatus } from '../../domain/disputes/disputes.ts'
import { DomainError } from '../../domain/errors.ts'
import { LISTED } from '../../domain/limits.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { PayeeAnswer } from '../../domain/payments/payee-check.ts'
import { formatFiat, formatPrice, formatRate, formatUsdt } from '../../domain/money.ts'
import { formatPercentage, takerRole } from '../../domain/offers/offers.ts'
import type { OfferType, ReferencePolicy } from '../../domain/offers/offers.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import type { Anchor } from '../../domain/trades/quote.ts'
import { statusesIn } from '../../domain/trades/trades.ts'
import type {
  ActorRole,
  EscrowState,
  PartyRole,
  TradeAction,
  TradeListState,
  TradeStatus,
} from '../../domain/trades/trades.ts'
import { pageOf } from '../db/page-of.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { avatarOf } from '../http/pictures/avatar-of.ts'
import { disputeProgress } from './dispute-progress.ts'
import { recordOnSide, toTraderRecord } from '../accounts/users/trader-record.ts'
import type { RecordOnSide } from '../accounts/users/trader-record.ts'

type TradeRow = {
  id: string
  version: number
  /** The status by the clock: past its deadline a trade reads as the late move leaves it (decisions: Trades, deadlines). */
  status: TradeStatus
  isOpen: boolean
  escrowState: EscrowState
  role: PartyRole
  buyerUsername: string
  buyerAvatar: string | null
  buyerVerified: boolean
  buyerIsDemo: boolean
  buyerRecord: RecordOnSide
  buyerSince: Date
  sellerUsername: string
  sellerAvatar: string | null
  sellerVerified: boolean
  sellerIsDemo: boolean
  sellerRecord: RecordOnSide
  sellerSince: Date
  offerId: string
  offerType: OfferType
  fiatCurrency: FiatCurrency
  paymentMethod: PaymentMethod
  anchor: Anchor
  fiatMilli: bigint
  usdtMicro: bigint
  rateE6: bigint
  percentageTenths: number
  priceE9: bigint
  feeMicro: bigint
  sellerLocksMicro: bigint
  buyerReceivesMicro: bigint
  bondMicro: bigint
  /** Null while the bond is locked, and without one. */
  bondOutcome: BondOutcome | null
  terms: string
  referencePolicy: ReferencePolicy
  escrowAddress: string
  chain: string
  holdsMicro: bigint
  paymentWindowMinutes: number
  payDeadline: Date
  deadline: Date | null
  createdAt: Date
  detailsShown: boolean
  bankAnswer: { answer: PayeeAnswer; at: string } | null
  paidAt: Date | null
  markFinalAt: Date | null
  arrivesBy: Date | null
  lastAt: Date
  storedStatus: TradeStatus
  /** The last move, a held refund's aside: that was caused by the move before it. */
  lastAction: TradeAction
  lastBy: ActorRole
  isLate: boolean
  splitReleasedMicro: bigint | null
  usedOnce: TradeAction[]
  disputeStatus: DisputeStatus | null
  disputeRound: number | null
  isDisputeLate: boolean | null
  decision: DecisionOutcome | null
  stated: PartyRole[]
  accepted: PartyRole[]
  chatOpen: boolean
  now: Date
  /** The clock of the deadlines, which stands still in an outage. */
  clock: Date
}

/** A trade as one of its two parties sees it; `not_found` for other users. */
export async function getTrade(db: DbOrTx, userId: string, tradeId: string): Promise<Trade> {
  const { rows } = await sql<TradeRow>`
    ${selectTrades(userId)}
    where t.id = ${tradeId} and ${userId} in (t.buyer_id, t.seller_id)`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return toTrade(rows[0])
}

/** The user's trades opened on these days of the time zone, both included, oldest first. */
export async function listTradesOpened(
  db: DbOrTx,
  userId: string,
  { from, to, timeZone, limit }: { from: string; to: string; timeZone: string; limit: number },
): Promise<Trade[]> {
  const opened = sql`
    and created_at >= ${from}::date::timestamp at time zone ${timeZone}
    and created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
    order by created_at limit ${sql.lit(limit)}`
  const { rows } = await sql<TradeRow>`
    ${selectTrades(userId)}
    where t.id in (
      (select id from trades where buyer_id = ${userId} ${opened})
      union all
      (select id from trades where seller_id = ${userId} ${opened}))
    order by t.created_at, t.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(toTrade)
}

type Page = { trades: Trade[]; nextCursor: string | null }

type PageQuery = { before?: string | null; state?: TradeListState; limit?: number }

/**
 * The user's trades, newest first, `limit` of those before the trade `before`. A trade of other users as cursor finds nothing.
 * The filter reads the stored status, so a trade past its deadline is listed as open until the worker moves it.
 */
export async function listTrades(
  db: DbOrTx,
  userId: string,
  { before = null, state, limit = LISTED.trades }: PageQuery = {},
): Promise<Page> {
  const inState = state === undefined ? sql`` : sql`and status = any(${statusesIn(state)}::text[])`
  const latest = sql`
    ${inState}
    and (${before}::uuid is null or (created_at, id) <
      (select created_at, id from trades where id = ${before} and ${userId} in (buyer_id, seller_id)))
    order by created_at desc, id desc limit ${sql.lit(limit + 1)}`
  const { rows } = await sql<TradeRow>`
    ${selectTrades(userId)}
    where t.id in (
      (select id from trades where buyer_id = ${userId} ${latest})
      union all
      (select id from trades where seller_id = ${userId} ${latest}))
    order by t.created_at desc, t.id desc
    limit ${sql.lit(limit + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  return { trades: page.map(toTrade), nextCursor }
}

type Party = { buyerId: string; sellerId: string; paymentMethod: PaymentMethod; chatOpen: boolean }

/** Which party of a trade the user is, or `not_found`: the only check of membership. */
export async function partyOf(db: DbOrTx, tradeId: string, userId: string): Promise<Party & { role: PartyRole }> {
  const { rows } = await sql<Party>`
    select t.buyer_id, t.seller_id, t.payment_method, ${CHAT_OPEN} as chat_open
    from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = ${tradeId} and ${userId} in (t.buyer_id, t.seller_id)`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return { ...rows[0], role: rows[0].buyerId === userId ? 'buyer' : 'seller' }
}

const CHAT_OPEN = sql`((select is_open from trade_statuses where status = t.status)
  or last.at > clock_timestamp() - make_interval(hours => ${sql.lit(CHAT_OPEN_HOURS)}))`

function selectTrades(userId: string) {
  return sql`
    select t.id, t.version, t.offer_id, t.offer_type, t.fiat_currency, t.payment_method, t.anchor, t.fiat_milli,
      t.usdt_micro, t.rate_e6, t.percentage_tenths, t.price_e9, t.fee_micro, t.seller_locks_micro,
      t.buyer_receives_micro, t.bond_micro, case when t.bond_micro > 0 and not state.is_open then (
        select substr(leg, 6) from transfers where trade_id = t.id and leg like 'bond\\_%') end as bond_outcome,
      t.terms, t.reference_policy, t.escrow_address, t.chain, t.payment_window_minutes, t.pay_deadline, t.created_at,
      case when t.buyer_id = ${userId} then 'buyer' else 'seller' end as role,
      buyer.username as buyer_username, ${avatarOf('buyer.id')} as buyer_avatar, buyer.email_verified as buyer_verified, buyer.is_demo as buyer_is_demo,
      ${recordOnSide('buyer', sql`false`)} as buyer_record, buyer.created_at as buyer_since,
      seller.username as seller_username, ${avatarOf('seller.id')} as seller_avatar, seller.email_verified as seller_verified, seller.is_demo as seller_is_demo,
      ${recordOnSide('seller', sql`true`)} as seller_record, seller.created_at as seller_since,
      escrow.balance_micro as holds_micro,
      state.status, state.is_open, state.escrow_state, state.is_late, state.deadline, state.moment as now, state.clock, t.moved_at as last_at,
      t.status as stored_status, cause.action as last_action, cause.actor_role as last_by, t.split_released_micro,
      ${CHAT_OPEN} as chat_open, exists (select from payment_detail_reads where trade_id = t.id) as details_shown,
      (select json_build_object('answer', answer, 'at', at) from payee_answers where trade_id = t.id order by number desc limit 1) as bank_answer,
      mark.paid_at, mark.final_at as mark_final_at, mark.arrives_by,
      array(select action from trade_events where trade_id = t.id and once_only) as used_once,
      d.status as dispute_status, d.round as dispute_round, state.clock > d.deadline as is_dispute_late,
      (select x.outcome from dispute_decisions x where x.trade_id = d.trade_id and x.round = d.round) as decision,
      array(select s.party_role from dispute_statements s where s.trade_id = d.trade_id and s.round = d.round) as stated,
      array(select e.actor_role from dispute_events e
        where e.trade_id = d.trade_id and e.round = d.round and e.action = 'accept') as accepted
    from trades t
    join users buyer on buyer.id = t.buyer_id
    join users seller on seller.id = t.seller_id
    join ledger_accounts escrow on escrow.trade_id = t.id
    join trade_events last on last.trade_id = t.id and last.seq = t.version
    join trade_events cause on cause.trade_id = t.id and cause.seq = t.version - case last.action when 'refund' then 1 else 0 end
    join trade_states state on state.trade_id = t.id
    left join payment_marks mark on mark.trade_id = t.id
    left join disputes d on d.trade_id = t.id`
}

function toTrade(row: TradeRow): Trade {
  const closedAt = row.isLate ? (row.deadline ?? row.now) : row.lastAt
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    role: row.role,
    turn: [...tradeTurn(row.status, disputeProgress(row))],
    taker: takerRole(row.offerType),
    buyer: {
      username: row.buyerUsername,
      avatar: row.buyerAvatar,
      isVerified: row.buyerVerified,
      isDemo: row.buyerIsDemo,
      ...toTraderRecord(row.buyerRecord),
      memberSince: row.buyerSince.toISOString(),
    },
    seller: {
      username: row.sellerUsername,
      avatar: row.sellerAvatar,
      isVerified: row.sellerVerified,
      isDemo: row.sellerIsDemo,
      ...toTraderRecord(row.sellerRecord),
      memberSince: row.sellerSince.toISOString(),
    },
    offerId: row.offerId,
    fiatCurrency: row.fiatCurrency,
    paymentMethod: row.paymentMethod,
    anchor: row.anchor,
    amountFiat: formatFiat(row.fiatMilli),
    amountUsdt: formatUsdt(row.usdtMicro),
    rate: formatRate(row.rateE6),
    pricePercentage: formatPercentage(row.percentageTenths),
    price: formatPrice(row.priceE9),
    fee: formatUsdt(row.feeMicro),
    sellerLocks: formatUsdt(row.sellerLocksMicro),
    buyerReceives: formatUsdt(row.buyerReceivesMicro),
    bond: bondOf(row),
    terms: row.terms,
    referencePolicy: row.referencePolicy,
    escrow: {
      address: row.escrowAddress,
      chain: row.chain,
      state: row.splitReleasedMicro === null ? row.escrowState : 'split',
      holds: formatUsdt(row.holdsMicro),
    },
    split: splitOf(row),
    paymentWindowMinutes: row.paymentWindowMinutes,
    payDeadline: row.payDeadline.toISOString(),
    stoppedAt: row.clock < row.now ? row.clock.toISOString() : null,
    hasDispute: row.status === 'disputed' || row.disputeStatus !== null,
    deadline: row.isLate ? null : (row.deadline?.toISOString() ?? null),
    createdAt: row.createdAt.toISOString(),
    detailsShown: row.detailsShown,
    bankAnswer: row.bankAnswer && { ...row.bankAnswer, at: new Date(row.bankAnswer.at).toISOString() },
    paidAt: row.paidAt?.toISOString() ?? null,
    markFinalAt: row.markFinalAt?.toISOString() ?? null,
    arrivesBy: row.arrivesBy?.toISOString() ?? null,
    closedAt: row.isOpen ? null : (closedAt?.toISOString() ?? null),
    cancelledBy: row.status === 'cancelled' || row.status === 'refund_held' ? cancelledBy(row) : null,
    usedOnce: row.usedOnce,
    chatOpen: row.chatOpen,
    now: row.now.toISOString(),
  }
}

function bondOf({ bondMicro, bondOutcome }: TradeRow): Trade['bond'] {
  return bondMicro === 0n ? null : { amount: formatUsdt(bondMicro), state: bondOutcome ?? 'locked' }
}

function splitOf(row: TradeRow): Trade['split'] {
  if (row.splitReleasedMicro === null) return null
  const amounts = { usdtMicro: row.usdtMicro, lockedMicro: row.sellerLocksMicro, taker: takerRole(row.offerType) }
  const { toBuyer, fee, toSeller } = divideEscrow(amounts, row.splitReleasedMicro)
  return { toBuyer: formatUsdt(toBuyer), fee: formatUsdt(fee), toSeller: formatUsdt(toSeller) }
}

function cancelledBy(row: TradeRow): 'buyer' | 'seller' | 'clock' | 'dispute' {
  if (row.isLate && row.storedStatus === 'awaiting_payment') return 'clock'
  if (row.storedStatus === 'disputed' || row.lastAction === 'concede' || row.lastAction === 'refund_decided')
    return 'dispute'
  return row.lastBy === 'system' ? 'clock' : row.lastBy
}
