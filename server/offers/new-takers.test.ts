/** What takers without a completed trade may use of an offer and of its owner's limits, in races, by SQL and over random histories. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Offer } from '../../domain/api/offers/offers.ts'
import { TIER_LIMITS } from '../../domain/accounts/tiers.ts'
import { LIMITS } from '../../domain/limits.ts'
import { formatUsdt } from '../../domain/money.ts'
import { NEW_TAKER_PARTS, NEW_TAKER_SHARES, newTakerPart, newTakerSlots } from '../../domain/offers/new-takers.ts'
import type { NewTakerShare } from '../../domain/offers/new-takers.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import {
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  signUpMany,
  withRecord,
} from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp()

const crowd = (count: number) => signUpMany(testApp().app, count, 'fresh')
const seller = () => signUp(testApp().app, 'seller')

async function tryToOpen(taker: Caller, offerId: string, amount: string, anchor = 'usdt'): Promise<Reply> {
  const quote = await taker.post('/api/quotes', { offerId, anchor, amount })
  return quote.status < 300 ? taker.post('/api/trades', { quoteId: quote.body.id }) : quote
}

const seenBy = async (viewer: Caller | null, offerId: string): Promise<Offer> =>
  (viewer ? await viewer.get(`/api/offers/${offerId}`) : await call(testApp().app, 'GET', `/api/offers/${offerId}`))
    .body

describe('the parts', () => {
  test('are the same in the database', async () => {
    const { rows: shares } = await testApp().owner.query(
      `select share, json_build_object('alone', array[numerator, divisor], 'bonded', array[bonded_numerator, bonded_divisor]) as parts
       from new_taker_shares`,
    )
    expect(Object.fromEntries(shares.map(({ share, parts }) => [share, parts]))).toEqual(NEW_TAKER_PARTS)
    const slots = Array.from({ length: 20 }, (_, at) => at + 1)
    const wholes = [0n, 1n, 2n, 3n, 299_999_999n, 5_000_000_000n, TIER_LIMITS.experienced.final.day]
    for (const share of NEW_TAKER_SHARES) {
      for (const hasBond of [false, true]) {
        const { rows } = await testApp().owner.query(
          `select (select array_agg(new_taker_slots($1, n, $4) order by n) from unnest($2::int[]) n) as slots,
             (select array_agg(new_taker_part($1, n, $4)::text order by n) from unnest($3::bigint[]) n) as parts`,
          [share, slots, wholes.map(String), hasBond],
        )
        expect(rows[0]).toEqual({
          slots: slots.map((all) => newTakerSlots(share, all, hasBond)),
          parts: wholes.map((whole) => String(newTakerPart(share, whole, hasBond))),
        })
      }
    }
  })

  test('leave a slot to traders with a record, and one to new takers, of an offer with two', () => {
    // The offer form and the limits page say that a third or half becomes two thirds.
    expect([NEW_TAKER_PARTS.third.bonded, NEW_TAKER_PARTS.half.bonded]).toEqual([
      [2, 3],
      [2, 3],
    ])
    const slotsOf = (hasBond: boolean) =>
      NEW_TAKER_SHARES.map((share) => [1, 2, 5, 20].map((slots) => newTakerSlots(share, slots, hasBond)))
    expect(slotsOf(false)).toEqual([
      [0, 0, 0, 0],
      [0, 1, 1, 6],
      [0, 1, 2, 10],
      [1, 2, 5, 20],
    ])
    expect(slotsOf(true)).toEqual([
      [0, 0, 0, 0],
      [0, 1, 3, 13],
      [0, 1, 3, 13],
      [1, 2, 5, 20],
    ])
  })
})

describe('a crowd of accounts without a completed trade', () => {
  test('holds a third of an offer’s open trades, whatever it does in parallel; a trader with a record takes the rest', async () => {
    const offer = await postOffer(await seller(), { newTakerShare: 'third', maxOpenTrades: 6 })
    const takers = await crowd(8)
    const quotes = await Promise.all(takers.map((taker) => askQuote(taker, offer.id, '20')))
    const replies = await Promise.all(takers.map((taker, at) => taker.post('/api/trades', { quoteId: quotes[at]!.id })))
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(2)
    const refused = replies.find(({ status }) => status !== 201)!
    expect(refused.body).toMatchObject({ code: 'new_taker_offer_busy', values: { slots: 2 } })
    const known = await withRecord(testApp().app)
    expect((await seenBy(known, offer.id)).refusal).toBeNull()
    await openTradeBetween(known, offer.id, '20')
  })

  test('holds a third of an offer’s USDT; the page, a list, an estimate and a quote say what is left', async () => {
    const { app } = testApp()
    const owner = await seller()
    const offer = await postOffer(owner, { newTakerShare: 'third', availableUsdt: '300' })
    const [first, second] = await crowd(2)
    expect((await tryToOpen(first!, offer.id, '60')).status).toBe(201)
    const left = '40.000000'
    expect(await seenBy(second!, offer.id)).toMatchObject({ tradableUsdt: left, newTakerUsdt: left, isNewTaker: true })
    expect(await seenBy(null, offer.id)).toMatchObject({
      tradableUsdt: '240.000000',
      newTakerUsdt: left,
      isNewTaker: false,
    })
    const listed = (await second!.get(`/api/offers?trader=${owner.username}`)).body
    expect(listed.offers).toMatchObject([{ id: offer.id, tradableUsdt: left }])
    const over = { code: 'new_taker_usdt_limit', values: { availableUsdt: left }, field: 'amount' }
    expect((await tryToOpen(second!, offer.id, '40.01')).body).toMatchObject(over)
    expect((await second!.get(`/api/offers/${offer.id}/estimate?amount=45`)).body).toMatchObject(over)
    expect((await call(app, 'GET', `/api/offers/${offer.id}/estimate?amount=45`)).status).toBe(200)
    expect((await tryToOpen(second!, offer.id, '40')).status).toBe(201)
  })

  test('holds a third of what its owner’s limits allow, over all offers and in races', async () => {
    const owner = await seller()
    const offers = await Promise.all(Array.from({ length: 5 }, () => postOffer(owner, { newTakerShare: 'third' })))
    const takers = await crowd(5)
    const quotes = await Promise.all(takers.map((taker, at) => askQuote(taker, offers[at]!.id, '600', 'usdt')))
    const replies = await Promise.all(takers.map((taker, at) => taker.post('/api/trades', { quoteId: quotes[at]!.id })))
    const third = newTakerPart('third', TIER_LIMITS.starter.final.open, false)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(Number(third / 600_000_000n))
    expect(replies.find(({ status }) => status !== 201)!.body).toMatchObject({
      code: 'new_taker_usdt_limit',
      values: { availableUsdt: formatUsdt(third % 600_000_000n) },
    })
    expect((await tryToOpen(await withRecord(testApp().app), offers[4]!.id, '600')).status).toBe(201)
  })

  test('has no part of an offer whose owner says so, and all of one that is for everyone', async () => {
    const owner = await seller()
    const [none, all] = [
      await postOffer(owner, { newTakerShare: 'none' }),
      await postOffer(owner, { newTakerShare: 'all', maxOpenTrades: 2 }),
    ]
    const [one, two] = await crowd(2)
    const refusal = { code: 'taker_trades_too_few', values: { trades: 1, ownTrades: 0 } }
    expect((await tryToOpen(one!, none.id, '20')).body).toMatchObject(refusal)
    expect((await seenBy(one!, none.id)).refusal).toEqual(refusal)
    for (const taker of [one!, two!]) expect((await tryToOpen(taker, all.id, '20')).status).toBe(201)
  })

  test('cannot take an offer with one slot, which requires a completed trade', async () => {
    const offer = await postOffer(await seller(), { newTakerShare: 'third', maxOpenTrades: 1 })
    const [taker] = await crowd(1)
    const refusal = { code: 'taker_trades_too_few', values: { trades: 1, ownTrades: 0 } }
    expect((await seenBy(taker!, offer.id)).refusal).toEqual(refusal)
    expect((await tryToOpen(taker!, offer.id, '20')).body).toMatchObject(refusal)
    await openTradeBetween(await withRecord(testApp().app), offer.id, '20')
  })

  test('of one network shares the open trades of one account, in races, too', async () => {
    const owners = await signUpMany(testApp().app, 5, 'owner')
    const offers = await Promise.all(owners.map((owner) => postOffer(owner)))
    const takers = await crowd(5)
    await meetInNetwork(takers)
    const quotes = await Promise.all(takers.map((taker, at) => askQuote(taker, offers[at]!.id, '20')))
    const replies = await Promise.all(takers.map((taker, at) => taker.post('/api/trades', { quoteId: quotes[at]!.id })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(LIMITS.open_trades_of_new_trader)
    const late = takers[replies.findIndex(({ status }) => status !== 201)]!
    const refusal = { code: 'new_taker_network_limit', values: { limit: LIMITS.open_trades_of_new_trader } }
    expect((await tryToOpen(late, offers[0]!.id, '20')).body).toMatchObject(refusal)
    // One who was there the day before yesterday is not counted with those who are there now.
    await asOutsider(testApp().owner, [
      `update user_networks set last_seen_at = last_seen_at - interval '25 hours' where user_id = '${late.id}'`,
    ])
    expect((await tryToOpen(late, offers[0]!.id, '20')).status).toBe(201)
  })

  test('of one network does not hold up a trader with a record who is there too', async () => {
    const owners = await signUpMany(testApp().app, 4, 'owner')
    const offers = await Promise.all(owners.map((owner) => postOffer(owner)))
    const [takers, known] = [await crowd(3), await withRecord(testApp().app)]
    await meetInNetwork([...takers, known])
    for (const [at, taker] of takers.entries()) expect((await tryToOpen(taker, offers[at]!.id, '20')).status).toBe(201)
    expect((await tryToOpen(known, offers[3]!.id, '20')).status).toBe(201)
  })
})

describe('an offer that its owner’s limits cannot serve', () => {
  test('says so to everyone at the moment the limit is used, with what is left, and a quote says the same', async () => {
    const owner = await seller()
    const [offer, other] = [await postOffer(owner, { minAmount: '100' }), await postOffer(owner, { maxAmount: '5000' })]
    const [first, second, third] = await crowd(3)
    for (const taker of [first!, second!]) expect((await tryToOpen(taker, other.id, '2470')).status).toBe(201)
    const refusal = { code: 'counterparty_limit', values: { availableUsdt: '60.000000' } }
    for (const viewer of [null, third!]) {
      expect(await seenBy(viewer, offer.id)).toMatchObject({ tradableUsdt: '60.000000', refusal })
    }
    expect((await tryToOpen(third!, offer.id, '150', 'fiat')).body).toMatchObject(refusal)
    expect((await call(testApp().app, 'GET', `/api/offers/${offer.id}/estimate?amount=150`)).body).toMatchObject(
      refusal,
    )
    expect((await seenBy(third!, other.id)).refusal).toBeNull()
  })
})

describe('by SQL', () => {
  test.each([
    ['offers_only_by_triggers', 'update offers set new_taker_trades = 0, new_taker_micro = 0 where id = $offer'],
    ['offers_new_taker_share', "update offers set new_taker_share = 'most', version = version + 1 where id = $offer"],
    ['offers_version_steps', "update offers set new_taker_share = 'all' where id = $offer"],
    ['trades_frozen', 'update trades set by_new_taker = false, version = version + 1 where id = $trade'],
  ])('%s refuses', async (rule, statement) => {
    const offer = await postOffer(await seller(), { newTakerShare: 'third' })
    const [taker] = await crowd(1)
    const { id } = await openTradeBetween(taker!, offer.id, '20')
    const attack = testApp().owner.query(statement.replace('$offer', `'${offer.id}'`).replace('$trade', `'${id}'`))
    await expect(attack).rejects.toMatchObject({ constraint: rule })
  })
})

type Act =
  | { kind: 'open'; taker: number; offer: number; usdt: number }
  | { kind: 'cancel' | 'pay' | 'complete'; at: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      taker: fc.nat(7),
      offer: fc.nat(3),
      usdt: fc.integer({ min: 12, max: 700 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'pay' as const, 'complete' as const),
      at: fc.nat(30),
    }),
  },
)

/** The offers of the histories: their shares, slots and USDT. */
const SHARED: readonly { newTakerShare: NewTakerShare; maxOpenTrades: number; availableUsdt: string }[] = [
  { newTakerShare: 'third', maxOpenTrades: 5, availableUsdt: '' },
  { newTakerShare: 'half', maxOpenTrades: 4, availableUsdt: '1500' },
  { newTakerShare: 'third', maxOpenTrades: 20, availableUsdt: '3000' },
  { newTakerShare: 'none', maxOpenTrades: 5, availableUsdt: '' },
]

