import { describe, expect, test } from 'vitest'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { NO_REQUIREMENTS } from '../../../domain/profiles/relations.ts'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import {
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  signUpMany,
  tradingPair,
} from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { violations } from '../../testing/violations.ts'

const testApp = useTestApp()
const quote = (taker: Caller, offerId: string) => taker.post('/api/quotes', { offerId, anchor: 'fiat', amount: '150' })
const set = (owner: Caller, other: { username: string }, kind: string) =>
  owner.post(`/api/relations/${other.username}`, { kind })
const remove = (owner: Caller, other: { username: string }) => owner.delete(`/api/relations/${other.username}`)
const isNothing = async () => expect(await violations(testApp().owner)).toEqual([])

/** The offers of this trader in the caller's list, by a search for the name. */
async function listed(reader: Caller | null, owner: Caller, query = ''): Promise<string[]> {
  const url = `/api/offers?trader=${owner.username}${query}`
  const { body } = reader ? await reader.get(url) : await call(testApp().app, 'GET', url)
  return body.offers.map(({ id }: Offer) => id)
}

async function relationsOf(user: Caller) {
  return (await user.get('/api/relations')).body.relations.map(({ username, kind }: Record<string, string>) => [
    username,
    kind,
  ])
}

/** Two users; the first one has an offer. */
async function pair(changes: object = {}) {
  const [owner, taker] = await signUpMany(testApp().app, 2, 'trader')
  return { owner: owner!, taker: taker!, offer: await postOffer(owner!, changes) }
}

describe('a user', () => {
  test('trusts and blocks traders, changes it, takes it back, and is the only one who reads it', async () => {
    const [amina, karim, nadia] = (await signUpMany(testApp().app, 3, 'trader')) as [Caller, Caller, Caller]
    expect((await set(amina, karim, 'trusted')).body).toMatchObject({ username: karim.username, kind: 'trusted' })
    await set(amina, nadia, 'blocked')
    expect(await relationsOf(amina)).toEqual([
      [nadia.username, 'blocked'],
      [karim.username, 'trusted'],
    ])
    await set(amina, karim, 'blocked')
    expect(await relationsOf(amina)).toContainEqual([karim.username, 'blocked'])
    expect(await relationsOf(karim)).toEqual([])
    expect(await relationsOf(nadia)).toEqual([])
    expect((await remove(amina, karim)).body).toEqual({ removed: true })
    expect((await remove(amina, karim)).body).toEqual({ removed: false })
    expect(await relationsOf(amina)).toEqual([[nadia.username, 'blocked']])
    await isNothing()
  })

  test('cannot trust or block an unknown or deleted trader, nor the own account', async () => {
    const [amina, gone] = (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]
    await gone.post('/api/account/delete', { username: gone.username })
    for (const [username, status, code] of [
      ['unknown_trader', 404, 'not_found'],
      [gone.username, 404, 'not_found'],
      [amina.username, 409, 'relation_with_yourself'],
    ] as const) {
      const reply = await set(amina, { username }, 'blocked')
      expect([username, reply.status, reply.body.code]).toEqual([username, status, code])
    }
    expect((await set(amina, gone, 'friend')).status).toBe(400)
    expect((await call(testApp().app, 'GET', '/api/relations')).status).toBe(401)
  })

  test(`has up to ${LIMITS.relations} relations; a change of one is not a further one`, async () => {
    const [amina, karim, nadia] = (await signUpMany(testApp().app, 3, 'trader')) as [Caller, Caller, Caller]
    await set(amina, karim, 'blocked')
    await testApp().owner.query(
      `with others as (insert into users (username) select 'many_' || n from generate_series(2, $2::int) n returning id, username),
         accounts as (insert into accounts (user_id, email) select id, username || '@example.net' from others)
       insert into relations (owner_id, other_id, kind) select $1, id, 'blocked' from others`,
      [amina.id, LIMITS.relations],
    )
    const refused = await set(amina, nadia, 'trusted')
    expect([refused.status, refused.body.code, refused.body.values]).toEqual([
      409,
      'relations_limit',
      { limit: LIMITS.relations },
    ])
    expect((await set(amina, karim, 'trusted')).status).toBe(200)
    expect((await amina.get('/api/relations')).body.relations).toHaveLength(LIMITS.relations)
  })

  test('exports the relations with the account, and deletes them with it, on both sides', async () => {
    const [amina, karim] = (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]
    await set(amina, karim, 'trusted')
    await set(karim, amina, 'blocked')
    const data = (await amina.post('/api/account/export', {})).body
    expect(data.relations).toMatchObject([{ username: karim.username, kind: 'trusted' }])
    expect(JSON.stringify(data)).not.toContain('blocked')
    expect((await amina.post('/api/account/delete', { username: amina.username })).status).toBe(200)
    expect(await relationsOf(karim)).toEqual([])
    await isNothing()
  })
})

