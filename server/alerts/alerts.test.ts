import { expect, test } from 'vitest'
import { move, signUp, tradingPair } from '../testing/users.ts'
import type { Caller } from '../testing/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const alertsOf = async (user: Caller) => (await user.get('/api/alerts')).body.alerts
const unreadOf = async (user: Caller) => (await user.get('/api/alerts/unread')).body.unread
const say = (user: Caller, tradeId: string, text: string) =>
  user.post(`/api/trades/${tradeId}/messages`, { text, clientId: crypto.randomUUID() })

test('an event of another user is an alert, the user’s own is not', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await say(buyer, trade.id, 'Hello, which account?')
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  const common = { tradeId: trade.id, isUnread: true }
  expect(await alertsOf(seller)).toMatchObject([
    { ...common, kind: 'trade', code: 'completed', username: buyer.username },
    { ...common, kind: 'trade', code: 'paid' },
    { ...common, kind: 'message', code: null, text: 'Hello, which account?' },
    { ...common, kind: 'trade', code: 'opened', text: '' },
  ])
  expect(await alertsOf(buyer)).toMatchObject([
    { kind: 'trade', code: 'completed', username: seller.username },
    { kind: 'trade', code: 'confirmed' },
  ])
  expect([await unreadOf(seller), await unreadOf(buyer)]).toEqual([4, 2])
  expect(await alertsOf(await signUp(testApp().app, 'stranger'))).toEqual([])
})

test('marking read covers the alerts shown, is stored, and is never undone', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  const shown = await alertsOf(seller)
  await say(buyer, trade.id, 'One more')
  expect((await seller.post('/api/alerts/read', { seq: shown[0].seq })).body).toEqual({ unread: 1 })
  expect((await alertsOf(seller)).map(({ isUnread }: { isUnread: boolean }) => isUnread)).toEqual([true, false])
  expect((await seller.post('/api/alerts/read', { seq: 9_007_199_254_740_991 })).body).toEqual({ unread: 0 })
  expect((await seller.post('/api/alerts/read', { seq: 0 })).body).toEqual({ unread: 0 })
  await say(buyer, trade.id, 'And one more')
  expect(await unreadOf(seller)).toBe(1)
  expect(await unreadOf(buyer)).toBe(0)
  const stranger = await signUp(testApp().app, 'stranger')
  expect((await stranger.post('/api/alerts/read', { seq: 5 })).body).toEqual({ unread: 0 })
})

test('a user without trade emails gets alerts nevertheless', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await say(buyer, trade.id, 'Hello')
  await seller.post('/api/profile/notifications', { tradeUpdates: false })
  expect(await unreadOf(seller)).toBe(2)
})

test('the count stops at one more than the badge can show', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await testApp().owner.query(
    `with more as (update user_streams set last_seq = last_seq + 150 where user_id = $1 returning last_seq)
     insert into user_events (user_id, seq, kind, data)
     select $1, last_seq - n, 'message', jsonb_build_object('tradeId', $2::text, 'messages', jsonb_build_array(
       jsonb_build_object('sender', 'buyer', 'text', 'x', 'kind', 'text')))
     from more, generate_series(0, 149) as n`,
    [seller.id, trade.id],
  )
  expect(await unreadOf(seller)).toBe(100)
  expect(await alertsOf(seller)).toHaveLength(50)
  expect(buyer.id).not.toBe(seller.id)
})
