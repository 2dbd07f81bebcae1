/** How many offers one user can have, at the API and in races. */
import { expect, test } from 'vitest'
import { LIMITS, NEW_OFFERS_PER_DAY } from '../../domain/limits.ts'
import { MY_OFFERS_PAGE_SIZE } from '../../domain/offers/offers.ts'
import { OFFER, postOffer, signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

test('of 26 concurrent offers 20 are created; a paused one makes room, and cannot be activated at the limit', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const replies = await Promise.all(
    Array.from({ length: LIMITS.active_offers + 6 }, () => amina.post('/api/offers', OFFER)),
  )
  const created = replies.filter(({ status }) => status === 201)
  expect(created).toHaveLength(LIMITS.active_offers)
  const full = {
    status: 409,
    body: {
      code: 'active_offers_limit',
      message: 'You can have up to 20 active offers. Pause or delete one first.',
      values: { limit: LIMITS.active_offers },
    },
  }
  expect(replies.find(({ status }) => status !== 201)).toMatchObject(full)
  const { id } = created[0]!.body
  await amina.post(`/api/offers/${id}/pause`)
  await postOffer(amina)
  expect(await amina.post(`/api/offers/${id}/activate`)).toMatchObject(full)
})

test('a hundred offers in all, and every one is listed once, page by page', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const ids: string[] = []
  while (ids.length < LIMITS.offers) {
    const { id } = await postOffer(amina)
    await amina.post(`/api/offers/${id}/pause`)
    ids.push(id)
  }
  expect(await amina.post('/api/offers', OFFER)).toMatchObject({
    status: 409,
    body: { code: 'offers_limit', message: 'You can have up to 100 offers. Delete one first.' },
  })
  const listed: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await amina.get(`/api/my-offers${cursor && `?before=${cursor}`}`)
    expect(body.offers.length).toBeLessThanOrEqual(MY_OFFERS_PAGE_SIZE)
    listed.push(...body.offers.map(({ id }: { id: string }) => id))
    if (body.nextCursor === null) break
    cursor = body.nextCursor
  }
  expect(listed).toEqual(ids.toReversed())
  const stranger = await signUp(testApp().app, 'stranger')
  expect((await stranger.get(`/api/my-offers?before=${ids[50]}`)).body.offers).toEqual([])
  expect((await amina.get('/api/my-offers?before=nonsense')).status).toBe(400)
  await amina.delete(`/api/offers/${ids[0]}`)
  await postOffer(amina)
})

test('an owner who deletes and creates offers in a loop is stopped for the day, and a refused form counts for nothing', async () => {
  const { app, context } = testApp()
  const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
  for (let n = 1; n < NEW_OFFERS_PER_DAY; n++)
    await context.limits.consume(context.db, 'new_offers_per_account', amina.id)
  const refused = await amina.post('/api/offers', { ...OFFER, paymentAccountIds: [crypto.randomUUID()] })
  expect([refused.status, refused.body.field]).toEqual([409, 'paymentAccountIds'])
  const { id } = await postOffer(amina)
  await amina.delete(`/api/offers/${id}`)
  const reply = await amina.post('/api/offers', OFFER)
  expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  await postOffer(karim)
})
