import { expect, test } from 'vitest'
import { TEAM_ACT_KINDS } from '../../../domain/accounts/teams.ts'
import { TEAM_MOVES, TEAM_ROLES } from '../../../domain/accounts/team-roles.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { call } from '../../testing/app.ts'
import { ageReauthentication } from '../../testing/accounts/factors.ts'
import { mailsTo } from '../../testing/accounts/mails.ts'
import { accountOf } from '../../testing/accounts/payment-accounts.ts'
import { actFor, actingCaller, join } from '../../testing/accounts/teams.ts'
import {
  OFFER,
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signInAgain,
  signUp,
  tradingPair,
} from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

async function team(roles: readonly TeamRole[] = TEAM_ROLES) {
  const { app } = testApp()
  const pair = await tradingPair(app)
  const member = await signUp(app, 'member')
  const membershipId = await join(pair.seller, member, roles)
  return { app, ...pair, member, membershipId, actor: await actFor(member, pair.seller) }
}

const say = (user: Caller, trade: { id: string }, text = 'Hello from the team') =>
  user.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })

test('the tables of roles, moves and acts are those of the domain', async () => {
  const { owner } = testApp()
  const texts = async (query: string) =>
    new Set((await owner.query<{ text: string }>(query)).rows.map(({ text }) => text))
  expect(await texts('select role as text from team_roles')).toEqual(new Set(TEAM_ROLES))
  expect(await texts("select action || ' ' || role as text from team_moves")).toEqual(
    new Set(Object.entries(TEAM_MOVES).map((move) => move.join(' '))),
  )
  expect(await texts('select kind as text from team_act_kinds')).toEqual(new Set(TEAM_ACT_KINDS))
})

test('a first message, which the owner says in each chat, needs the role chat too', async () => {
  const offers = await team(['offers'])
  const form = { ...OFFER, paymentAccountIds: [], firstMessage: 'Hello' }
  const refused = await offers.actor.post('/api/offers', form)
  expect([refused.status, refused.body.code]).toEqual([403, 'team_not_allowed'])
  const posted = await offers.actor.post('/api/offers', { ...form, firstMessage: '' })
  expect(posted.status).toBe(201)
  const seen = { seenVersion: posted.body.version, seenInventoryUsdt: '' }
  const edited = await offers.actor.post(`/api/offers/${posted.body.id}`, { ...form, ...seen })
  expect([edited.status, edited.body.code]).toEqual([403, 'team_not_allowed'])
  const both = await team(['chat', 'offers'])
  expect((await both.actor.post('/api/offers', form)).status).toBe(201)
})

test('a member answers chats, manages offers and confirms a payment under their own name', async () => {
  const { seller, buyer, member, trade, actor } = await team()
  expect((await actor.get('/api/session')).body).toMatchObject({
    user: { username: member.username },
    actingFor: { id: seller.id, username: seller.username, roles: ['chat', 'offers', 'release'] },
  })
  expect((await actor.get('/api/trades')).body.trades.map(({ id }: { id: string }) => id)).toEqual([trade.id])
  expect((await say(actor, trade)).body).toMatchObject({ sender: 'seller', member: member.username })
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const confirmed = await move(actor, trade, 'confirm-receipt', 'payment_sent')
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'completed'])
  const { messages } = (await buyer.get(`/api/trades/${trade.id}/messages`)).body
  const by = (code: string) => messages.find((each: { systemCode: string }) => each.systemCode === code).member
  expect([by('opened'), by('paid'), by('confirmed'), by('completed')]).toEqual([null, null, member.username, null])
  expect(messages.find(({ kind }: { kind: string }) => kind === 'text').member).toBe(member.username)

  const created = await actor.post('/api/offers', { ...OFFER, paymentAccountIds: [] })
  expect(created.status).toBe(201)
  const { id, version } = created.body
  const form = { ...OFFER, terms: 'Please pay within the hour.', seenVersion: version, seenInventoryUsdt: '' }
  expect((await actor.post(`/api/offers/${id}`, { ...form, paymentAccountIds: [] })).status).toBe(200)
  expect((await actor.post(`/api/offers/${id}/pause`)).status).toBe(200)
  expect((await actor.post(`/api/offers/${id}/activate`)).status).toBe(200)
  expect((await actor.delete(`/api/offers/${id}`)).status).toBe(200)

  const { acts } = (await seller.get('/api/team/acts')).body
  expect(acts.map(({ kind, member: name }: { kind: string; member: string }) => [kind, name])).toEqual(
    [
      'offer_deleted',
      'offer_activated',
      'offer_paused',
      'offer_edited',
      'offer_created',
      'payment_confirmed',
      'message_sent',
    ].map((kind) => [kind, member.username]),
  )
})

