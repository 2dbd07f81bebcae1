/** Links and codes sent by email, and attacks on them. The tests read the queued emails. */
import { describe, expect, test } from 'vitest'
import { FORMER_CODES_MAX, RECOVERY_DAYS, UNDO_EMAIL_MINUTES } from '../../domain/accounts/accounts.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { reauthenticate } from '../testing/accounts/factors.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { enterCode, cookieOf, linkTo, OFFER, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAdditions, asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp()

const send = (path: string, body: object, options: { cookie?: string; headers?: Record<string, string> } = {}) =>
  call(testApp().app, 'POST', path, { body, ...options })
const open = (kind: 'verify-email' | 'email/confirm' | 'email/undo', token: string, cookie?: string) =>
  send(`/api/${kind}`, { token }, cookie === undefined ? {} : { cookie })
const reset = (token: string, newPassword = 'a better password') => send('/api/reset-password', { token, newPassword })
const forgot = (email: string) => send('/api/forgot-password', { email })
const signIn = (email: string, password: string) => send('/api/sign-in', { email, password })
const userOf = async (cookie: string) => (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user
const outcome = ({ status, body }: Reply) => [status, body.code]
const INVALID = [409, 'link_invalid']

/** Makes the user's tokens of this purpose older. */
async function age({ id }: Caller, purpose: string, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(testApp().owner, [
    `update one_time_tokens set created_at = created_at - ${by}, expires_at = expires_at - ${by}
     where user_id = '${id}' and purpose = '${purpose}'`,
  ])
}

/** Clears all rate limits, as if their windows had ended. */
async function clearRateLimits(): Promise<void> {
  await testApp().owner.query('delete from rate_limits')
}

async function resetLink(user: Caller): Promise<string> {
  expect(outcome(await forgot(user.email))).toEqual([200, undefined])
  return linkTo(testApp().app, user.email, 'reset_password')
}

async function codeFor(email: string): Promise<{ codeId: string; code: string }> {
  const { status, body } = await send('/api/sign-in/code/send', { email })
  expect(status).toBe(200)
  return { codeId: body.codeId, code: String((await lastMail(testApp().owner, email, 'sign_in_code')).values.code) }
}
const enter = (email: string, { codeId, code }: { codeId: string; code: string }, cookie?: string) =>
  send('/api/sign-in/code', { email, codeId, code }, cookie === undefined ? {} : { cookie })

describe('verifying an email', () => {
  test('an unverified account gets a link with the token after the #, and can post an offer only after opening it', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    const { values } = await lastMail(testApp().owner, amina.email, 'verify_email')
    expect(values.link).toMatch(/^\/verify-email#token=[\w-]{43}$/)
    expect((await userOf(amina.cookie)).isVerified).toBe(false)
    expect(outcome(await amina.post('/api/offers', OFFER))).toEqual([403, 'email_unverified'])
    expect(outcome(await open('verify-email', await linkTo(testApp().app, amina.email, 'verify_email')))).toEqual([
      200,
      undefined,
    ])
    expect((await userOf(amina.cookie)).isVerified).toBe(true)
    await postOffer(amina)
  })

  test('an unverified user opens no trade and activates no offer', async () => {
    const { app, owner } = testApp()
    const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer', { isVerified: false })]
    const offer = await postOffer(seller)
    const quote = await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
    expect(quote.status).toBe(201)
    expect(outcome(await buyer.post('/api/trades', { quoteId: quote.body.id }))).toEqual([403, 'email_unverified'])
    await seller.post(`/api/offers/${offer.id}/pause`)
    await owner.query('update users set email_verified = false where id = $1', [seller.id])
    expect(outcome(await seller.post(`/api/offers/${offer.id}/activate`))).toEqual([403, 'email_unverified'])
  })

  test('a link works once; for a verified, signed-in user a second use succeeds', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    const token = await linkTo(testApp().app, amina.email, 'verify_email')
    const replies = await Promise.all([open('verify-email', token), open('verify-email', token)])
    expect(replies.map((reply) => reply.status).toSorted(byNumber)).toEqual([200, 409])
    expect(outcome(await open('verify-email', token))).toEqual(INVALID)
    expect(outcome(await open('verify-email', token, amina.cookie))).toEqual([200, undefined])
  })

  test('a link expires after 24 hours, and when another one is sent', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    const first = await linkTo(testApp().app, amina.email, 'verify_email')
    expect((await amina.post('/api/verify-email/resend')).body).toEqual({ isVerified: false })
    const second = await linkTo(testApp().app, amina.email, 'verify_email')
    expect(second).not.toBe(first)
    expect(outcome(await open('verify-email', first))).toEqual(INVALID)
    await age(amina, 'verify_email', 24 * 60 - 1)
    await age(amina, 'verify_email', 1)
    expect(outcome(await open('verify-email', second))).toEqual(INVALID)
  })

  test('the link is sent again three times in ten minutes, and not to a verified user', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    await clearRateLimits()
    for (let n = 0; n < 3; n++) expect((await amina.post('/api/verify-email/resend')).status).toBe(200)
    const refused = await amina.post('/api/verify-email/resend')
    expect(outcome(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    await open('verify-email', await linkTo(testApp().app, amina.email, 'verify_email'))
    const before = (await mailsTo(testApp().owner, amina.email)).length
    expect((await amina.post('/api/verify-email/resend')).body).toEqual({ isVerified: true })
    expect(await mailsTo(testApp().owner, amina.email)).toHaveLength(before)
  })

  test('a token of one purpose is refused for another', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    const token = await linkTo(testApp().app, amina.email, 'verify_email')
    expect(outcome(await reset(token))).toEqual(INVALID)
    expect(outcome(await open('email/confirm', token))).toEqual(INVALID)
    expect(outcome(await open('email/undo', token))).toEqual(INVALID)
    expect(outcome(await open('verify-email', token))).toEqual([200, undefined])
  })
})

