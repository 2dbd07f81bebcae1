/** Releases by API keys: within the limits that the owner gave the key, reported to the owner, and never with a statement about a person. */
import { describe, expect, test } from 'vitest'
import { KEY_RELEASE_HOURS } from '../../domain/accounts/api-keys.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import type { ApiClient } from '../testing/accounts/api-clients.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { move, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { moveBody } from '../testing/move-body.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const OTHER = 'Karim Trabelsi'

/** A trade that its buyer has marked as paid; `usdt` is its amount. */
async function paidTrade(seller: Caller, usdt = '50'): Promise<Trade & { payer: Caller }> {
  const buyer = await signUp(testApp().app, 'buyer')
  const offer = await postOffer(seller, { minAmount: '1', pricePercentage: '0' })
  const quote = (await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'usdt', amount: usdt })).body
  const trade = (await buyer.post('/api/trades', { quoteId: quote.id })).body
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  return { ...trade, payer: buyer }
}

const confirm = (client: ApiClient, { id }: Trade, changes: object = {}) =>
  client('POST', `/api/trades/${id}/confirm-receipt`, { ...moveBody('confirm-receipt', 'payment_sent'), ...changes })

async function shopOf(usdt: string, trades: number) {
  const seller = await signUp(testApp().app, 'seller')
  const limits = { releaseUsdtADay: usdt, releaseTradesADay: trades }
  const { key, id } = await createApiKey(seller, ['release'], null, limits)
  return { seller, keyId: id, client: apiClientWith(testApp().app, key) }
}

const statusOf = async (user: Caller, { id }: Trade) => (await user.get(`/api/trades/${id}`)).body.status

describe('a key', () => {
  test('without the scope to release confirms nothing, and with it does nothing else', async () => {
    const { app } = testApp()
    const seller = await signUp(app, 'seller')
    const trade = await paidTrade(seller)
    const trader = apiClientWith(app, (await createApiKey(seller, ['read', 'offers', 'trades'])).key)
    expect((await confirm(trader, trade)).body).toMatchObject({
      code: 'key_not_allowed',
      details: { scope: 'release' },
    })
    const releaser = apiClientWith(app, (await createApiKey(seller, ['release'])).key)
    const cancel = await releaser('POST', `/api/trades/${trade.id}/cancel`, moveBody('cancel', 'payment_sent'))
    expect(cancel.body).toMatchObject({ code: 'key_not_allowed', details: { scope: 'trades' } })
    expect(await statusOf(seller, trade)).toBe('payment_sent')
    expect((await confirm(releaser, trade)).body.status).toBe('completed')
  })

  test('of the buyer cannot withdraw the payment mark, after which the trade could be cancelled', async () => {
    const { app } = testApp()
    const trade = await paidTrade(await signUp(app, 'seller'))
    const program = apiClientWith(app, (await createApiKey(trade.payer, ['read', 'offers', 'trades', 'release'])).key)
    const url = `/api/trades/${trade.id}/withdraw-payment-mark`
    const reply = await program('POST', url, moveBody('withdraw-payment-mark', 'payment_sent'))
    expect(reply.body).toMatchObject({ code: 'key_not_allowed', details: { scope: null } })
  })

  test('gives up no dispute, neither by conceding, by confirming nor by accepting a decision', async () => {
    const { app } = testApp()
    const seller = await signUp(app, 'seller')
    const trade = await paidTrade(seller)
    const program = apiClientWith(app, (await createApiKey(seller, ['read', 'offers', 'trades', 'release'])).key)
    for (const verb of ['concede', 'confirm-receipt', 'accept']) {
      const reply = await program('POST', `/api/trades/${trade.id}/dispute/${verb}`, {})
      expect(reply.body).toMatchObject({ code: 'key_not_allowed', details: { scope: null } })
    }
  })
})

