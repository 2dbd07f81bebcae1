/** The callers of a round, with what each of them has: offers, trades in every status, and texts that are private to them. */
import { ACTING_FOR_HEADER } from '../../../domain/accounts/teams.ts'
import { TEAM_ROLES } from '../../../domain/accounts/team-roles.ts'
import { KEY_SCOPES } from '../../../domain/accounts/api-keys.ts'
import { DISPUTE_AFTER_MINUTES } from '../../../domain/trades/trades.ts'
import { deviceOfCookie } from '../../accounts/sessions/device.ts'
import { openSession } from '../../accounts/sessions/open-session.ts'
import { signToken } from '../../accounts/sessions/session-token.ts'
import { inTransaction } from '../../db/pool.ts'
import type { TestApp } from '../app.ts'
import { createApiKey } from '../accounts/api-clients.ts'
import { DETAILS } from '../accounts/payment-accounts.ts'
import { createStaffUser } from '../accounts/staff.ts'
import { actFor, join } from '../accounts/teams.ts'
import { withCookie } from '../accounts/factors.ts'
import { move, openTradeBetween, postOffer, signUp } from '../accounts/users.ts'
import type { Caller } from '../accounts/users.ts'
import type { Reply } from '../app.ts'
import { decide, disputeMove } from '../disputes.ts'
import { ageAccount, ageTrade } from '../time-travel.ts'
import { ACTORS } from './actor-names.ts'
import type { ActorName } from './actor-names.ts'
import { createCanaries } from './canaries.ts'
import type { Canaries } from './canaries.ts'

type UserName = Exclude<ActorName, 'visitor' | 'key'>

export type Actors = {
  users: Record<UserName, Caller>
  canaries: Canaries
  /** The headers by which the server knows the caller. */
  headersOf(name: ActorName): Record<string, string>
  /** The account that the caller acts for; null for a visitor. */
  userOf(name: ActorName): Caller | null
  /** Goes on with the session that an answer began. */
  adopt(name: ActorName, cookie: string): void
  /** Notes that the caller's call of this endpoint succeeded. */
  succeeded(name: ActorName, endpoint: string): void
  /** Begins again what former calls have ended, such as sessions. Throws `RoundOver` where the calls of the round exclude that. */
  revive(): Promise<void>
  /** What the callers begin with, by the name of the parameter. */
  ids: Record<string, Partial<Record<ActorName, string[]>>>
}

/** A round ends early where its callers cannot go on because of what they did themselves; anything else is a failure. */
export class RoundOver extends Error {}

type World = {
  users: Record<UserName, Caller>
  canaries: Canaries
  membershipId: string
  key: string
  keyId: string
  /** Which caller succeeded with which endpoint: `seller deleteAccount`. */
  acts: Set<string>
}

/** Trades of users who are paid on one account count for no record. */
const IBANS = {
  seller: DETAILS.sepa_instant.iban,
  buyer: 'NL91ABNA0417164300',
  stranger: 'BE68539007547034',
}
const LONG_HOURS = 30 * 24
const REASON = 'The round goes on.'
const MEMBER_ROLES = TEAM_ROLES
/** The refusals of an invitation or its acceptance that follow from teams and trades which the callers made themselves. */
const OWN_TEAMS = /"code":"(team_of_member|teams_full|team_trade_open)"/
const SELLER_SIDE: readonly ActorName[] = ['seller', 'member', 'key']
const PARTIES: readonly ActorName[] = [...SELLER_SIDE, 'buyer']

