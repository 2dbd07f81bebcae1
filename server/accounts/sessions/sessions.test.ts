import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import type { Reply } from '../../testing/app.ts'
import { listen } from '../../testing/event-stream.ts'
import { passFirstFactor, turnOnTotp } from '../../testing/accounts/factors.ts'
import { lastMail, mailsTo } from '../../testing/accounts/mails.ts'
import { signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

async function signInAgain({ email, password }: Caller, secret = password): Promise<string> {
  const reply = await call(testApp().app, 'POST', '/api/sign-in', {
    body: { email, password: secret },
    headers: { 'user-agent': FIREFOX },
  })
  expect(reply.status).toBe(200)
  return cookieOf(reply)
}

const cookieOf = (reply: Reply) => String(reply.headers['set-cookie']).split(';')[0]!
const sessionsOf = async (cookie: string) =>
  (await call(testApp().app, 'GET', '/api/sessions', { cookie })).body.sessions
const isIn = async (cookie: string) => (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user !== null

describe('sessions', () => {
  test('are listed with their device, this one first, and without secrets', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const other = await signInAgain(amina)
    const seen = await sessionsOf(other)
    expect(seen).toMatchObject([
      { browser: 'Firefox', system: 'Linux', isCurrent: true },
      { browser: null, system: null, isCurrent: false },
    ])
    expect(Object.keys(seen[0]).toSorted()).toEqual([
      'browser',
      'id',
      'isCurrent',
      'lastSeenAt',
      'signedInAt',
      'system',
    ])
  })

  test('the last use is recorded every five minutes', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const age = (minutes: number) =>
      testApp().owner.query(
        'update sessions set updated_at = updated_at - make_interval(mins => $2) where user_id = $1',
        [amina.id, minutes],
      )
    await age(4)
    const [before] = await sessionsOf(amina.cookie)
    expect(Date.now() - Date.parse(before.lastSeenAt)).toBeGreaterThan(200_000)
    await age(2)
    const [after] = await sessionsOf(amina.cookie)
    expect(Date.now() - Date.parse(after.lastSeenAt)).toBeLessThan(30_000)
  })

  test('one can be ended; another user’s and an ended one are not found', async () => {
    const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
    const other = await signInAgain(amina)
    const [{ id }] = await sessionsOf(other)
    const foreign = await karim.delete(`/api/sessions/${id}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect(await isIn(other)).toBe(true)
    expect((await amina.delete(`/api/sessions/${id}`)).body).toEqual({ ended: 1 })
    expect([await isIn(other), await isIn(amina.cookie)]).toEqual([false, true])
    expect((await amina.delete(`/api/sessions/${id}`)).status).toBe(404)
  })

  test('all others can be ended together, and their streams end', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const others = [await signInAgain(amina), await signInAgain(amina)]
    await app.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const [own, foreign] = [await listen(origin, amina.cookie), await listen(origin, others[0]!)]
    await Promise.all([own.until(1), foreign.until(1)])
    expect((await amina.post('/api/sessions/end-others')).body).toEqual({ ended: 2 })
    await foreign.ended
    expect(await Promise.all([amina.cookie, ...others].map(isIn))).toEqual([true, false, false])
    const stillOpen = await Promise.race([
      own.ended.then(() => false),
      new Promise((done) => setTimeout(done, 500, true)),
    ])
    expect(stillOpen).toBe(true)
    own.hangUp()
  })
})

describe('password', () => {
  const change = (cookie: string, currentPassword: string, newPassword: string) =>
    call(testApp().app, 'POST', '/api/password', { cookie, body: { currentPassword, newPassword } })

  test('the new one works, the old one does not, and every earlier cookie is invalid', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const other = await signInAgain(amina)
    const reply = await change(amina.cookie, amina.password, 'a better password')
    expect([reply.status, reply.body.user.id]).toEqual([200, amina.id])
    expect(await Promise.all([amina.cookie, other, cookieOf(reply)].map(isIn))).toEqual([false, false, true])
    const { email } = amina
    const old = await call(testApp().app, 'POST', '/api/sign-in', { body: { email, password: amina.password } })
    expect(old.status).toBe(401)
    await signInAgain(amina, 'a better password')
    expect((await mailsTo(testApp().owner, email)).map(({ kind }) => kind)).toContain('password_changed')
  })

  test('a wrong current password changes nothing', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await change(amina.cookie, 'not it', 'a better password')
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([403, 'password_wrong', 'currentPassword'])
    expect(await isIn(amina.cookie)).toBe(true)
    await signInAgain(amina)
  })

  test.each([
    ['seven77', 'Password must be at least 8 characters long'],
    ['x'.repeat(257), 'Password must be at most 256 characters long'],
  ])('a new one has the length limits of every password', async (password, message) => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await change(amina.cookie, amina.password, password)
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, 'newPassword', message])
  })

  test('an attacker with a stolen session cannot guess it: ten wrong attempts a minute, counted with the sign-ins', async () => {
    const amina = await signUp(testApp().app, 'amina')
    for (let n = 0; n < 10; n++) expect((await change(amina.cookie, 'not it', 'a better password')).status).toBe(403)
    expect((await change(amina.cookie, amina.password, 'a better password')).status).toBe(429)
    const { email, password } = amina
    expect((await call(testApp().app, 'POST', '/api/sign-in', { body: { email, password } })).status).toBe(429)
  })

  test('of two concurrent changes one succeeds', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const names = ['the first new one', 'the second new one']
    const replies = await Promise.all(names.map((name) => change(amina.cookie, amina.password, name)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const won = names[replies.findIndex(({ status }) => status === 200)]!
    await signInAgain(amina, won)
  })

  test('a code and a pending second factor challenge from before it are invalid', async () => {
    const { app, owner } = testApp()
    const { user: amina, recoveryCodes } = await turnOnTotp(app, await signUp(app, 'amina'))
    const pending = await passFirstFactor(testApp(), amina)
    const { codeId } = (await call(app, 'POST', '/api/sign-in/code/send', { body: { email: amina.email } })).body
    const { code } = (await lastMail(owner, amina.email, 'sign_in_code')).values
    expect((await change(amina.cookie, amina.password, 'a better password')).status).toBe(200)
    const second = { method: 'recovery_code', code: recoveryCodes[0] }
    const step = await call(app, 'POST', '/api/sign-in/second-factor', { cookie: pending, body: second })
    expect(step.body.code).toBe('sign_in_expired')
    const mailed = await call(app, 'POST', '/api/sign-in/code', { body: { email: amina.email, codeId, code } })
    expect(mailed.body.code).toBe('code_wrong')
  })

  test('the database stores its hash only', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await change(amina.cookie, amina.password, 'a better password')
    const { rows } = await testApp().owner.query('select 1 from commands where actor_id = $1', [amina.id])
    expect(rows).toEqual([])
  })
})