describe('blocking', () => {
  test.each(['owner', 'taker'] as const)(
    'by the %s hides the offers of each from the other, and refuses quotes',
    async (by) => {
      const { owner, taker, offer } = await pair()
      const other = await postOffer(taker, { type: 'buy', paymentAccountIds: [] })
      const [blocker, blocked] = by === 'owner' ? [owner, taker] : [taker, owner]
      expect([await listed(taker, owner), await listed(owner, taker)]).toEqual([[offer.id], [other.id]])
      await set(blocker, blocked, 'blocked')
      for (const query of ['', '&sort=best_price', '&amount=100', '&search=window', '&type=sell', '&page=1'])
        expect([query, await listed(taker, owner, query)]).toEqual([query, []])
      expect(await listed(owner, taker)).toEqual([])
      for (const [user, offerId] of [
        [taker, offer.id],
        [owner, other.id],
      ] as const) {
        const reply = await quote(user, offerId)
        expect([reply.status, reply.body.code, reply.body.details]).toEqual([409, 'trade_not_possible', undefined])
        expect((await user.get(`/api/offers/${offerId}`)).body.refusal).toEqual({
          code: 'trade_not_possible',
          values: {},
        })
      }
      await remove(blocker, blocked)
      expect([await listed(taker, owner), (await quote(taker, offer.id)).status]).toEqual([[offer.id], 201])
      await isNothing()
    },
  )

  test('gives both users the same answers, whichever of them blocks', async () => {
    const answers = async (by: 'owner' | 'taker') => {
      const { owner, taker, offer } = await pair()
      await (by === 'owner' ? set(owner, taker, 'blocked') : set(taker, owner, 'blocked'))
      const { requestId: _, ...refused } = (await quote(taker, offer.id)).body
      const { reputation: __, username: ___, ...page } = (await taker.get(`/api/traders/${owner.username}`)).body
      return { refused, page, offer: (await taker.get(`/api/offers/${offer.id}`)).body.refusal }
    }
    expect(await answers('owner')).toEqual(await answers('taker'))
  })

  test('changes nothing for other readers, signed in or not, nor the counts of others', async () => {
    const { owner, taker, offer } = await pair()
    const stranger = await signUp(testApp().app, 'stranger')
    const counts = async (reader: Caller) => (await reader.get('/api/market/counts')).body
    const [ofStranger, ofTaker] = [await counts(stranger), await counts(taker)]
    await set(owner, taker, 'blocked')
    expect([await listed(stranger, owner), await listed(null, owner)]).toEqual([[offer.id], [offer.id]])
    expect(await counts(stranger)).toEqual(ofStranger)
    const { sell, traders } = await counts(taker)
    expect([sell.count, traders.count]).toEqual([ofTaker.sell.count - 1, ofTaker.traders.count - 1])
  })

  test('after a quote refuses the trade; an open trade goes on to its end', async () => {
    const { owner, taker, offer } = await pair()
    const trade = await openTradeBetween(taker, offer.id)
    const second = await postOffer(owner)
    const held = await askQuote(taker, second.id)
    await set(taker, owner, 'blocked')
    const refused = await taker.post('/api/trades', { quoteId: held.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'trade_not_possible'])
    const message = { text: 'Sent.', clientId: crypto.randomUUID() }
    expect((await taker.post(`/api/trades/${trade.id}/messages`, message)).status).toBe(201)
    expect((await move(taker, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
    const done = await move(owner, trade, 'confirm-receipt', 'payment_sent')
    expect(done.body.status).toBe('completed')
    await isNothing()
  })

  test('that only the database knows refuses the trade with the same code', async () => {
    const { owner, taker, offer } = await pair()
    const held = await askQuote(taker, offer.id)
    await set(owner, taker, 'blocked')
    await asOutsider(testApp().owner, [`delete from offer_access where viewer_id = '${taker.id}'`])
    const refused = await taker.post('/api/trades', { quoteId: held.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'trade_not_possible'])
    await remove(owner, taker)
    await isNothing()
  })

  test('by many users hides their offers only', async () => {
    const { owner, taker, offer } = await pair()
    for (const each of await signUpMany(testApp().app, 5, 'mob')) await set(each, taker, 'blocked')
    expect([await listed(taker, owner), (await quote(taker, offer.id)).status]).toEqual([[offer.id], 201])
  })

  test('against the opening of a trade: either the trade opens, or it is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, taker, offer } = await pair()
      const held = await askQuote(taker, offer.id)
      const blocker = round % 2 ? owner : taker
      const [opened, blocked] = await Promise.all([
        taker.post('/api/trades', { quoteId: held.id }),
        set(blocker, blocker === owner ? taker : owner, 'blocked'),
      ])
      expect(blocked.status).toBe(200)
      const { rowCount } = await testApp().owner.query('select from trades where taker_id = $1', [taker.id])
      expect([opened.status, opened.body.code, rowCount]).toEqual(
        opened.status === 201 ? [201, undefined, 1] : [409, 'trade_not_possible', 0],
      )
    }
    await isNothing()
  })

  test('of two users by each other, at the same moment, and undone by both, leaves nothing', async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, taker, offer } = await pair()
      await Promise.all([set(owner, taker, 'blocked'), set(taker, owner, 'blocked')])
      expect((await quote(taker, offer.id)).body.code).toBe('trade_not_possible')
      await Promise.all([remove(owner, taker), set(taker, owner, 'trusted')])
      expect((await quote(taker, offer.id)).status).toBe(201)
    }
    await isNothing()
  })
})

