/** Reads that only the export of account data uses. */
import type { AccountExport } from '../../domain/api/accounts/account-data.ts'
import type { SignInMethod } from '../../domain/accounts/sign-in-methods.ts'
import type { ContactSubject } from '../../domain/staff/contact.ts'
import { listKeys } from '../accounts/api-keys/queries.ts'
import { getBusinessHours } from '../offers/business-hours/queries.ts'
import { getFactors } from '../accounts/factors/queries.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import type { RateSource } from '../offers/rates/rates.ts'
import { getSettings, listEveryNotification } from '../notifications/queries.ts'
import { findChat } from '../notifications/telegram/chats.ts'
import { listOfferTemplates } from '../offers/offer-templates/queries.ts'
import { listEveryOffer } from '../offers/queries.ts'
import { listAccountDetails } from '../payments/payment-accounts/queries.ts'
import { getProfile } from '../profiles/queries.ts'
import { listQuickReplies } from '../chat/quick-replies/queries.ts'
import { listRehearsals } from '../trades/rehearsals/queries.ts'
import { listRelations } from '../profiles/relations/queries.ts'
import { listTraderNotes } from '../profiles/trader-notes/queries.ts'
import { listReportsOf } from '../profiles/reports/queries.ts'
import { listSavedSearches } from '../offers/saved-searches/queries.ts'

export type ExportSources = { rates: RateSource; keyring: Keyring }

/** Everything except the trades and webhook deliveries, which are exported in pieces. Contains the details of payment accounts, no secrets and no hashes. */
export async function readAccount(
  db: Db,
  { rates, keyring }: ExportSources,
  userId: string,
): Promise<Omit<AccountExport, 'trades' | 'webhookDeliveries'>> {
  return {
    format: 'sarraf-account-export',
    version: 1,
    ...(await readAnchor(db, userId)),
    profile: await getProfile(db, userId),
    factors: await getFactors(db, userId),
    identities: await listSignInMethods(db, userId),
    apiKeys: await listKeys(db, userId),
    paymentAccounts: await listAccountDetails(db, keyring, userId),
    sessions: await listOwnSessions(db, userId),
    signIns: await listEverySignIn(db, userId),
    devices: await listDevices(db, userId),
    pushSubscriptions: await listPushSubscriptions(db, userId),
    telegram: await readTelegram(db, keyring, userId),
    suspensions: await listOwnSuspensions(db, userId),
    teamMemberships: await listTeamMemberships(db, userId),
    teamActs: await listOwnTeamActs(db, userId),
    mails: await listOwnMails(db, userId),
    contactMessages: await listContactMessages(db, userId),
    relations: await listRelations(db, userId),
    traderNotes: await listTraderNotes(db, userId),
    savedSearches: await listSavedSearches(db, userId),
    rehearsals: await listRehearsals(db, userId),
    reports: await listReportsOf(db, userId),
    notifications: await listEveryNotification(db, userId),
    notificationSettings: await getSettings(db, userId),
    businessHours: (await getBusinessHours(db, userId)).businessHours,
    quickReplies: await listQuickReplies(db, userId),
    offerTemplates: await listOfferTemplates(db, userId),
    offers: await listEveryOffer(db, rates, userId),
  }
}

async function readAnchor(db: Db, userId: string): Promise<Pick<AccountExport, 'exportedAt' | 'account'>> {
  const { rows } = await sql<{ now: Date; termsAcceptedAt: Date; usernameChangedAt: Date | null }>`
    select clock_timestamp() as now, terms_accepted_at, last_username_change as username_changed_at
    from accounts where user_id = ${userId}`.execute(db)
  const { now, termsAcceptedAt, usernameChangedAt } = rows[0]!
  const account = {
    id: userId,
    termsAcceptedAt: text(termsAcceptedAt),
    usernameChangedAt: textOrNull(usernameChangedAt),
  }
  return { exportedAt: text(now), account }
}

async function listSignInMethods(db: Db, userId: string): Promise<AccountExport['identities']> {
  const { rows } = await sql<{ provider: string; label: string | null; linkedAt: Date }>`
    select provider_id as provider, label, created_at as linked_at from identities
    where user_id = ${userId} order by created_at, id`.execute(db)
  return rows.map(({ linkedAt, ...row }) => ({ ...row, linkedAt: text(linkedAt) }))
}

type SessionRow = { method: string; ipAddress: string | null; userAgent: string | null } & Record<
  'signedInAt' | 'lastSeenAt' | 'expiresAt',
  Date
>

async function listOwnSessions(db: Db, userId: string): Promise<AccountExport['sessions']> {
  const { rows } = await sql<SessionRow>`
    select method, created_at as signed_in_at, updated_at as last_seen_at, expires_at, ip_address, user_agent
    from sessions where user_id = ${userId} order by created_at, id`.execute(db)
  return rows.map((row) => ({
    ...row,
    signedInAt: text(row.signedInAt),
    lastSeenAt: text(row.lastSeenAt),
    expiresAt: text(row.expiresAt),
  }))
}

type SignInRow = { at: Date; method: SignInMethod; outcome: 'signed_in' | 'refused' } & {
  isNewDevice: boolean
  userAgent: string
}

async function listEverySignIn(db: Db, userId: string): Promise<AccountExport['signIns']> {
  const { rows } = await sql<SignInRow>`
    select at, method, outcome, is_new_device, user_agent from sign_ins
    where user_id = ${userId} order by id`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: text(at) }))
}

