/** What an open list asks for again and again: the present state of its rows, and whether its first page has others. */
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { Offer } from '../../domain/api/offers/offers.ts'
import { LIVE_OFFERS_MAX } from '../../domain/offers/listing.ts'
import { call } from '../testing/app.ts'
import { useTestApp } from '../testing/suite.ts'
import { openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'

/** By default `vi.waitFor` gives up after a second, too early on a busy machine. */
const WAITING = { timeout: 30_000 }
const testApp = useTestApp()

async function ask(shown: string[], query: Record<string, string> = {}, viewer?: Caller, tag = '"none"') {
  const url = `/api/offers/now?${new URLSearchParams({ ...query, shown: shown.join(',') })}`
  const options = { ...(viewer && { cookie: viewer.cookie }), headers: { 'if-none-match': tag } }
  const { status, body, headers: answered } = await call(testApp().app, 'GET', url, options)
  const tagNow = answered.etag as string
  return {
    status,
    tag: tagNow,
    cache: answered['cache-control'],
    offers: (body?.offers ?? []) as Offer[],
    first: body?.first,
  }
}

async function ownerAndTaker() {
  return { owner: await signUp(testApp().app, 'owner'), taker: await signUp(testApp().app, 'taker') }
}

test('a row’s price and availability are those of the moment, also while trades are open', async () => {
  const { owner, taker } = await ownerAndTaker()
  const offer = await postOffer(owner, { pricePercentage: '0', availableUsdt: '500' })
  const row = async () => (await ask([offer.id])).offers[0]
  expect(await row()).toMatchObject({ price: '0.920', maxUsdt: '1086.956521', tradableUsdt: '500.000000' })
  await openTradeBetween(taker, offer.id, '92')
  expect(await row()).toMatchObject({ tradableUsdt: '400.000000' })
  const listed = (await taker.get(`/api/offers?trader=${owner.username}`)).body.offers[0]
  expect(listed).toMatchObject({ id: offer.id, tradableUsdt: '400.000000' })
  await owner.post('/api/my-offers/changes', {
    offers: [{ offerId: offer.id, seenVersion: offer.version, pricePercentage: '2' }],
  })
  expect(await row()).toMatchObject({ price: '0.9384', tradableUsdt: '400.000000' })
})

test('without a limit, the offer’s largest amount is available', async () => {
  const { owner } = await ownerAndTaker()
  const { id, maxUsdt } = await postOffer(owner)
  expect((await ask([id])).offers[0]).toMatchObject({ maxUsdt, tradableUsdt: maxUsdt })
})

test('a row that can no longer be taken is missing, and the first page names what is new', async () => {
  const { owner } = await ownerAndTaker()
  const [first, second] = [
    await postOffer(owner, { pricePercentage: '1' }),
    await postOffer(owner, { pricePercentage: '2' }),
  ]
  const query = { trader: owner.username }
  await owner.post(`/api/offers/${first.id}/pause`, {})
  const better = await postOffer(owner, { pricePercentage: '0' })
  const { offers, first: ids } = await ask([first.id, second.id], query)
  expect(offers.map(({ id }) => id)).toEqual([second.id])
  expect(ids).toEqual([better.id, second.id])
})

test('no reader learns more than from the list: not of own, hidden, blocked or trusted traders’ offers', async () => {
  const { owner, taker } = await ownerAndTaker()
  const [open, trusted] = [await postOffer(owner), await postOffer(owner, { trustedOnly: true })]
  const ids = async (viewer?: Caller) => (await ask([open.id, trusted.id], {}, viewer)).offers.map(({ id }) => id)
  expect(await ids()).toEqual([open.id])
  expect(await ids(owner)).toEqual([])
  expect(await ids(taker)).toEqual([open.id])
  await owner.post(`/api/relations/${taker.username}`, { kind: 'trusted' })
  expect((await ids(taker)).toSorted()).toEqual([open.id, trusted.id].toSorted())
  await owner.post(`/api/relations/${taker.username}`, { kind: 'blocked' })
  expect(await ids(taker)).toEqual([])
})

test('the answer is asked for again with its tag until the market changes; no other reader’s tag is accepted', async () => {
  const { owner, taker } = await ownerAndTaker()
  const offer = await postOffer(owner)
  /** The tag's minute may end between the two calls, and the offer's own commit may be heard of between them. */
  const twice = async (viewer?: Caller) => {
    let tag = '"none"'
    return vi.waitFor(async () => {
      const reply = await ask([offer.id], {}, viewer, tag)
      tag = reply.tag
      expect(reply.status).toBe(304)
      return reply
    }, WAITING)
  }
  const known = await twice()
  expect(known).toMatchObject({ status: 304, cache: 'private, no-cache' })
  expect((await twice(taker)).status).toBe(304)
  expect((await ask([offer.id], {}, taker, known.tag)).status).toBe(200)
  await owner.post('/api/my-offers/changes', {
    offers: [{ offerId: offer.id, seenVersion: offer.version, pricePercentage: '3' }],
  })
  const changed = await ask([offer.id], {}, undefined, known.tag)
  expect(changed.status).toBe(200)
  expect(changed.offers[0]).toMatchObject({ pricePercentage: '3.0' })
})

test('a tag that a proxy made weak, or one of several, is accepted', async () => {
  const { owner } = await ownerAndTaker()
  const offer = await postOffer(owner)
  for (const form of [(tag: string) => `W/${tag}`, (tag: string) => `"other", W/${tag}`]) {
    let tag = '"none"'
    await vi.waitFor(async () => {
      const reply = await ask([offer.id], {}, undefined, form(tag))
      tag = reply.tag
      expect(reply.status).toBe(304)
    }, WAITING)
  }
})

test('the answer is read without a count of the market', async () => {
  const { owner, taker } = await ownerAndTaker()
  const offer = await postOffer(owner)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const counts = () => {
    const texts = query.mock.calls.map(([sent]) => (sent as { text?: string } | undefined)?.text ?? '')
    return texts.filter((text) => text.includes('from market_counts')).length
  }
  for (const viewer of [undefined, taker]) {
    expect((await ask([offer.id], { type: 'sell' }, viewer)).first).toContain(offer.id)
  }
  expect(counts()).toBe(0)
  await taker.get('/api/offers?type=sell')
  expect(counts()).toBeGreaterThan(0)
  query.mockRestore()
})

test('more rows than a page keeps up to date, and what is no id, are refused', async () => {
  const ids = Array.from({ length: LIVE_OFFERS_MAX }, () => crypto.randomUUID())
  expect(await ask(ids)).toMatchObject({ status: 200, offers: [] })
  expect((await ask([...ids, crypto.randomUUID()])).status).toBe(400)
  expect((await ask(['1'])).status).toBe(400)
  expect((await ask([])).status).toBe(400)
})
