/** Push notifications: what a browser of the test decrypts, failures of its push service, and attacks by subscriptions. */
import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/pool.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { NotificationEvent } from '../../../domain/notifications/notifications.ts'
import { NOTIFICATION_EVENTS } from '../../../domain/notifications/notifications.ts'
import { deliverDueEmails } from '../deliver-emails.ts'
import { escalateNotifications } from '../escalate.ts'
import { notify } from '../notify.ts'
import { moveDueTrades } from '../../jobs/worker.ts'
import { pushTitle } from '../../mail/push-texts.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { call } from '../../testing/app.ts'
import { startPushService, verifyVapid } from '../../testing/servers/push-service.ts'
import type { PushService } from '../../testing/servers/push-service.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageNotifications, ageTrade, asOutsider } from '../../testing/time-travel.ts'
import { cookieOf, move, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { deliverDuePushes } from './deliver-pushes.ts'
import { createPublicTransport, PrivateAddress } from '../../http/public-request.ts'
import type { PublicAnswer, PublicTransport } from '../../http/public-request.ts'

const testApp = useTestApp()
let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.answer = () => undefined
  service.requests.length = 0
  service.bodies.length = 0
})

const deliver = () => deliverDuePushes(testApp().context, undefined, service.transport)
const notifyOf = (user: Caller, event: NotificationEvent) =>
  inTransaction(testApp().context.db, (tx) => notify(tx, { userId: user.id, event }))
async function subscribed(user: Caller) {
  const browser = service.newBrowser()
  expect((await user.post('/api/push', browser.subscription)).body).toMatchObject({
    endpoint: browser.subscription.endpoint,
  })
  return browser
}
/** Signs the user in with another browser. */
async function signInAgain(user: Caller): Promise<Caller> {
  const { app } = testApp()
  const { email, password } = user
  const cookie = cookieOf(await call(app, 'POST', '/api/sign-in', { body: { email, password } }))
  return {
    ...user,
    cookie,
    get: (url) => call(app, 'GET', url, { cookie }),
    post: (url, body) => call(app, 'POST', url, { cookie, body }),
    delete: (url) => call(app, 'DELETE', url, { cookie }),
  }
}
async function outcomesOf(user: Caller) {
  const { rows } = await testApp().owner.query(
    `select coalesce(outcome, 'due') as outcome, attempts, last_error as error from notification_deliveries
     where user_id = $1 and channel = 'push' order by created_at`,
    [user.id],
  )
  return rows
}

