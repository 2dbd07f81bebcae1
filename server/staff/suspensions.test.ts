/** Suspended users: what is refused, what goes on, who is notified, and who may suspend whom. */
import { beforeAll, describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '../../domain/accounts/api-keys.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { STAFF_ACTIONS } from '../../domain/staff/staff.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import type { ApiClient } from '../testing/accounts/api-clients.ts'
import { opening, refusalOf } from '../testing/attacks/attack.ts'
import { addressOf, bodyFor } from '../testing/contract.ts'
import { savePasskey } from '../testing/accounts/factors.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import {
  OFFER,
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signInAgain,
  signUp,
  tradingPair,
  withAccount,
} from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const REASON = 'False proofs of payment in two trades.'
const BACK = 'The proofs were genuine after all.'
/** What a key of some scope may call and a visitor may not. */
const OF_KEYS = ENDPOINTS.filter(({ endpoint }) => endpoint.scope !== undefined && !endpoint.isPublic)

let admin: Caller
/** A program of a suspended user, whose key has every scope. */
let everyScope: ApiClient
beforeAll(async () => {
  admin = await createStaffUser(testApp())
  const user = await signUp(testApp().app, 'programmer')
  everyScope = apiClientWith(testApp().app, (await createApiKey(user, KEY_SCOPES)).key)
  await suspend(user)
})

const suspend = (user: Pick<Caller, 'id'>, by = admin, reason = REASON) =>
  by.post(`/api/staff/users/${user.id}/suspend`, { reason })
const restore = (user: Pick<Caller, 'id'>, by = admin, reason = BACK) =>
  by.post(`/api/staff/users/${user.id}/restore`, { reason })
const quote = (user: Caller, offerId: string) => user.post('/api/quotes', { offerId, anchor: 'fiat', amount: '150' })
const onMarket = async (ownerId: string) =>
  (await testApp().owner.query('select offer_id as id from market_offers where owner_id = $1', [ownerId])).rows.map(
    ({ id }) => id,
  )
const SUSPENDED = {
  status: 403,
  body: {
    code: 'account_suspended',
    values: { reason: REASON },
    message: expect.stringContaining('write to us with the contact form'),
    details: { reason: REASON, at: expect.any(String) },
  },
}

