/** The reads of offers. */
import type { MyOffer, MyOfferPage } from '../../domain/api/offers/my-offers.ts'
import type { Offer } from '../../domain/api/offers/offers.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatFiat, formatPrice, formatUsdt } from '../../domain/money.ts'
import { leftOfOffer } from '../../domain/offers/new-takers.ts'
import { MY_OFFERS_PAGE_SIZE, OFFER_LIFE_DAYS, formatPercentage } from '../../domain/offers/offers.ts'
import type { OfferStatus, OfferType, ReferencePolicy } from '../../domain/offers/offers.ts'
import { ratePercent } from '../../domain/profiles/profiles.ts'
import { DomainError } from '../../domain/errors.ts'
import type { TakerRefusal } from '../../domain/profiles/relations.ts'
import { pageOf } from '../db/page-of.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { readAmounts, refusalOfLeft } from './offer-amounts.ts'
import type { OfferAmounts } from './offer-amounts.ts'
import type { RateSource } from './rates/rates.ts'
import { avatarOf } from '../http/pictures/avatar-of.ts'
import { isVisible, readStanding, refusalOf, requirementsOf } from '../profiles/relations/taker-refusal.ts'
import type { OfferForTaker, TakerStanding } from '../profiles/relations/taker-refusal.ts'
import { recordOnSide, toTraderRecord } from '../accounts/users/trader-record.ts'
import type { RecordOnSide } from '../accounts/users/trader-record.ts'

export type OfferRow = {
  id: string
  version: number
  ownerId: string
  type: OfferType
  fiatCurrency: FiatCurrency
  paymentMethods: PaymentMethod[]
  minMilli: bigint
  maxMilli: bigint
  percentageTenths: number
  terms: string
  /** What the owner says first in each trade; '' is nothing. */
  firstMessage: string
  referencePolicy: ReferencePolicy
  amountTail: boolean
  /** Null in an offer to buy, and in a deleted one. */
  paymentAccountIds: (string | null)[]
  /** The status by the clock: an active offer past its 30 days reads as expired. */
  status: OfferStatus
  paymentWindowMinutes: number
  maxOpenTrades: number
  openTrades: number
  inventoryMicro: bigint | null
  reservedMicro: bigint
  newTakerTrades: number
  newTakerMicro: bigint
  tradesOpened: number
  tradesCompleted: number
  volumeMicro: bigint
  lastTradeAt: Date | null
  createdAt: Date
  /** Whether it can be traded within its owner's business hours only; when these begin again, null within them. */
  hoursOnly: boolean
  opensAt: Date | null
  /** Since when staff have hidden the offer. */
  hiddenAt: Date | null
  isOwnerSuspended: boolean
  isCurrencyAvailable: boolean
  /** Whether a buyer without a completed trade can lock a bond. */
  allowsBond: boolean
} & OfferForTaker
export type QuotedOffer = OfferRow & {
  quotedVersion: number
  quotedMethod: PaymentMethod
  fiatMilli: bigint
  usdtMicro: bigint
  tailMilli: bigint
  bondMicro: bigint
}
export type MyRow = OfferRow & { hiddenFor: string | null }
type PublicRow = OfferRow & {
  username: string
  avatar: string | null
  isVerified: boolean
  isDemo: boolean
  record: RecordOnSide
  memberSince: Date
}

const STATUS = sql`
  case when o.status <> 'expired' and o.renewed_at < clock_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)})
    then 'expired' else o.status end`

const COLUMNS = sql`
  o.id, o.version, o.owner_id, o.type, o.fiat_currency, o.payment_methods, o.min_milli, o.max_milli,
  o.percentage_tenths, o.terms, o.first_message, o.reference_policy, o.amount_tail, o.payment_account_ids, o.payment_window_minutes, o.max_open_trades, o.open_trades,
  o.inventory_micro, o.reserved_micro, o.new_taker_share, o.new_taker_trades, o.new_taker_micro, o.trades_opened, o.trades_completed, o.volume_micro, o.last_trade_at, o.created_at, o.hidden_at,
  (select suspended_at is not null from users where id = o.owner_id) as is_owner_suspended,
  o.hours_only, case when o.hours_only then (
    select changes_at from business_hours_now(o.owner_id) where not is_open) end as opens_at,
  (select switched_off_at is null from currencies where code = o.fiat_currency) as is_currency_available,
  o.type = 'sell' and (select is_on from bond_now) as allows_bond,
  o.trusted_only, o.min_account_days, o.min_completed_trades, o.min_completion_rate,
  ${STATUS} as status`