describe('an offer for trusted traders', () => {
  test('is shown to them, in every order and filter, and to no one else; they can take it', async () => {
    const { owner, taker, offer } = await pair({ trustedOnly: true })
    const stranger = await signUp(testApp().app, 'stranger')
    await set(owner, taker, 'trusted')
    for (const query of [
      '',
      '&sort=best_price',
      '&sort=max_amount',
      '&amount=100',
      '&search=window',
      '&currency=EUR',
    ]) {
      expect([query, await listed(taker, owner, query)]).toEqual([query, [offer.id]])
      expect([query, await listed(stranger, owner, query)]).toEqual([query, []])
      expect([query, await listed(null, owner, query)]).toEqual([query, []])
    }
    expect(await listed(taker, owner, '&currency=TND')).toEqual([])
    for (const [reader, status] of [
      [taker, 200],
      [owner, 200],
      [stranger, 404],
    ] as const)
      expect((await reader.get(`/api/offers/${offer.id}`)).status).toBe(status)
    expect((await call(testApp().app, 'GET', `/api/offers/${offer.id}`)).status).toBe(404)
    expect((await quote(stranger, offer.id)).body.code).toBe('offer_unavailable')
    expect((await taker.get(`/api/offers/${offer.id}`)).body).toMatchObject({ trustedOnly: true, refusal: null })
    expect((await openTradeBetween(taker, offer.id)).status).toBe('awaiting_payment')
    await isNothing()
  })

  test('is counted for its readers only', async () => {
    const { owner, taker } = await pair({ trustedOnly: true })
    const stranger = await signUp(testApp().app, 'stranger')
    const total = async (reader: Caller) => (await reader.get('/api/offers?type=sell')).body.total.count
    const before = [await total(taker), await total(stranger)]
    await set(owner, taker, 'trusted')
    expect([await total(taker), await total(stranger)]).toEqual([before[0]! + 1, before[1]])
  })

  test('stands in its place among the others, and pages follow each other without a gap', async () => {
    const { app } = testApp()
    const [owner, taker] = (await signUpMany(app, 2, 'trader')) as [Caller, Caller]
    await set(owner, taker, 'trusted')
    const offers: string[] = []
    for (let i = 0; i < 6; i++) offers.push((await postOffer(owner, { trustedOnly: i % 2 === 0 })).id)
    for (const filter of ['', `&trader=${owner.username}`]) {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await taker.get(`/api/offers?sort=created_at&limit=2${filter}${cursor && `&cursor=${cursor}`}`)
        found.push(...body.offers.filter((o: Offer) => o.owner.username === owner.username).map((o: Offer) => o.id))
        cursor = found.length < offers.length ? body.nextCursor : null
      }
      expect(found).toEqual(offers.toReversed())
    }
  })

  test('trust does not work in the other direction; no longer trusted, the taker is refused with the quote already held', async () => {
    const { owner, taker, offer } = await pair({ trustedOnly: true })
    await set(taker, owner, 'trusted')
    expect([await listed(taker, owner), (await quote(taker, offer.id)).body.code]).toEqual([[], 'offer_unavailable'])
    await set(owner, taker, 'trusted')
    const held = await askQuote(taker, offer.id)
    await remove(owner, taker)
    expect((await taker.post('/api/trades', { quoteId: held.id })).body.code).toBe('offer_unavailable')
  })

  test('whose trusted taker blocks the owner is hidden from the taker', async () => {
    const { owner, taker, offer } = await pair({ trustedOnly: true })
    await set(owner, taker, 'trusted')
    await set(taker, owner, 'blocked')
    expect([await listed(taker, owner), (await quote(taker, offer.id)).body.code]).toEqual([[], 'offer_unavailable'])
    await remove(taker, owner)
    expect(await listed(taker, owner)).toEqual([offer.id])
  })

  test('becomes public with an edit, and an older quote is outdated', async () => {
    const { owner, taker, offer } = await pair({ trustedOnly: true })
    await set(owner, taker, 'trusted')
    const held = await askQuote(taker, offer.id)
    const { id, version, inventoryUsdt: _, ...form } = (await owner.get(`/api/my-offers/${offer.id}`)).body
    const edit = { ...editable(form), trustedOnly: false, seenVersion: version, seenInventoryUsdt: '' }
    expect((await owner.post(`/api/offers/${id}`, edit)).status).toBe(200)
    expect(await listed(null, owner)).toEqual([offer.id])
    expect((await taker.post('/api/trades', { quoteId: held.id })).body.code).toBe('quote_outdated')
    await isNothing()
  })
})