export async function gatherActors(testApp: TestApp): Promise<Actors> {
  const { app } = testApp
  const canaries = createCanaries()
  const users = {
    // Revived first, so that the admin can restore the others.
    admin: await createStaffUser(testApp),
    seller: await signUp(app, 'seller'),
    buyer: await signUp(app, 'buyer'),
    stranger: await signUp(app, 'stranger'),
    leaver: await signUp(app, 'leaver'),
    arbiter: await createStaffUser(testApp, 'arbiter'),
    member: await signUp(app, 'member'),
  }
  const { seller, buyer } = users
  for (const name of Object.keys(users) as UserName[]) watchUser(canaries, name, users[name])
  await fillPrivateFields(canaries, users)
  const { trades, offers } = await openTrades(testApp, canaries, users)
  const membershipId = await join(seller, users.member, MEMBER_ROLES)
  users.member = await actFor(users.member, seller)
  const world: World = { users, canaries, membershipId, acts: new Set(), ...(await newKey({ users, canaries })) }
  const url = `https://bot.example.org/${canaries.plant('the webhook of the seller', ['seller'])}`
  expectOk(await seller.post(`/api/keys/${world.keyId}/webhook`, { url }))

  return {
    users,
    canaries,
    headersOf(name): Record<string, string> {
      if (name === 'visitor') return {}
      if (name === 'key') return { authorization: `Bearer ${world.key}` }
      return {
        cookie: users[name].cookie,
        ...(name === 'member' && { [ACTING_FOR_HEADER]: seller.id }),
      }
    },
    userOf: (name) => (name === 'visitor' ? null : name === 'key' || name === 'member' ? seller : users[name]),
    adopt(name, cookie) {
      if (name === 'visitor' || name === 'key') return
      users[name] = withCookie(app, users[name], cookie)
      watchSession(canaries, name, cookie)
    },
    succeeded: (name, endpoint) => void world.acts.add(`${name} ${endpoint}`),
    revive: () => standAgain(testApp, world),
    ids: {
      userId: { admin: [users.leaver.id, users.stranger.id, buyer.id] },
      tradeId: { seller: trades, buyer: trades, member: trades, key: trades, arbiter: trades },
      offerId: {
        seller: offers,
        buyer: offers,
        leaver: offers,
        stranger: offers,
        key: offers,
        member: offers,
        visitor: offers,
      },
      keyId: { seller: [world.keyId] },
      membershipId: { seller: [membershipId], member: [membershipId] },
      username: Object.fromEntries(ACTORS.map((name) => [name, Object.values(users).map(({ username }) => username)])),
    },
  }
}

function watchUser(canaries: Canaries, name: UserName, { email, cookie, password }: Caller): void {
  canaries.watch(`the email of the ${name}`, email, name === 'admin' ? ['admin'] : [name, 'admin'])
  watchSession(canaries, name, cookie)
  canaries.watch(`the password of the ${name}`, password, [])
}

/** The token alone, which an answer can show without its signature and in another encoding than the cookie's. */
function watchSession(canaries: Canaries, name: UserName, cookie: string): void {
  const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]
  if (!token) throw new Error(`the cookie of the ${name} holds no token`)
  canaries.watch(`the session of the ${name}`, token, [])
}

/** Each field that its owner alone reads, or few others, gets a text of its own. */
async function fillPrivateFields(canaries: Canaries, users: Record<UserName, Caller>): Promise<void> {
  for (const name of ['seller', 'buyer', 'stranger'] as const) {
    const user = users[name]
    const other = name === 'seller' ? users.buyer : users.seller
    // What programs of the seller may read as well, and what members may read for the seller.
    const own = (...others: ActorName[]) => [name, ...(name === 'seller' ? others : [])]
    const plant = (what: string, readers: readonly ActorName[], isForPartners = false) =>
      canaries.plant(`${what} of the ${name}`, readers, { ownerId: user.id, isForPartners })
    const bystander = name === 'stranger' ? [] : PARTIES
    expectOk(
      await user.post('/api/payment-accounts', {
        ...DETAILS.sepa_instant,
        iban: IBANS[name],
        // The other party of a trade is shown them, and so is the arbiter of its case.
        holder: plant('the account', [...new Set([...own('key', 'member'), ...bystander, 'arbiter' as const])], true),
      }),
    )
    expectOk(
      await user.post('/api/payment-accounts', { ...DETAILS.cash_tnd, place: plant('an unused account', own('key')) }),
    )
    expectOk(await user.post(`/api/trader-notes/${other.username}`, { text: plant('a note', own('key')), tags: [] }))
    expectOk(await user.post('/api/quick-replies', { title: 'Greeting', text: plant('a quick reply', own('member')) }))
    expectOk(
      await user.post('/api/offer-templates', {
        name: plant('the name of a template', own('member')),
        content: { terms: plant('a template', own('member')) },
      }),
    )
    expectOk(
      await user.post('/api/reports', {
        reported: { kind: 'user', username: other.username },
        reason: 'spam',
        text: plant('a report', [name, 'admin']),
      }),
    )
    expectOk(
      await user.post('/api/contact', {
        name: 'A trader',
        email: user.email,
        subject: 'general',
        message: plant('a contact message', [name, 'admin']),
      }),
    )
  }
}

