import type { AuditEntry, FoundUser } from '../../domain/api.ts'
import { contactReference } from '../../domain/contact.ts'
import { USERS_FOUND_MAX, STAFF_ACTIONS, STAFF_PAGE_SIZE } from '../../domain/staff.ts'
import type { StaffAction } from '../../domain/staff.ts'
import { paymentReference } from '../../domain/trades.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

type FoundUserRow = Omit<FoundUser, 'memberSince'> & { memberSince: Date }

/** Users whose username begins with this text in any case, an exact match first; none for an empty text. */
export async function findUsers(db: Db, nameStart: string): Promise<FoundUser[]> {
  if (nameStart === '') return []
  const { rows } = await sql<FoundUserRow>`
    select u.id, u.username, u.created_at as member_since, u.email_verified as is_verified,
      (select count(*)::int from sessions where user_id = u.id and expires_at > clock_timestamp()) as open_sessions,
      exists (select from totps where user_id = u.id and confirmed_at is not null)
        or exists (select from passkeys where user_id = u.id) as has_second_factor
    from users u where lower(u.username) collate "C" ^@ lower(${nameStart}::text)
    order by lower(u.username) collate "C" limit ${sql.lit(USERS_FOUND_MAX)}`.execute(db)
  return rows.map((row) => ({ ...row, memberSince: row.memberSince.toISOString() }))
}

type AuditRow = Pick<AuditEntry, 'actor' | 'role' | 'action' | 'reason'> & {
  id: bigint
  at: Date
  subject: string
  /** Null where the action concerned no user. */
  username: string | null
}

/** The records before `cursor`, or the latest ones; newest first. */
export async function listAuditLog(
  db: Db,
  cursor: string | undefined,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, u.username as actor, a.role, a.action, a.subject, s.username, a.reason
    from audit_log a join users u on u.id = a.actor_id left join users s on s.id = a.subject
    where ${cursor === undefined ? sql`true` : sql`a.id < ${cursor}::bigint`}
    order by a.id desc limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const entries = rows.slice(0, STAFF_PAGE_SIZE).map(({ id, at, subject, username, ...row }) => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    about: username ?? (isAboutTrade(row.action) ? paymentReference(subject) : contactReference(subject)),
  }))
  return { entries, nextCursor: rows.length > STAFF_PAGE_SIZE ? entries.at(-1)!.id : null }
}

/** The actions on disputes concern a trade, the others a message or a user. */
function isAboutTrade(action: StaffAction): boolean {
  return STAFF_ACTIONS[action] === 'arbiter'
}