describe('what an offer requires', () => {
  const requirements = (changes: object) => ({ requirements: { ...NO_REQUIREMENTS, ...changes } })
  const give = (user: Caller, columns: string) =>
    asOutsider(testApp().owner, [`update users set ${columns} where id = '${user.id}'`])

  test.each([
    [
      'accountDays',
      30,
      'taker_account_too_new',
      { days: 30, ownDays: 0 },
      "created_at = clock_timestamp() - interval '31 days'",
    ],
    ['completedTrades', 5, 'taker_trades_too_few', { trades: 5, ownTrades: 0 }, 'completed_trades = 5'],
    ['completionRate', 95, 'taker_completion_unknown', { rate: 95 }, 'completed_trades = 19, failed_trades = 1'],
  ] as const)(
    '%s is shown on the offer, and refused by quotes with both figures',
    async (name, value, code, values, met) => {
      const { owner, taker, offer } = await pair(requirements({ [name]: value }))
      const seen = (await taker.get(`/api/offers/${offer.id}`)).body
      expect([seen.requirements[name], seen.refusal]).toEqual([value, { code, values }])
      const inList = (await taker.get(`/api/offers?trader=${owner.username}`)).body.offers
      expect(inList).toMatchObject([{ id: offer.id, refusal: { code, values } }])
      const refused = await quote(taker, offer.id)
      expect([refused.status, refused.body.code, refused.body.values]).toEqual([409, code, values])
      expect((await call(testApp().app, 'GET', `/api/offers/${offer.id}`)).body).toMatchObject({ refusal: null })
      expect((await owner.get(`/api/offers/${offer.id}`)).body).toMatchObject({ isMine: true, refusal: null })
      await give(taker, met)
      expect((await taker.get(`/api/offers/${offer.id}`)).body.refusal).toBeNull()
      expect((await quote(taker, offer.id)).status).toBe(201)
      await give(taker, 'completed_trades = 0, failed_trades = 0')
    },
  )

  test('a completion rate is compared as it is shown, with one decimal', async () => {
    const { taker, offer } = await pair(requirements({ completionRate: 95 }))
    for (const [completed, failed, expected] of [
      [94, 6, { code: 'taker_completion_too_low', values: { rate: 95, ownRate: '94.0' } }],
      [9494, 506, { code: 'taker_completion_too_low', values: { rate: 95, ownRate: '94.9' } }],
      [9495, 505, null],
    ] as const) {
      await give(taker, `completed_trades = ${completed}, failed_trades = ${failed}`)
      expect((await taker.get(`/api/offers/${offer.id}`)).body.refusal).toEqual(expected)
      expect((await quote(taker, offer.id)).status).toBe(expected === null ? 201 : 409)
    }
    await give(taker, 'completed_trades = 0, failed_trades = 0')
  })

  test('no longer met when the trade is opened refuses the trade', async () => {
    const { taker, offer } = await pair(requirements({ completedTrades: 3 }))
    await give(taker, 'completed_trades = 3')
    const held = await askQuote(taker, offer.id)
    await give(taker, 'completed_trades = 2')
    const refused = await taker.post('/api/trades', { quoteId: held.id })
    expect([refused.body.code, refused.body.values]).toEqual(['taker_trades_too_few', { trades: 3, ownTrades: 2 }])
    await give(taker, 'completed_trades = 0')
  })

  test('is within its bounds', async () => {
    const owner = await signUp(testApp().app, 'owner')
    for (const wrong of [
      { accountDays: 366 },
      { completedTrades: -1 },
      { completionRate: 101 },
      { accountDays: 1.5 },
    ]) {
      const reply = await owner.post('/api/offers', { ...editable(await postOffer(owner)), ...requirements(wrong) })
      expect([wrong, reply.status, reply.body.field]).toEqual([wrong, 400, expect.stringMatching(/^requirements\./)])
    }
  })
})

test('relations of two users tell a third one nothing', async () => {
  const { seller, buyer } = await tradingPair(testApp().app)
  const stranger = await signUp(testApp().app, 'stranger')
  const seen = async () =>
    Promise.all(
      [seller, buyer].map(async ({ username }) => {
        const [page, offers] = [
          await stranger.get(`/api/traders/${username}`),
          await stranger.get(`/api/offers?trader=${username}`),
        ]
        return JSON.stringify([page.body, offers.body.offers, offers.body.total])
      }),
    )
  const before = await seen()
  await set(seller, buyer, 'blocked')
  await set(buyer, seller, 'trusted')
  expect(await seen()).toEqual(before)
})

/** The fields of an offer that its form sends. */
function editable(offer: object) {
  const names =
    'type fiatCurrency paymentMethods minAmount maxAmount pricePercentage terms paymentWindowMinutes maxOpenTrades paymentAccountIds referencePolicy amountTail trustedOnly newTakerShare requirements firstMessage hoursOnly'
  const entries = Object.entries(offer).filter(([name]) => names.split(' ').includes(name))
  return { availableUsdt: '', ...Object.fromEntries(entries) }
}