/** Trades of the two parties in each status, and one between two others. Returns the ids of the former, and those of offers. */
async function openTrades(testApp: TestApp, canaries: Canaries, users: Record<UserName, Caller>) {
  const { seller, buyer, stranger, leaver, arbiter } = users
  const opened: string[] = []
  const offers: string[] = []
  const open = async () => {
    const offer = await postOffer(seller, {
      firstMessage: canaries.plant('a first message', [...PARTIES, 'arbiter'], {
        ownerId: seller.id,
        isForPartners: true,
      }),
    })
    offers.push(offer.id)
    const trade = await openTradeBetween(buyer, offer.id, '20')
    opened.push(trade.id)
    const text = canaries.plant('a chat message of the buyer', [...PARTIES, 'arbiter', 'admin'])
    expectOk(await buyer.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() }))
    return trade
  }
  const paid = async () => {
    const trade = await open()
    expectOk(await move(buyer, trade, 'mark-paid', 'awaiting_payment'))
    return trade
  }
  const disputed = async () => {
    const trade = await paid()
    await ageTrade(testApp.owner, trade.id, DISPUTE_AFTER_MINUTES + 1)
    const statement = (who: string) =>
      `The money did not come. ${canaries.plant(`a statement of the ${who}`, [...PARTIES, 'arbiter'])}`
    expectOk(
      await seller.post(`/api/trades/${trade.id}/open-dispute`, {
        seenStatus: 'payment_sent',
        reason: 'not_received',
        statement: statement('seller'),
      }),
    )
    expectOk(await disputeMove(buyer, trade, 'statement', { statement: statement('buyer') }))
    return trade
  }
  const taken = async () => {
    const trade = await disputed()
    expectOk(await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {}))
    return trade
  }
  // A completed trade and a week allow more open trades.
  const completed = await paid()
  expectOk(await move(seller, completed, 'confirm-receipt', 'payment_sent'))
  for (const { id } of [buyer, leaver, stranger]) await ageAccount(testApp.owner, id, LONG_HOURS)
  await open()
  await open()
  await paid()
  await paid()
  const held = await open()
  expectOk(await buyer.post(`/api/trades/${held.id}/payment-details`, {}))
  expectOk(await move(buyer, held, 'cancel', 'awaiting_payment'))
  await disputed()
  await taken()
  expectOk(await decide(arbiter, await taken(), 'refund'))

  const foreign = await openTradeBetween(leaver, (await postOffer(stranger)).id, '20')
  const text = canaries.plant('a chat message of the leaver', ['leaver', 'stranger', 'admin'])
  expectOk(await leaver.post(`/api/trades/${foreign.id}/messages`, { text, clientId: crypto.randomUUID() }))
  return {
    trades: opened,
    offers: [...offers, (await postOffer(stranger, { type: 'buy' })).id, (await postOffer(seller)).id],
  }
}

/** What calls of staff and of the users themselves have ended is begun again: outages, suspensions, sessions, the key and the team. */
async function standAgain(testApp: TestApp, world: World): Promise<void> {
  const { owner } = testApp
  const { users } = world
  for (const name of Object.keys(users) as UserName[]) {
    if (name !== 'member') await signInAgain(testApp, world, name)
  }
  // The calls of a round can take longer than a re-authentication lasts.
  await owner.query('update sessions set reauthenticated_at = clock_timestamp() where user_id = any($1)', [
    Object.values(users).map(({ id }) => id),
  ])
  const { admin, arbiter, seller } = users
  expectRole(world, 'admin', await admin.get('/api/staff/waiting'))
  expectRole(world, 'arbiter', await arbiter.get('/api/staff/disputes'))
  await admin.post('/api/staff/outages/end', { reason: REASON })
  await admin.post('/api/staff/currencies/EUR/switch-on', { reason: REASON })
  await owner.query('delete from rate_limits')

  const acting = await users.member.get('/api/session')
  if (acting.body.actingFor?.id !== seller.id || acting.body.actingFor.roles.length < MEMBER_ROLES.length) {
    await signInAgain(testApp, world, 'member', true)
    await joinAgain(world)
  }
  const program = await testApp.app.inject({ url: '/api/trades', headers: { authorization: `Bearer ${world.key}` } })
  if (program.statusCode === 200) return
  const { body } = await seller.get('/api/keys')
  for (const { id } of body.keys) expectOk(await seller.delete(`/api/keys/${id}`))
  Object.assign(world, await newKey(world))
}