async function listDevices(db: Db, userId: string): Promise<AccountExport['devices']> {
  const { rows } = await sql<{ lastUsedAt: Date }>`
    select last_used_at from devices where user_id = ${userId} order by last_used_at`.execute(db)
  return rows.map(({ lastUsedAt }) => ({ lastUsedAt: text(lastUsedAt) }))
}

/** The host only: with the whole address another program could send to the browser. */
async function listPushSubscriptions(db: Db, userId: string): Promise<AccountExport['pushSubscriptions']> {
  const { rows } = await sql<{ service: string; subscribedAt: Date; lastSuccessAt: Date | null }>`
    select split_part(endpoint, '/', 3) as service, created_at as subscribed_at, last_success_at
    from push_subscriptions where user_id = ${userId} order by created_at, session_id`.execute(db)
  return rows.map(({ service, subscribedAt, lastSuccessAt }) => ({
    service,
    subscribedAt: text(subscribedAt),
    lastSuccessAt: textOrNull(lastSuccessAt),
  }))
}

async function readTelegram(db: Db, keyring: Keyring, userId: string): Promise<AccountExport['telegram']> {
  const linked = await findChat(db, keyring, userId)
  if (!linked) return null
  const { chat, linkedAt, lastSuccessAt, refusedAt } = linked
  return {
    chatId: chat?.chatId ?? null,
    name: chat?.name ?? null,
    linkedAt: text(linkedAt),
    lastSuccessAt: textOrNull(lastSuccessAt),
    refusedAt: textOrNull(refusedAt),
  }
}

async function listOwnSuspensions(db: Db, userId: string): Promise<AccountExport['suspensions']> {
  const { rows } = await sql<{ at: Date; reason: string; endedAt: Date | null; endedFor: string | null }>`
    select at, reason, restored_at as ended_at, restored_reason as ended_for
    from suspensions where user_id = ${userId} order by audit_id`.execute(db)
  return rows.map(({ at, endedAt, ...row }) => ({ ...row, at: text(at), endedAt: textOrNull(endedAt) }))
}

type MembershipRow = Pick<AccountExport['teamMemberships'][number], 'role' | 'username' | 'roles'> & {
  invitedAt: Date
  acceptedAt: Date | null
  endedAt: Date | null
}

async function listTeamMemberships(db: Db, userId: string): Promise<AccountExport['teamMemberships']> {
  const { rows } = await sql<MembershipRow>`
    select case when m.owner_id = ${userId} then 'owner' else 'member' end as role, u.username,
      array(select role from team_member_roles where membership_id = m.id order by role) as roles,
      m.invited_at, m.accepted_at, m.ended_at
    from team_members m join users u on u.id = case when m.owner_id = ${userId} then m.member_id else m.owner_id end
    where ${userId} in (m.owner_id, m.member_id) order by m.invited_at, m.id`.execute(db)
  return rows.map(({ invitedAt, acceptedAt, endedAt, ...row }) => ({
    ...row,
    invitedAt: text(invitedAt),
    acceptedAt: textOrNull(acceptedAt),
    endedAt: textOrNull(endedAt),
  }))
}

type ActRow = Omit<AccountExport['teamActs'][number], 'at'> & { at: Date }

async function listOwnTeamActs(db: Db, userId: string): Promise<AccountExport['teamActs']> {
  const query = sql<ActRow>`
    select case when a.owner_id = ${userId} then 'owner' else 'member' end as role,
      case when u.deleted_at is null then u.username end as username, a.kind, a.trade_id, a.offer_id, a.at
    from team_acts a left join users u on u.id = case when a.owner_id = ${userId} then a.member_id else a.owner_id end
    where ${userId} in (a.owner_id, a.member_id) order by a.id`
  // The owner reads them; the member's own acts are the member's data too.
  const { rows } = await withSystemScope(db, 'team members', () => query.execute(db))
  return rows.map(({ at, ...row }) => ({ ...row, at: text(at) }))
}

async function listOwnMails(db: Db, userId: string): Promise<AccountExport['mails']> {
  const { rows } = await sql<{ kind: string; to: string; at: Date; sentAt: Date | null }>`
    select kind, to_address as "to", created_at as at, sent_at from mails
    where user_id = ${userId} order by created_at, id`.execute(db)
  return rows.map(({ at, sentAt, ...row }) => ({ ...row, at: text(at), sentAt: textOrNull(sentAt) }))
}

type ContactRow = { id: string; at: Date; name: string; email: string; subject: ContactSubject; message: string }

/** Messages sent while signed in, or from the user's verified email. */
async function listContactMessages(db: Db, userId: string): Promise<AccountExport['contactMessages']> {
  const query = sql<ContactRow>`
    select m.id, m.created_at as at, m.name, m.email, m.subject, m.message
    from contact_messages m join users u on u.id = ${userId} join accounts a on a.user_id = u.id
    where m.user_id = u.id or (m.user_id is null and u.email_verified and lower(m.email) = a.email)
    order by m.created_at, m.id`
  // One that was sent signed out belongs to no account.
  const { rows } = await withSystemScope(db, 'contact form', () => query.execute(db))
  return rows.map(({ at, ...row }) => ({ ...row, at: text(at) }))
}

function text(moment: Date): string {
  return moment.toISOString()
}

function textOrNull(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
