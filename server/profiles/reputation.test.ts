/** Which trades count for a user's record: what a stranger or several accounts of one user can do to it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reputation } from '../../domain/api.ts'
import { LIMITS } from '../../domain/limits.ts'
import { createUserNetworks } from '../sessions/user-networks.ts'
import { call } from '../testing/app.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/users.ts'
import type { Caller } from '../testing/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp()
const DAY = 24 * 60

async function recordOf(user: Caller): Promise<Reputation> {
  return (await call(testApp().app, 'GET', `/api/traders/${user.username}`)).body.reputation
}

async function complete(buyer: Caller, seller: Caller, amount = '20'): Promise<{ id: string }> {
  const trade = await openTradeBetween(buyer, (await postOffer(seller)).id, amount)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const done = await move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect(done.body.status).toBe('completed')
  await seller.delete(`/api/offers/${trade.offerId}`)
  return trade
}

describe('a cancelled trade', () => {
  test('counts against the buyer who cancels: fifty of them leave the seller’s completion at 100%', async () => {
    const { app } = testApp()
    const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
    await complete(buyer, seller)
    const offer = await postOffer(seller)
    const attackers = await signUpMany(app, 50, 'attacker')
    for (const attacker of attackers)
      await move(attacker, await openTradeBetween(attacker, offer.id), 'cancel', 'awaiting_payment')
    expect(await recordOf(seller)).toMatchObject({ completedTrades: 1, completionRate: '100.0' })
    expect(await recordOf(attackers[0]!)).toMatchObject({ completedTrades: 0, completionRate: '0.0' })
  })

  test('counts against the seller who cancels, and not against the buyer', async () => {
    const { app } = testApp()
    const [seller, buyer, other] = await signUpMany(app, 3, 'trader')
    await complete(buyer!, seller!)
    await complete(buyer!, other!)
    const trade = await openTradeBetween(buyer!, (await postOffer(seller!)).id)
    await move(seller!, trade, 'cancel', 'awaiting_payment')
    expect((await recordOf(seller!)).completionRate).toBe('50.0')
    expect((await recordOf(buyer!)).completionRate).toBe('100.0')
  })

  test('whose payment window passed counts against the buyer, and once for each counterparty within 30 days', async () => {
    const { app, owner } = testApp()
    const [seller, other, ...buyers] = await signUpMany(app, 5, 'trader')
    // The owners of buy offers are the buyers: a stranger who sells to them again and again harms them once.
    const offer = await postOffer(seller!, { type: 'buy' })
    await complete(seller!, other!)
    for (const buyer of buyers.slice(0, 2)) await complete(buyer, other!)
    for (const taker of [buyers[0]!, buyers[0]!, buyers[0]!, buyers[1]!]) {
      const trade = await openTradeBetween(taker, offer.id)
      await ageTrade(owner, trade.id, 31)
      await move(taker, trade, 'cancel', 'awaiting_payment')
    }
    expect(await recordOf(seller!)).toMatchObject({ completedTrades: 1, completionRate: '33.3' })
    expect((await recordOf(buyers[0]!)).completionRate).toBe('100.0')
  })

  test('of takers without a completed trade does not count against the owner of an offer to buy', async () => {
    const { app, owner } = testApp()
    const [victim, other, ...strangers] = await signUpMany(app, 6, 'trader')
    await complete(victim!, other!)
    const offer = await postOffer(victim!, { type: 'buy' })
    for (const stranger of strangers) {
      const trade = await openTradeBetween(stranger, offer.id)
      await ageTrade(owner, trade.id, 31)
      await move(stranger, trade, 'cancel', 'awaiting_payment')
    }
    expect(await recordOf(victim!)).toMatchObject({ completedTrades: 1, completionRate: '100.0' })
  })
})

describe('completed trades', () => {
  test('between the same two users count once in 30 days, in both directions: fifteen give one', async () => {
    const { app, owner } = testApp()
    const [one, two] = await signUpMany(app, 2, 'pair')
    const trades: { id: string }[] = []
    for (let n = 0; n < 15; n++) trades.push(await complete(n % 2 ? one! : two!, n % 2 ? two! : one!, '10'))
    for (const user of [one!, two!])
      expect(await recordOf(user)).toMatchObject({ completedTrades: 1, partners: 1, completionRate: '100.0' })
    for (const { id } of trades) await ageTrade(owner, id, LIMITS.pair_counts_days * DAY + 1)
    await complete(one!, two!)
    expect(await recordOf(one!)).toMatchObject({ completedTrades: 2, partners: 1 })
  })

  test('of one pair that finish concurrently count once', async () => {
    const { app } = testApp()
    const [seller, buyer] = await signUpMany(app, 2, 'pair')
    const trades: { id: string }[] = []
    for (let n = 0; n < 3; n++) {
      const trade = await openTradeBetween(buyer!, (await postOffer(seller!)).id)
      await move(buyer!, trade, 'mark-paid', 'awaiting_payment')
      trades.push(trade)
    }
    await Promise.all(trades.map((trade) => move(seller!, trade, 'confirm-receipt', 'payment_sent')))
    expect(await recordOf(buyer!)).toMatchObject({ completedTrades: 1, partners: 1 })
  })
})

describe('trades between accounts of one user', () => {
  /** Calls the API once from an address, as the user. */
  const seenAt = (user: Caller, remoteAddress: string) =>
    testApp().app.inject({ method: 'GET', url: '/api/session', remoteAddress, headers: { cookie: user.cookie } })

  test.each([
    ['one IPv4 network', '203.0.113.7', '203.0.113.201', 0],
    ['two IPv4 networks', '203.0.113.7', '203.0.114.7', 1],
    ['one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:ffff::9', 0],
    ['two IPv6 networks', '2001:db8:1::1', '2001:db8:2::1', 1],
    ['one private network, which tells nothing', '192.168.1.2', '192.168.1.2', 1],
  ])('in %s: %s and %s count %i', async (_, here, there, counted) => {
    const [one, two] = await signUpMany(testApp().app, 2, 'pair')
    await seenAt(one!, here)
    await seenAt(two!, there)
    await complete(one!, two!)
    for (const user of [one!, two!]) {
      expect(await recordOf(user)).toMatchObject({ completedTrades: counted, partners: counted })
      expect((await user.get('/api/profile')).body.completedTrades).toBe(counted)
    }
  })

  test('in one network more than 30 days ago count', async () => {
    const { app, owner } = testApp()
    const [one, two] = await signUpMany(app, 2, 'pair')
    for (const user of [one!, two!]) await seenAt(user, '198.51.100.5')
    await asOutsider(owner, [
      `update user_networks set last_seen_at = last_seen_at - interval '31 days' where user_id = '${one!.id}'`,
    ])
    await complete(one!, two!)
    expect((await recordOf(one!)).completedTrades).toBe(1)
  })

  test('with one browser do not count', async () => {
    const { app, owner } = testApp()
    const [one, two] = await signUpMany(app, 2, 'pair')
    await owner.query('insert into devices (user_id, hash) select $1, hash from devices where user_id = $2', [
      one!.id,
      two!.id,
    ])
    await complete(one!, two!)
    expect((await recordOf(two!)).completedTrades).toBe(0)
  })

  test('no answer tells why a trade does not count: one network reads as a repeated pair', async () => {
    const { app } = testApp()
    const [near, nearby, often, again] = await signUpMany(app, 4, 'trader')
    for (const user of [near!, nearby!]) await seenAt(user, '192.0.2.44')
    const hidden = await complete(near!, nearby!)
    await complete(often!, again!)
    const repeated = await complete(often!, again!)
    const shapes = async (user: Caller, tradeId: string) => {
      const paths = [`/api/trades/${tradeId}`, '/api/profile', '/api/dashboard', `/api/traders/${user.username}`]
      const bodies = await Promise.all(paths.map(async (path) => (await user.get(path)).body))
      bodies.push((await user.post('/api/account/export')).body)
      return [...new Set(JSON.stringify(bodies).match(/"\w+":/g))].toSorted()
    }
    expect(await shapes(near!, hidden.id)).toEqual(await shapes(often!, repeated.id))
  })

  test('the table of networks holds keyed hashes: the same network under another key is another row', async () => {
    const { app, owner, context } = testApp()
    const amina = await signUp(app, 'amina')
    await seenAt(amina, '203.0.113.9')
    await createUserNetworks('another secret of this test').note(context.db, amina.id, '203.0.113.9')
    const { rows } = await owner.query('select user_networks::text as text from user_networks where user_id = $1', [
      amina.id,
    ])
    expect(rows).toHaveLength(2)
    for (const { text } of rows) expect(text).not.toContain('203.0')
  })
})

