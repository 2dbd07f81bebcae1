import { describe, expect, test } from 'vitest'
import { RELEASE_FACTOR_ABOVE_USDT } from '../../../domain/accounts/factors.ts'
import { open } from '../../db/encryption/envelope.ts'
import { totpPlace } from '../../db/encryption/sealed-columns.ts'
import { call } from '../../testing/app.ts'
import {
  ageReauthentication,
  waitForStableTotp,
  cookieIn,
  passFirstFactor,
  authenticatorAppWith,
  reauthenticationOf,
  reauthenticate,
  turnOnTotp,
  withCookie,
} from '../../testing/accounts/factors.ts'
import { mailsTo } from '../../testing/accounts/mails.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const isIn = async (cookie: string) => (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user !== null
const step = (cookie: string, method: string, code: string) =>
  call(testApp().app, 'POST', '/api/sign-in/second-factor', { cookie, body: { method, code } })

describe('turning an authenticator app on', () => {
  test('shows the secret once, and ten recovery codes; the session gets a new token, every other session ends', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const { email, password } = amina
    const other = cookieIn(await call(app, 'POST', '/api/sign-in', { body: { email, password } }))
    const { user, recoveryCodes, secret } = await turnOnTotp(app, amina)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await Promise.all([amina.cookie, other, user.cookie].map(isIn))).toEqual([false, false, true])
    const factors = await user.get('/api/factors')
    expect(factors.body).toEqual({
      hasPassword: true,
      totpSince: expect.any(String),
      passkeys: [],
      recoveryCodesLeft: 10,
      confirmAboveUsdt: RELEASE_FACTOR_ABOVE_USDT,
    })
    expect(JSON.stringify(factors.body)).not.toContain(secret)
    expect(await mailsTo(owner, email)).toContainEqual(
      expect.objectContaining({ kind: 'second_factor_added', values: { factor: 'totp', link: expect.any(String) } }),
    )
  })

  test('needs a right first code, and starting again replaces the secret', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const first = authenticatorAppWith((await amina.post('/api/factors/totp/start')).body.secret)
    const second = authenticatorAppWith((await amina.post('/api/factors/totp/start')).body.secret)
    await waitForStableTotp()
    const wrong = await amina.post('/api/factors/totp/confirm', { code: first() })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([403, 'code_wrong', 'code'])
    expect((await amina.get('/api/factors')).body.totpSince).toBeNull()
    expect((await amina.post('/api/factors/totp/confirm', { code: second() })).status).toBe(200)
  })

  test('is refused if it is on, without a start, and half an hour after it', async () => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const { user } = await turnOnTotp(app, amina)
    for (const url of ['/api/factors/totp/start', '/api/factors/totp/confirm']) {
      expect((await user.post(url, url.endsWith('start') ? {} : { code: '123456' })).body.code).toBe('totp_on')
    }
    expect((await karim.post('/api/factors/totp/confirm', { code: '123456' })).body.code).toBe('totp_not_started')
    const phone = authenticatorAppWith((await karim.post('/api/factors/totp/start')).body.secret)
    await owner.query('alter table totps disable trigger totp_goes_forward')
    await owner.query("update totps set created_at = created_at - interval '31 minutes' where user_id = $1", [karim.id])
    await owner.query('alter table totps enable trigger totp_goes_forward')
    expect((await karim.post('/api/factors/totp/confirm', { code: phone() })).body.code).toBe('totp_not_started')
  })

  test('the stored secret is sealed, for its owner only', async () => {
    const { app, owner, context } = testApp()
    const { user, secret } = await turnOnTotp(app, await signUp(app, 'amina'))
    const { rows } = await owner.query<{ sealed: Buffer }>('select sealed from totps where user_id = $1', [user.id])
    const sealed = rows[0]!.sealed
    const plain = open(context.keyring, totpPlace(user.id), sealed)
    expect(plain).toHaveLength(20)
    expect(sealed.includes(plain)).toBe(false)
    expect(sealed.toString('latin1')).not.toContain(secret)
    expect(() => open(context.keyring, totpPlace(crypto.randomUUID()), sealed)).toThrow()
    sealed[sealed.length - 1]! ^= 1
    expect(() => open(context.keyring, totpPlace(user.id), sealed)).toThrow()
  })
})