describe('a forgotten password', () => {
  test('is replaced by the link: every session ends, none is opened, and the user gets an email', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await reset(await resetLink(amina))
    expect([reply.status, reply.body]).toEqual([200, { done: true }])
    expect(String(reply.headers['set-cookie'])).not.toMatch(/sid=|challenge=/)
    expect(await userOf(amina.cookie)).toBeNull()
    expect(outcome(await signIn(amina.email, amina.password))).toEqual([401, 'credentials_wrong'])
    expect((await signIn(amina.email, 'a better password')).status).toBe(200)
    expect((await mailsTo(testApp().owner, amina.email)).map((mail) => mail.kind)).toContain('password_changed')
  })

  test('the link works once, also for two concurrent calls', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const token = await resetLink(amina)
    const passwords = ['the first new one', 'the second new one']
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(replies.map((reply) => reply.status).toSorted(byNumber)).toEqual([200, 409])
    expect(outcome(await reset(token))).toEqual(INVALID)
    const won = replies.findIndex((reply) => reply.status === 200)
    expect((await signIn(amina.email, passwords[won]!)).status).toBe(200)
  })

  test('the link expires after ten minutes and by a change of password; a link that a stranger requests does not end it', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const first = await resetLink(amina)
    await age(amina, 'reset_password', 10)
    expect(outcome(await reset(first))).toEqual(INVALID)
    const [second, strangers] = [await resetLink(amina), await resetLink(amina)]
    expect(outcome(await reset(second, 'a better password')).at(0)).toBe(200)
    expect(outcome(await reset(strangers))).toEqual(INVALID)
    await clearRateLimits()
    const third = await resetLink(amina)
    const change = { currentPassword: 'a better password', newPassword: 'the best password' }
    const back = cookieOf(await signIn(amina.email, 'a better password'))
    expect((await send('/api/password', change, { cookie: back })).status).toBe(200)
    expect(outcome(await reset(third))).toEqual(INVALID)
  })

  test('a common password or the username is refused, and the link stays valid', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const token = await resetLink(amina)
    for (const password of ['Password1', 'QWERTYUIOP', `${amina.username}!!2026`, 'Sarraf-2026', amina.email]) {
      const { status, body } = await reset(token, password)
      expect([password, status, body.code, body.field]).toEqual([password, 400, 'invalid_input', 'newPassword'])
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('a password of seven characters is refused, and the link stays valid', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const token = await resetLink(amina)
    const { status, body } = await reset(token, 'seven7!')
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'newPassword'])
    expect((await reset(token, 'eight8!!')).status).toBe(200)
  })

  test('a reset does not bypass the second factor: the next sign-in requires it', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await turnOnTotp(amina)
    await ageAdditions(testApp().owner, amina.id, RECOVERY_DAYS)
    expect((await reset(await resetLink(amina))).status).toBe(200)
    const reply = await signIn(amina.email, 'a better password')
    expect([reply.status, reply.body]).toEqual([200, { user: null, secondFactor: { methods: ['totp'] } }])
    expect(String(reply.headers['set-cookie'])).toMatch(/^challenge=/)
    expect(await userOf(cookieOf(reply))).toBeNull()
    expect(await userOf(cookieOf(reply).replace('challenge=', 'sid='))).toBeNull()
    const { rows } = await testApp().owner.query(
      'select (select count(*)::int from sessions where user_id = $1) as sessions, (select count(*)::int from totps where user_id = $1) as totps',
      [amina.id],
    )
    expect(rows).toEqual([{ sessions: 0, totps: 1 }])
  })
})