test('an offer that a member posts is paid on the owner’s default account, whatever the member sends', async () => {
  const { owner } = testApp()
  const { seller, actor, member } = await team(['offers'])
  const [theirs, ours] = [await sepaAccount(member), await sepaAccount(seller)]
  const posted = await actor.post('/api/offers', { ...OFFER, paymentAccountIds: [theirs] })
  expect([posted.status, posted.body.paymentAccountIds]).toEqual([201, [ours]])
  const { rows } = await owner.query('select owner_id from offers where id = $1', [posted.body.id])
  expect(rows).toEqual([{ owner_id: seller.id }])
})

function sepaAccount({ id }: Caller): Promise<string> {
  const { owner, context } = testApp()
  return accountOf(owner, context.keyring, id, OFFER.paymentMethods[0]!)
}

test('removing a member ends the acting session with the next request; leaving does too', async () => {
  const { seller, member, trade, membershipId, actor } = await team()
  expect((await say(actor, trade)).status).toBe(201)
  expect((await seller.delete(`/api/team/members/${membershipId}`)).status).toBe(200)
  expect(refusalOf(await say(actor, trade))).toEqual([401, 'signed_out'])
  const session = await actor.get('/api/session')
  expect([session.status, session.body]).toEqual([200, { user: null }])
  const other = await signInAgain(member)
  expect(refusalOf(await other.post('/api/session/acting-for', { ownerId: seller.id }))).toEqual([404, 'not_found'])
  expect((await other.get('/api/teams')).body).toEqual({ teams: [] })

  const second = await team()
  const beside = await signInAgain(second.member)
  expect((await beside.delete(`/api/teams/${second.membershipId}`)).status).toBe(200)
  expect(refusalOf(await say(second.actor, second.trade))).toEqual([401, 'signed_out'])
  expect((await beside.get('/api/teams')).status).toBe(200)
})

function refusalOf({ status, body }: { status: number; body: { code?: string } }) {
  return [status, body.code]
}

test('a role that is taken away is refused from the next call on', async () => {
  const { seller, buyer, trade, membershipId, actor } = await team()
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const changed = await seller.post(`/api/team/members/${membershipId}/roles`, { roles: ['chat'] })
  expect(changed.body.members[0].roles).toEqual(['chat'])
  const refused = await move(actor, trade, 'confirm-receipt', 'payment_sent')
  expect([refused.status, refused.body.code]).toEqual([403, 'team_not_allowed'])
  expect((await say(actor, trade)).status).toBe(201)
})

test('of a removal and a release at the same moment either the release is complete or it is refused', async () => {
  const { owner } = testApp()
  for (let round = 0; round < 6; round++) {
    const { seller, buyer, trade, membershipId, actor } = await team()
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const [released, removed] = await Promise.all([
      move(actor, trade, 'confirm-receipt', 'payment_sent'),
      seller.delete(`/api/team/members/${membershipId}`),
    ])
    expect(removed.status).toBe(200)
    const { rows } = await owner.query(
      `select e.member_id is not null as by_member, e.at <= m.ended_at as in_time
       from trade_events e, team_members m where e.trade_id = $1 and e.action = 'confirm_receipt' and m.id = $2`,
      [trade.id, membershipId],
    )
    if (released.status === 200) expect(rows).toEqual([{ by_member: true, in_time: true }])
    else {
      expect(['401 signed_out', '403 team_not_allowed']).toContain(refusalOf(released).join(' '))
      expect(rows).toEqual([])
    }
    expect(refusalOf(await say(actor, trade))).toEqual([401, 'signed_out'])
  }
})

test('a page from before a switch acts for no one else', async () => {
  const { app, seller, member, actor, trade } = await team()
  const unaware = (headers: Record<string, string>) =>
    call(app, 'POST', '/api/offers', { cookie: actor.cookie, headers, body: { ...OFFER, type: 'buy' } })
  for (const headers of [{}, { 'acting-for': member.id }] as Record<string, string>[]) {
    const refused = await unaware(headers)
    expect([refused.status, refused.body.code]).toEqual([409, 'acting_changed'])
  }
  const back = await actor.post('/api/session/acting-for', { ownerId: null })
  expect(back.body).toMatchObject({ user: { username: member.username } })
  expect(back.body.actingFor).toBeUndefined()
  const cookie = String(back.headers['set-cookie']).split(';')[0]!
  const stale = await say(actingCaller(member, seller, cookie), trade)
  expect([stale.status, stale.body.code]).toEqual([409, 'acting_changed'])
  // The token from before the switch is invalid.
  expect(refusalOf(await actor.get('/api/trades'))).toEqual([401, 'signed_out'])
})

