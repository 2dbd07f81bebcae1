/** What admins read of users and of the audit log. */
import type { AuditEntry, FoundUser, StaffUser } from '../../domain/api/staff/staff.ts'
import { contactReference } from '../../domain/staff/contact.ts'
import { DomainError } from '../../domain/errors.ts'
import { outageReference } from '../../domain/outages.ts'
import { ratingReference } from '../../domain/profiles/ratings.ts'
import { reportReference } from '../../domain/profiles/reports.ts'
import { STAFF_ACTIONS, STAFF_PAGE_SIZE, SUSPENSIONS_LISTED } from '../../domain/staff/staff.ts'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import type { StaffAction } from '../../domain/staff/staff.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import { pageOf } from '../db/page-of.ts'
import { openStatuses } from '../db/open-statuses.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { partialityOf } from './assert-impartial.ts'

type FoundUserRow = Omit<FoundUser, 'memberSince' | 'suspendedAt'> & { memberSince: Date; suspendedAt: Date | null }

const FOUND = sql`
  u.id, u.username, u.created_at as member_since, u.email_verified as is_verified, u.suspended_at,
  (select count(*)::int from sessions where user_id = u.id and expires_at > clock_timestamp()) as open_sessions,
  exists (select from totps where user_id = u.id and confirmed_at is not null)
    or exists (select from passkeys where user_id = u.id) as has_second_factor`

type UserPage = { users: FoundUser[]; nextCursor: string | null }

/** Users whose username begins with this text in any case, in order of their names; for an empty text the newest ones, without more pages. */
export async function findUsers(db: Db, nameStart: string, cursor: string | undefined): Promise<UserPage> {
  if (nameStart === '') return listNewestUsers(db)
  const { rows } = await sql<FoundUserRow>`
    select ${FOUND} from users u
    where lower(u.username) collate "C" ^@ lower(${nameStart}::text)
      and ${cursor === undefined ? sql`true` : sql`lower(u.username) collate "C" > lower(${cursor}::text)`}
    order by lower(u.username) collate "C" limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  return toPage(rows, ({ username }) => username)
}

async function listNewestUsers(db: Db): Promise<UserPage> {
  const { rows } = await sql<FoundUserRow>`
    select ${FOUND} from users u where u.deleted_at is null
    order by u.created_at desc limit ${sql.lit(STAFF_PAGE_SIZE)}`.execute(db)
  return { users: rows.map(toFound), nextCursor: null }
}

/** Suspended users, the latest suspension first. */
export async function listSuspendedUsers(db: Db, cursor: string | undefined): Promise<UserPage> {
  const after = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : null
  const { rows } = await sql<FoundUserRow & { auditId: bigint }>`
    select ${FOUND}, s.audit_id from suspensions s join users u on u.id = s.user_id
    where s.restored_id is null and ${after === null ? sql`true` : sql`s.audit_id < ${after}::bigint`}
    order by s.audit_id desc limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  return toPage(rows, ({ auditId }) => String(auditId))
}

function toPage<Row extends FoundUserRow>(rows: Row[], cursorOf: (row: Row) => string): UserPage {
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, cursorOf)
  return { users: page.map(toFound), nextCursor }
}

function toFound({ id, username, memberSince, isVerified, suspendedAt, openSessions, hasSecondFactor }: FoundUserRow) {
  return {
    id,
    username,
    memberSince: memberSince.toISOString(),
    isVerified,
    openSessions,
    hasSecondFactor,
    suspendedAt: suspendedAt?.toISOString() ?? null,
  }
}

type StaffUserRow = FoundUserRow &
  Pick<StaffUser, 'completedTrades' | 'failedTrades' | 'partners' | 'openTrades' | 'activeOffers'> & {
    roles: StaffRole[]
  }

