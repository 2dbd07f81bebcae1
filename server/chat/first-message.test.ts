/** The first message of an offer: what its owner says automatically in the chat of each trade (decisions: Offers). */
import { expect, test } from 'vitest'
import type { Message } from '../../domain/api/chat/chat.ts'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import { FIRST_MESSAGE_MAX } from '../../domain/offers/offer-form.ts'
import { OFFER, openTradeBetween, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const firstMessage = 'Hello!\nPlease send me the receipt once you have paid.'

async function chatOf(user: Caller, trade: { id: string }): Promise<Message[]> {
  return (await user.get(`/api/trades/${trade.id}/messages`)).body.messages
}

test('is said by the offer’s owner when a trade opens, after the terms, and is marked', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app, { firstMessage })
  const messages = await chatOf(buyer, trade)
  expect(messages).toEqual(await chatOf(seller, trade))
  expect(messages.map(({ seq, kind, sender }) => [seq, kind, sender])).toEqual([
    [1, 'system', null],
    [2, 'terms', 'seller'],
    [3, 'automatic', 'seller'],
  ])
  expect(messages[2]).toMatchObject({ text: firstMessage, member: null, systemCode: null, clientId: null })
  const { events } = (await buyer.get('/api/events/since?after=0')).body
  expect(events.at(-1).data.messages).toEqual(messages)
})

test('of an offer to buy is said by the buyer', async () => {
  const { buyer: taker, trade } = await tradingPair(testApp().app, { type: 'buy', firstMessage })
  expect((await chatOf(taker, trade)).at(-1)).toMatchObject({ kind: 'automatic', sender: 'buyer' })
})

test('an offer without one says nothing', async () => {
  const { buyer, trade } = await tradingPair(testApp().app)
  expect((await chatOf(buyer, trade)).map(({ kind }) => kind)).toEqual(['system', 'terms'])
})

test('counts as nothing else: it notifies no user, and its writer has seen and read nothing', async () => {
  const { seller, buyer } = await tradingPair(testApp().app, { firstMessage })
  const notified = async (user: Caller) =>
    (await user.get('/api/notifications')).body.notifications.map((one: Record<string, unknown>) => [
      one.event,
      one.isUnread,
    ])
  expect(await notified(seller)).toEqual([['trade_opened', true]])
  expect(await notified(buyer)).toEqual([])
  const { rows } = await testApp().owner.query('select seen_at from notifications where user_id = $1', [seller.id])
  expect(rows).toEqual([{ seen_at: null }])
})

test('is read by the owner and the parties only, and is that of the moment when the trade opens', async () => {
  const { seller, offer, trade } = await tradingPair(testApp().app, { firstMessage })
  const other = await signUp(testApp().app, 'other')
  const { body: seen } = await other.get(`/api/offers/${offer.id}`)
  expect(seen.terms).toBe(OFFER.terms)
  expect(JSON.stringify(seen)).not.toContain('receipt')
  const { body: mine } = await seller.get(`/api/my-offers/${offer.id}`)
  expect(mine.firstMessage).toBe(firstMessage)
  expect((await edit(seller, mine, 'Good evening!')).status).toBe(200)
  const later = await openTradeBetween(other, offer.id)
  expect((await chatOf(other, later)).at(-1)).toMatchObject({ kind: 'automatic', text: 'Good evening!' })
  expect((await chatOf(seller, trade)).at(-1)).toMatchObject({ text: firstMessage })
})

test.each([
  ['\u200B\u2060 \n', 201, ''],
  ['\u202EHello\u0000\r\nthere ', 201, 'Hello\nthere'],
  ['😀'.repeat(FIRST_MESSAGE_MAX), 201, '😀'.repeat(FIRST_MESSAGE_MAX)],
  ['x'.repeat(FIRST_MESSAGE_MAX + 1), 400, undefined],
])('%j is answered with %i', async (text, status, stored) => {
  const seller = await signUp(testApp().app, 'seller')
  const reply = await seller.post('/api/offers', { ...OFFER, firstMessage: text })
  expect([reply.status, reply.body.firstMessage]).toEqual([status, stored])
  if (status === 400) expect(Object.keys(reply.body.fields)).toEqual(['firstMessage'])
})

function edit(owner: Caller, offer: MyOffer, text: string) {
  const { paymentAccountIds, version } = offer
  const seen = { seenVersion: version, seenInventoryUsdt: offer.inventoryUsdt ?? '' }
  return owner.post(`/api/offers/${offer.id}`, { ...OFFER, paymentAccountIds, firstMessage: text, ...seen })
}