describe('a suspended user', () => {
  test('cannot ask for a quote, open a trade, or post or activate an offer; the refusal says why and whom to write to', async () => {
    const { app } = testApp()
    const [user, maker] = [await signUp(app, 'suspect'), await signUp(app, 'maker')]
    const [theirs, own] = [await postOffer(maker), await postOffer(user)]
    await user.post(`/api/offers/${own.id}/pause`)
    const early = await askQuote(user, theirs.id)
    const form = await withAccount(app, user.id, { url: '/api/offers', body: OFFER })
    expect((await suspend(user)).body).toEqual({ done: true })
    expect(await quote(user, theirs.id)).toMatchObject(SUSPENDED)
    expect(await user.post('/api/trades', { quoteId: early.id })).toMatchObject(SUSPENDED)
    expect(await user.post('/api/offers', form)).toMatchObject(SUSPENDED)
    expect(await user.post(`/api/offers/${own.id}/activate`)).toMatchObject(SUSPENDED)
  })

  test('has no key that works, makes none, and invites no member, until the suspension ends', async () => {
    const { app } = testApp()
    const [user, friend] = [await signUp(app, 'suspect'), await signUp(app, 'friend')]
    const { key } = await createApiKey(user, ['read', 'offers', 'trades', 'release'])
    const program = apiClientWith(app, key)
    const memberId = await join(user, await signUp(app, 'member'), ['chat', 'offers'])
    const changeTo = (roles: string[]) => user.post(`/api/team/members/${memberId}/roles`, { roles })
    await suspend(user)
    expect(await changeTo(['chat', 'release'])).toMatchObject(SUSPENDED)
    expect((await changeTo(['chat'])).status).toBe(200)
    const form = await withAccount(app, user.id, { url: '/api/offers', body: OFFER })
    expect(await program('POST', '/api/offers', form)).toMatchObject(SUSPENDED)
    expect(await program('GET', '/api/trades')).toMatchObject(SUSPENDED)
    // What visitors read too is not refused.
    expect((await program('GET', '/api/offers')).status).toBe(200)
    expect(await user.post('/api/keys', { name: 'Another', scopes: ['read'], expiresInDays: null })).toMatchObject(
      SUSPENDED,
    )
    expect(await user.post('/api/team/members', { username: friend.username, roles: ['chat'] })).toMatchObject(
      SUSPENDED,
    )
    await restore(user)
    expect((await program('GET', '/api/trades')).status).toBe(200)
  })

  test.each(OF_KEYS.map(({ name, endpoint }) => [name, endpoint] as const))(
    'has no key that may call %s',
    async (_, endpoint) => {
      const reply = await everyScope(endpoint.method, addressOf(endpoint, {}), bodyFor(endpoint))
      expect(reply).toMatchObject(SUSPENDED)
    },
  )

  test('has no offer on the market, and no trade can be opened on one', async () => {
    const { app, owner } = testApp()
    const [user, taker] = [await signUp(app, 'suspect'), await signUp(app, 'taker')]
    const offers = [await postOffer(user), await postOffer(user)]
    const early = await askQuote(taker, offers[0]!.id)
    expect(await onMarket(user.id)).toHaveLength(2)
    await suspend(user)
    expect(await onMarket(user.id)).toEqual([])
    expect((await taker.get(`/api/offers?trader=${user.username}`)).body.offers).toEqual([])
    expect((await taker.get(`/api/offers/${offers[0]!.id}`)).body.status).toBe('paused')
    expect((await quote(taker, offers[1]!.id)).body.code).toBe('offer_unavailable')
    expect((await taker.post('/api/trades', { quoteId: early.id })).body.code).toBe('offer_unavailable')
    expect(await violations(owner)).toEqual([])
    await restore(user)
    expect(new Set(await onMarket(user.id))).toEqual(new Set(offers.map(({ id }) => id)))
    expect((await quote(taker, offers[1]!.id)).status).toBe(201)
    expect(await violations(owner)).toEqual([])
  })

  test('signs in and finishes open trades: pays, chats, confirms and concedes', async () => {
    const { app, owner } = testApp()
    const { seller, buyer, trade } = await tradingPair(app)
    const maker = await signUp(app, 'maker')
    const second = await openTradeBetween(buyer, (await postOffer(maker)).id)
    await suspend(seller)
    await suspend(buyer)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const said = { text: 'Paid just now', clientId: crypto.randomUUID() }
    expect((await buyer.post(`/api/trades/${trade.id}/messages`, said)).status).toBe(201)
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('completed')
    await move(buyer, second, 'cancel', 'awaiting_payment')
    expect((await buyer.get(`/api/trades/${second.id}`)).body.status).toBe('cancelled')
    // The offer has a free place again, and still does not return to the market.
    expect(await onMarket(seller.id)).toEqual([])
    expect(await violations(owner)).toEqual([])
  })

  test('acts for no team: such a session ends, and none begins', async () => {
    const { app } = testApp()
    const [boss, user] = [await signUp(app, 'boss'), await signUp(app, 'suspect')]
    await join(boss, user, ['chat'])
    const elsewhere = await signInAgain(user)
    const acting = await actFor(user, boss)
    await suspend(user)
    expect((await acting.get('/api/session')).body).toEqual({ user: null })
    expect(await elsewhere.post('/api/session/acting-for', { ownerId: boss.id })).toMatchObject(SUSPENDED)
    expect((await elsewhere.get('/api/session')).body.user.username).toBe(user.username)
    await restore(user)
    expect((await elsewhere.post('/api/session/acting-for', { ownerId: boss.id })).status).toBe(200)
  })

  test('reads the reason in the session, and no other user does', async () => {
    const { app } = testApp()
    const [user, other] = [await signUp(app, 'suspect'), await signUp(app, 'other')]
    expect((await user.get('/api/session')).body.user.suspension).toBeNull()
    await suspend(user)
    expect((await user.get('/api/session')).body.user.suspension).toEqual({ at: expect.any(String), reason: REASON })
    for (const path of [`/api/traders/${user.username}`, '/api/session'])
      expect(JSON.stringify((await other.get(path)).body)).not.toContain(REASON)
    await restore(user)
    expect((await user.get('/api/session')).body.user.suspension).toBeNull()
  })

  test('is notified by email when it begins and when it ends, with the reasons', async () => {
    const user = await signUp(testApp().app, 'suspect')
    await suspend(user)
    await restore(user)
    expect(await mailsTo(testApp().owner, user.email)).toMatchObject([
      { kind: 'account_suspended', values: { message: REASON } },
      { kind: 'account_restored', values: { message: BACK } },
    ])
  })
})