describe('an emailed code', () => {
  test('signs in once, verifies the mailbox and replaces the session the browser had', async () => {
    const amina = await signUp(testApp().app, 'amina', { isVerified: false })
    const sent = await codeFor(amina.email)
    expect(sent.code).toMatch(/^\d{6}$/)
    const reply = await enter(amina.email, sent, amina.cookie)
    expect([reply.status, reply.body.user.id, reply.body.user.isVerified]).toEqual([200, amina.id, true])
    expect(await userOf(amina.cookie)).toBeNull()
    expect(outcome(await enter(amina.email, sent))).toEqual([403, 'code_wrong'])
  })

  test('opens one session when two calls use it concurrently', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const sent = await codeFor(amina.email)
    const replies = await Promise.all([1, 2, 3].map(() => enter(amina.email, sent)))
    expect(replies.map((reply) => reply.status).toSorted(byNumber)).toEqual([200, 403, 403])
  })

  test('expires after ten minutes, after five wrong attempts, and when another one was used; it is bound to its id and email', async () => {
    const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
    const old = await codeFor(amina.email)
    await age(amina, 'sign_in_code', 10)
    expect(outcome(await enter(amina.email, old))).toEqual([403, 'code_wrong'])
    const guessed = await codeFor(amina.email)
    for (let n = 0; n < 5; n++) await enter(amina.email, { ...guessed, code: otherThan(guessed.code) })
    expect(outcome(await enter(amina.email, guessed))).toEqual([403, 'code_wrong'])
    const [former, latest] = [await codeFor(amina.email), await codeFor(karim.email)]
    expect(outcome(await enter(karim.email, former))).toEqual([403, 'code_wrong'])
    expect(outcome(await enter(karim.email, { codeId: former.codeId, code: latest.code }))).toEqual([403, 'code_wrong'])
  })

  test('signs in by the form that asked for another one meanwhile; of another form it does not', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const [first, second] = [await codeFor(amina.email), await codeFor(amina.email)]
    const enterFirst = (formerCodeIds: string[]) =>
      send('/api/sign-in/code', { email: amina.email, codeId: second.codeId, formerCodeIds, code: first.code })
    if (first.code !== second.code) expect(outcome(await enterFirst([]))).toEqual([403, 'code_wrong'])
    expect((await enterFirst(Array(FORMER_CODES_MAX + 1).fill(first.codeId))).body.code).toBe('invalid_input')
    expect(outcome(await enterFirst([first.codeId]))).toEqual([200, undefined])
    expect(outcome(await enter(amina.email, second))).toEqual([403, 'code_wrong'])
  })

  test('a code counts once for each id that it is tried with; a right one not at all', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const guess = (formerCodeIds: string[]) =>
      send('/api/sign-in/code', { email: amina.email, codeId: crypto.randomUUID(), formerCodeIds, code: '000000' })
    const former = Array.from({ length: FORMER_CODES_MAX }, () => crypto.randomUUID())
    const sent = await codeFor(amina.email)
    expect(outcome(await guess(former))).toEqual([403, 'code_wrong'])
    expect(outcome(await guess(former))).toEqual([403, 'code_wrong'])
    expect((await enter(amina.email, sent)).status).toBe(200)
    expect(outcome(await guess([]))).toEqual([403, 'code_wrong'])
    expect(outcome(await guess(former))).toEqual([429, 'rate_limited'])
    // Of a refused call none is counted.
    expect(outcome(await guess([]))).toEqual([403, 'code_wrong'])
  })

  test('stays valid when a stranger requests another one; using one ends the others', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const own = await codeFor(amina.email)
    const [strangers, another] = [await codeFor(amina.email), await codeFor(amina.email)]
    expect((await enter(amina.email, own)).status).toBe(200)
    for (const sent of [strangers, another])
      expect(outcome(await enter(amina.email, sent))).toEqual([403, 'code_wrong'])
  })

  test('is sent to other networks, and always to a known device, after strangers have used up their limits', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const home = deviceOf(await signIn(amina.email, amina.password))
    const ask = async (remoteAddress: string, cookie = '') =>
      (
        await testApp().app.inject({
          method: 'POST',
          url: '/api/sign-in/code/send',
          remoteAddress,
          headers: { 'sec-fetch-site': 'same-origin', cookie },
          payload: { email: amina.email },
        })
      ).statusCode
    const near: number[] = []
    for (let n = 0; n < 4; n++) near.push(await ask('203.0.113.1'))
    expect(near).toEqual([200, 200, 200, 429])
    const far: number[] = []
    for (let n = 2; n < 20; n++) far.push(await ask(`203.0.113.${n}`))
    expect(far).toEqual([...Array(17).fill(200), 429])
    expect(await ask('203.0.113.1', home)).toBe(200)
  })

  test('is sent to other networks after one network has used up its limit all day', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const ask = async (remoteAddress: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const payload = { email: amina.email }
      const asking = { method: 'POST', url: '/api/sign-in/code/send', remoteAddress, headers, payload } as const
      return (await testApp().app.inject(asking)).statusCode
    }
    const near: number[] = []
    for (let n = 0; n < 12; n++) {
      // Three are sent per ten minutes.
      if (n % 3 === 0)
        await testApp().owner.query("delete from rate_limits where window_ends_at < now() + interval '11 minutes'")
      near.push(await ask('203.0.113.1'))
    }
    expect(near).toEqual([...Array(10).fill(200), 429, 429])
    expect(await ask('203.0.113.2')).toBe(200)
  })

  test('ten wrong codes a day lock codes for a network; its password, known devices and other networks still work', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const home = await signIn(amina.email, amina.password)
    for (let n = 0; n < 10; n++) {
      const codeId = crypto.randomUUID()
      expect(outcome(await enter(amina.email, { codeId, code: '000000' }))).toEqual([403, 'code_wrong'])
    }
    const sent = await codeFor(amina.email)
    expect(outcome(await enter(amina.email, sent))).toEqual([429, 'rate_limited'])
    expect((await enter(amina.email, sent, deviceOf(home))).status).toBe(200)
    expect((await signIn(amina.email, amina.password)).status).toBe(200)
    const enterFar = async ({ codeId, code }: { codeId: string; code: string }, remoteAddress: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const payload = { email: amina.email, codeId, code }
      const entering = { method: 'POST', url: '/api/sign-in/code', remoteAddress, headers, payload } as const
      return (await testApp().app.inject(entering)).statusCode
    }
    expect(await enterFar(await codeFor(amina.email), '203.0.113.1')).toBe(200)
    // Twenty in all, which bounds what many networks can guess.
    const guesses: number[] = []
    for (let n = 0; n < 11; n++)
      guesses.push(await enterFar({ codeId: crypto.randomUUID(), code: '000000' }, '203.0.113.2'))
    expect(guesses).toEqual([...Array(10).fill(403), 429])
    expect(await enterFar(await codeFor(amina.email), '203.0.113.3')).toBe(429)
  })

  test('is one factor: a second factor is required where one is on', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await turnOnTotp(amina)
    const reply = await enter(amina.email, await codeFor(amina.email))
    expect([reply.status, reply.body]).toEqual([200, { user: null, secondFactor: { methods: ['totp'] } }])
  })
})

