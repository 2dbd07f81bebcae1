/** Webhooks over HTTP: what a receiver gets, its failures, and what a thief can do with them. */
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '../../../domain/accounts/api-keys.ts'
import type { KeyScope } from '../../../domain/accounts/api-keys.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { NotificationEvent } from '../../../domain/notifications/notifications.ts'
import {
  WEBHOOK_CHANGES_PER_DAY,
  WEBHOOK_DELIVERIES_PER_DAY,
  WEBHOOK_SENDS_PER_HOUR,
} from '../../../domain/notifications/webhooks.ts'
import { inTransaction } from '../../db/pool.ts'
import { createPublicTransport, PrivateAddress, TimedOut } from '../../http/public-request.ts'
import type { PublicAnswer } from '../../http/public-request.ts'
import { purgeExpiredRows } from '../../jobs/purge-expired-rows.ts'
import { notify } from '../notify.ts'
import { createApiKey, apiClientWith } from '../../testing/accounts/api-clients.ts'
import { call } from '../../testing/app.ts'
import { ageReauthentication } from '../../testing/accounts/factors.ts'
import { lastMail, mailsTo } from '../../testing/accounts/mails.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageNotifications, ageWebhooks, asOutsider } from '../../testing/time-travel.ts'
import { linkTo, move, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { assertSigned, startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts'
import type { WebhookReceiver } from '../../testing/servers/webhook-receiver.ts'
import { deliverDueWebhooks } from './deliver-webhooks.ts'
import { dropUndeliverable } from './queue-deliveries.ts'

const testApp = useTestApp()

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver({ timeoutMs: 1500 })
})
beforeEach(() => {
  receiver.answer = () => undefined
  receiver.requests.length = 0
  receiver.received.length = 0
})
afterAll(() => receiver.close())

type Hook = { keyId: string; secret: string; path: string; at: string }

/** A key of the user with a webhook of the receiver, whose path nothing else has. */
async function withWebhook(user: Caller, scopes: readonly KeyScope[] = ['read']): Promise<Hook> {
  const { id } = await createApiKey(user, scopes)
  const path = `/${id}`
  const { status, body } = await user.post(`/api/keys/${id}/webhook`, { url: receiver.urlOf(path) })
  expect(status).toBe(201)
  return { keyId: id, secret: body.secret, path, at: `/api/keys/${id}/webhook` }
}

const deliver = () => deliverDueWebhooks(testApp().context, undefined, receiver.transport)
const notifyOf = (user: Caller, event: NotificationEvent = 'account_restored', times = 1) =>
  inTransaction(testApp().context.db, async (tx) => {
    for (let n = 0; n < times; n++) await notify(tx, { userId: user.id, event })
  })
const gotBy = ({ path }: Hook) => receiver.received.filter((got) => got.path === path)
const askedOf = ({ path }: Hook) => receiver.requests.filter((got) => got.path === path)
const listOf = async (user: Caller, { at }: Hook) => (await user.get(`${at}/deliveries`)).body.deliveries
const webhookOf = async (user: Caller, { keyId }: Hook) =>
  (await user.get('/api/keys')).body.keys.find(({ id }: { id: string }) => id === keyId)?.webhook