describe('a suspension', () => {
  test('is not the decision of an admin who shares or shared a team with the user', async () => {
    const user = await signUp(testApp().app, 'suspect')
    const member = await createStaffUser(testApp())
    const membershipId = await join(user, member, ['chat'])
    const decisions = async () => [
      (await suspend(user, member)).body.code,
      (await member.get(`/api/staff/users/${user.id}`)).body.refusal,
      await refusalOf(
        testApp().owner,
        `insert into audit_log (actor_id, role, action, subject, reason)
           values ('${member.id}', 'admin', 'suspend_user', '${user.id}', '${REASON}');
         insert into suspensions (audit_id, user_id) values ((select max(id) from audit_log), '${user.id}')`,
      ),
    ]
    expect(await decisions()).toEqual(['staff_conflict', 'staff_conflict', 'staff_impartial'])
    expect((await user.delete(`/api/team/members/${membershipId}`)).status).toBe(200)
    expect(await decisions()).toEqual(['staff_conflict', 'staff_conflict', 'staff_impartial'])
    expect((await suspend(user)).status).toBe(200)
  })

  test('is shown on the user’s page with its end, and in the list of suspended users meanwhile', async () => {
    const { seller: user, trade } = await tradingPair(testApp().app)
    await suspend(user)
    const page = async () => (await admin.get(`/api/staff/users/${user.id}`)).body
    expect(await page()).toMatchObject({
      username: user.username,
      openTrades: 1,
      activeOffers: 1,
      roles: [],
      refusal: null,
      suspendedAt: expect.any(String),
      suspensions: [{ by: admin.username, reason: REASON, restored: null }],
    })
    const listed = async () =>
      (await admin.get('/api/staff/users?show=suspended')).body.users.map(({ id }: { id: string }) => id)
    expect((await listed())[0]).toBe(user.id)
    await restore(user)
    expect((await page()).suspensions).toMatchObject([{ restored: { by: admin.username, reason: BACK } }])
    expect(await listed()).not.toContain(user.id)
    const { entries } = (await admin.get(`/api/staff/users/${user.id}/actions`)).body
    expect(entries).toMatchObject([
      { action: 'restore_user', reason: BACK, about: user.username, userId: user.id },
      { action: 'suspend_user', reason: REASON },
    ])
    expect((await admin.get(`/api/staff/users/${trade.id}`)).status).toBe(404)
  })

  test('happens once: of two admins one is refused, and so is the end of none', async () => {
    const [user, other] = [await signUp(testApp().app, 'suspect'), await createStaffUser(testApp())]
    expect((await restore(user)).body.code).toBe('already_done')
    const codes = (await Promise.all([suspend(user), suspend(user, other), suspend(user)])).map(({ status }) => status)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const ended = (await Promise.all([restore(user), restore(user, other)])).map(({ status }) => status)
    expect(ended.toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } = await testApp().owner.query('select count(*)::int as n from audit_log where subject = $1', [
      user.id,
    ])
    expect(rows).toEqual([{ n: 2 }])
    expect((await suspend(user)).status).toBe(200)
  })

  test('of oneself, of other staff, of a recent counterparty or of an unknown user is refused', async () => {
    const { app } = testApp()
    const { seller, buyer } = await tradingPair(app)
    const other = await createStaffUser(testApp(), 'arbiter')
    await testApp().owner.query("insert into staff_members (user_id, role) values ($1, 'admin')", [buyer.id])
    const { user: trading } = await savePasskey(testApp(), buyer)
    expect((await suspend(admin)).body.code).toBe('own_account')
    expect((await suspend(other)).body.code).toBe('staff_account')
    expect((await suspend(seller, trading)).body).toMatchObject({ code: 'staff_conflict', values: { days: 90 } })
    await suspend(seller)
    expect((await restore(seller, trading)).body.code).toBe('staff_conflict')
    expect((await suspend({ id: crypto.randomUUID() })).status).toBe(404)
    expect((await suspend(seller, admin, 'Short')).status).toBe(400)
    expect((await admin.get(`/api/staff/users/${other.id}`)).body.refusal).toBe('staff_account')
    expect((await trading.get(`/api/staff/users/${seller.id}`)).body.refusal).toBe('staff_conflict')
  })

  test('is limited to some a day, and the other admins are notified of the last', async () => {
    const { app, owner } = testApp()
    const [hasty, watching] = [await createStaffUser(testApp()), await createStaffUser(testApp())]
    const users: Caller[] = []
    for (let nr = 0; nr <= STAFF_ACTIONS.suspend_user.perDay; nr++) users.push(await signUp(app, 'suspect'))
    // A server with too much to do refuses as busy, which is no answer about the limit.
    const patiently = async (user: Caller) => {
      let reply = await suspend(user, hasty)
      while (reply.status === 503) reply = await suspend(user, hasty)
      return reply
    }
    const replies = await Promise.all(users.map(patiently))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ status: 429, body: { code: 'staff_limit', values: { limit: 20 } } })
    const limitMails = async (who: Caller) =>
      (await mailsTo(owner, who.email)).filter(({ kind }) => kind === 'staff_limit_reached')
    expect(await limitMails(watching)).toMatchObject([{ values: { name: hasty.username } }])
    expect(await limitMails(hasty)).toEqual([])
    // Another admin can continue.
    const left = users[replies.findIndex(({ status }) => status !== 200)]!
    expect((await suspend(left, watching)).status).toBe(200)
  })
})

