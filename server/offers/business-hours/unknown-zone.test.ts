/** A time zone that the database no longer knows, and a limit of changes. */
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/suite.ts'
import { postOffer, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { followBusinessHours } from './follow-business-hours.ts'

const testApp = useTestApp()

const save = (user: Caller) =>
  user.post('/api/business-hours', { timeZone: 'UTC', ranges: [{ weekday: 1, from: '09:00', until: '17:00' }] })

test('hours in a zone that the database no longer knows are closed, and stop no other user', async () => {
  const { app, owner, context } = testApp()
  const [lost, other, reader] = [await signUp(app, 'lost'), await signUp(app, 'other'), await signUp(app, 'reader')]
  const second = await signUp(app, 'second')
  for (const user of [lost, other, second]) await save(user)
  const offer = await postOffer(lost, { hoursOnly: true })
  const client = await owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica;
      alter table business_hours drop constraint business_hours_time_zone;
      update business_hours set changes_at = clock_timestamp() - interval '1 minute';
      update business_hours set time_zone = 'Mars/Olympus', changes_at = clock_timestamp() - interval '2 minutes'
        where user_id in ('${lost.id}', '${second.id}'); commit`)
  } finally {
    client.release()
  }
  expect((await reader.get(`/api/offers?trader=${lost.username}`)).status).toBe(200)
  expect((await reader.get(`/api/offers/${offer.id}`)).body.opensAt).not.toBeNull()
  const quote = await reader.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
  expect([quote.status, quote.body.code]).toEqual([409, 'offer_closed'])
  const failure = await followBusinessHours(context.db).catch((error: unknown) => error as AggregateError)
  expect(failure).toMatchObject({ errors: [expect.any(Error), expect.any(Error)] })
  for (const { id } of [lost, second]) expect(failure!.message).toMatch(new RegExp(`${id}: .*Mars/Olympus`))
  const { rows } = await owner.query('select user_id from business_hours where changes_at > clock_timestamp()')
  expect(rows).toEqual([{ user_id: other.id }])
})

test('hours are saved thirty times an hour', async () => {
  const user = await signUp(testApp().app, 'user')
  for (let nr = 1; nr <= 30; nr++) expect((await save(user)).status).toBe(200)
  const refused = await save(user)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
})