/** Why staff have hidden the offer, which its owner may read. */
const HIDDEN_FOR = sql`
  case when o.hidden_at is not null then (
    select reason from hidden_offers where offer_id = o.id and unhidden_id is null) end as hidden_for`

const OWNER = sql`u.username, ${avatarOf('u.id')} as avatar, u.email_verified as is_verified, u.is_demo,
  ${recordOnSide('u', sql`o.type = 'sell'`)} as record, u.created_at as member_since`

/**
 * One offer as the viewer sees it; `not_found` once it is deleted, where it is for other, trusted traders, and to all but its
 * owner while staff hide it.
 */
export async function getOffer(
  db: DbOrTx,
  rates: RateSource,
  viewerId: string | null,
  offerId: string,
): Promise<Offer> {
  const { rows } = await sql<PublicRow>`
    select ${COLUMNS}, ${OWNER}
    from offers o join users u on u.id = o.owner_id
    where o.id = ${offerId} and o.deleted_at is null
      and (o.hidden_at is null or o.owner_id = ${viewerId}::uuid)`.execute(db)
  const [offer] = await asSeenBy(db, rates, viewerId, rows)
  if (!offer) throw new DomainError('not_found')
  return offer
}

/**
 * These offers as the viewer sees them, in this order; one deleted or hidden in the meantime is left out. What is left of an offer
 * that takes some of the `wanted` methods is what they allow.
 */
export async function listOffersById(
  db: DbOrTx,
  rates: RateSource,
  viewerId: string | null,
  offerIds: string[],
  wanted: readonly PaymentMethod[] = [],
): Promise<Offer[]> {
  if (offerIds.length === 0) return []
  const { rows } = await sql<PublicRow>`
    select ${COLUMNS}, ${OWNER}
    from offers o join users u on u.id = o.owner_id
    where o.id = any(${offerIds}::uuid[]) and o.deleted_at is null and o.hidden_at is null
    order by array_position(${offerIds}::uuid[], o.id)`.execute(db)
  return asSeenBy(db, rates, viewerId, rows, wanted)
}

/** Without the offers for traders among whom the viewer is not; each says why the viewer cannot take it. */
async function asSeenBy(
  db: DbOrTx,
  rates: RateSource,
  viewerId: string | null,
  rows: PublicRow[],
  wanted: readonly PaymentMethod[] = [],
): Promise<Offer[]> {
  const standing = viewerId === null ? null : await readStanding(db, viewerId, rows)
  const amounts = await readAmounts(db, rates, rows, wanted)
  return rows.flatMap((row) => {
    const isMine = row.ownerId === viewerId
    if (!isMine && !isVisible(row, standing ?? STRANGER)) return []
    const isNewTaker = !isMine && standing?.record.completedTrades === 0
    const left = amounts.get(row.id)!
    const refusal = isMine ? null : (refusalFor(row, standing, rates) ?? refusalOfLeft(row, left, { isNewTaker }))
    return toOffer(row, { left, isMine, isNewTaker, refusal })
  })
}

/** Null as `standing`: the viewer is signed out, and no requirement is judged. */
function refusalFor(row: PublicRow, standing: TakerStanding | null, rates: RateSource): TakerRefusal | null {
  if (!row.isCurrencyAvailable) return { code: 'currency_unavailable', values: { currency: row.fiatCurrency } }
  if (rates.rateOf(row.fiatCurrency).unavailableSince !== null)
    return { code: 'rate_unavailable', values: { currency: row.fiatCurrency } }
  return standing && refusalOf(row, standing)
}

const STRANGER = { trustedBy: new Set<string>() }

type MyOfferQuery = { before?: string | null | undefined; status?: OfferStatus | null | undefined; limit?: number }