/** One user with their record; `not_found` for an unknown or deleted one. */
export async function getStaffUser(db: Db, actorId: string, userId: string): Promise<StaffUser> {
  const { rows } = await sql<StaffUserRow>`
    select ${FOUND}, array(select role from staff_members where user_id = u.id order by role) as roles,
      u.completed_trades, u.failed_trades, u.partners,
      (select count(*)::int from (
        select id from trades where buyer_id = u.id and status in (${openStatuses})
        union all select id from trades where seller_id = u.id and status in (${openStatuses})) own) as open_trades,
      (select count(*)::int from offers where owner_id = u.id and status = 'active' and deleted_at is null) as active_offers
    from users u where u.id = ${userId} and u.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('not_found')
  const { roles, completedTrades, failedTrades, partners, openTrades, activeOffers } = row
  const partiality = await partialityOf(db, actorId, userId)
  return {
    ...toFound(row),
    roles,
    completedTrades,
    failedTrades,
    partners,
    openTrades,
    activeOffers,
    suspensions: await listSuspensions(db, userId),
    refusal: partiality ?? (roles.length > 0 ? 'staff_account' : null),
  }
}

type SuspensionRow = {
  at: Date
  by: string
  reason: string
  restoredAt: Date | null
  restoredBy: string | null
  restoredReason: string | null
}

async function listSuspensions(db: Db, userId: string): Promise<StaffUser['suspensions']> {
  const { rows } = await sql<SuspensionRow>`
    select s.at, actor.username as by, s.reason, s.restored_at, restorer.username as restored_by, s.restored_reason
    from suspensions s join audit_log a on a.id = s.audit_id join users actor on actor.id = a.actor_id
      left join audit_log r on r.id = s.restored_id left join users restorer on restorer.id = r.actor_id
    where s.user_id = ${userId} order by s.audit_id desc limit ${sql.lit(SUSPENSIONS_LISTED)}`.execute(db)
  return rows.map(({ at, by, reason, restoredAt, restoredBy, restoredReason }) => ({
    at: at.toISOString(),
    by,
    reason,
    restored: restoredAt && { at: restoredAt.toISOString(), by: restoredBy ?? '', reason: restoredReason ?? '' },
  }))
}

type AuditRow = Pick<AuditEntry, 'actor' | 'role' | 'action' | 'reason'> & {
  id: bigint
  at: Date
  subject: string
  /** The user, or the owner of the offer; null where the action concerned neither. */
  userId: string | null
  /** Or the code of a currency. */
  username: string | null
}
type AuditPage = { entries: AuditEntry[]; nextCursor: string | null }

/** The records before `cursor`, or the latest ones; newest first. */
export async function listAuditLog(db: Db, cursor: string | undefined): Promise<AuditPage> {
  return readAuditLog(db, sql`true`, cursor)
}

/** The same, about one user. */
export async function listActionsAbout(db: Db, userId: string, cursor: string | undefined): Promise<AuditPage> {
  return readAuditLog(db, sql`a.subject = ${userId}`, cursor)
}

async function readAuditLog(db: Db, about: ReturnType<typeof sql>, cursor: string | undefined): Promise<AuditPage> {
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, u.username as actor, a.role, a.action, a.subject, s.id as user_id, coalesce(s.username, c.code) as username, a.reason
    from audit_log a join users u on u.id = a.actor_id
      left join currencies c on c.id = a.subject
      left join offers o on o.id = a.subject
      left join ratings r on a.action = 'remove_rating' and r.id = a.subject
      left join users s on s.id = coalesce(o.owner_id, r.rater_id, a.subject)
    where ${about} and ${cursor === undefined ? sql`true` : sql`a.id < ${cursor}::bigint`}
    order by a.id desc limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, ({ id }) => String(id))
  const entries = page.map(({ id, at, subject, username, ...row }) => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    about: username ?? referenceOf(row.action, subject),
  }))
  return { entries, nextCursor }
}

/** Of a trade, a report, a purged rating, an outage, or a message; users, offers and currencies have names. */
function referenceOf(action: StaffAction, subject: string): string {
  if (STAFF_ACTIONS[action].role === 'arbiter' || action === 'readmit_arbiter') return paymentReference(subject)
  if (action === 'start_outage' || action === 'end_outage') return outageReference(subject)
  if (action === 'remove_rating') return ratingReference(subject)
  return action === 'close_report' ? reportReference(subject) : contactReference(subject)
}
