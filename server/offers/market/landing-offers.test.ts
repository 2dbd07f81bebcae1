/** The offers that the landing page begins with. */
import { expect, test } from 'vitest'
import { LANDING_OFFERS } from '../../../domain/offers/listing.ts'
import { call } from '../../testing/app.ts'
import { postOffer, signUp, withRecord } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

/** The owners of the offers, in their order. */
async function owners(reader?: Caller): Promise<string[]> {
  const reply = await call(testApp().app, 'GET', '/api/market/offers', reader ? { cookie: reader.cookie } : {})
  expect(reply.status).toBe(200)
  return reply.body.offers.map(({ owner }: { owner: { username: string } }) => owner.username)
}

test('the newest offers of traders with a completed trade come first, and a new account only after all of them', async () => {
  const [known, latest] = [await withRecord(testApp().app), await withRecord(testApp().app)]
  const first = await signUp(testApp().app, 'fresh')
  await postOffer(first)
  await postOffer(known)
  await postOffer(latest)
  const second = await signUp(testApp().app, 'fresh')
  await postOffer(second)
  const recorded = (names: string[]) =>
    names.filter((name) => [known, latest].some(({ username }) => username === name))
  const shown = await owners()
  expect(recorded(shown)).toEqual([latest.username, known.username])
  expect(shown.indexOf(second.username)).toBeGreaterThan(shown.indexOf(known.username))
  expect(shown.indexOf(first.username)).toBeGreaterThan(shown.indexOf(second.username))
  expect(recorded(await owners(latest))).toEqual([known.username])

  for (let posted = 1; posted < LANDING_OFFERS; posted++) await postOffer(known)
  await postOffer(second)
  const full = await owners()
  expect(full).toHaveLength(LANDING_OFFERS)
  expect(recorded(full).slice(0, 2), 'one trader does not fill the page').toEqual([known.username, latest.username])
  expect(full).not.toContain(second.username)
})
