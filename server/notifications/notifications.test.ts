/** The list of notifications over HTTP: what is in it, what counts as unread, who may mark it. */
import { describe, expect, test } from 'vitest'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { UNREAD_CAP } from '../../domain/limits.ts'
import { LISTED } from '../../domain/limits.ts'
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import type { NotificationEvent } from '../../domain/notifications/notifications.ts'
import { inTransaction } from '../db/pool.ts'
import { expireOffers } from '../offers/expire-offers.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import { call } from '../testing/app.ts'
import { STATEMENT, disputeMove, paidTrade } from '../testing/disputes.ts'
import { holdTransactions } from '../testing/lock-waits.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageOffer, ageTrade } from '../testing/time-travel.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { notify } from './notify.ts'

const testApp = useTestApp()

const listOf = async (user: Caller, query = ''): Promise<Notification[]> =>
  (await user.get(`/api/notifications${query}`)).body.notifications
const unreadOf = async (user: Caller) => (await user.get('/api/notifications/unread')).body.unread
const say = (user: Caller, tradeId: string, text: string) =>
  user.post(`/api/trades/${tradeId}/messages`, { text, clientId: crypto.randomUUID() })
const notifyOf = (user: Caller, event: NotificationEvent, times = 1) =>
  inTransaction(testApp().context.db, async (tx) => {
    for (let n = 0; n < times; n++) await notify(tx, { userId: user.id, event })
  })

describe('the list', () => {
  test('has what the other party did, and not what the user did', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await say(buyer, trade.id, 'Hello, which account?')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    const common = { tradeId: trade.id, isUnread: true, username: buyer.username }
    expect(await listOf(seller)).toMatchObject([
      { ...common, event: 'trade_paid', isUrgent: true },
      { ...common, event: 'message_received', isUrgent: false, sender: 'buyer', text: 'Hello, which account?' },
      { ...common, event: 'trade_opened', sender: null, text: '' },
    ])
    expect(await listOf(buyer)).toMatchObject([{ event: 'trade_completed', username: seller.username }])
    expect([await unreadOf(seller), await unreadOf(buyer)]).toEqual([3, 1])
    expect(await listOf(await signUp(testApp().app, 'stranger'))).toEqual([])
  })

  test('has one notification for the messages of a trade until it is read', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await Promise.all(['One', 'Two', 'Three'].map((text) => say(buyer, trade.id, text)))
    await say(seller, trade.id, 'Four')
    const messages = async () => (await listOf(seller)).filter(({ event }) => event === 'message_received')
    const [first, ...others] = await messages()
    expect(others).toEqual([])
    await seller.post('/api/notifications/read', { ids: [first!.id] })
    await say(buyer, trade.id, 'Five')
    expect(await messages()).toMatchObject([{ text: 'Five', isUnread: true }, { isUnread: false }])
  })

  test('asks for the statement of the party that has not submitted one', async () => {
    const { seller, buyer, trade } = await paidTrade(testApp())
    await ageTrade(testApp().owner, trade.id, 25 * 60)
    await moveDueTrades(testApp().context)
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    expect(await listOf(seller)).toMatchObject([
      { event: 'statement_wanted' },
      { event: 'dispute_opened_by_system' },
      {},
      {},
    ])
    await disputeMove(seller, trade, 'statement', { statement: STATEMENT })
    expect((await listOf(buyer)).map(({ event }) => event)).not.toContain('statement_wanted')
  })

  test('has an offer that sold out, once until it is read, and one that expired', async () => {
    const { app, owner, context } = testApp()
    const seller = await signUp(app, 'seller')
    const offer = await postOffer(seller, { minAmount: '150', maxAmount: '300', availableUsdt: '200' })
    const events = async () => (await listOf(seller)).map(({ event }) => event)
    const first = await openTradeBetween(await signUp(app, 'buyer'), offer.id)
    expect(await events()).toEqual(['offer_sold_out', 'trade_opened'])
    await move(seller, first, 'cancel', 'awaiting_payment')
    await openTradeBetween(await signUp(app, 'buyer'), offer.id)
    expect(await events()).toEqual(['trade_opened', 'offer_sold_out', 'trade_opened'])
    await ageOffer(owner, offer.id, 31)
    await expireOffers(context.db)
    await expireOffers(context.db)
    expect((await events()).slice(0, 2)).toEqual(['offer_expired', 'trade_opened'])
  })

  test('is read page by page, newest first', async () => {
    const user = await signUp(testApp().app, 'busy')
    await notifyOf(user, 'offer_expired', LISTED.notifications + 3)
    const first = (await user.get('/api/notifications')).body
    const second = (await user.get(`/api/notifications?before=${first.nextCursor}`)).body
    expect([first.notifications.length, second.notifications.length]).toEqual([LISTED.notifications, 3])
    expect(second.nextCursor).toBeNull()
    const ids = [...first.notifications, ...second.notifications].map(({ id }: Notification) => id)
    expect(new Set(ids).size).toBe(LISTED.notifications + 3)
  })

  test('counts unread ones up to one more than the badge can show', async () => {
    const user = await signUp(testApp().app, 'away')
    await notifyOf(user, 'offer_expired', UNREAD_CAP + 20)
    expect(await unreadOf(user)).toBe(UNREAD_CAP + 1)
  })

  test('is that of every user who was notified of an event, of each kind', async () => {
    const user = await signUp(testApp().app, 'reader')
    const events = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[]
    const marketing = events.filter((event) => (NOTIFICATION_EVENTS[event].group as string) === 'marketing')
    for (const event of events) await notifyOf(user, event)
    expect((await listOf(user)).map(({ event }) => event).toReversed()).toEqual(
      events.filter((event) => !marketing.includes(event)),
    )
  })
})