/** The owner's offers in every status or one, newest first: a page of those before the offer `before`. */
export async function listMyOffers(
  db: DbOrTx,
  rates: RateSource,
  ownerId: string,
  { before = null, status = null, limit = MY_OFFERS_PAGE_SIZE }: MyOfferQuery = {},
): Promise<MyOfferPage> {
  const { rows } = await sql<MyRow>`
    select ${COLUMNS}, ${HIDDEN_FOR} from offers o
    where o.owner_id = ${ownerId} and o.deleted_at is null
      and (${status}::text is null or ${STATUS} = ${status}) and (${before}::uuid is null or (o.created_at, o.id) <
      (select created_at, id from offers where id = ${before} and owner_id = ${ownerId}))
    order by o.created_at desc, o.id desc limit ${sql.lit(limit + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  return { offers: await toMyOffers(db, rates, page), nextCursor }
}

/** All offers of the owner, deleted ones included, newest first. */
export async function listEveryOffer(
  db: DbOrTx,
  rates: RateSource,
  ownerId: string,
): Promise<(MyOffer & { deletedAt: string | null })[]> {
  const { rows } = await sql<MyRow & { deletedAt: Date | null }>`
    select ${COLUMNS}, ${HIDDEN_FOR}, o.deleted_at from offers o
    where o.owner_id = ${ownerId} order by o.created_at desc, o.id desc`.execute(db)
  const offers = await toMyOffers(db, rates, rows)
  return offers.map((offer, at) => ({ ...offer, deletedAt: rows[at]!.deletedAt?.toISOString() ?? null }))
}

export async function getMyOffer(db: DbOrTx, rates: RateSource, ownerId: string, offerId: string): Promise<MyOffer> {
  const { rows } = await sql<MyRow>`
    select ${COLUMNS}, ${HIDDEN_FOR} from offers o
    where o.id = ${offerId} and o.owner_id = ${ownerId} and o.deleted_at is null`.execute(db)
  const [offer] = await toMyOffers(db, rates, rows)
  if (!offer) throw new DomainError('not_found')
  return offer
}

/** These offers of the owner, in this order; one deleted in the meantime is left out. */
export async function listMyOffersById(
  db: DbOrTx,
  rates: RateSource,
  ownerId: string,
  offerIds: string[],
): Promise<MyOffer[]> {
  const { rows } = await sql<MyRow>`
    select ${COLUMNS}, ${HIDDEN_FOR} from offers o
    where o.id = any(${offerIds}::uuid[]) and o.owner_id = ${ownerId} and o.deleted_at is null
    order by array_position(${offerIds}::uuid[], o.id)`.execute(db)
  return toMyOffers(db, rates, rows)
}

/** Locks these offers of the owner until commit, in the order of their ids, so that two calls do not wait for each other. */
export async function lockMyOffers(tx: DbOrTx, ownerId: string, offerIds: string[]): Promise<Map<string, MyRow>> {
  const { rows } = await sql<MyRow>`
    select ${COLUMNS}, ${HIDDEN_FOR} from offers o
    where o.id = any(${offerIds}::uuid[]) and o.owner_id = ${ownerId} and o.deleted_at is null
    order by o.id for no key update of o`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The offer's present values for a quote; null when there is none. */
export async function findOfferRow(db: DbOrTx, offerId: string): Promise<OfferRow | null> {
  const { rows } = await sql<OfferRow>`
    select ${COLUMNS} from offers o where o.id = ${offerId} and o.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

/** Whether staff keep the offer from the market, whatever its status: they have hidden it, or suspended its owner. */
export function isWithheld({ hiddenAt, isOwnerSuspended }: Pick<OfferRow, 'hiddenAt' | 'isOwnerSuspended'>): boolean {
  return hiddenAt !== null || isOwnerSuspended
}

/** Why and since when staff have hidden this offer; null: it is not hidden. */
export async function findHiding(db: DbOrTx, offerId: string): Promise<{ reason: string; at: string } | null> {
  const { rows } = await sql<{ reason: string; at: Date }>`
    select reason, at from hidden_offers where offer_id = ${offerId} and unhidden_id is null`.execute(db)
  return rows[0] ? { reason: rows[0].reason, at: rows[0].at.toISOString() } : null
}

/** Locks the offer's row until commit: takers of one offer queue here. */
export async function lockOffer(tx: DbOrTx, offerId: string): Promise<OfferRow | null> {
  const { rows } = await sql<OfferRow>`
    select ${COLUMNS} from offers o where o.id = ${offerId} and o.deleted_at is null for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * Locks the row of the offer of a quote that this taker was given, until commit: takers of one offer queue here. With what the
 * quote says; null for a foreign quote, and for an offer that was deleted.
 */
export async function lockQuotedOffer(tx: DbOrTx, takerId: string, quoteId: string): Promise<QuotedOffer | null> {
  const { rows } = await sql<QuotedOffer>`
    select ${COLUMNS}, q.offer_version as quoted_version, q.payment_method as quoted_method, q.fiat_milli, q.usdt_micro, q.tail_milli, q.bond_micro
    from quotes q join offers o on o.id = q.offer_id
    where q.id = ${quoteId} and q.taker_id = ${takerId} and o.deleted_at is null for no key update of o`.execute(tx)
  return rows[0] ?? null
}

type AsSeen = { left: OfferAmounts; isMine: boolean; isNewTaker: boolean; refusal: TakerRefusal | null }

function toOffer(row: PublicRow, { left, isMine, isNewTaker, refusal }: AsSeen): Offer {
  return {
    ...publicFields(row, left),
    ...(isNewTaker && { tradableUsdt: formatUsdt(left.newTakerMicro) }),
    isNewTaker,
    ...(isWithheld(row) && row.status === 'active' && { status: 'paused' as const }),
    owner: {
      username: row.username,
      avatar: row.avatar,
      isVerified: row.isVerified,
      isDemo: row.isDemo,
      ...toTraderRecord(row.record),
      memberSince: row.memberSince.toISOString(),
    },
    isMine,
    refusal,
  }
}

async function toMyOffers(db: DbOrTx, rates: RateSource, rows: MyRow[]): Promise<MyOffer[]> {
  const amounts = await readAmounts(db, rates, rows)
  return rows.map((row) => toMyOffer(row, amounts.get(row.id)!))
}

function toMyOffer(row: MyRow, amounts: OfferAmounts): MyOffer {
  const left = leftOfOffer(row)
  return {
    ...publicFields(row, amounts),
    hidden: row.hiddenAt && { at: row.hiddenAt.toISOString(), reason: row.hiddenFor ?? '' },
    isCurrencyAvailable: row.isCurrencyAvailable,
    paymentAccountIds: row.paymentAccountIds.filter((accountId) => accountId !== null),
    firstMessage: row.firstMessage,
    hoursOnly: row.hoursOnly,
    maxOpenTrades: row.maxOpenTrades,
    openTrades: row.openTrades,
    availableUsdt: left === null ? null : formatUsdt(left),
    inventoryUsdt: row.inventoryMicro === null ? null : formatUsdt(row.inventoryMicro),
    stats: {
      tradesOpened: row.tradesOpened,
      tradesCompleted: row.tradesCompleted,
      completionRate: ratePercent(row.tradesCompleted, row.tradesOpened - row.openTrades),
      volumeUsdt: formatUsdt(row.volumeMicro),
      lastTradeAt: row.lastTradeAt?.toISOString() ?? null,
    },
  }
}

function publicFields(row: OfferRow, amounts: OfferAmounts) {
  const { price, minMicro, maxMicro, tradableMicro, newTakerMicro, withoutBondMicro } = amounts
  return {
    id: row.id,
    version: row.version,
    type: row.type,
    fiatCurrency: row.fiatCurrency,
    paymentMethods: row.paymentMethods,
    minAmount: formatFiat(row.minMilli),
    maxAmount: formatFiat(row.maxMilli),
    minUsdt: formatUsdt(minMicro),
    maxUsdt: formatUsdt(maxMicro),
    tradableUsdt: formatUsdt(tradableMicro),
    newTakerShare: row.newTakerShare,
    newTakerUsdt: formatUsdt(newTakerMicro),
    newTakerUsdtWithoutBond: formatUsdt(withoutBondMicro),
    allowsBond: row.allowsBond,
    pricePercentage: formatPercentage(row.percentageTenths),
    price: formatPrice(price),
    terms: row.terms,
    status: row.status,
    paymentWindowMinutes: row.paymentWindowMinutes,
    referencePolicy: row.referencePolicy,
    amountTail: row.amountTail,
    trustedOnly: row.trustedOnly,
    requirements: requirementsOf(row),
    opensAt: row.opensAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