describe('an email change', () => {
  const changeTo = (user: Caller, newEmail: string) => user.post('/api/email', { newEmail })
  const fresh = () => `new_${crypto.randomUUID().slice(0, 8)}@example.org`

  test('is confirmed at the new address, reported to the old one, and ends the other sessions', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const other = cookieOf(await signIn(amina.email, amina.password))
    const newEmail = fresh()
    expect((await changeTo(amina, newEmail)).body).toEqual({ done: true })
    expect((await userOf(amina.cookie)).email).toBe(amina.email)
    const token = await linkTo(testApp().app, newEmail, 'confirm_new_email')
    expect(outcome(await open('email/confirm', token, amina.cookie))).toEqual([200, undefined])
    expect(await userOf(amina.cookie)).toMatchObject({ email: newEmail, isVerified: true })
    expect(await userOf(other)).toBeNull()
    expect((await signIn(amina.email, amina.password)).status).toBe(401)
    expect((await signIn(newEmail, amina.password)).status).toBe(200)
    expect((await mailsTo(testApp().owner, amina.email)).map((mail) => mail.kind)).toContain('email_changed')
    expect(outcome(await open('email/confirm', token))).toEqual(INVALID)
  })

  test('needs recent authentication', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await testApp().owner.query(
      "update sessions set reauthenticated_at = reauthenticated_at - interval '5 minutes' where user_id = $1",
      [amina.id],
    )
    const refused = await changeTo(amina, fresh())
    expect([...outcome(refused), refused.body.details]).toEqual([
      403,
      'reauthentication_required',
      { first: 'password', second: [] },
    ])
    expect((await changeTo(await reauthenticate(testApp().app, amina), fresh())).status).toBe(200)
  })

  test('can be undone from the old address for seven days, also after confirmation: all sessions end, and a new password is needed', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const newEmail = fresh()
    await changeTo(amina, newEmail)
    const undo = await linkTo(testApp().app, amina.email, 'email_change_started')
    await open('email/confirm', await linkTo(testApp().app, newEmail, 'confirm_new_email'), amina.cookie)
    await age(amina, 'undo_email_change', RECOVERY_DAYS * 24 * 60)
    expect(outcome(await open('email/undo', undo))).toEqual([200, undefined])
    expect(await userOf(amina.cookie)).toBeNull()
    expect((await signIn(newEmail, amina.password)).status).toBe(401)
    expect((await reset(await linkTo(testApp().app, amina.email, 'reset_password'))).status).toBe(200)
    expect((await signIn(amina.email, 'a better password')).status).toBe(200)
    expect(outcome(await open('email/undo', undo))).toEqual(INVALID)
  })

  test('two changes by an attacker leave the owner’s undo link valid, and the attacker can undo nothing', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const [first, second] = [fresh(), fresh()]
    await changeTo(amina, first)
    const owners = await linkTo(testApp().app, amina.email, 'email_change_started')
    await open('email/confirm', await linkTo(testApp().app, first, 'confirm_new_email'), amina.cookie)
    await changeTo(amina, second)
    const thiefs = await linkTo(testApp().app, first, 'email_change_started')
    await open('email/confirm', await linkTo(testApp().app, second, 'confirm_new_email'), amina.cookie)
    expect(outcome(await open('email/undo', owners))).toEqual([200, undefined])
    expect(outcome(await open('email/undo', thiefs))).toEqual(INVALID)
    expect((await reset(await linkTo(testApp().app, amina.email, 'reset_password'))).status).toBe(200)
    expect((await signIn(amina.email, 'a better password')).status).toBe(200)
  })

  test('the old address stays reserved while the change can be undone', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const newEmail = fresh()
    await changeTo(amina, newEmail)
    await open('email/confirm', await linkTo(testApp().app, newEmail, 'confirm_new_email'), amina.cookie)
    const reply = await register(amina.email)
    expect([...outcome(reply), reply.body.field]).toEqual([409, 'email_taken', 'email'])
    await age(amina, 'undo_email_change', UNDO_EMAIL_MINUTES)
    expect((await register(amina.email)).status).toBe(201)
  })

  test('a change to a taken email gets the same answer and another email; an expired link changes nothing', async () => {
    const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
    expect((await changeTo(amina, karim.email)).body).toEqual({ done: true })
    expect((await mailsTo(testApp().owner, karim.email)).map((mail) => mail.kind)).not.toContain('confirm_new_email')
    expect((await lastMail(testApp().owner, karim.email, 'account_exists')).values).toEqual({
      link: '/forgot-password',
    })
    const newEmail = fresh()
    await changeTo(amina, newEmail)
    await age(amina, 'confirm_new_email', 30)
    expect(outcome(await open('email/confirm', await linkTo(testApp().app, newEmail, 'confirm_new_email')))).toEqual(
      INVALID,
    )
    expect(outcome(await changeTo(amina, amina.email))).toEqual([400, 'invalid_input'])
  })

  test('a change of password cancels a pending change', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const newEmail = fresh()
    await changeTo(amina, newEmail)
    await amina.post('/api/password', { currentPassword: amina.password, newPassword: 'a better password' })
    const token = await linkTo(testApp().app, newEmail, 'confirm_new_email')
    expect(outcome(await open('email/confirm', token))).toEqual(INVALID)
  })
})