describe('a receiver', () => {
  test('gets what happens in a trade, signed, without names, amounts, payment details and chat texts', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    const hook = await withWebhook(seller)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const text = 'My IBAN is DE89370400440532013000'
    await buyer.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
    await deliver()
    const got = gotBy(hook)
    expect(got.map(({ event }) => event.event).toSorted()).toEqual(['message_received', 'trade_paid'])
    const { notifications } = (await seller.get('/api/notifications')).body
    for (const request of got) {
      assertSigned(request, hook.secret)
      const { id, event, isUrgent, tradeId, values, at } = notifications.find(
        (one: { id: string }) => one.id === request.event.id,
      )
      expect(request.event).toEqual({ id, event, isUrgent, tradeId, values, at })
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': id,
        'user-agent': 'Sarraf-Webhooks/1.0',
      })
      expect(Math.abs(Number(request.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
      expect(request.body).not.toMatch(new RegExp(`${buyer.username}|${seller.username}|IBAN|DE89|EUR|USDT|SEPA`, 'i'))
      expect(request.headers.cookie ?? request.headers.authorization).toBeUndefined()
    }
  })

  test('of each key of a user gets each event once, signed with its own secret', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hooks = [await withWebhook(amina), await withWebhook(amina)]
    expect(new Set(hooks.map(({ secret }) => secret)).size).toBe(2)
    await notifyOf(amina, 'account_restored', 3)
    await Promise.all([deliver(), deliver(), deliver()])
    for (const hook of hooks) {
      expect(new Set(gotBy(hook).map(({ event }) => event.id)).size).toBe(3)
      expect(gotBy(hook)).toHaveLength(3)
      for (const request of gotBy(hook)) assertSigned(request, hook.secret)
    }
    expect(() => assertSigned(gotBy(hooks[0]!)[0]!, hooks[1]!.secret)).toThrow()
  })

  test('that fails at random gets each event at least once, each with one id', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina, 'account_restored', 12)
    receiver.answer = (_, response) => {
      const status = [204, 500, 429, 302, 0][Math.floor(Math.random() * 5)]!
      if (status === 0) response.destroy()
      return status
    }
    for (let round = 0; round < 5; round++) {
      await deliver()
      await ageWebhooks(testApp().owner, amina.id, 200)
      if (round === 3) receiver.answer = () => undefined
    }
    expect(new Set(gotBy(hook).map(({ event }) => event.id)).size).toBe(12)
    expect((await listOf(amina, hook)).map(({ status }: { status: string }) => status)).toEqual(
      Array(12).fill('delivered'),
    )
    expect((await webhookOf(amina, hook)).failingSince).toBeNull()
  })

  test('gets the events of the groups that its user has turned on, also in quiet hours', async () => {
    const amina = await signUp(testApp().app, 'amina')
    expect((await amina.get('/api/notifications/settings')).body.hasWebhook).toBe(false)
    const hook = await withWebhook(amina)
    expect((await amina.get('/api/notifications/settings')).body.hasWebhook).toBe(true)
    const [from, until] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16))
    await amina.post('/api/notifications/preferences', {
      timeZone: 'UTC',
      quietHours: { from, until },
      escalationMinutes: 5,
      escalationChannels: ['push', 'email'],
    })
    await amina.post('/api/notifications/settings', { group: 'offers', channel: 'webhook', isOn: false })
    await notifyOf(amina, 'offer_expired')
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect(gotBy(hook).map(({ event }) => event.event)).toEqual(['account_restored'])
  })

  test('that hangs, and one of the same user that does not, do not hold up those of other users', async () => {
    const { app } = testApp()
    const [slow, amina] = [await signUp(app, 'slow'), await signUp(app, 'amina')]
    const [hanging, hook] = [await withWebhook(slow), await withWebhook(amina)]
    await notifyOf(slow, 'account_restored', 40)
    await notifyOf(amina, 'account_restored', 10)
    const release = Promise.withResolvers<PublicAnswer>()
    const delivering = deliverDueWebhooks(testApp().context, undefined, (sent) =>
      sent.url.endsWith(hanging.path) ? release.promise : receiver.transport(sent),
    )
    await expect.poll(() => gotBy(hook).length).toBe(10)
    // What is written meanwhile is delivered too.
    await notifyOf(amina, 'offer_expired')
    await expect.poll(() => gotBy(hook).length).toBe(11)
    release.resolve({ status: 500 })
    await delivering
    const statuses = (await listOf(slow, hanging)).map(
      ({ responseStatus }: { responseStatus: number }) => responseStatus,
    )
    expect(new Set(statuses)).toEqual(new Set([500]))
  })

  test('that never answers is given up after the time limit, and its failure is shown', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = () => new Promise<undefined>((done) => void setTimeout(done, 2500))
    await deliver()
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'waiting', failure: 'timed_out', attempts: 1 }])
    expect((await webhookOf(amina, hook)).failingSince).not.toBeNull()
  })

  test('whose answer is endless is read no further than its status', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    let written = 0
    const closed = Promise.withResolvers<void>()
    receiver.answer = (_, response) => {
      response.writeHead(200)
      const more = setInterval(() => {
        response.write(Buffer.alloc(64 * 1024))
        written += 64
      }, 1)
      response.on('close', () => {
        clearInterval(more)
        closed.resolve()
      })
      return undefined
    }
    await deliver()
    await closed.promise
    expect(written).toBeLessThan(16 * 1024)
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'delivered', responseStatus: 200 }])
  })

  test.each([
    ['a self-signed certificate', 'CERT', 'certificate'],
    ['an unknown name', 'ENOTFOUND', 'no_connection'],
    ['a private address', 'private', 'no_connection'],
  ])('with %s is a failure that says no more', async (_, code, failure) => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    const transport = {
      CERT: createPublicTransport({
        resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
        isPublic: () => true,
        port: receiver.port,
      }),
      ENOTFOUND: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
      private: () => Promise.reject(new PrivateAddress()),
    }[code]!
    await deliverDueWebhooks(testApp().context, undefined, transport)
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'waiting', failure, responseStatus: null }])
    expect(receiver.requests).toEqual([])
  })

  test('gets nothing of a redirect', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = () => 307
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'waiting', responseStatus: 307 }])
  })
})