test('inviting, and adding a role, need recent authentication; taking a role away and removing do not', async () => {
  const { app, owner } = testApp()
  const [boss, member] = [await signUp(app, 'boss'), await signUp(app, 'member')]
  const membershipId = await join(boss, member, ['chat', 'offers'])
  await ageReauthentication(owner, boss)
  const refusals = [
    await boss.post('/api/team/members', { username: (await signUp(app, 'other')).username, roles: ['chat'] }),
    await boss.post(`/api/team/members/${membershipId}/roles`, { roles: ['chat', 'release'] }),
  ]
  expect(refusals.map(({ body }) => body.code)).toEqual(Array(2).fill('reauthentication_required'))
  expect((await boss.post(`/api/team/members/${membershipId}/roles`, { roles: ['chat'] })).status).toBe(200)
  expect((await boss.delete(`/api/team/members/${membershipId}`)).status).toBe(200)
})

test('both sides are notified by email of each step, and the owner’s link removes the member', async () => {
  const { app, owner } = testApp()
  const [boss, member] = [await signUp(app, 'boss'), await signUp(app, 'member')]
  const membershipId = await join(boss, member, ['chat'])
  const kinds = async (user: Caller) =>
    (await mailsTo(owner, user.email)).map(({ kind }) => kind).filter((kind) => kind.startsWith('team_'))
  expect(await kinds(boss)).toEqual(['team_access_given', 'team_joined'])
  expect(await kinds(member)).toEqual(['team_invitation'])
  const mails = await mailsTo(owner, boss.email)
  const token = String(mails.find(({ kind }) => kind === 'team_access_given')!.values.link).split('#token=')[1]
  const review = await call(app, 'POST', '/api/additions/review', { body: { token } })
  expect(review.body).toMatchObject({ kind: 'team_member', isPresent: true })
  await call(app, 'POST', '/api/additions/remove', { body: { token } })
  const { rows } = await owner.query('select ended_at is not null as ended from team_members where id = $1', [
    membershipId,
  ])
  expect(rows).toEqual([{ ended: true }])
})

test('the refusals of invitations', async () => {
  const { app } = testApp()
  const [boss, member, other] = [await signUp(app, 'boss'), await signUp(app, 'member'), await signUp(app, 'other')]
  const invite = (by: Caller, username: string) => by.post('/api/team/members', { username, roles: ['chat'] })
  expect((await invite(boss, 'no_such_trader_x')).body).toMatchObject({ code: 'invalid_input', field: 'username' })
  expect((await invite(boss, boss.username)).body.code).toBe('own_account')
  const [{ id }] = (await invite(boss, member.username.toUpperCase())).body.members
  expect((await invite(boss, member.username)).body.code).toBe('team_member_known')
  // Only the invited user can accept an invitation.
  expect(refusalOf(await other.post(`/api/teams/${id}/accept`, {}))).toEqual([404, 'not_found'])
  expect(refusalOf(await boss.post(`/api/teams/${id}/accept`, {}))).toEqual([404, 'not_found'])
  expect(refusalOf(await member.post('/api/session/acting-for', { ownerId: boss.id }))).toEqual([404, 'not_found'])
  expect(refusalOf(await other.delete(`/api/team/members/${id}`))).toEqual([404, 'not_found'])
  expect(refusalOf(await other.post(`/api/team/members/${id}/roles`, { roles: ['release'] }))).toEqual([
    404,
    'not_found',
  ])
  // The owner of a team can join no other team, and a member can have no team.
  await invite(member, other.username)
  expect((await member.post(`/api/teams/${id}/accept`, {})).body.code).toBe('team_of_member')
  const [{ id: own }] = (await member.get('/api/team/members')).body.members
  await member.delete(`/api/team/members/${own}`)
  expect((await member.post(`/api/teams/${id}/accept`, {})).status).toBe(200)
  expect((await invite(member, other.username)).body.code).toBe('team_of_member')
  expect(refusalOf(await member.post(`/api/teams/${id}/accept`, {}))).toEqual([404, 'not_found'])
})

