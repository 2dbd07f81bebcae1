import { createECDH, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exportAccount } from '../../domain/api/accounts/account-data.ts'
import type { AccountExport } from '../../domain/api/accounts/account-data.ts'
import { EXPORTS_PER_DAY } from '../../domain/accounts/account-data.ts'
import { call } from '../testing/app.ts'
import { savePasskey, turnOnTotp } from '../testing/accounts/factors.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import { asOutsider } from '../testing/time-travel.ts'
import {
  OFFER,
  cookieOf,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  signUpMany,
  tradingPair,
} from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { EXPORTED_AT_A_TIME } from '../notifications/webhooks/queries.ts'

const testApp = useTestApp()

const PATH = '/api/account/export'
const WEBHOOK_URL = 'https://bot.example/sarraf'

async function exported(user: Caller): Promise<AccountExport> {
  const reply = await user.post(PATH)
  expect(reply.status).toBe(200)
  return reply.body
}

test('contains all data of the user, in the documented shape', async () => {
  const testing = testApp()
  const { app } = testing
  const { seller, buyer, offer, trade } = await tradingPair(app)
  await seller.post('/api/profile', { bio: 'Evenings', location: 'Sfax' })
  await seller.post('/api/contact', { name: 'S', email: 'other@example.org', subject: 'support', message: 'Hello' })
  await call(app, 'POST', '/api/contact', {
    body: { name: 'S', email: seller.email.toUpperCase(), subject: 'general', message: 'Signed out' },
  })
  const { key: watcher } = await keyWithWebhook(seller, 'Watcher')
  expect((await seller.post(`/api/keys/${watcher.id}/webhook/test`)).status).toBe(201)
  const gone = await postOffer(seller, { terms: 'An offer that was deleted' })
  await seller.delete(`/api/offers/${gone.id}`)
  await buyer.post(`/api/trades/${trade.id}/messages`, { text: 'Hello', clientId: crypto.randomUUID() })
  await buyer.post(`/api/trades/${trade.id}/messages/read`, { seq: 2 })
  await sendPicture(seller, trade.id)
  const { user } = await turnOnTotp(app, (await savePasskey(testing, seller)).user)

  const data = await exported(user)
  // Nothing that is not documented: what the schema does not know it would leave out.
  expect(z.parse(exportAccount.response, data)).toEqual(data)
  expect(data).toMatchObject({
    format: 'sarraf-account-export',
    version: 1,
    account: { id: seller.id },
    profile: { username: seller.username, email: seller.email, bio: 'Evenings', location: 'Sfax' },
    factors: { passkeys: [{ name: 'Phone' }], recoveryCodesLeft: 10 },
    identities: [{ provider: 'credential' }],
    apiKeys: [{ name: 'Watcher', scopes: ['read'], webhook: { url: WEBHOOK_URL } }],
    webhookDeliveries: [{ keyId: watcher.id, event: 'test', status: 'waiting', attempts: 0 }],
    contactMessages: [{ message: 'Hello' }, { message: 'Signed out' }],
    trades: [{ id: trade.id, role: 'seller', buyer: { username: buyer.username }, terms: OFFER.terms }],
  })
  expect(data.factors.totpSince).not.toBeNull()
  expect(data.sessions).toHaveLength(1)
  expect(data.signIns[0]).toMatchObject({ method: 'registration', outcome: 'signed_in' })
  expect(data.mails.map(({ kind }) => kind)).toContain('second_factor_added')
  expect(data.notifications.map(({ text }) => text)).toContain('Hello')
  expect(data.offers.map(({ id, deletedAt }) => [id, deletedAt !== null])).toEqual([
    [gone.id, true],
    [offer.id, false],
  ])
  const [{ messages, read }] = data.trades as [AccountExport['trades'][number]]
  expect(read).toEqual({ buyer: 2, seller: 0 })
  expect(messages.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'system'],
    [2, 'terms'],
    [3, 'text'],
    [4, 'image'],
  ])
  const address = messages[3]!.imageAddress!
  expect((await user.get(address)).headers['content-type']).toBe('image/webp')
})

