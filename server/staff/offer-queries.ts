/** What admins read of offers. */
import { parsePosition } from '../../domain/cursors.ts'
import type { StaffOffer } from '../../domain/api/staff/staff.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatFiat } from '../../domain/money.ts'
import { OFFER_LIFE_DAYS, formatPercentage } from '../../domain/offers/offers.ts'
import { STAFF_PAGE_SIZE } from '../../domain/staff/staff.ts'
import { pageOf } from '../db/page-of.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { metLately } from './assert-impartial.ts'

type Row = Pick<
  StaffOffer,
  'id' | 'type' | 'fiatCurrency' | 'paymentMethods' | 'terms' | 'status' | 'openTrades' | 'refusal'
> & {
  ownerId: string
  username: string
  suspendedAt: Date | null
  minMilli: bigint
  maxMilli: bigint
  percentageTenths: number
  createdAt: Date
  hiddenAt: Date | null
  hiddenBy: string | null
  hiddenFor: string | null
  auditId: bigint | null
}

const columnsFor = (actorId: string) => sql`
  o.id, o.type, o.fiat_currency, o.payment_methods, o.terms, o.open_trades, o.owner_id, u.username, u.suspended_at,
  o.min_milli, o.max_milli, o.percentage_tenths, o.created_at,
  case when o.status <> 'expired' and o.renewed_at < clock_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)})
    then 'expired' else o.status end as status,
  h.at as hidden_at, h.reason as hidden_for, h.audit_id, actor.username as hidden_by,
  case when o.owner_id = ${actorId} then 'own_account' when ${metLately(actorId, sql`o.owner_id`)} then 'staff_conflict' end as refusal`

const HIDING = sql`left join audit_log a on a.id = h.audit_id left join users actor on actor.id = a.actor_id`

type Page = { offers: StaffOffer[]; nextCursor: string | null }

/** All offers of the user with this name, newest first. */
export async function listOffersOf(db: Db, actorId: string, trader: string, cursor: string | undefined): Promise<Page> {
  const { rows } = await sql<Row>`
    select ${columnsFor(actorId)} from users u join offers o on o.owner_id = u.id and o.deleted_at is null
      left join hidden_offers h on h.offer_id = o.id and h.unhidden_id is null ${HIDING}
    where lower(u.username) collate "C" = lower(${trader}::text)
      and ${
        cursor === undefined
          ? sql`true`
          : sql`(o.created_at, o.id) < (select created_at, id from offers where id = ${uuidOf(cursor)}::uuid)`
      }
    order by o.created_at desc, o.id desc limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, ({ id }) => id)
  return { offers: page.map(toOffer), nextCursor }
}

/** Hidden offers, the latest first. */
export async function listHiddenOffers(db: Db, actorId: string, cursor: string | undefined): Promise<Page> {
  const after = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : null
  const { rows } = await sql<Row>`
    select ${columnsFor(actorId)} from hidden_offers h join offers o on o.id = h.offer_id join users u on u.id = o.owner_id ${HIDING}
    where h.unhidden_id is null and ${after === null ? sql`true` : sql`h.audit_id < ${after}::bigint`}
    order by h.audit_id desc limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, ({ auditId }) => String(auditId))
  return { offers: page.map(toOffer), nextCursor }
}

/** One offer, hidden or not; `not_found` once it is deleted. */
export async function getStaffOffer(db: Db, actorId: string, offerId: string): Promise<StaffOffer> {
  const { rows } = await sql<Row>`
    select ${columnsFor(actorId)} from offers o join users u on u.id = o.owner_id
      left join hidden_offers h on h.offer_id = o.id and h.unhidden_id is null ${HIDING}
    where o.id = ${offerId} and o.deleted_at is null`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return toOffer(rows[0])
}

/** A cursor of another list belongs to no offer. */
function uuidOf(cursor: string): string | null {
  return parsePosition(cursor, 0)?.id ?? null
}

function toOffer(row: Row): StaffOffer {
  const { id, type, fiatCurrency, paymentMethods, terms, status, openTrades, refusal } = row
  return {
    id,
    owner: { id: row.ownerId, username: row.username, suspendedAt: row.suspendedAt?.toISOString() ?? null },
    type,
    fiatCurrency,
    paymentMethods,
    minAmount: formatFiat(row.minMilli),
    maxAmount: formatFiat(row.maxMilli),
    pricePercentage: formatPercentage(row.percentageTenths),
    terms,
    status,
    openTrades,
    createdAt: row.createdAt.toISOString(),
    hidden: row.hiddenAt && { at: row.hiddenAt.toISOString(), by: row.hiddenBy ?? '', reason: row.hiddenFor ?? '' },
    refusal,
  }
}