describe('the limits of a key', () => {
  test.each([
    [{}, 'releaseUsdtADay', 'Enter an amount from 1 to 100000 USDT.'],
    [{ releaseUsdtADay: '1000' }, 'releaseTradesADay', 'Enter a number of trades from 1 to 200.'],
    [{ releaseTradesADay: 10 }, 'releaseUsdtADay', 'Enter an amount from 1 to 100000 USDT.'],
    [{ releaseUsdtADay: '0.99', releaseTradesADay: 10 }, 'releaseUsdtADay', expect.any(String)],
    [{ releaseUsdtADay: '100000.01', releaseTradesADay: 10 }, 'releaseUsdtADay', expect.any(String)],
    [{ releaseUsdtADay: '', releaseTradesADay: 10 }, 'releaseUsdtADay', expect.any(String)],
    [{ releaseUsdtADay: '1000', releaseTradesADay: 0 }, 'releaseTradesADay', expect.any(String)],
    [{ releaseUsdtADay: '1000', releaseTradesADay: 201 }, 'releaseTradesADay', expect.any(String)],
    [{ releaseUsdtADay: '1000', releaseTradesADay: 1.5 }, 'releaseTradesADay', expect.any(String)],
  ])('are required with the scope, and have bounds: %o', async (limits, field, message) => {
    const seller = await signUp(testApp().app, 'seller')
    const reply = await seller.post('/api/keys', { name: 'Shop', scopes: ['release'], expiresInDays: null, ...limits })
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message])
  })

  test.each(['releaseUsdtADay', 'releaseTradesADay'])('are refused without the scope: %s', async (field) => {
    const seller = await signUp(testApp().app, 'seller')
    const limit = field === 'releaseUsdtADay' ? '1000' : 10
    const body = { name: 'Shop', scopes: ['trades'], expiresInDays: null, [field]: limit }
    const reply = await seller.post('/api/keys', body)
    expect([reply.status, reply.body.field]).toEqual([400, field])
  })

  test('end its releases by their amount: the refusal names what is left, and the browser still releases', async () => {
    const { seller, client } = await shopOf('100', 10)
    const [first, second, small] = [await paidTrade(seller), await paidTrade(seller, '60'), await paidTrade(seller)]
    expect((await confirm(client, first)).body.status).toBe('completed')
    const refused = await confirm(client, second)
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      429,
      String(refused.body.details.retryAfterSeconds),
      expect.objectContaining({
        code: 'key_release_limit',
        message:
          'This API key may release up to 100.000000 USDT and 10 trades in 24 hours. 50.000000 USDT and 9 trades are left, and this trade is 60.000000 USDT. Confirm the payment in a browser, or try again in 24 hours.',
      }),
    ])
    expect(await statusOf(seller, second)).toBe('payment_sent')
    expect((await confirm(client, small)).body.status).toBe('completed')
    expect((await seller.get('/api/keys')).body.keys[0].release).toEqual({
      usdtADay: '100.000000',
      tradesADay: 10,
      releasedUsdt: '100.000000',
      releasedTrades: 2,
    })
    expect((await move(seller, second, 'confirm-receipt', 'payment_sent')).body.status).toBe('completed')
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('end its releases by their number, for 24 hours from each', async () => {
    const { seller, client } = await shopOf('1000', 1)
    const [first, second] = [await paidTrade(seller), await paidTrade(seller)]
    expect((await confirm(client, first)).body.status).toBe('completed')
    await ageTrade(testApp().owner, first.id, KEY_RELEASE_HOURS * 60 - 90)
    expect((await confirm(client, second)).body).toMatchObject({
      code: 'key_release_limit',
      values: { leftTrades: 0, limitTrades: 1, leftUsdt: '950.000000', hours: 2 },
    })
    await ageTrade(testApp().owner, first.id, 90)
    expect((await confirm(client, second)).body.status).toBe('completed')
    expect((await seller.get('/api/keys')).body.keys[0].release).toMatchObject({ releasedTrades: 1 })
  })

  test('refuse an amount above them for good: no time is named', async () => {
    const { seller, client } = await shopOf('40', 10)
    const refused = await confirm(client, await paidTrade(seller))
    expect(refused.body).toMatchObject({ code: 'key_release_limit', values: { hours: 0, leftUsdt: '40.000000' } })
    expect(refused.body.message).toMatch(/Confirm the payment in a browser\.$/)
    expect(refused.headers['retry-after']).toBeUndefined()
  })

  test('are each key’s own', async () => {
    const { seller, client } = await shopOf('60', 1)
    const other = apiClientWith(testApp().app, (await createApiKey(seller, ['release'])).key)
    const [first, second] = [await paidTrade(seller), await paidTrade(seller)]
    expect((await confirm(client, first)).body.status).toBe('completed')
    expect((await confirm(client, second)).body.code).toBe('key_release_limit')
    expect((await confirm(other, second)).body.status).toBe('completed')
  })

  test('hold for releases at the same moment: one of five wins', async () => {
    const { seller, client } = await shopOf('60', 5)
    const trades: Trade[] = []
    while (trades.length < 5) trades.push(await paidTrade(seller))
    const replies = await Promise.all(trades.map((trade) => confirm(client, trade)))
    expect(replies.map(({ body }) => String(body.code ?? body.status)).toSorted()).toEqual([
      'completed',
      ...Array.from({ length: 4 }, () => 'key_release_limit'),
    ])
    const { rows } = await testApp().owner.query('select trade_id from key_releases where user_id = $1', [seller.id])
    expect(rows).toHaveLength(1)
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('count a release once, however often its call is repeated, and none by a person', async () => {
    const { app } = testApp()
    const { seller } = await shopOf('1000', 10)
    const trade = await paidTrade(seller)
    const { key } = await createApiKey(seller, ['release'])
    const same = apiClientWith(app, key, { 'idempotency-key': crypto.randomUUID() })
    for (let times = 0; times < 3; times++) expect((await confirm(same, trade)).body.status).toBe('completed')
    await move(seller, await paidTrade(seller), 'confirm-receipt', 'payment_sent')
    const { keys } = (await seller.get('/api/keys')).body
    expect(keys.map(({ release }: { release: { releasedTrades: number } }) => release.releasedTrades)).toEqual([1, 0])
    expect(
      (await mailsTo(testApp().owner, seller.email)).filter(({ kind }) => kind === 'released_by_key'),
    ).toHaveLength(1)
  })
})