test('is not downloaded by a link or form of another site, which uses up none of the daily exports', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (let n = 0; n <= EXPORTS_PER_DAY; n++) {
    const link = await call(app, 'GET', PATH, { cookie: amina.cookie, headers: navigation })
    expect([link.status, link.body.code, link.headers['content-disposition']]).toEqual([
      405,
      'method_not_allowed',
      undefined,
    ])
    const form = await call(app, 'POST', PATH, { cookie: amina.cookie, headers: navigation })
    expect([form.status, form.body.code]).toEqual([403, 'cross_site'])
  }
  expect((await amina.post(PATH)).status).toBe(200)
})

test('is sent as a file that no cache stores', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const { headers } = await amina.post(PATH)
  expect(headers['content-disposition']).toBe(`attachment; filename="sarraf-${amina.username}.json"`)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
})

test('contains no secrets or hashes, and of the counterparty only the username', async () => {
  const testing = testApp()
  const { app, owner } = testing
  const { seller, buyer } = await tradingPair(app)
  await buyer.post('/api/profile', { bio: 'The buyer’s own words', location: 'Monastir' })
  const { key, secret: webhookSecret } = await keyWithWebhook(seller, 'K')
  const { user, recoveryCodes, secret } = await turnOnTotp(app, seller)
  const text = JSON.stringify(await exported(user))
  const { rows } = await owner.query(
    `select s.token as secret from sessions s where user_id = $1
     union all select password from identities where user_id = $1 and password is not null
     union all select hash from api_keys where user_id = $1
     union all select hash from recovery_codes where user_id = $1
     union all select hash from devices where user_id = $1
     union all select encode(sealed, 'base64') from totps where user_id = $1
     union all select hash from one_time_tokens where user_id = $1`,
    [seller.id],
  )
  expect(rows.length).toBeGreaterThan(10)
  const hidden = [
    key.key,
    webhookSecret,
    secret,
    ...recoveryCodes,
    seller.cookie.split('=')[1],
    ...rows.map((row) => row.secret),
  ]
  for (const one of hidden) expect(text).not.toContain(one)
  for (const one of [buyer.email, 'own words', 'Monastir', buyer.id]) expect(text).not.toContain(one)
  expect(text).toContain(buyer.username)
})

test('contains no data of strangers or of an earlier owner of the email', async () => {
  const { app } = testApp()
  const { trade } = await tradingPair(app)
  const stranger = await signUp(app, 'stranger')
  await call(app, 'POST', '/api/contact', {
    body: { name: 'N', email: 'unproved@example.org', subject: 'support', message: 'Not yours' },
  })
  const data = await exported(stranger)
  const { trades, offers, contactMessages, notifications, webhookDeliveries } = data
  expect([trades, offers, contactMessages, notifications, webhookDeliveries]).toEqual([[], [], [], [], []])
  expect(JSON.stringify(data)).not.toContain(trade.id)
})

test('contains a long history completely, each trade once', async () => {
  const { app, owner } = testApp()
  const [seller, buyers] = [await signUp(app, 'seller'), await signUpMany(app, 3, 'buyer')]
  const offer = await postOffer(seller)
  const ids: string[] = []
  for (let n = 0; n < 103; n++) {
    const buyer = buyers[n % buyers.length]!
    const trade = await openTradeBetween(buyer, offer.id, '20')
    await move(seller, trade, 'cancel', 'awaiting_payment')
    ids.push(trade.id)
  }
  await owner.query(
    `with chat as (update trade_chats set last_seq = last_seq + 600 where trade_id = $1 returning last_seq - 600 as former)
     insert into messages (trade_id, seq, kind, sender_role, sender_id, body)
     select $1, former + n, 'text', 'buyer', $2, 'Message ' || n from chat, generate_series(1, 600) n order by n`,
    [ids[0], buyers[0]!.id],
  )
  const { trades } = await exported(seller)
  expect(trades.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(trades.at(-1)?.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 603 }, (_, n) => n + 1))
})