test('an owner and a member do not trade with each other', async () => {
  const { app } = testApp()
  const { seller, buyer, trade, offer } = await tradingPair(app)
  const [{ id }] = (await seller.post('/api/team/members', { username: buyer.username, roles: ['chat'] })).body.members
  expect((await buyer.post(`/api/teams/${id}/accept`, {})).body.code).toBe('team_trade_open')
  await move(buyer, trade, 'cancel', 'awaiting_payment')
  const quote = await askQuote(buyer, offer.id)
  expect((await buyer.post(`/api/teams/${id}/accept`, {})).status).toBe(200)
  expect((await buyer.post('/api/trades', { quoteId: quote.id })).body.code).toBe('own_team')
  const asked = await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
  expect(asked.body.code).toBe('own_team')
})

test('a member of both sides’ teams acts for neither', async () => {
  const { seller, buyer, member, trade } = await team()
  const beside = await signInAgain(member)
  const [{ id }] = (await buyer.post('/api/team/members', { username: member.username, roles: ['chat'] })).body.members
  expect((await beside.post(`/api/teams/${id}/accept`, {})).status).toBe(200)
  for (const side of [seller, buyer]) {
    const refused = await say(await actFor(await signInAgain(member), side), trade)
    expect([refused.status, refused.body.code]).toEqual([403, 'team_conflict'])
  }
})

test('a member trades for themself as before, and knows nothing of the owner’s trades then', async () => {
  const { app, trade, actor, member, offer } = await team()
  const own = await signInAgain(member)
  expect(refusalOf(await own.get(`/api/trades/${trade.id}`))).toEqual([404, 'not_found'])
  const stranger = await signUp(app, 'stranger')
  const theirs = await postOffer(stranger)
  expect((await openTradeBetween(own, theirs.id)).role).toBe('buyer')
  // The member's own trades are not the owner's.
  expect((await actor.get('/api/trades')).body.trades).toHaveLength(1)
  expect(offer.id).not.toBe(theirs.id)
})

test('a suspended member acts for no one', async () => {
  const { owner } = testApp()
  const { actor, member, trade } = await team()
  await owner.query(
    `begin; set local session_replication_role = replica;
     update users set suspended_at = clock_timestamp() where id = '${member.id}'; commit`,
  )
  const refused = await say(actor, trade)
  expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended'])
})

test('a user who blocks the owner neither sees nor is mailed an invitation, which the owner does not learn', async () => {
  const { app, owner } = testApp()
  const [boss, member] = [await signUp(app, 'boss'), await signUp(app, 'member')]
  await member.post(`/api/relations/${boss.username}`, { kind: 'blocked' })
  const invited = await boss.post('/api/team/members', { username: member.username, roles: ['chat'] })
  expect([invited.status, invited.body.members[0]]).toMatchObject([
    201,
    { username: member.username, acceptedAt: null },
  ])
  await boss.post(`/api/team/members/${invited.body.members[0].id}/roles`, { roles: ['chat', 'offers'] })
  const kinds = async () =>
    (await mailsTo(owner, member.email)).map(({ kind }) => kind).filter((kind) => /team/.test(kind))
  expect([await kinds(), (await member.get('/api/teams')).body.teams]).toEqual([[], []])
  await member.delete(`/api/relations/${boss.username}`)
  expect((await member.get('/api/teams')).body.teams).toHaveLength(1)
})

test('an owner who invites a user repeatedly causes one mail a day', async () => {
  const { app, owner } = testApp()
  const [boss, member] = [await signUp(app, 'boss'), await signUp(app, 'member')]
  for (let round = 0; round < 3; round++) {
    const [{ id }] = (await boss.post('/api/team/members', { username: member.username, roles: ['chat'] })).body.members
    expect((await member.get('/api/teams')).body.teams).toHaveLength(1)
    expect((await boss.delete(`/api/team/members/${id}`)).status).toBe(200)
  }
  const kinds = (await mailsTo(owner, member.email)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('team_'))).toEqual(['team_invitation'])
})

test('an account that is deleted ends its teams', async () => {
  const { member, seller, actor } = await team()
  const own = await signInAgain(member)
  const gone = await own.post('/api/account/delete', { username: member.username })
  expect(gone.status).toBe(200)
  expect((await actor.get('/api/session')).body).toEqual({ user: null })
  expect((await seller.get('/api/team/members')).body).toEqual({ members: [] })
})