describe('retries', () => {
  test('follow with growing delays for a day; then the delivery has failed', async () => {
    const { owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = () => 503
    const delays: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      await deliver()
      const [delivery] = await listOf(amina, hook)
      if (delivery.status !== 'waiting') break
      expect(delivery).toMatchObject({ attempts: attempt, responseStatus: 503 })
      const minutes = Math.round((Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.lastAttemptAt)) / 60_000)
      delays.push(minutes)
      await ageWebhooks(owner, amina.id, minutes)
    }
    expect(delays).toEqual([1, 5, 30, 120, 240, 480, 480])
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'failed', attempts: 8, nextAttemptAt: null }])
    await deliver()
    expect(askedOf(hook)).toHaveLength(8)
    const [first] = askedOf(hook)
    expect(new Set(askedOf(hook).map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first!.event.id]))
  })

  test.each([
    ['120', 120],
    ['a date in an hour', 3600],
    ['1', 60],
    ['soon', 60],
    ['9'.repeat(40), 24 * 3600],
  ])(
    'wait as long as Retry-After %s asks, at least for the schedule and at most for the day',
    async (header, seconds) => {
      const amina = await signUp(testApp().app, 'amina')
      const hook = await withWebhook(amina)
      await notifyOf(amina)
      receiver.answer = (_, response) => {
        const asked = header === 'a date in an hour' ? new Date(Date.now() + 3600_000).toUTCString() : header
        response.setHeader('retry-after', asked)
        return 429
      }
      await deliver()
      const [delivery] = await listOf(amina, hook)
      expect(delivery).toMatchObject({ status: 'waiting', attempts: 1, responseStatus: 429 })
      const waited = (Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.lastAttemptAt)) / 1000
      expect(Math.abs(waited - seconds)).toBeLessThan(5)
      await deliver()
      expect(askedOf(hook)).toHaveLength(1)
    },
  )

  test('that a receiver puts off end with the day, without a further attempt', async () => {
    const { owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = (_, response) => {
      response.setHeader('retry-after', 7 * 24 * 3600)
      return 503
    }
    await deliver()
    await ageWebhooks(owner, amina.id, 24 * 60)
    await deliver()
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'failed', attempts: 2, nextAttemptAt: null }])
    expect(await webhookOf(amina, hook)).toMatchObject({ pauseReason: 'failing' })
  })

  test('a webhook without a success in the day is paused, and its owner is notified once', async () => {
    const { owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina, 'account_restored', 2)
    receiver.answer = () => 500
    await deliver()
    await ageWebhooks(owner, amina.id, 20 * 60)
    await notifyOf(amina, 'offer_expired')
    await ageWebhooks(owner, amina.id, 5 * 60)
    await deliver()
    expect(await webhookOf(amina, hook)).toMatchObject({ pauseReason: 'failing', pausedAt: expect.any(String) })
    const { notifications } = (await amina.get('/api/notifications')).body
    const paused = notifications.filter(({ event }: { event: string }) => event === 'webhook_paused')
    expect(paused).toMatchObject([{ values: { name: expect.any(String), reason: 'failing' } }])
    const statuses = (await listOf(amina, hook)).map(({ status }: { status: string }) => status)
    expect(statuses.toSorted()).toEqual(['dropped', 'dropped', 'failed'])
    // Nothing is written for it any more, and what was dropped is sent by hand after it was resumed.
    await notifyOf(amina)
    await deliver()
    expect(await listOf(amina, hook)).toHaveLength(3)
    expect((await amina.post(`${hook.at}/test`)).body.code).toBe('webhook_paused')
    receiver.answer = () => undefined
    expect((await amina.post(`${hook.at}/resume`)).status).toBe(200)
    for (const { id } of await listOf(amina, hook)) await amina.post(`${hook.at}/deliveries/${id}/resend`)
    await deliver()
    expect(new Set(gotBy(hook).map(({ event }) => event.id)).size).toBe(3)
    expect(await webhookOf(amina, hook)).toMatchObject({ pauseReason: null, pausedAt: null, failingSince: null })
  })

  test('a webhook that had a success in the day is not paused when one delivery fails', async () => {
    const { owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina, 'offer_expired')
    receiver.answer = ({ event }) => (event.event === 'offer_expired' ? 500 : undefined)
    await deliver()
    await notifyOf(amina)
    await deliver()
    await ageWebhooks(owner, amina.id, 25 * 60)
    await deliver()
    expect((await listOf(amina, hook)).map(({ status }: { status: string }) => status)).toEqual(['delivered', 'failed'])
    expect((await webhookOf(amina, hook)).pausedAt).toBeNull()
  })

  test('410 pauses the webhook', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const [gone, other] = [await withWebhook(amina), await withWebhook(amina)]
    await notifyOf(amina)
    receiver.answer = ({ path }) => (path === gone.path ? 410 : undefined)
    await deliver()
    await deliver()
    expect((await webhookOf(amina, gone)).pauseReason).toBe('gone')
    expect(await listOf(amina, gone)).toMatchObject([{ status: 'dropped', responseStatus: 410 }])
    // The other webhook gets the event, too.
    expect(gotBy(other).map(({ event }) => event.event)).toEqual(['account_restored', 'webhook_paused'])
  })

  test('410 of an earlier address does not pause the webhook', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = async () => {
      await amina.post(`${hook.at}/url`, { url: receiver.urlOf('/moved') })
      return 410
    }
    await deliver()
    expect(await webhookOf(amina, hook)).toMatchObject({ pausedAt: null, failingSince: null })
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'waiting' }])
  })

  test('an owner without another channel is mailed about the pause', async () => {
    const { context, owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = () => 410
    await deliver()
    const { deliverDueEmails } = await import('../deliver-emails.ts')
    await deliverDueEmails(context)
    expect((await lastMail(owner, amina.email, 'webhook_paused')).values).toEqual({ name: expect.any(String) })
    expect(hook.secret).toMatch(/^whsec_/)
  })
})