/** No call takes a role away, but a staff user can remove the own second factor, without which the role has no power. */
function expectRole({ acts }: World, name: 'admin' | 'arbiter', { status, body }: Reply): void {
  if (status === 200) return
  if (body.code === 'second_factor_off' && acts.has(`${name} removePasskey`))
    throw new RoundOver(`the ${name} removed the second factor`)
  throw new Error(`the ${name} lost the role: ${status} ${JSON.stringify(body)}`)
}

/** Only the owner and the member end or change a membership. */
async function joinAgain(world: World): Promise<void> {
  const { users, acts, membershipId } = world
  const { seller } = users
  const { body } = await seller.get('/api/team/members')
  const members: { id: string; roles: string[] }[] = body.members
  const known = members.find(({ id }) => id === membershipId)
  const hasChanged = known === undefined || known.roles.length < MEMBER_ROLES.length
  const changes = ['seller removeTeamMember', 'seller changeTeamRoles', 'member leaveTeam', 'member deleteAccount']
  if (hasChanged && !changes.some((act) => acts.has(act)))
    throw new Error('the membership was changed without a call of its parties')
  // Invitations of the round can fill the team.
  for (const { id } of members) expectOk(await seller.delete(`/api/team/members/${id}`))
  try {
    world.membershipId = await join(seller, users.member, MEMBER_ROLES)
  } catch (error) {
    const code = error instanceof Error && OWN_TEAMS.exec(error.message)?.[1]
    throw code ? new RoundOver(`the member cannot join again: ${code}`, { cause: error }) : error
  }
  users.member = await actFor(users.member, seller)
}

/** A user without a session gets another; one who deleted the own account ends the round, except the leaver, who is replaced. */
async function signInAgain(testApp: TestApp, world: World, name: UserName, always = false): Promise<void> {
  const { app, context, owner } = testApp
  const { users, canaries, acts } = world
  const { rows } = await owner.query<{ username: string; isDeleted: boolean; isSuspended: boolean }>(
    `select username, deleted_at is not null as "isDeleted", suspended_at is not null as "isSuspended" from users where id = $1`,
    [users[name].id],
  )
  const row = rows[0]
  if (!row || row.isDeleted) {
    if (!acts.delete(`${name} deleteAccount`))
      throw new Error(`the account of the ${name} was deleted without a call of its own`)
    if (name !== 'leaver') throw new RoundOver(`the ${name} deleted the own account`)
    users.leaver = await signUp(app, 'leaver')
    watchUser(canaries, 'leaver', users.leaver)
    return
  }
  // A call of the user can have changed the name.
  const user = { ...users[name], username: row.username }
  users[name] = user
  if (row.isSuspended) expectOk(await users.admin.post(`/api/staff/users/${user.id}/restore`, { reason: REASON }))
  const { body } = await user.get('/api/session')
  // A call of the user can have begun a session of another account, or one that acts for another.
  const isOwn = body.user?.id === user.id && (name === 'member' || !body.actingFor)
  if (isOwn && !always) return
  const staffSince = name === 'admin' || name === 'arbiter' ? new Date() : null
  const client = { ipAddress: '127.0.0.1', userAgent: 'fuzz', device: deviceOfCookie(null) }
  const session = { userId: user.id, method: 'password' as const, secondFactorSince: staffSince, client }
  const token = await inTransaction(context.db, (tx) => openSession(tx, session))
  const cookie = `sid=${encodeURIComponent(signToken(token, context.secrets))}`
  users[name] = withCookie(app, user, cookie)
  watchSession(canaries, name, cookie)
}

async function newKey({
  users: { seller },
  canaries,
}: Pick<World, 'users' | 'canaries'>): Promise<{ key: string; keyId: string }> {
  const { key, id: keyId } = await createApiKey(seller, KEY_SCOPES)
  canaries.watch('the API key of the seller', key, [])
  return { key, keyId }
}

function expectOk({ status, body }: { status: number; body: unknown }): void {
  if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
}