describe('a code of the app', () => {
  test('opens a session once; the same code and the previous one are refused', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    const reply = await step(await passFirstFactor(place, user), 'totp', phone())
    expect([reply.status, reply.body.user.id]).toEqual([200, user.id])
    expect(await isIn(cookieIn(reply))).toBe(true)
    for (const code of [phone(), phone(-1)]) {
      const replay = await step(await passFirstFactor(place, user), 'totp', code)
      expect([replay.status, replay.body.code]).toEqual([403, 'code_wrong'])
    }
  })

  test('is accepted one time step early or late, and not two', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    const replies = []
    for (const steps of [-2, 2, 1]) {
      replies.push((await step(await passFirstFactor(place, user), 'totp', phone(steps))).status)
    }
    expect(replies).toEqual([403, 403, 200])
  })

  test('opens one session with two concurrent requests', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    const code = phone()
    const replies = await Promise.all([
      user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'totp', code })),
      step(await passFirstFactor(place, user), 'totp', code),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('is refused at the sixth attempt in ten minutes even when right, from any address; other factors still work', async () => {
    const place = testApp()
    const { user, phone, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    const wrong = () => user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'totp', code: phone(7) }))
    // Concurrent attempts too: the row is locked while an attempt is checked.
    const tries = await Promise.all(Array.from({ length: 5 }, wrong))
    expect(tries.map(({ body }) => body.code)).toEqual(Array(5).fill('code_wrong'))
    for (const reply of [
      await user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'totp', code: phone() })),
      await step(await passFirstFactor(place, user), 'totp', phone()),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([429, 'totp_attempts_exceeded'])
    }
    expect((await step(await passFirstFactor(place, user), 'recovery_code', recoveryCodes[0]!)).status).toBe(200)
    await place.owner.query(
      "update totps set wrong_at = array(select at - interval '10 minutes' from unnest(wrong_at) as at)",
    )
    expect(
      (await user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'totp', code: phone() }))).status,
    ).toBe(200)
  })

  test('a hundred wrong codes block the app, right codes between them or not, until a recovery code is used', async () => {
    const place = testApp()
    const { user, phone, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    const reauthenticateBy = (method: 'totp' | 'recovery_code', code: string) =>
      user.post('/api/reauthenticate', reauthenticationOf(user, { method, code }))
    const letTenMinutesPass = () => place.owner.query("update totps set wrong_at = '{}' where user_id = $1", [user.id])
    await waitForStableTotp()
    expect((await reauthenticateBy('totp', phone(7))).body.code).toBe('code_wrong')
    await place.owner.query('update totps set wrong_count = 98 where user_id = $1', [user.id])
    const right = await step(await passFirstFactor(place, user), 'totp', phone())
    expect(right.status).toBe(200)
    // The owner’s right code does not reset the count.
    const thief = withCookie(place.app, user, cookieIn(right))
    const guess = (steps: number) =>
      thief.post('/api/reauthenticate', reauthenticationOf(user, { method: 'totp', code: phone(steps) }))
    for (const steps of [7, 8]) expect((await guess(steps)).body.code).toBe('code_wrong')
    await letTenMinutesPass()
    for (const reply of [await guess(1), await step(await passFirstFactor(place, user), 'totp', phone(1))])
      expect([reply.status, reply.body.code]).toEqual([403, 'totp_blocked'])
    expect((await step(await passFirstFactor(place, user), 'recovery_code', recoveryCodes[0]!)).status).toBe(200)
    expect((await step(await passFirstFactor(place, user), 'totp', phone(1))).status).toBe(200)
  })

  test('wrong codes are counted for a year', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    await place.owner.query(
      "update totps set wrong_count = 100, wrong_since = clock_timestamp() - interval '364 days' where user_id = $1",
      [user.id],
    )
    const attempt = async () => (await step(await passFirstFactor(place, user), 'totp', phone(7))).body.code
    expect(await attempt()).toBe('totp_blocked')
    await place.owner.query("update totps set wrong_since = wrong_since - interval '2 days' where user_id = $1", [
      user.id,
    ])
    expect(await attempt()).toBe('code_wrong')
    const { rows } = await place.owner.query('select wrong_count from totps where user_id = $1', [user.id])
    expect(rows).toEqual([{ wrong_count: 1 }])
  })

  test('wrong codes after a right password are reported by email, once a day', async () => {
    const place = testApp()
    const { user, phone, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    const guess = async (count: number) => {
      for (let n = 0; n < count; n++) await step(await passFirstFactor(place, user), 'totp', phone(7 + n))
    }
    const reported = async () =>
      (await mailsTo(place.owner, user.email)).filter(({ kind }) => kind === 'second_factor_wrong').length
    const letPass = (time: string) =>
      place.owner.query(
        `update totps set wrong_at = array(select at - $2::interval from unnest(wrong_at) as at),
          wrong_notified_at = wrong_notified_at - $2::interval where user_id = $1`,
        [user.id, time],
      )
    await guess(2)
    expect(await reported()).toBe(0)
    await guess(1)
    expect(await reported()).toBe(1)
    await letPass('20 minutes')
    await guess(4)
    expect(await reported()).toBe(1)
    await letPass('1 day')
    await guess(3)
    expect(await reported()).toBe(2)
    // Who guesses slowly is reported at every tenth wrong code.
    await letPass('2 days')
    await place.owner.query('update totps set wrong_count = 19 where user_id = $1', [user.id])
    await guess(1)
    expect(await reported()).toBe(3)
    expect((await step(await passFirstFactor(place, user), 'recovery_code', recoveryCodes[0]!)).status).toBe(200)
  })

  test('a client that does not know the password cannot block the app', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await waitForStableTotp()
    for (const cookie of ['', `challenge=${'x'.repeat(43)}`])
      expect((await step(cookie, 'totp', phone(7))).body.code).toBe('sign_in_expired')
    const { rows } = await place.owner.query('select wrong_count from totps where user_id = $1', [user.id])
    expect(rows).toEqual([{ wrong_count: 0 }])
  })

  test('is six digits, in any script and in groups', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    for (const code of ['', '12345', '1234567', '12345a', '١٢٣٤٥']) {
      const reply = await user.post('/api/reauthenticate', reauthenticationOf(user, { method: 'totp', code }))
      expect([reply.status, reply.body.field]).toEqual([400, 'second.code'])
    }
    await waitForStableTotp()
    const code = phone()
    const arabic = code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6_60 + Number(digit)))
    const grouped = { method: 'totp' as const, code: `\u200F${arabic.slice(0, 3)}-${arabic.slice(3)} ` }
    expect((await user.post('/api/reauthenticate', reauthenticationOf(user, grouped))).status).toBe(200)
  })
})