describe('by hand', () => {
  test('a test event is signed, and no notification', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    const { status, body } = await amina.post(`${hook.at}/test`)
    expect([status, body]).toMatchObject([201, { event: 'test', status: 'waiting', tradeId: null, attempts: 0 }])
    await deliver()
    const [got] = gotBy(hook)
    assertSigned(got!, hook.secret)
    expect(got!.event).toEqual({ id: body.id, event: 'test', isUrgent: false, tradeId: null, values: {}, at: body.at })
    expect(await listOf(amina, hook)).toMatchObject([{ id: body.id, status: 'delivered', responseStatus: 204 }])
    expect((await amina.get('/api/notifications')).body.notifications).toEqual([])
  })

  test('a delivery that ended is sent again with the same id, once for one Idempotency-Key', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    await deliver()
    const [{ id }] = await listOf(amina, hook)
    const key = crypto.randomUUID()
    const answers = [
      await amina.post(`${hook.at}/deliveries/${id}/resend`, undefined, key),
      await amina.post(`${hook.at}/deliveries/${id}/resend`, undefined, key),
    ]
    expect(answers.map(({ body }) => body.status)).toEqual(['waiting', 'waiting'])
    await deliver()
    await deliver()
    expect(gotBy(hook)).toHaveLength(2)
    expect(new Set(gotBy(hook).map(({ event }) => event.id)).size).toBe(1)
    expect(await listOf(amina, hook)).toMatchObject([{ id, status: 'delivered', attempts: 1 }])
  })

  test('are a limited number in an hour', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    for (let n = 0; n < WEBHOOK_SENDS_PER_HOUR; n++) expect((await amina.post(`${hook.at}/test`)).status).toBe(201)
    expect((await amina.post(`${hook.at}/test`)).body.code).toBe('rate_limited')
  })

  test('the deliveries are listed newest first, in pages, and purged after 30 days', async () => {
    const { context, owner, app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina, 'account_restored', 35)
    await deliver()
    const first = (await amina.get(`${hook.at}/deliveries`)).body
    const second = (await amina.get(`${hook.at}/deliveries?before=${first.nextCursor}`)).body
    expect([first.deliveries.length, second.deliveries.length, second.nextCursor]).toEqual([30, 5, null])
    const ids = [...first.deliveries, ...second.deliveries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(35)
    await ageWebhooks(owner, amina.id, 31 * 24 * 60)
    await purgeExpiredRows(context.db)
    expect(await listOf(amina, hook)).toEqual([])
  })
})