describe('delivery', () => {
  test('a browser decrypts the kind and the link in the language of its user, without names and amounts', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await testApp().owner.query("update accounts set language = 'fr' where user_id = $1", [seller.id])
    const browser = await subscribed(seller)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await deliver()
    expect(browser.received).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'L’acheteur indique avoir payé',
        path: `/fr/trade/${trade.id}`,
        language: 'fr',
        direction: 'ltr',
      },
    ])
    expect(JSON.stringify(browser.received)).not.toMatch(
      new RegExp(`${buyer.username}|${seller.username}|EUR|USDT|SEPA`),
    )
    expect(service.bodies[0]!.includes(trade.id)).toBe(false)
    const { publicKey } = (await seller.get('/api/push')).body
    await verifyVapid(service.requests[0]!.authorization, publicKey)
    expect(service.requests[0]).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    expect(await outcomesOf(seller)).toMatchObject([{ outcome: 'delivered', attempts: 1 }])
    const { rows } = await testApp().owner.query(
      'select last_success_at is not null as "isKnown" from push_subscriptions where user_id = $1',
      [seller.id],
    )
    expect(rows).toEqual([{ isKnown: true }])
  })

  test('is kept by the push service until the deadline, and a day without one', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    await subscribed(seller)
    await notifyOf(seller, 'account_restored')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 23 * 60)
    await deliver()
    const [aDay, anHour] = service.requests.map(({ ttl }) => Number(ttl)).toSorted((a, b) => b - a)
    expect(aDay).toBe(24 * 3600)
    expect(anHour).toBeGreaterThan(58 * 60)
    expect(anHour).toBeLessThanOrEqual(3600)
  })

  test('is dropped once the other party or the time has moved the trade past it; an email about what the user did is sent', async () => {
    const { app, context, owner } = testApp()
    const outcomes = async (user: Caller) => {
      const { rows } = await owner.query(
        `select n.event, d.channel, d.outcome from notification_deliveries d join notifications n on n.id = d.notification_id
         where d.user_id = $1 order by n.at, d.channel`,
        [user.id],
      )
      return rows.map(({ event, channel, outcome }) => `${event} ${channel} ${outcome}`)
    }
    const deliverAll = async () => {
      await deliver()
      await deliverDueEmails(context)
    }
    // Withdrawn by the buyer: the mark is no longer news for the seller.
    const withdrawn = await tradingPair(app)
    await deliverAll()
    const browser = await subscribed(withdrawn.seller)
    expect((await move(withdrawn.buyer, withdrawn.trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
    expect((await move(withdrawn.buyer, withdrawn.trade, 'withdraw-payment-mark', 'payment_sent')).status).toBe(200)
    await deliverAll()
    expect((await outcomes(withdrawn.seller)).slice(-4)).toEqual([
      'trade_paid email dropped',
      'trade_paid push dropped',
      'trade_payment_mark_withdrawn email delivered',
      'trade_payment_mark_withdrawn push delivered',
    ])
    expect(browser.received).toHaveLength(1)
    // Confirmed by the seller, perhaps by a stolen session: the email is sent.
    const confirmed = await tradingPair(app)
    await deliverAll()
    await move(confirmed.buyer, confirmed.trade, 'mark-paid', 'awaiting_payment')
    expect((await move(confirmed.seller, confirmed.trade, 'confirm-receipt', 'payment_sent')).status).toBe(200)
    await deliverAll()
    expect(await outcomes(confirmed.seller)).toContain('trade_paid email delivered')
    // The window has passed.
    const late = await tradingPair(app)
    await ageTrade(owner, late.trade.id, 24 * 60)
    await deliverAll()
    expect(await outcomes(late.seller)).toEqual(['trade_opened email dropped'])
    await moveDueTrades(context)
  })

  test.each(Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[])(
    '%s has a title without a placeholder',
    async (event) => {
      const { catalogues } = testApp().context.mail
      const titles = (['en', 'fr', 'ar'] as const).map((language) => pushTitle(catalogues, language, event))
      expect(titles.join(' ')).not.toMatch(/[{}]/)
      expect(new Set(titles).size).toBe(3)
    },
  )

  test('a push service that fails at random gets each notification at least once, and each browser one id once', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const browsers = [await subscribed(amina), await subscribed(await signInAgain(amina))]
    for (let n = 0; n < 10; n++) await notifyOf(amina, 'account_restored')
    service.answer = () => [undefined, 500, 429, 503][Math.floor(Math.random() * 4)]
    for (let round = 0; round < 4; round++) {
      await deliver()
      await ageNotifications(testApp().owner, amina.id, 500)
      if (round === 2) service.answer = () => undefined
    }
    expect((await outcomesOf(amina)).map(({ outcome }) => outcome)).toEqual(Array(10).fill('delivered'))
    for (const { received } of browsers) expect(new Set(received.map(({ id }) => id)).size).toBe(10)
  })

  test('a failure is retried after a delay, and ends in a day', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await subscribed(amina)
    await notifyOf(amina, 'account_restored')
    service.answer = () => 500
    await deliver()
    await deliver()
    expect(await outcomesOf(amina)).toEqual([{ outcome: 'due', attempts: 1, error: 'status 500' }])
    await ageNotifications(testApp().owner, amina.id, 25 * 60)
    await deliver()
    expect(await outcomesOf(amina)).toEqual([{ outcome: 'failed', attempts: 2, error: 'status 500' }])
  })

  test.each([404, 410])('a subscription that the push service answers with %i is removed', async (status) => {
    const amina = await signUp(testApp().app, 'amina')
    await subscribed(amina)
    await notifyOf(amina, 'account_restored')
    service.answer = () => status
    await deliver()
    expect((await amina.get('/api/push')).body.endpoint).toBeNull()
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'dropped' }])
    await notifyOf(amina, 'account_restored')
    expect(await outcomesOf(amina)).toHaveLength(1)
  })

  test('a push service that hangs does not hold up the notifications of other users', async () => {
    const { app, context } = testApp()
    const [slow, amina] = [await signUp(app, 'slow'), await signUp(app, 'amina')]
    const [hanging, browser] = [await subscribed(slow), await subscribed(amina)]
    await notifyOf(slow, 'account_restored')
    for (let n = 0; n < 25; n++) await notifyOf(amina, 'account_restored')
    const release = Promise.withResolvers<PublicAnswer>()
    const transport: PublicTransport = (pushed) =>
      pushed.url === hanging.subscription.endpoint ? release.promise : service.transport(pushed)
    const delivering = deliverDuePushes(context, undefined, transport)
    await expect.poll(() => browser.received.length).toBe(25)
    release.resolve({ status: 500 })
    await delivering
    expect(await outcomesOf(slow)).toMatchObject([{ outcome: 'due', error: 'status 500' }])
  })

  test('an urgent notification that is not seen goes to push although its setting is off', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const browser = await subscribed(amina)
    await amina.post('/api/notifications/settings', { group: 'trades', channel: 'push', isOn: false })
    await notifyOf(amina, 'trade_paid')
    await deliver()
    expect(browser.received).toEqual([])
    await ageNotifications(testApp().owner, amina.id, 6)
    await escalateNotifications(testApp().context.db)
    await deliver()
    expect(browser.received).toMatchObject([{ path: '/dashboard?tab=alerts' }])
  })
})