describe('turning it off', () => {
  test('requires recent authentication, notifies the user by email, and deletes the recovery codes', async () => {
    const place = testApp()
    const { user: before, phone, recoveryCodes } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    await ageReauthentication(place.owner, before)
    const key = crypto.randomUUID()
    const refused = await before.post('/api/factors/totp/remove', {}, key)
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    expect(refused.body.details).toEqual({ first: 'password', second: ['totp', 'recovery_code'] })
    await waitForStableTotp()
    const user = await reauthenticate(place.app, before, { method: 'totp', code: phone() })
    // The same call and key again: this refusal is not stored.
    const removed = await user.post('/api/factors/totp/remove', {}, key)
    expect([removed.status, removed.body.totpSince, removed.body.recoveryCodesLeft]).toEqual([200, null, 0])
    expect(await mailsTo(place.owner, user.email)).toContainEqual(
      expect.objectContaining({ kind: 'second_factor_removed', values: { factor: 'totp' } }),
    )
    for (const [method, code] of [
      ['totp', phone(1)],
      ['recovery_code', recoveryCodes[0]!],
    ] as const) {
      expect((await user.post('/api/reauthenticate', reauthenticationOf(user, { method, code }))).body.code).toBe(
        'reauthentication_required',
      )
    }
    expect((await user.post('/api/factors/totp/remove')).body.code).toBe('not_found')
  })

  test('a pending sign-in cannot complete with a removed factor', async () => {
    const place = testApp()
    const { user, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    const pending = await passFirstFactor(place, user)
    await user.post('/api/factors/totp/remove')
    expect((await step(pending, 'totp', phone())).body.code).toBe('code_wrong')
  })
})