describe('the name of the payer', () => {
  test.each([undefined, false, true])('that differs is not replaced by the word of a key (%s)', async (stated) => {
    const { seller, client } = await shopOf('1000', 10)
    const trade = await paidTrade(seller)
    const refused = await confirm(client, trade, { senderName: OTHER, statedSamePerson: stated })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([403, 'statement_by_key', 'senderName'])
    expect(refused.body.message).toContain('in a browser')
    expect(await statusOf(seller, trade)).toBe('payment_sent')
    expect((await seller.get(`/api/trades/${trade.id}/payer-check`)).body).toMatchObject({
      senderName: OTHER,
      result: 'different',
      statedSamePerson: false,
    })
    // The person who compares them in a browser can.
    const body = { ...moveBody('confirm-receipt', 'payment_sent'), senderName: OTHER, statedSamePerson: true }
    expect((await seller.post(`/api/trades/${trade.id}/confirm-receipt`, body)).body.status).toBe('completed')
  })
})

test('a release by a key is mailed to its owner and alerts them, with the key, the trade and the amount', async () => {
  const { owner } = testApp()
  const { seller, client } = await shopOf('1000', 10)
  const trade = await paidTrade(seller)
  await confirm(client, trade)
  const { values } = await lastMail(owner, seller.email, 'released_by_key')
  expect(values).toEqual({
    name: 'release',
    trader: trade.payer.username,
    usdtMicro: '50000000',
    fiatMilli: String(Math.round(Number(trade.amountFiat) * 1000)),
    currency: 'EUR',
  })
  const { notifications } = (await seller.get('/api/notifications')).body
  expect(notifications.filter(({ event }: { event: string }) => event === 'trade_released_by_key')).toMatchObject([
    { tradeId: trade.id, values: { name: 'release', usdt: '50.000000' } },
  ])
  const { rows } = await owner.query(
    `select n.escalate_at is not null as escalates, array(select channel from notification_deliveries where notification_id = n.id) as channels
     from notifications n where user_id = $1 and event = 'trade_released_by_key'`,
    [seller.id],
  )
  // No push and no webhook is set up; the mail is the one above.
  expect(rows).toEqual([{ escalates: false, channels: [] }])
})

test('a key that is removed while it releases has released, or releases nothing', async () => {
  const { seller, client, keyId } = await shopOf('1000', 10)
  const trade = await paidTrade(seller)
  const [reply] = await Promise.all([confirm(client, trade), seller.delete(`/api/keys/${keyId}`)])
  const { rows } = await testApp().owner.query('select 1 from key_releases where trade_id = $1', [trade.id])
  expect([rows.length, reply.body.code ?? reply.body.status]).toEqual(
    reply.status === 200 ? [1, 'completed'] : [0, expect.stringMatching(/^(signed_out|key_not_allowed)$/)],
  )
})
