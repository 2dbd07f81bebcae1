/** Mails about a team, to its owner and its members. */
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { withSystemScope } from '../../db/scope.ts'
import type { MailKind } from '../../../domain/notifications/mail-kinds.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../one-time-tokens/addition-links.ts'
import { findUserById } from '../users/queries.ts'

type Sides = { id: string; ownerId: string; memberId: string }

type TeamMail = Extract<MailKind, 'team_invitation' | 'team_joined' | 'team_roles_changed' | 'team_ended'>

/** Sends nothing to a user who blocks the owner, nor a second mail about the same owner within a day. */
export async function notifyInvited(tx: Tx, { id, ownerId, memberId }: Sides): Promise<void> {
  const isWelcome = await withSystemScope(tx, 'team members', async () => {
    const { rows } = await sql`
      select where not exists (
          select from relations where owner_id = ${memberId} and other_id = ${ownerId} and kind = 'blocked')
        and not exists (
          select from team_members where owner_id = ${ownerId} and member_id = ${memberId} and id <> ${id}
            and invited_at > clock_timestamp() - interval '1 day')`.execute(tx)
    return rows.length > 0
  })
  if (isWelcome) await write(tx, 'team_invitation', { to: memberId, about: ownerId })
}

export function notifyJoined(tx: Tx, { ownerId, memberId }: Sides): Promise<void> {
  return write(tx, 'team_joined', { to: ownerId, about: memberId })
}

export function notifyRolesChanged(tx: Tx, { ownerId, memberId }: Sides): Promise<void> {
  return write(tx, 'team_roles_changed', { to: memberId, about: ownerId })
}

export async function notifyEnded(tx: Tx, { ownerId, memberId }: Sides): Promise<void> {
  await write(tx, 'team_ended', { to: memberId, about: ownerId })
  await write(tx, 'team_ended', { to: ownerId, about: memberId })
}

/** To the owner, with a link that removes the member: a thief who has the account could have invited one. */
export async function notifyAccessGiven(tx: Tx, { id, ownerId, memberId }: Sides): Promise<void> {
  await withSystemScope(tx, 'team members', async () => {
    const [owner, member] = [await findUserById(tx, ownerId), await findUserById(tx, memberId)]
    if (!owner || !member) return
    const recipient = { userId: ownerId, to: owner.email, language: owner.language }
    const link = await issueAdditionLink(tx, recipient, { kind: 'team_member', id })
    await queueMail(tx, { ...recipient, kind: 'team_access_given', values: { trader: member.username, link } })
  })
}

/** Reads the other user's address in a system scope, because row-level security hides it from the viewer. */
async function write(tx: Tx, kind: TeamMail, { to, about }: { to: string; about: string }): Promise<void> {
  await withSystemScope(tx, 'team members', async () => {
    const [user, other] = [await findUserById(tx, to), await findUserById(tx, about)]
    if (!user || !other) return
    const values = { trader: other.username }
    await queueMail(tx, { userId: to, to: user.email, language: user.language, kind, values })
  })
}
