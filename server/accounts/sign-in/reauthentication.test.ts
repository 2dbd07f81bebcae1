import { describe, expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import {
  ageReauthentication,
  waitForStableTotp,
  cookieIn,
  reauthenticationOf,
  reauthenticate,
  turnOnTotp,
  withCookie,
} from '../../testing/accounts/factors.ts'
import { move, signUp, tradingPair } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

describe('recent authentication', () => {
  test('lasts five minutes after signing in; then the password is required', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    await ageReauthentication(place.owner, amina, 4)
    expect((await amina.post('/api/factors/totp/start')).status).toBe(200)
    await ageReauthentication(place.owner, amina, 1)
    const refused = await amina.post('/api/factors/totp/start')
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      403,
      'reauthentication_required',
      { first: 'password', second: [] },
    ])
    const wrong = await amina.post('/api/reauthenticate', reauthenticationOf({ ...amina, password: 'not it' }))
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([403, 'password_wrong', 'first'])
    const proved = await amina.post('/api/reauthenticate', reauthenticationOf(amina))
    expect(proved.status).toBe(200)
    expect(Date.parse(proved.body.reauthenticationExpiresAt) - Date.now()).toBeGreaterThan(4 * 60_000)
    const renewed = withCookie(place.app, amina, cookieIn(proved))
    expect((await renewed.post('/api/factors/totp/start')).status).toBe(200)
  })

  test('is required to end sessions', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    await ageReauthentication(place.owner, amina, 5)
    const [{ id }] = (await amina.get('/api/sessions')).body.sessions
    for (const refused of [await amina.post('/api/sessions/end-others'), await amina.delete(`/api/sessions/${id}`)]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    }
    expect((await amina.get('/api/sessions')).body.sessions).toHaveLength(1)
  })

  test('is not given by the password alone with a second factor on', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await ageReauthentication(place.owner, user)
    const reply = await user.post('/api/reauthenticate', reauthenticationOf(user))
    const asked = { first: 'password', second: ['totp', 'recovery_code'] }
    expect([reply.body.code, reply.body.details]).toEqual(['reauthentication_required', asked])
    await waitForStableTotp()
    const renewed = await reauthenticate(place.app, user, { method: 'totp', code: phone() })
    expect((await renewed.post('/api/factors/recovery-codes')).status).toBe(200)
  })

  test('is not given by the code alone with a second factor on: a wrong password leaves the code unused', async () => {
    const place = testApp()
    const { user, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await ageReauthentication(place.owner, user)
    const code = { method: 'recovery_code' as const, code: recoveryCodes[0]! }
    const alone = await user.post('/api/reauthenticate', { second: code })
    expect([alone.status, alone.body.code]).toEqual([400, 'invalid_input'])
    const wrong = await user.post('/api/reauthenticate', reauthenticationOf({ ...user, password: 'not it' }, code))
    expect([wrong.body.code, wrong.body.field]).toEqual(['password_wrong', 'first'])
    const other = await user.post('/api/reauthenticate', reauthenticationOf(user, { ...code, code: 'AAAA' }))
    expect([other.body.code, other.body.field]).toEqual(['code_wrong', 'second'])
    expect((await user.post('/api/factors/recovery-codes')).body.code).toBe('reauthentication_required')
    const renewed = await reauthenticate(place.app, user, code)
    expect((await renewed.post('/api/factors/recovery-codes')).status).toBe(200)
  })

  test('limits guesses of codes beside the right password, and of passwords beside wrong codes', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    const totp = (steps: number) => ({ method: 'totp' as const, code: phone(steps) })
    await waitForStableTotp()
    for (let n = 0; n < 5; n++)
      expect((await user.post('/api/reauthenticate', reauthenticationOf(user, totp(7)))).body.code).toBe('code_wrong')
    expect((await user.post('/api/reauthenticate', reauthenticationOf(user, totp(0)))).body.code).toBe(
      'totp_attempts_exceeded',
    )
    const guess = () => user.post('/api/reauthenticate', reauthenticationOf({ ...user, password: 'not it' }, totp(0)))
    for (let n = 0; n < 10; n++) expect((await guess()).body.code).toBe('password_wrong')
    expect((await guess()).body.code).toBe('rate_limited')
  })

  test('is required to change the password with a second factor on', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    const body = { currentPassword: user.password, newPassword: 'quite another battery' }
    await ageReauthentication(place.owner, user)
    expect((await user.post('/api/password', body)).body.code).toBe('reauthentication_required')
    await waitForStableTotp()
    const renewed = await reauthenticate(place.app, user, { method: 'totp', code: phone() })
    expect((await renewed.post('/api/password', body)).status).toBe(200)
  })

  test('belongs to one session', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const { email, password } = amina
    await ageReauthentication(place.owner, amina)
    await call(place.app, 'POST', '/api/sign-in', { body: { email, password } })
    expect((await amina.post('/api/factors/totp/start')).body.code).toBe('reauthentication_required')
  })

  test('is not given by a session that has shown one factor, once a second one is on', async () => {
    const place = testApp()
    const { user } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await place.owner.query('update sessions set second_factor_since = null where user_id = $1', [user.id])
    expect((await user.post('/api/factors/recovery-codes')).body.code).toBe('reauthentication_required')
  })

  test('limits password guesses from a stolen session to ten a minute', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const guess = () => amina.post('/api/reauthenticate', reauthenticationOf({ ...amina, password: 'not it' }))
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(403)
    const reply = await amina.post('/api/reauthenticate', reauthenticationOf(amina))
    expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
  })
})