test('no order of opening, cancelling, paying and completing gives new takers more than their part', async () => {
  const seed = printedSeed('the parts of new takers')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 40 }), fc.boolean(), async (acts, hasBond) => {
      await testApp().owner.query('insert into bond_switches (is_on) values ($1)', [hasBond])
      const owner = await seller()
      const offers = []
      for (const changes of SHARED) offers.push(await postOffer(owner, { ...changes, maxAmount: '900' }))
      const takers = await crowd(8)
      const opened: { id: string; taker: Caller; status: string }[] = []
      for (const one of acts) {
        if (one.kind === 'open') {
          const reply = await tryToOpen(takers[one.taker]!, offers[one.offer]!.id, String(one.usdt))
          if (reply.status === 201) {
            opened.push({ id: reply.body.id, taker: takers[one.taker]!, status: 'awaiting_payment' })
            await expectWithinParts(owner.id, hasBond)
          } else
            expect(reply.body.code).toMatch(
              /^(new_taker_|taker_trades_|new_trader_|offer_|counterparty_|opening_paused|tier_)/,
            )
        } else if (opened.length > 0) await moveOn(owner, opened[one.at % opened.length]!, one.kind)
      }
    }),
    { numRuns: sample(3, 60), seed },
  )
  await testApp().owner.query('insert into bond_switches (is_on) values (false)')
}, 600_000)