describe('marking', () => {
  test('one as read leaves the others unread, and is repeated without effect', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await say(buyer, trade.id, 'One more')
    const [newest] = await listOf(seller)
    for (const repeat of [1, 2]) {
      const { status, body } = await seller.post('/api/notifications/read', { ids: [newest!.id] })
      expect([repeat, status, body]).toEqual([repeat, 200, { unread: 1 }])
    }
    expect((await listOf(seller)).map(({ isUnread }) => isUnread)).toEqual([false, true])
  })

  test('all as read covers what was shown: one that arrives meanwhile stays unread', async () => {
    const user = await signUp(testApp().app, 'reader')
    await notifyOf(user, 'offer_expired', 3)
    const [newest] = await listOf(user)
    await notifyOf(user, 'offer_sold_out')
    expect((await user.post('/api/notifications/read', { upTo: newest!.id })).body).toEqual({ unread: 1 })
    expect(await listOf(user)).toMatchObject([{ event: 'offer_sold_out', isUnread: true }, {}, {}, {}])
  })

  test('a trade that is opened marks its notifications as read, and no others', async () => {
    const { seller, trade } = await tradingPair(testApp().app)
    await notifyOf(seller, 'offer_expired')
    expect((await seller.post('/api/notifications/read', { tradeId: trade.id })).body).toEqual({ unread: 1 })
  })

  test('one that is written while those of its trade are marked stays unread', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const { untilHeld, release } = await holdTransactions(
      testApp().owner,
      'after update on notifications for each row when (old.seen_at is null and new.seen_at is not null)',
    )
    const marking = seller.post('/api/notifications/read', { tradeId: trade.id })
    await untilHeld()
    expect((await say(buyer, trade.id, 'Hello')).status).toBe(201)
    await release()
    expect([(await marking).status, (await marking).body]).toEqual([200, { unread: 1 }])
    expect((await listOf(seller)).map(({ event, isUnread }) => [event, isUnread])).toEqual([
      ['message_received', true],
      ['trade_opened', false],
    ])
  })

  test('seen ones stay unread', async () => {
    const user = await signUp(testApp().app, 'reader')
    await notifyOf(user, 'offer_expired', 2)
    const ids = (await listOf(user)).map(({ id }) => id)
    expect((await user.post('/api/notifications/seen', { ids })).body).toEqual({ unread: 2 })
    const { rows } = await testApp().owner.query(
      'select count(seen_at)::int as seen from notifications where user_id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ seen: 2 }])
  })
})

describe('a stranger', () => {
  test('reads no notification of another user, and marks none as seen or read', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const stranger = await signUp(testApp().app, 'stranger')
    const [newest] = await listOf(seller)
    for (const attacker of [stranger, buyer]) {
      expect(JSON.stringify(await listOf(attacker, `?before=${newest!.id}`))).not.toContain(newest!.id)
      for (const [path, body] of [
        ['/api/notifications/seen', { ids: [newest!.id] }],
        ['/api/notifications/read', { ids: [newest!.id] }],
        ['/api/notifications/read', { upTo: newest!.id }],
        ['/api/notifications/read', { tradeId: trade.id }],
      ] as const) {
        expect((await attacker.post(path, body)).body).toEqual({ unread: 0 })
      }
    }
    const { rows } = await testApp().owner.query('select seen_at, read_at from notifications where id = $1', [
      newest!.id,
    ])
    expect(rows).toEqual([{ seen_at: null, read_at: null }])
  })

  test('without a session reads and changes nothing', async () => {
    const { app } = testApp()
    for (const path of ['', '/unread', '/settings'])
      expect((await call(app, 'GET', `/api/notifications${path}`)).status).toBe(401)
    const ids = [crypto.randomUUID()]
    for (const path of ['/seen', '/read'])
      expect((await call(app, 'POST', `/api/notifications${path}`, { body: { ids } })).status).toBe(401)
  })
})

test('an API key lists notifications, and marks none and changes no setting', async () => {
  const { app } = testApp()
  const user = await signUp(app, 'owner')
  const program = apiClientWith(app, (await createApiKey(user, ['read', 'offers', 'trades', 'release'])).key)
  expect((await program('GET', '/api/notifications')).status).toBe(200)
  const refused = [
    await program('GET', '/api/notifications/settings'),
    await program('POST', '/api/notifications/settings', { group: 'trades', channel: 'email', isOn: false }),
    await program('POST', '/api/notifications/read', { ids: [crypto.randomUUID()] }),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'key_not_allowed'))
})