describe('a session after re-authentication', () => {
  const isIn = async (cookie: string) =>
    (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user !== null

  test('has a new token; the former one stops working immediately, and other sessions stay', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const { email, password } = amina
    const other = cookieIn(await call(place.app, 'POST', '/api/sign-in', { body: { email, password } }))
    const before = (await amina.get('/api/sessions')).body.sessions
    const reply = await amina.post('/api/reauthenticate', reauthenticationOf(amina))
    expect(String(reply.headers['set-cookie'])).toMatch(/^sid=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const renewed = withCookie(place.app, amina, cookieIn(reply))
    expect(await Promise.all([amina.cookie, renewed.cookie, other].map(isIn))).toEqual([false, true, true])
    expect((await amina.get('/api/sessions')).status).toBe(401)
    const after = (await renewed.get('/api/sessions')).body.sessions
    expect(after.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }: { id: string }) => id))
  })

  test('keeps its token after a wrong password', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await amina.post('/api/reauthenticate', reauthenticationOf({ ...amina, password: 'not it' }))
    expect([reply.headers['set-cookie'], await isIn(amina.cookie)]).toEqual([undefined, true])
  })

  test('has one new token after concurrent calls, which works whichever answer arrives last', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const replies = await Promise.all([1, 2, 3].map(() => amina.post('/api/reauthenticate', reauthenticationOf(amina))))
    // A call that starts after the others have finished has an invalid token.
    for (const { status } of replies) expect([200, 401]).toContain(status)
    const cookies = replies.map((reply) => cookieIn(reply)).filter((cookie) => cookie !== '')
    expect(cookies).toHaveLength(1)
    expect(await isIn(cookies[0]!)).toBe(true)
  })

  test('is not restored by a concurrent re-authentication once it has ended', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const proving = amina.post('/api/reauthenticate', reauthenticationOf(amina))
    await place.owner.query('delete from sessions where user_id = $1', [amina.id])
    const reply = await proving
    expect([reply.status, reply.body.code, cookieIn(reply)]).toEqual([401, 'signed_out', ''])
  })
})

describe('confirming the receipt of a payment', () => {
  const paid = async () => {
    const pair = await tradingPair(testApp().app)
    await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
    return pair
  }
  const confirm = (seller: Parameters<typeof move>[0], trade: { id: string }, key?: string) =>
    move(seller, trade, 'confirm-receipt', 'payment_sent', key)

  test('above the seller’s threshold needs recent authentication, and then succeeds with the same Idempotency-Key', async () => {
    const place = testApp()
    const { seller, trade } = await paid()
    expect((await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '100' })).body.confirmAboveUsdt).toBe(
      '100.000000',
    )
    await ageReauthentication(place.owner, seller)
    const key = crypto.randomUUID()
    const refused = await confirm(seller, trade, key)
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('payment_sent')
    const renewed = await reauthenticate(place.app, seller)
    expect((await confirm(renewed, trade, key)).body.status).toBe('completed')
    expect((await confirm(renewed, trade, key)).headers['idempotent-replay']).toBe('true')
  })

  test.each([
    ['exactly the threshold', '163.043478'],
    ['no threshold', ''],
  ])('%s: it does not ask', async (_, amount) => {
    const place = testApp()
    const { seller, trade } = await paid()
    const limit = amount === '' ? '' : trade.amountUsdt
    await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: limit })
    await ageReauthentication(place.owner, seller)
    expect((await confirm(seller, trade)).body.status).toBe('completed')
  })

  test('an attacker with the session cannot remove the threshold, and the buyer’s setting has no effect', async () => {
    const place = testApp()
    const { seller, buyer, trade } = await paid()
    await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '0' })
    await ageReauthentication(place.owner, seller)
    expect((await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '' })).body.code).toBe(
      'reauthentication_required',
    )
    expect((await confirm(buyer, trade)).body.code).toBe('not_your_move')
    expect((await confirm(seller, trade)).body.code).toBe('reauthentication_required')
  })
})