describe('attacks', () => {
  test.each([
    'http://push.example/send/1',
    'https://127.0.0.1/send/1',
    'https://[::1]/send/1',
    'https://10.0.0.1/send/1',
    'https://0x7f000001/send/1',
    'https://2130706433/send/1',
    'https://localhost/send/1',
    'https://metadata.google.internal/computeMetadata/v1',
    'https://printer.local/send/1',
    'https://push.example:8443/send/1',
    'https://user:password@push.example/send/1',
    'https://push.example',
    'ftp://push.example/send/1',
    'not an address',
    `https://push.example/${'a'.repeat(1000)}`,
  ])('%s is refused', async (endpoint) => {
    const amina = await signUp(testApp().app, 'amina')
    const { subscription } = service.newBrowser()
    const { status, body } = await amina.post('/api/push', { ...subscription, endpoint })
    expect([status, body.field]).toEqual([400, 'endpoint'])
  })

  const onCurve = createECDH('prime256v1').generateKeys()
  const offCurve = Buffer.from(onCurve).fill(onCurve[64]! ^ 1, 64)
  test.each([
    ['a key off the curve', 'p256dh', offCurve],
    ['a key of zeros', 'p256dh', Buffer.alloc(65)],
    ['a key in the hybrid form', 'p256dh', Buffer.from(onCurve).fill(6 + (onCurve[64]! & 1), 0, 1)],
    ['a compressed key', 'p256dh', Buffer.alloc(33, 2)],
    ['a short secret', 'auth', Buffer.alloc(15)],
    ['a long secret', 'auth', Buffer.alloc(17)],
  ])('%s is refused', async (_, field, bytes) => {
    const amina = await signUp(testApp().app, 'amina')
    const { subscription } = service.newBrowser()
    const { status, body } = await amina.post('/api/push', { ...subscription, [field]: bytes.toString('base64url') })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field])
    expect((await amina.get('/api/push')).body.endpoint).toBeNull()
  })

  test('a stored key with which messages cannot be encrypted is removed, and the user’s other browser gets each once', async () => {
    const { app, context, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const broken = await subscribed(amina)
    const browser = await subscribed(await signInAgain(amina))
    await owner.query('update push_subscriptions set p256dh = $1 where endpoint = $2', [
      offCurve.toString('base64url'),
      broken.subscription.endpoint,
    ])
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect([broken.received.length, browser.received.length]).toEqual([0, 1])
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'delivered', attempts: 1 }])
    expect((await amina.get('/api/push')).body.endpoint).toBeNull()
    // A fault of the server's own settings removes no subscription.
    await notifyOf(amina, 'account_restored')
    const config = { ...context.config, publicUrl: 'https://' }
    await deliverDuePushes({ ...context, config }, undefined, service.transport)
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'delivered' }, { outcome: 'due', error: 'not sent' }])
    await ageNotifications(owner, amina.id, 500)
    await deliver()
    expect(browser.received).toHaveLength(2)
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    '64:ff9b::a00:1',
    '224.0.0.1',
  ])('a name that resolves to %s is not called, also beside a public address', async (address) => {
    const reachable = { address: '203.0.113.9', family: 4 }
    const family = address.includes(':') ? 6 : 4
    for (const addresses of [[{ address, family }], [reachable, { address, family }]]) {
      const transport = createPublicTransport({ resolve: (_name, done) => done(null, addresses) })
      const request = { url: 'https://push.example/', headers: {}, body: Buffer.alloc(0) }
      await expect(transport(request)).rejects.toBeInstanceOf(PrivateAddress)
    }
  })

  test('the subscription of a private name is removed, and an address in place of a name is not called', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await subscribed(amina)
    await notifyOf(amina, 'account_restored')
    const transport = createPublicTransport({
      resolve: (_name, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
    })
    await deliverDuePushes(testApp().context, undefined, transport)
    expect((await amina.get('/api/push')).body.endpoint).toBeNull()
    const request = { url: 'https://127.0.0.1/', headers: {}, body: Buffer.alloc(0) }
    await expect(createPublicTransport()(request)).rejects.toBeInstanceOf(PrivateAddress)
  })

  test('a redirect is not followed', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await subscribed(amina)
    await notifyOf(amina, 'account_restored')
    service.answer = () => 307
    await deliver()
    expect(service.requests).toHaveLength(1)
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'due', error: 'status 307' }])
  })

  test('another user’s endpoint is refused, and the other user keeps the subscription', async () => {
    const [amina, thief] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'thief')]
    const browser = await subscribed(amina)
    const { auth } = service.newBrowser().subscription
    for (const taken of [browser.subscription, { ...browser.subscription, auth }]) {
      const { status, body } = await thief.post('/api/push', taken)
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'endpoint'])
    }
    await thief.delete('/api/push')
    expect((await thief.get('/api/push')).body.endpoint).toBeNull()
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect(browser.received).toHaveLength(1)
  })

  test('a subscription ends with its session: by sign-out, and when the owner ends a thief’s session', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const thief = await signInAgain(amina)
    const [own, stolen] = [await subscribed(amina), await subscribed(thief)]
    const { rows } = await testApp().owner.query(
      'select session_id as id from push_subscriptions where endpoint = $1',
      [stolen.subscription.endpoint],
    )
    await testApp().owner.query('delete from sessions where id = $1', [rows[0].id])
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect([own.received.length, stolen.received.length]).toEqual([1, 0])
    await amina.post('/api/sign-out')
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect(own.received).toHaveLength(1)
  })

  test('an expired session gets nothing before it is purged', async () => {
    const { owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const browser = await subscribed(amina)
    await notifyOf(amina, 'account_restored')
    await asOutsider(owner, [`update sessions set expires_at = clock_timestamp() where user_id = '${amina.id}'`])
    await deliver()
    expect(browser.received).toEqual([])
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'dropped' }])
  })

  test('a subscription in the name of another user is refused by the database', async () => {
    const { owner, app } = testApp()
    const [amina, thief] = [await signUp(app, 'amina'), await signUp(app, 'thief')]
    await subscribed(amina)
    const attack = `insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, public_key)
      select s.id, '${amina.id}', 'https://push.example/x', repeat('a', 87), repeat('a', 22), k.public_key
      from sessions s, vapid_keys k where s.user_id = '${thief.id}'`
    expect(await refusalOf(owner, attack)).toBe('push_subscriptions_session')
    const other = `update push_subscriptions set endpoint = 'https://10.0.0.1/x' where user_id = '${amina.id}'`
    expect(await refusalOf(owner, other)).toBe('push_subscriptions_endpoint')
  })

  test('a user has a limited number of subscriptions: a further browser replaces the one that was added first', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const browsers = [await subscribed(amina)]
    for (let n = 0; n < LIMITS.push_subscriptions; n++) browsers.push(await subscribed(await signInAgain(amina)))
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect(browsers.map(({ received }) => received.length)).toEqual([0, ...Array(LIMITS.push_subscriptions).fill(1)])
  })

  test('a session has one subscription: the last', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const [first, second] = [await subscribed(amina), await subscribed(amina)]
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect([first.received.length, second.received.length]).toEqual([0, 1])
  })
})