test('contains every webhook delivery once, oldest first, of which some have the same time', async () => {
  const { app, owner } = testApp()
  const amina = await signUp(app, 'amina')
  const { key } = await keyWithWebhook(amina, 'Busy')
  await asOutsider(owner, [
    `insert into webhook_deliveries (key_id, user_id, created_at)
     select '${key.id}', '${amina.id}', clock_timestamp() - make_interval(secs => 60 - n / 100 * 0.000001)
     from generate_series(1, ${2 * EXPORTED_AT_A_TIME + 10}) n`,
  ])
  const { rows } = await owner.query('select id from webhook_deliveries where user_id = $1 order by created_at, id', [
    amina.id,
  ])
  expect(rows).toHaveLength(2 * EXPORTED_AT_A_TIME + 10)
  const { webhookDeliveries } = await exported(amina)
  expect(webhookDeliveries.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(webhookDeliveries.every(({ keyId }) => keyId === key.id)).toBe(true)
})

test('needs recent authentication, and is limited per day', async () => {
  const { app, owner } = testApp()
  const amina = await signUp(app, 'amina')
  const age = (minutes: number) =>
    owner.query(
      'update sessions set reauthenticated_at = reauthenticated_at - make_interval(mins => $2) where user_id = $1',
      [amina.id, minutes],
    )
  await age(6)
  const refused = await amina.post(PATH)
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  await age(-6)
  const replies: number[] = []
  for (let n = 0; n <= EXPORTS_PER_DAY; n++) replies.push((await amina.post(PATH)).status)
  expect(replies).toEqual([...Array.from({ length: EXPORTS_PER_DAY }, () => 200), 429])
})

test('has teams, what was done in them, suspensions and browsers with push notifications, and no secret of the latter', async () => {
  const { app } = testApp()
  const [shop, member] = [await signUp(app, 'shop'), await signUp(app, 'member')]
  const offer = await postOffer(shop)
  await join(shop, member, ['offers', 'chat'])
  const acting = await actFor(member, shop)
  expect((await acting.post(`/api/offers/${offer.id}/pause`)).status).toBe(200)
  const subscription = {
    endpoint: `https://push.example/${crypto.randomUUID()}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  expect((await shop.post('/api/push', subscription)).body).toMatchObject({ endpoint: subscription.endpoint })
  const admin = await createStaffUser(testApp())
  const [reason, restoredFor] = ['False proofs of payment.', 'The proofs were genuine.']
  await admin.post(`/api/staff/users/${shop.id}/suspend`, { reason })
  await admin.post(`/api/staff/users/${shop.id}/restore`, { reason: restoredFor })

  const ofShop = await exported(shop)
  const membership = { roles: ['chat', 'offers'], acceptedAt: expect.any(String), endedAt: null }
  expect(ofShop).toMatchObject({
    suspensions: [{ reason, endedFor: restoredFor, endedAt: expect.any(String) }],
    teamMemberships: [{ ...membership, role: 'owner', username: member.username }],
    teamActs: [{ role: 'owner', username: member.username, kind: 'offer_paused', offerId: offer.id, tradeId: null }],
    pushSubscriptions: [{ service: 'push.example', subscribedAt: expect.any(String) }],
  })
  for (const secret of Object.values(subscription)) expect(JSON.stringify(ofShop)).not.toContain(secret)

  const back = await acting.post('/api/session/acting-for', { ownerId: null })
  const ofMember = (await call(app, 'POST', PATH, { cookie: cookieOf(back) })).body
  expect(ofMember).toMatchObject({
    suspensions: [],
    pushSubscriptions: [],
    teamMemberships: [{ ...membership, role: 'member', username: shop.username }],
    teamActs: [{ role: 'member', username: shop.username, kind: 'offer_paused', offerId: offer.id }],
  })
  const stranger = await exported(await signUp(app, 'stranger'))
  expect([stranger.teamMemberships, stranger.teamActs, stranger.suspensions]).toEqual([[], [], []])
})

async function keyWithWebhook(user: Caller, name: string) {
  const created = (await user.post('/api/keys', { name, scopes: ['read'], expiresInDays: 30 })).body
  const key = { id: created.keys[0].id as string, key: created.key as string }
  const { status, body } = await user.post(`/api/keys/${key.id}/webhook`, { url: WEBHOOK_URL })
  expect(status).toBe(201)
  return { key, secret: body.secret as string }
}

async function sendPicture(user: Caller, tradeId: string): Promise<void> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'x.png')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const reply = await testApp().app.inject({
    method: 'POST',
    url: `/api/trades/${tradeId}/images`,
    headers: {
      cookie: user.cookie,
      'sec-fetch-site': 'same-origin',
      'idempotency-key': crypto.randomUUID(),
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  expect(reply.statusCode).toBe(201)
}