describe('races', () => {
  test('a trade is opened before the suspension of a party, or refused', async () => {
    const { app, owner } = testApp()
    for (let round = 0; round < 12; round++) {
      const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
      const offer = await postOffer(maker)
      const { id } = await askQuote(taker, offer.id)
      const suspect = round % 2 ? maker : taker
      const suspending = round % 4 < 2 ? admin : await createStaffUser(testApp())
      const [suspended, opened] = await Promise.all([
        suspend(suspect, suspending),
        taker.post('/api/trades', { quoteId: id }),
      ])
      if (suspended.status === 429) expect(suspended.body.code).toBe('staff_limit')
      else expect(suspended.status).toBe(200)
      if (opened.status !== 201)
        expect(opened.body.code).toBe(suspect === taker ? 'account_suspended' : 'offer_unavailable')
      expect(await violations(owner)).toEqual([])
    }
  })

  test('an offer posted, activated or changed meanwhile is not on the market afterwards', async () => {
    const { app, owner } = testApp()
    for (let round = 0; round < 6; round++) {
      const by = await createStaffUser(testApp())
      const user = await signUp(app, 'suspect')
      const [paused, active] = [await postOffer(user), await postOffer(user)]
      await user.post(`/api/offers/${paused.id}/pause`)
      const form = await withAccount(app, user.id, { url: '/api/offers', body: OFFER })
      const edit = { ...(form as object), pricePercentage: '2', seenVersion: active.version, seenInventoryUsdt: '' }
      const replies = await Promise.all([
        suspend(user, by),
        user.post('/api/offers', form),
        user.post(`/api/offers/${paused.id}/activate`),
        user.post(`/api/offers/${active.id}`, edit),
      ])
      expect(replies[0].status).toBe(200)
      for (const { status } of replies) expect([200, 201, 403]).toContain(status)
      expect(await onMarket(user.id)).toEqual([])
      expect(await violations(owner)).toEqual([])
      await restore(user, by)
      expect(await violations(owner)).toEqual([])
    }
  })
})