describe('the address', () => {
  test('is set with recent authentication and a verified email, and reported by an email whose link removes the key', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const { id } = await createApiKey(amina, ['read'])
    const set = () => amina.post(`/api/keys/${id}/webhook`, { url: 'https://bot.example/a' })
    await ageReauthentication(owner, amina)
    expect((await set()).body.code).toBe('reauthentication_required')
    const fresh = await signUp(app, 'fresh')
    const hook = await withWebhook(fresh)
    const { values } = await lastMail(owner, fresh.email, 'webhook_set')
    expect(values).toMatchObject({ name: expect.any(String), link: expect.any(String) })
    const token = await linkTo(app, fresh.email, 'webhook_set')
    expect((await call(app, 'POST', '/api/additions/remove', { body: { token } })).status).toBe(200)
    const { rows } = await owner.query('select from webhooks where key_id = $1', [hook.keyId])
    expect(rows).toEqual([])
  })

  test('is changed with recent authentication, which is reported, resumes it and redirects what waits', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = () => 500
    await deliver()
    receiver.answer = () => undefined
    const url = receiver.urlOf('/moved')
    const { status, body } = await amina.post(`${hook.at}/url`, { url })
    expect([status, body.keys[0].webhook]).toMatchObject([200, { url, failingSince: null, pausedAt: null }])
    await ageWebhooks(owner, amina.id, 2)
    await deliver()
    const moved = receiver.received.filter(({ path }) => path === '/moved')
    expect(moved).toHaveLength(1)
    assertSigned(moved[0]!, hook.secret)
    expect((await mailsTo(owner, amina.email)).filter(({ kind }) => kind === 'webhook_set')).toHaveLength(2)
    await ageReauthentication(owner, amina)
    expect((await amina.post(`${hook.at}/url`, { url })).body.code).toBe('reauthentication_required')
  })

  test('is set and changed a limited number of times a day, since each is mailed', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    const change = () => amina.post(`${hook.at}/url`, { url: 'https://bot.example/b' })
    for (let n = 1; n < WEBHOOK_CHANGES_PER_DAY; n++) expect((await change()).status).toBe(200)
    expect((await change()).body.code).toBe('rate_limited')
  })

  test.each([
    'http://bot.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://10.0.0.1/a',
    'https://0x7f000001/a',
    'https://2130706433/a',
    'https://0177.0.0.1/a',
    'https://localhost/a',
    'https://localhost./a',
    'https://metadata.google.internal/computeMetadata/v1',
    'https://printer.local/a',
    'https://bot.example:8443/a',
    'https://bot.example:22/a',
    'https://user:password@bot.example/a',
    'https://bot.example/a#fragment',
    'ftp://bot.example/a',
    'javascript:alert(1)',
    'not an address',
    `https://bot.example/${'a'.repeat(1000)}`,
  ])('%s is refused', async (url) => {
    const amina = await signUp(testApp().app, 'amina')
    const { id } = await createApiKey(amina, ['read'])
    const { status, body } = await amina.post(`/api/keys/${id}/webhook`, { url })
    expect([status, body.field]).toEqual([400, 'url'])
  })

  test.each([
    [' https://Bot.Example ', 'https://bot.example/'],
    ['https://bot.example:443/a?key=1', 'https://bot.example/a?key=1'],
    ['https://bücher.example/a b', 'https://xn--bcher-kva.example/a%20b'],
  ])('%s is stored as %s', async (url, stored) => {
    const amina = await signUp(testApp().app, 'amina')
    const { id } = await createApiKey(amina, ['read'])
    const { body } = await amina.post(`/api/keys/${id}/webhook`, { url })
    expect(body.keys[0].webhook.url).toBe(stored)
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '224.0.0.1',
  ])('a name that resolves to %s is not called, also beside a public address', async (address) => {
    const family = address.includes(':') ? 6 : 4
    const reachable = { address: '203.0.113.9', family: 4 }
    for (const addresses of [[{ address, family }], [reachable, { address, family }]]) {
      const transport = createPublicTransport({ resolve: (_name, done) => done(null, addresses) })
      const sent = { url: 'https://bot.example/', headers: {}, body: Buffer.alloc(0) }
      await expect(transport(sent)).rejects.toBeInstanceOf(PrivateAddress)
    }
  })

  test('a name whose name server never answers is given up, and holds up no other', async () => {
    const server = await startNameServer((label) => (label === 'silent' ? undefined : '127.0.0.1'))
    const transport = createPublicTransport({
      nameServers: [server.address],
      isPublic: () => true,
      port: receiver.port,
      ca: receiver.certificate,
      timeoutMs: 1500,
    })
    const post = async (url: string) => (await transport({ url, headers: {}, body: Buffer.from('{}') })).status
    let ended = 0
    // More than the threads that the process has for lookups.
    const silent = Array.from({ length: 12 }, () => post('https://silent.example/').finally(() => ended++))
    const given = Promise.allSettled(silent)
    expect([await post(receiver.urlOf('/')), ended]).toEqual([204, 0])
    for (const { reason } of (await given) as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(TimedOut)
    server.close()
  })

  test('a name is resolved once for a request, and the connection goes to the address that was checked', async () => {
    const checked: string[] = []
    let resolved = 0
    const transport = createPublicTransport({
      // Another address each time, as in DNS rebinding.
      resolve: (_name, done) => done(null, [{ address: resolved++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
      isPublic: (address) => Boolean(checked.push(address)) && address === '127.0.0.1',
      port: receiver.port,
      ca: receiver.certificate,
    })
    const body = Buffer.from(JSON.stringify({ id: 'x' }))
    expect(await transport({ url: receiver.urlOf('/'), headers: {}, body })).toMatchObject({ status: 204 })
    expect([resolved, checked]).toEqual([1, ['127.0.0.1']])
  })
})

describe('a webhook', () => {
  test('belongs to a valid key that may read, and is one of the key', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const create = async (id: string) =>
      (await amina.post(`/api/keys/${id}/webhook`, { url: 'https://bot.example/a' })).body.code
    const { id: writing } = await createApiKey(amina, ['offers', 'trades'])
    expect(await create(writing)).toBe('webhook_key_unfit')
    const { id: expired } = await createApiKey(amina, ['read'], 30)
    await asOutsider(owner, [`update api_keys set expires_at = clock_timestamp() where id = '${expired}'`])
    expect(await create(expired)).toBe('webhook_key_unfit')
    const hook = await withWebhook(amina)
    expect(await create(hook.keyId)).toBe('webhook_exists')
  })

  test('is one of a limited number of its user', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hooks: Hook[] = []
    for (let n = 0; n < LIMITS.webhooks; n++) hooks.push(await withWebhook(amina))
    const { id } = await createApiKey(amina, ['read'])
    const create = () => amina.post(`/api/keys/${id}/webhook`, { url: 'https://bot.example/a' })
    expect((await create()).body).toMatchObject({ code: 'webhooks_limit', values: { limit: LIMITS.webhooks } })
    await amina.delete(hooks[0]!.at)
    expect((await create()).status).toBe(201)
  })

  test('is sent a limited number of events in a day, together with those of the same user', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const hooks = [await withWebhook(amina), await withWebhook(amina)]
    await owner.query(
      `insert into webhook_deliveries (key_id, user_id, outcome, ended_at)
       select $1, $2, 'delivered', clock_timestamp() from generate_series(1, $3)`,
      [hooks[0]!.keyId, amina.id, WEBHOOK_DELIVERIES_PER_DAY - 3],
    )
    await notifyOf(amina, 'account_restored', 4)
    await deliver()
    // Deliveries of other tests may be due again.
    const got = () => hooks.flatMap(gotBy)
    expect(got()).toHaveLength(3)
    await ageWebhooks(owner, amina.id, 25 * 60)
    await notifyOf(amina)
    await deliver()
    const [newest, ...others] = new Set(hooks.map((hook) => gotBy(hook).at(-1)!.event.id))
    expect([newest, others]).toEqual([got().at(-1)!.event.id, []])
    expect(got()).toHaveLength(5)
  })

  test('shows its secret once, and the database does not have it', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const random = hook.secret.slice(6)
    const { rows } = await owner.query(
      `select w::text || encode(w.sealed, 'escape') as whole from webhooks w where key_id = $1
       union all select coalesce(answer::text, '') from commands where actor_id = $2`,
      [hook.keyId, amina.id],
    )
    for (const { whole } of rows) expect(whole).not.toContain(random)
    const listed = JSON.stringify([(await amina.get('/api/keys')).body, (await amina.post('/api/account/export')).body])
    expect(listed).not.toContain(random)
    expect(listed).toContain(receiver.urlOf(hook.path))
  })

  test('of another user is not found, and no API key and no visitor sets, reads or sends one', async () => {
    const { app } = testApp()
    const [amina, thief] = [await signUp(app, 'amina'), await signUp(app, 'thief')]
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    await deliver()
    const [{ id }] = await listOf(amina, hook)
    const url = 'https://thief.example/'
    const calls: ['GET' | 'POST' | 'DELETE', string, object?][] = [
      ['POST', hook.at, { url }],
      ['POST', `${hook.at}/url`, { url }],
      ['POST', `${hook.at}/resume`],
      ['POST', `${hook.at}/test`],
      ['GET', `${hook.at}/deliveries`],
      ['POST', `${hook.at}/deliveries/${id}/resend`],
      ['DELETE', hook.at],
    ]
    const program = apiClientWith(app, (await createApiKey(amina, KEY_SCOPES)).key)
    for (const [method, path, body] of calls) {
      const stranger = await call(app, method, path, { cookie: thief.cookie, ...(body && { body }) })
      expect([path, stranger.status, stranger.body.code]).toEqual([path, 404, 'not_found'])
      expect([path, (await program(method, path, body)).body.code]).toEqual([path, 'key_not_allowed'])
      const visitor = await call(app, method, path, body ? { body } : {})
      expect([path, visitor.body.code]).toEqual([path, 'signed_out'])
    }
    // A delivery is found under its own webhook only.
    const own = await withWebhook(thief)
    expect((await thief.post(`${own.at}/deliveries/${id}/resend`)).body.code).toBe('not_found')
    expect(await webhookOf(amina, hook)).toMatchObject({ url: receiver.urlOf(hook.path), pausedAt: null })
  })

  test('ends with its key, and with the account', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const [first, second] = [await withWebhook(amina), await withWebhook(amina)]
    await notifyOf(amina)
    await amina.delete(`/api/keys/${first.keyId}`)
    await deliver()
    expect([gotBy(first).length, gotBy(second).length]).toEqual([0, 1])
    await notifyOf(amina)
    await amina.post('/api/account/delete', { username: amina.username })
    await deliver()
    expect(gotBy(second)).toHaveLength(1)
    const { rows } = await owner.query('select from webhooks where user_id = $1', [amina.id])
    expect(rows).toEqual([])
  })

  test('is sent nothing more when its key has expired', async () => {
    const { app, owner, context } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    receiver.answer = () => 500
    await deliver()
    await asOutsider(owner, [`update api_keys set expires_at = clock_timestamp() where id = '${hook.keyId}'`])
    await ageWebhooks(owner, amina.id, 2)
    await notifyOf(amina)
    await deliver()
    expect(askedOf(hook)).toHaveLength(1)
    await dropUndeliverable(context.db)
    expect(await listOf(amina, hook)).toMatchObject([{ status: 'dropped' }])
    const [delivery] = await listOf(amina, hook)
    for (const path of ['test', `deliveries/${delivery!.id}/resend`]) {
      expect((await amina.post(`/api/keys/${hook.keyId}/webhook/${path}`)).body.code).toBe('webhook_key_unfit')
    }
  })

  test('ends when the account is recovered, since an attacker may have set it', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const hook = await withWebhook(amina)
    await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
    const token = await linkTo(app, amina.email, 'reset_password')
    await call(app, 'POST', '/api/reset-password', { body: { token, newPassword: 'quite another battery' } })
    await notifyOf(amina)
    await deliver()
    expect(askedOf(hook)).toEqual([])
  })

  test('that was removed is sent nothing, and its deliveries are gone', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const hook = await withWebhook(amina)
    await notifyOf(amina)
    expect((await amina.delete(hook.at)).body.keys[0].webhook).toBeNull()
    await deliver()
    expect(askedOf(hook)).toEqual([])
    expect((await amina.get(`${hook.at}/deliveries`)).body.code).toBe('not_found')
    await ageNotifications(testApp().owner, amina.id, 1)
    expect((await amina.post(hook.at, { url: receiver.urlOf(hook.path) })).status).toBe(201)
    await deliver()
    expect(askedOf(hook)).toEqual([])
  })
})

/** Answers questions for IPv4 addresses; undefined: never. A name has none of IPv6. */
async function startNameServer(addressOf: (firstLabel: string) => string | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const found = addressOf(question.subarray(13, 13 + question[12]!).toString())
    if (!found) return
    const end = question.indexOf(0, 12) + 5
    const hasAnswer = question.readUInt16BE(end - 4) === 1
    const head = Buffer.from([question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, hasAnswer ? 1 : 0, 0, 0, 0, 0])
    const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found.split('.').map(Number)]
    socket.send(Buffer.concat([head, question.subarray(12, end), Buffer.from(hasAnswer ? answer : [])]), port, address)
  })
  await new Promise<void>((done) => void socket.bind(0, '127.0.0.1', done))
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