describe('a signed-out request for an email', () => {
  test('does not reveal in its answer whether an account exists', async () => {
    const amina = await signUp(testApp().app, 'amina')
    for (const path of ['/api/forgot-password', '/api/sign-in/code/send']) {
      const [known, unknown] = [await send(path, { email: amina.email }), await send(path, { email: stranger() })]
      expect(known.status).toBe(unknown.status)
      expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
      expect(Object.keys(known.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted())
    }
  })

  test('has the same limit for known and unknown addresses: three in ten minutes for each', async () => {
    const amina = await signUp(testApp().app, 'amina')
    for (const email of [amina.email, stranger()]) {
      for (let n = 0; n < 3; n++) expect((await forgot(email)).status).toBe(200)
      expect(outcome(await forgot(email))).toEqual([429, 'rate_limited'])
      expect((await send('/api/sign-in/code/send', { email })).status).toBe(200)
    }
    expect((await forgot(stranger())).status).toBe(200)
  })

  test.each(['/api/forgot-password', '/api/sign-in/code/send'])(
    '%s takes the same time whether or not an account exists',
    async (path) => {
      const users: Caller[] = []
      while (users.length < 10) users.push(await signUp(testApp().app, 'timed'))
      const difference = await smallestDifference(async (times) => {
        for (const { email } of users) {
          times[0].push(await timed(() => send(path, { email })))
          times[1].push(await timed(() => send(path, { email: stranger() })))
        }
      })
      expect(difference).toBeLessThan(0.1)
      // Longer than the work of either takes on a busy server.
      expect(await timed(() => send(path, { email: stranger() }))).toBeGreaterThan(190)
    },
  )

  test('a wrong code takes the same time whether or not an account exists, also with the id of a sent code', async () => {
    const difference = await smallestDifference(async (times) => {
      for (let round = 0; round < 2; round++) {
        const [{ email }, unknownEmail] = [await signUp(testApp().app, 'timed'), stranger()]
        const { codeId, code } = await codeFor(email)
        const unknown = (await send('/api/sign-in/code/send', { email: unknownEmail })).body
        const wrong = otherThan(code)
        for (let n = 0; n < 4; n++) {
          times[0].push(await timed(() => enter(email, { codeId, code: wrong })))
          times[1].push(await timed(() => enter(unknownEmail, { codeId: unknown.codeId, code: wrong })))
        }
      }
    })
    expect(difference).toBeLessThan(0.1)
  })

  test('a change to a taken email does the same work as a change to a free one', async () => {
    const karim = await signUp(testApp().app, 'karim')
    const written: unknown[] = []
    for (const newEmail of [karim.email, stranger()]) {
      const amina = await signUp(testApp().app, 'amina')
      expect((await amina.post('/api/email', { newEmail })).status).toBe(200)
      const { rows } = await testApp().owner.query(
        `select array(select purpose from one_time_tokens where user_id = $1 order by purpose) as secrets,
          (select count(*)::int from mails where to_address in ($2, $3) and kind <> 'registration_code') as mails`,
        [amina.id, amina.email, newEmail],
      )
      written.push(rows)
    }
    expect(written[0]).toEqual(written[1])
  })
})

test.each([
  [
    '/api/register',
    {
      username: 'samira',
      email: 'a@example.org',
      password: 'whatever',
      confirmPassword: 'whatever',
      acceptsTerms: true,
    },
  ],
  ['/api/register/pending', { username: 'samira', email: 'a@example.org', acceptsTerms: true }],
  ['/api/register/resend', {}],
  ['/api/register/confirm', { code: '123456' }],
  ['/api/sign-in', { email: 'a@example.org', password: 'whatever' }],
  ['/api/sign-in/code/send', { email: 'a@example.org' }],
  ['/api/sign-in/code', { email: 'a@example.org', codeId: crypto.randomUUID(), code: '123456' }],
  ['/api/forgot-password', { email: 'a@example.org' }],
  ['/api/reset-password', { token: 'x'.repeat(43), newPassword: 'a better password' }],
  ['/api/verify-email', { token: 'x'.repeat(43) }],
  ['/api/verify-email/resend', {}],
  ['/api/email', { newEmail: 'a@example.org' }],
  ['/api/email/confirm', { token: 'x'.repeat(43) }],
  ['/api/email/undo', { token: 'x'.repeat(43) }],
])('%s is nothing another site can have a browser do', async (path, body) => {
  const amina = await signUp(testApp().app, 'amina')
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    const reply = await send(path, body, { cookie: amina.cookie, headers })
    expect(outcome(reply)).toEqual([403, 'cross_site'])
  }
})