test('no order of trades among colluding accounts raises a record above one trade for each other account', async () => {
  const { app } = testApp()
  const pick = fc.record({
    buyer: fc.nat(3),
    seller: fc.nat(3),
    end: fc.constantFrom('complete', 'cancelled by the buyer', 'cancelled by the seller'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(pick, { minLength: 4, maxLength: 14 }), async (plan) => {
      const users = await signUpMany(app, 4, 'colluder')
      const failed = new Map<Caller, Set<Caller>>()
      for (const { buyer: b, seller: s, end } of plan.filter(({ buyer, seller }) => buyer !== seller)) {
        const [buyer, seller] = [users[b]!, users[s]!]
        if (end === 'complete') {
          const { id } = await postOffer(seller)
          const quote = await buyer.post('/api/quotes', { offerId: id, anchor: 'fiat', amount: '10' })
          if (quote.body.code === 'opening_paused') continue
          const trade = (await buyer.post('/api/trades', { quoteId: quote.body.id })).body
          await move(buyer, trade, 'mark-paid', 'awaiting_payment')
          await move(seller, trade, 'confirm-receipt', 'payment_sent')
          continue
        }
        const offer = await postOffer(seller)
        const quote = await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '10' })
        if (quote.body.code === 'opening_paused') continue
        const trade = (await buyer.post('/api/trades', { quoteId: quote.body.id })).body
        const [who, partner] = end === 'cancelled by the buyer' ? [buyer, seller] : [seller, buyer]
        await move(who, trade, 'cancel', 'awaiting_payment')
        failed.set(who, (failed.get(who) ?? new Set()).add(partner))
      }
      for (const user of users) {
        const { completedTrades, completionRate, partners } = await recordOf(user)
        const failures = failed.get(user)?.size ?? 0
        expect(completedTrades).toBeLessThanOrEqual(users.length - 1)
        expect(partners).toBe(completedTrades)
        const ended = completedTrades + failures
        const rate = ended === 0 ? null : Math.round((completedTrades * 1000) / ended) / 10
        expect(completionRate === null ? null : Number(completionRate)).toBe(rate)
      }
    }),
    { numRuns: 12 },
  )
}, 60_000)