describe('the database', () => {
  const act = (actor: string, action: string, subject: string) =>
    `insert into audit_log (actor_id, role, action, subject, reason) values ('${actor}', 'admin', '${action}', '${subject}', '${REASON}');`
  const last = '(select max(id) from audit_log)'

  test('opens no trade and activates no offer of a suspended user', async () => {
    const { app, owner } = testApp()
    const by = await createStaffUser(testApp())
    const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
    const offer = await postOffer(maker)
    const { id } = await askQuote(taker, offer.id)
    const asked = await askQuote(taker, offer.id)
    await suspend(maker, by)
    const pause = `update offers set status = 'paused' where id = '${offer.id}';`
    for (const attack of [
      opening(id),
      `insert into quotes (taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor,
         rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, expires_at)
       select taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor,
         rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, clock_timestamp() + interval '1 minute'
       from quotes where id = '${asked.id}'`,
      `${pause} update offers set status = 'active' where id = '${offer.id}'`,
      `insert into offers (owner_id, type, fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli, percentage_tenths, terms)
       values ('${maker.id}', 'buy', 'EUR', '{revolut}', '{null}', 10000, 20000, 0, 'Pay within the window')`,
    ])
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, 'users_not_suspended'])
  })

  test('suspends by the record of an admin only, once, and never staff, oneself or a counterparty', async () => {
    const { app, owner } = testApp()
    const by = await createStaffUser(testApp())
    const { seller, buyer } = await tradingPair(app)
    const user = await signUp(app, 'suspect')
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    const insert = (id: string, record = last) =>
      `insert into suspensions (audit_id, user_id) values (${record}, '${id}');`
    const trading = (await savePasskey(testApp(), buyer)).user
    const role = `insert into staff_members (user_id, role) values ('${trading.id}', 'admin');`
    const attacks: [string, string][] = [
      [`update users set suspended_at = clock_timestamp() where id = '${user.id}'`, 'users_only_by_triggers'],
      [insert(user.id, '99999'), '23502'],
      [act(by.id, 'end_sessions', user.id) + insert(user.id), 'suspensions_on_record'],
      [act(by.id, 'suspend_user', seller.id) + insert(user.id), 'suspensions_on_record'],
      [act(by.id, 'suspend_user', arbiter.id) + insert(arbiter.id), 'suspensions_not_of_staff'],
      [role + act(trading.id, 'suspend_user', seller.id) + insert(seller.id), 'staff_impartial'],
      [act(by.id, 'suspend_user', by.id) + insert(by.id), 'audit_log_not_on_oneself'],
      [
        act(by.id, 'suspend_user', user.id) + insert(user.id) + act(by.id, 'suspend_user', user.id) + insert(user.id),
        'suspensions_one_open',
      ],
    ]
    for (const [attack, constraint] of attacks)
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
    await suspend(user, by)
    const restored = `update suspensions set restored_id = ${last} where user_id = '${user.id}';`
    const after: [string, string][] = [
      [act(by.id, 'suspend_user', user.id) + restored, 'suspensions_restored_on_record'],
      [`update users set suspended_at = null where id = '${user.id}'`, 'users_only_by_triggers'],
      [`delete from suspensions where user_id = '${user.id}'`, 'suspensions_append_only'],
      [`update suspensions set reason = 'Another reason.' where user_id = '${user.id}'`, 'suspensions_append_only'],
      ['truncate suspensions', 'suspensions_append_only'],
    ]
    for (const [attack, constraint] of after)
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
  })
})