test('no table contains a token or a code in plain text', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const [link, { code }] = [await resetLink(amina), await codeFor(amina.email)]
  const { rows } = await testApp().owner.query(
    'select one_time_tokens::text as text from one_time_tokens where user_id = $1',
    [amina.id],
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { text } of rows) expect([text.includes(link), text.includes(`,${code},`)]).toEqual([false, false])
})

async function register(email: string): Promise<Reply> {
  const username = `other_${crypto.randomUUID().slice(0, 8)}`
  const words = { password: 'a better password', confirmPassword: 'a better password', acceptsTerms: true }
  return enterCode(testApp().app, email, await send('/api/register', { username, email, ...words }))
}

function byNumber(a: number, b: number): number {
  return a - b
}

function stranger(): string {
  return `nobody_${crypto.randomUUID().slice(0, 8)}@example.org`
}

function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** The device cookie, without the session cookie. */
function deviceOf(reply: Reply): string {
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  return cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? ''
}

/** Turns on TOTP in the database, without an authenticator app. */
async function turnOnTotp({ id }: Caller): Promise<void> {
  await testApp().owner.query(
    `insert into totps (user_id, sealed, confirmed_at, last_step) values ($1, decode(repeat('00', 117), 'hex'), clock_timestamp(), 1)`,
    [id],
  )
}

/** Equal durations can differ at times on a busy machine; unequal ones differ in every measurement. */
async function smallestDifference(measure: (times: [number[], number[]]) => Promise<void>): Promise<number> {
  const differences: number[] = []
  while (differences.length < 5 && !differences.some((difference) => difference < 0.1)) {
    const times: [number[], number[]] = [[], []]
    await clearRateLimits()
    await measure(times)
    differences.push(Math.abs(median(times[0]) / median(times[1]) - 1))
  }
  await clearRateLimits()
  return Math.min(...differences)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
