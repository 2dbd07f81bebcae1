/** Which trades count for a user's record: what a stranger or several accounts of one user can do to it. */
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reputation } from '../../domain/api/profiles/traders.ts'
import { LIMITS } from '../../domain/limits.ts'
import { createUserNetworks } from '../accounts/sessions/user-networks.ts'
import { call } from '../testing/app.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { decide, disputedTrade, disputeMove, takenCase } from '../testing/disputes.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp()
const DAY = 24 * 60

/** A duration set by the test, plus the time that its calls took. */
const near = (seconds: number): number => expect.closeTo(seconds + 4, -1)

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

  test('with one saved payment account do not count, though one saved it for another method', async () => {
    const [one, two] = await signUpMany(testApp().app, 2, 'pair')
    const phone = '20555666'
    await one!.post('/api/payment-accounts', { method: 'flouci', holder: 'Amina Ben Salah', phone })
    await two!.post('/api/payment-accounts', { method: 'd17', holder: 'Karim Trabelsi', phone: `+216 ${phone}` })
    await complete(one!, two!)
    expect((await recordOf(one!)).completedTrades).toBe(0)
  })

  test('with one payment account do not count, though one has removed it after being paid on it', async () => {
    const { app, context } = testApp()
    const [one, two, other] = await signUpMany(app, 3, 'pair')
    const shared = { method: 'sepa_instant', holder: 'Amina Ben Salah', iban: 'FR1420041010050500013M02606' }
    const { id } = (await one!.post('/api/payment-accounts', shared)).body
    await complete(other!, one!)
    await one!.delete(`/api/payment-accounts/${id}`)
    await two!.post('/api/payment-accounts', shared)
    await complete(one!, two!)
    expect((await recordOf(two!)).completedTrades).toBe(0)
    expect(context.keyring.fingerprint('a')).not.toBe(context.keyring.fingerprint('b'))
  })

  test('several partners who are paid on one account count once in 30 days', async () => {
    const { app, owner } = testApp()
    const [buyer, ...sellers] = await signUpMany(app, 4, 'pair')
    const shared = { method: 'sepa_instant', holder: 'Amina Ben Salah', iban: 'DE89370400440532013000' }
    const trades: { id: string }[] = []
    for (const seller of sellers) {
      await seller.post('/api/payment-accounts', shared)
      trades.push(await complete(buyer!, seller))
    }
    expect(await recordOf(buyer!)).toMatchObject({ completedTrades: 1, partners: 1 })
    for (const { id } of trades) await ageTrade(owner, id, LIMITS.pair_counts_days * DAY + 1)
    await owner.query('select erase_payment_details(10000), erase_payer_names(10000)')
    await complete(buyer!, sellers[2]!)
    expect(await recordOf(buyer!)).toMatchObject({ completedTrades: 2, partners: 2 })
  })

  test('several partners with one browser count once in 30 days', async () => {
    const { app, owner } = testApp()
    const [seller, one, two] = await signUpMany(app, 3, 'pair')
    await owner.query('insert into devices (user_id, hash) select $1, hash from devices where user_id = $2', [
      one!.id,
      two!.id,
    ])
    await complete(one!, seller!)
    await complete(two!, seller!)
    expect((await recordOf(seller!)).completedTrades).toBe(1)
    expect((await recordOf(two!)).completedTrades).toBe(0)
  })

  test('a user who saves the account of a seller does not keep the seller’s trades with others from counting', async () => {
    const { app } = testApp()
    const [seller, attacker, customer] = await signUpMany(app, 3, 'trader')
    const known = { method: 'sepa_instant', holder: 'Amina Ben Salah', iban: 'GB33BUKB20201555555555' }
    await seller!.post('/api/payment-accounts', known)
    await attacker!.post('/api/payment-accounts', { method: 'd17', holder: 'Karim Trabelsi', phone: '98555444' })
    await attacker!.post('/api/payment-accounts', known)
    const own = (await attacker!.get('/api/payment-accounts')).body.accounts.find((each: any) => each.method === 'd17')
    const offer = await postOffer(attacker!, {
      fiatCurrency: 'TND',
      paymentMethods: ['d17'],
      paymentAccountIds: [own.id],
    })
    const bait = await openTradeBetween(customer!, offer.id, '20')
    await move(customer!, bait, 'mark-paid', 'awaiting_payment')
    await move(attacker!, bait, 'confirm-receipt', 'payment_sent')
    await complete(customer!, seller!)
    expect((await recordOf(seller!)).completedTrades).toBe(1)
  })

  test('no answer says why a trade does not count: one network reads as a repeated pair', async () => {
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

test('a lost dispute counts for the party who loses or concedes, and a divided escrow for neither', async () => {
  const [decided, conceded, divided] = [
    await takenCase(testApp()),
    await disputedTrade(testApp()),
    await takenCase(testApp()),
  ]
  await decide(decided.arbiter, decided.trade, 'release')
  await disputeMove(decided.seller, decided.trade, 'accept')
  await disputeMove(conceded.buyer, conceded.trade, 'concede')
  await decide(divided.arbiter, divided.trade, 'split', '10')
  for (const party of [divided.seller, divided.buyer]) await disputeMove(party, divided.trade, 'accept')
  const lost = async ({ seller, buyer }: { seller: Caller; buyer: Caller }) => [
    (await recordOf(seller)).disputesLost,
    (await recordOf(buyer)).disputesLost,
  ]
  expect([await lost(decided), await lost(conceded), await lost(divided)]).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
  ])
})

test('the record by payment method has the trades that count, and their times', async () => {
  const { app, owner } = testApp()
  const [seller, ...buyers] = await signUpMany(app, 4, 'trader')
  for (const [at, buyer] of buyers.entries()) {
    const method = at === 0 ? ({ fiatCurrency: 'TND', paymentMethods: ['d17'] } satisfies Partial<OfferInput>) : {}
    const trade = await openTradeBetween(buyer, (await postOffer(seller!, method)).id, '20')
    await ageTrade(owner, trade.id, at + 1)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(owner, trade.id, 2 * at + 1)
    await move(seller!, trade, 'confirm-receipt', 'payment_sent')
  }
  await complete(buyers[1]!, seller!)
  const { methods } = (await call(app, 'GET', `/api/traders/${seller!.username}`)).body
  expect(methods).toEqual([
    { paymentMethod: 'sepa_instant', completedTrades: 2, medianPaySeconds: null, medianReleaseSeconds: near(240) },
    { paymentMethod: 'd17', completedTrades: 1, medianPaySeconds: null, medianReleaseSeconds: near(60) },
  ])
  expect(await recordOf(seller!)).toMatchObject({ completedTrades: 3, medianReleaseSeconds: near(180) })
  expect(await recordOf(buyers[2]!)).toMatchObject({ medianPaySeconds: near(180), medianReleaseSeconds: null })
  const sellOffer = await postOffer(seller!)
  const owned = (await call(app, 'GET', `/api/offers/${sellOffer.id}`)).body.owner
  expect(owned).toMatchObject({ completedTrades: 3, completionRate: '100.0', medianSeconds: near(180) })
  const bought = (await call(app, 'GET', `/api/offers/${(await postOffer(seller!, { type: 'buy' })).id}`)).body.owner
  expect(bought.medianSeconds).toBeNull()
  const room = await openTradeBetween(buyers[2]!, sellOffer.id, '20')
  expect(room).toMatchObject({
    seller: { medianSeconds: near(180) },
    buyer: { completionRate: '100.0', medianSeconds: near(180) },
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
    { numRuns: sample(5, 12), seed: printedSeed('colluding accounts') },
  )
})