async function moveOn(
  owner: Caller,
  trade: { id: string; taker: Caller; status: string },
  kind: 'cancel' | 'pay' | 'complete',
) {
  const { taker, status } = trade
  if (status === 'awaiting_payment' && kind === 'cancel') {
    await move(taker, trade, 'cancel', status)
    trade.status = 'cancelled'
  } else if (status === 'awaiting_payment') {
    await move(taker, trade, 'mark-paid', status)
    trade.status = 'payment_sent'
  } else if (status === 'payment_sent' && kind === 'complete') {
    await move(owner, trade, 'confirm-receipt', status)
    trade.status = 'completed'
  }
}

/** Read at each opening: an offer's part shrinks when its USDT is sold, while open trades stay. */
async function expectWithinParts(ownerId: string, hasBond: boolean): Promise<void> {
  const { rows } = await testApp().owner.query<Record<string, string>>(
    `select o.new_taker_share as share, o.max_open_trades::text as slots, o.inventory_micro::text as inventory,
       count(t.id)::text as trades, coalesce(sum(t.usdt_micro), 0)::text as micro,
       coalesce(bool_or(t.created_at = (select max(created_at) from trades where offer_owner_id = $1)), false)::text as is_last
     from offers o left join trades t on t.offer_id = o.id and t.by_new_taker and t.status not in ('completed', 'cancelled')
     where o.owner_id = $1 group by o.id`,
    [ownerId],
  )
  const all = rows.reduce((sum, { micro }) => sum + BigInt(micro!), 0n)
  for (const { share, slots, inventory, trades, micro, is_last: isLast } of rows) {
    const ofShare = share as NewTakerShare
    expect(Number(trades)).toBeLessThanOrEqual(newTakerSlots(ofShare, Number(slots), hasBond))
    if (isLast !== 'true') continue
    if (inventory !== null)
      expect(BigInt(micro!)).toBeLessThanOrEqual(newTakerPart(ofShare, BigInt(inventory!), hasBond))
    expect(all).toBeLessThanOrEqual(newTakerPart(ofShare, TIER_LIMITS.starter.final.open, hasBond))
  }
}

/** Lets the users be seen in a network of their own. */
async function meetInNetwork(users: readonly Caller[]): Promise<void> {
  const hash = randomUUID().replaceAll('-', '').padEnd(43, 'x')
  await asOutsider(
    testApp().owner,
    users.map(({ id }) => `insert into user_networks (user_id, hash) values ('${id}', '${hash}')`),
  )
}
