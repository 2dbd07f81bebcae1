import { describe, expect, test } from 'vitest'
import { BIO_MAX, LOCATION_MAX, USERNAME_CHANGE_DAYS } from '../../domain/profiles/profiles.ts'
import { call } from '../testing/app.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const rename = (user: Caller, username: string, key?: string) => user.post('/api/profile/username', { username }, key)

/** Moves the last username change `days` into the past. */
async function ageChange(user: Caller, days: number): Promise<void> {
  const { owner } = testApp()
  await owner.query(
    'update accounts set last_username_change = last_username_change - make_interval(days => $2) where user_id = $1',
    [user.id, days],
  )
  await owner.query('update freed_usernames set freed_at = freed_at - make_interval(days => $2) where user_id = $1', [
    user.id,
    days,
  ])
}

let count = 0
const newName = (start = 'name') => `${start}_${(count++).toString(36)}${Math.random().toString(36).slice(2, 8)}`

describe('profile', () => {
  test('a new user: unverified, without trades, every setting at its default', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    expect((await amina.get('/api/profile')).body).toEqual({
      username: amina.username,
      avatar: null,
      email: amina.email,
      isVerified: false,
      memberSince: expect.any(String),
      completedTrades: 0,
      rating: null,
      bio: '',
      location: '',
      language: 'en',
      usernameChangeableAt: null,
    })
  })

  test('saved texts are cleaned and public; the email address is private', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const saved = await amina.post('/api/profile', { bio: '  Evenings\u202E only ', location: 'Sfax' })
    expect(saved.body).toMatchObject({ bio: 'Evenings only', location: 'Sfax' })
    const { status, body } = await call(app, 'GET', `/api/traders/${amina.username}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      username: amina.username,
      isVerified: true,
      bio: 'Evenings only',
      location: 'Sfax',
    })
    const karim = await signUp(app, 'karim', { isVerified: false })
    expect((await call(app, 'GET', `/api/traders/${karim.username}`)).body.isVerified).toBe(false)
    expect(JSON.stringify(body)).not.toContain('@')
    expect((await call(app, 'GET', '/api/traders/nobody_here')).status).toBe(404)
  })

  test('the language is that of the registration, until the user chooses another', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina', { language: 'ar' })
    expect((await amina.get('/api/session')).body.user.language).toBe('ar')
    expect((await amina.post('/api/profile/language', { language: 'fr' })).body.language).toBe('fr')
    expect((await amina.get('/api/session')).body.user.language).toBe('fr')
    const refused = await amina.post('/api/profile/language', { language: 'tlh' })
    expect(refused.body).toMatchObject({ code: 'invalid_input', fields: { language: expect.any(String) } })
    expect((await amina.get('/api/profile')).body.language).toBe('fr')
  })

  test('the longest texts fit the database, longer ones are refused by field', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const longest = { bio: '😀'.repeat(BIO_MAX), location: 'é'.repeat(LOCATION_MAX) }
    expect((await amina.post('/api/profile', longest)).status).toBe(200)
    const refused = await amina.post('/api/profile', { ...longest, bio: 'x'.repeat(BIO_MAX + 1) })
    expect([refused.status, refused.body.field]).toEqual([400, 'bio'])
    const attack = `update users set bio = repeat('x', ${BIO_MAX + 1}) where id = '${amina.id}'`
    expect(await refusalOf(testApp().owner, attack)).toBe('users_bio_length')
    const other = `update users set location = repeat('x', ${LOCATION_MAX + 1}) where id = '${amina.id}'`
    expect(await refusalOf(testApp().owner, other)).toBe('users_location_length')
  })
})

describe('username', () => {
  test('can change, appears everywhere, and then cannot change for 365 days', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const [name, another] = [newName(), newName()]
    const { status, body } = await rename(amina, name)
    expect([status, body.username]).toEqual([200, name])
    const days = (Date.parse(body.usernameChangeableAt) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(USERNAME_CHANGE_DAYS, 1)
    expect((await amina.get('/api/session')).body.user.username).toBe(name)

    const refused = await rename(amina, another)
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, 'username_too_soon', 'username'])
    expect(refused.body.details).toEqual({ changeableAt: body.usernameChangeableAt })
    const attack = `update users set username = '${another}' where id = '${amina.id}'`
    expect(await refusalOf(owner, attack)).toBe('users_username_once_a_year')

    await ageChange(amina, USERNAME_CHANGE_DAYS - 1)
    expect((await rename(amina, another)).status).toBe(409)
    await ageChange(amina, 1)
    expect((await amina.get('/api/profile')).body.usernameChangeableAt).toBeNull()
    expect((await rename(amina, another)).body.username).toBe(another)
  })

  test('the same name again is no change; another case of it is one', async () => {
    const amina = await signUp(testApp().app, 'amina')
    expect((await rename(amina, amina.username)).body.usernameChangeableAt).toBeNull()
    expect((await rename(amina, amina.username.toUpperCase())).body.username).toBe(amina.username.toUpperCase())
  })

  test.each([
    ['', 'Username is required'],
    ['  ', 'Username is required'],
    ['a b', 'Username can only contain letters, numbers, and underscores'],
  ])('%j is not saved', async (username, message) => {
    const amina = await signUp(testApp().app, 'amina')
    const { status, body } = await rename(amina, username)
    expect([status, body.field, body.message]).toEqual([400, 'username', message])
    expect((await amina.get('/api/profile')).body.username).toBe(amina.username)
  })

  test('a name that looks like another user’s is taken', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const { status, body } = await rename(karim, `_${amina.username.toUpperCase().slice(0, 19)}`.slice(0, 20))
    expect([status, body.code, body.field]).toEqual([409, 'username_taken', 'username'])
  })

  test('a name that was given up is reserved for 365 days, against changes and registrations', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    await rename(amina, newName())
    expect((await rename(karim, amina.username)).body.code).toBe('username_taken')
    const asNew = () =>
      call(app, 'POST', '/api/register', {
        body: {
          username: amina.username,
          email: `${newName()}@example.org`,
          password: 'eight of 8s',
          confirmPassword: 'eight of 8s',
          acceptsTerms: true,
        },
      })
    expect((await asNew()).body).toMatchObject({ code: 'username_taken', field: 'username' })
    await ageChange(amina, USERNAME_CHANGE_DAYS)
    expect((await asNew()).status).toBe(202)
  })

  test('its former owner can take it back', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await rename(amina, newName())
    await testApp().owner.query(
      "update accounts set last_username_change = last_username_change - interval '366 days' where user_id = $1",
      [amina.id],
    )
    expect((await rename(amina, amina.username)).body.username).toBe(amina.username)
  })

  test('of two concurrent changes to one name one succeeds', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const name = newName()
    const replies = await Promise.all([rename(amina, name), rename(karim, name.toUpperCase())])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('username_taken')
  })

  test('of two concurrent changes of one user one succeeds, the other is too soon', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const names = [newName(), newName()]
    const replies = await Promise.all(names.map((name) => rename(amina, name)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('username_too_soon')
  })

  test('a repeated call is one change', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const [name, key] = [newName(), crypto.randomUUID()]
    const replies = await Promise.all([rename(amina, name, key), rename(amina, name, key)])
    expect(replies.map(({ status, body }) => [status, body.username])).toEqual([
      [200, name],
      [200, name],
    ])
  })
})

test('a trader’s record is calculated from the trades', async () => {
  const { app } = testApp()
  const { seller, buyer, offer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  const quote = (await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '20' })).body
  const second = (await buyer.post('/api/trades', { quoteId: quote.id })).body
  await move(seller, second, 'cancel', 'awaiting_payment')
  const of = async (user: Caller) => (await call(app, 'GET', `/api/traders/${user.username}`)).body.reputation
  const counts = { completedTrades: 1, partners: 1 }
  const [paid, released] = [{ medianPaySeconds: expect.any(Number) }, { medianReleaseSeconds: expect.any(Number) }]
  const asBuyer = { ...counts, ...paid, medianReleaseSeconds: null, completionRate: '100.0' }
  expect(await of(buyer)).toMatchObject(asBuyer)
  expect(await of(seller)).toMatchObject({ ...counts, ...released, medianPaySeconds: null, completionRate: '50.0' })
  const stranger = await signUp(app, 'stranger')
  expect(await of(stranger)).toMatchObject({
    completedTrades: 0,
    completionRate: null,
    partners: 0,
    medianPaySeconds: null,
  })
})
