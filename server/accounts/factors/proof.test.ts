import { describe, expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { ageProof, calmMoment, turnOnTotp } from '../../testing/factors.ts'
import { move, signUp, tradingPair } from '../../testing/people.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

describe('a fresh proof', () => {
  test('signing in is one for five minutes; then the password is asked', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    await ageProof(place.owner, amina, 4)
    expect((await amina.post('/api/factors/totp/start')).status).toBe(200)
    await ageProof(place.owner, amina, 1)
    const refused = await amina.post('/api/factors/totp/start')
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      403,
      'proof_needed',
      { ways: ['password'] },
    ])
    const wrong = await amina.post('/api/prove', { way: 'password', code: 'not it' })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([403, 'password_wrong', 'code'])
    const proved = await amina.post('/api/prove', { way: 'password', code: amina.password })
    expect(proved.status).toBe(200)
    expect(Date.parse(proved.body.freshUntil) - Date.now()).toBeGreaterThan(4 * 60_000)
    expect((await amina.post('/api/factors/totp/start')).status).toBe(200)
  })

  test('sessions are ended with one only', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    await ageProof(place.owner, amina, 5)
    const [{ id }] = (await amina.get('/api/sessions')).body.sessions
    for (const refused of [await amina.post('/api/sessions/end-others'), await amina.delete(`/api/sessions/${id}`)]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed'])
    }
    expect((await amina.get('/api/sessions')).body.sessions).toHaveLength(1)
  })

  test('with a second factor on the password alone is none', async () => {
    const place = testApp()
    const { person, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await ageProof(place.owner, person)
    const reply = await person.post('/api/prove', { way: 'password', code: person.password })
    expect([reply.body.code, reply.body.details]).toEqual(['proof_needed', { ways: ['totp', 'recovery_code'] }])
    await calmMoment()
    expect((await person.post('/api/prove', { way: 'totp', code: phone() })).status).toBe(200)
    expect((await person.post('/api/factors/recovery-codes')).status).toBe(200)
  })

  test('nor can it be had by changing the password, which with a factor on asks for that', async () => {
    const place = testApp()
    const { person, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    const body = { currentPassword: person.password, newPassword: 'quite another battery' }
    await ageProof(place.owner, person)
    expect((await person.post('/api/password', body)).body.code).toBe('proof_needed')
    await calmMoment()
    await person.post('/api/prove', { way: 'totp', code: phone() })
    expect((await person.post('/api/password', body)).status).toBe(200)
  })

  test('is one session’s own', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const { email, password } = amina
    await ageProof(place.owner, amina)
    await call(place.app, 'POST', '/api/sign-in', { body: { email, password } })
    expect((await amina.post('/api/factors/totp/start')).body.code).toBe('proof_needed')
  })

  test('a session that has shown one factor only proves nothing once a second one is on', async () => {
    const place = testApp()
    const { person } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await place.owner.query('update sessions set has_second_factor = false where user_id = $1', [person.id])
    expect((await person.post('/api/factors/recovery-codes')).body.code).toBe('proof_needed')
  })

  test('a stolen session cannot guess the password: ten wrong a minute', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const guess = () => amina.post('/api/prove', { way: 'password', code: 'not it' })
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(403)
    const reply = await amina.post('/api/prove', { way: 'password', code: amina.password })
    expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
  })
})

describe('confirming a receipt', () => {
  const paid = async () => {
    const pair = await tradingPair(testApp().app)
    await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
    return pair
  }
  const confirm = (seller: Parameters<typeof move>[0], trade: { id: string }, key?: string) =>
    move(seller, trade, 'confirm-receipt', 'payment_sent', key)

  test('above the seller’s own amount it asks for a fresh proof, and then goes on with the same key', async () => {
    const place = testApp()
    const { seller, trade } = await paid()
    expect((await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '100' })).body.confirmAboveUsdt).toBe(
      '100.000000',
    )
    await ageProof(place.owner, seller)
    const key = crypto.randomUUID()
    const refused = await confirm(seller, trade, key)
    expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed'])
    expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('payment_sent')
    await seller.post('/api/prove', { way: 'password', code: seller.password })
    expect((await confirm(seller, trade, key)).body.status).toBe('completed')
    expect((await confirm(seller, trade, key)).headers['idempotent-replay']).toBe('true')
  })

  test.each([
    ['exactly that amount', '163.043478'],
    ['no amount set', ''],
  ])('%s: it does not ask', async (_, amount) => {
    const place = testApp()
    const { seller, trade } = await paid()
    const limit = amount === '' ? '' : trade.amountUsdt
    await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: limit })
    await ageProof(place.owner, seller)
    expect((await confirm(seller, trade)).body.status).toBe('completed')
  })

  test('a thief of the session cannot take the amount away, nor can the buyer’s setting matter', async () => {
    const place = testApp()
    const { seller, buyer, trade } = await paid()
    await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '0' })
    await ageProof(place.owner, seller)
    expect((await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '' })).body.code).toBe('proof_needed')
    expect((await confirm(buyer, trade)).body.code).toBe('not_your_move')
    expect((await confirm(seller, trade)).body.code).toBe('proof_needed')
  })
})
