/** Strangers use up every limit of an account; its owner still gets in, from a new browser in another network. */
import { expect, test } from 'vitest'
import { LONG_RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import type { Reply } from '../../testing/app.ts'
import { RATE_LIMITS } from './rate-limits.ts'
import { cookieIn, dropPassword, savePasskey } from '../../testing/accounts/factors.ts'
import { mailsTo } from '../../testing/accounts/mails.ts'
import { useTestApp } from '../../testing/suite.ts'
import { linkTo, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'

const testApp = useTestApp()

const HOME = '198.51.100.1'

async function send(url: string, payload: object, remoteAddress: string, cookie = ''): Promise<Reply> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  const reply = await testApp().app.inject({ method: 'POST', url, remoteAddress, headers, payload })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

/** Each network of the strangers makes its request. */
function fromNetworks(count: number, ask: (address: string) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(`203.0.113.${n + 1}`)))
}

async function letTimePass(minutes: number): Promise<void> {
  await testApp().owner.query(
    `update rate_limits set blocked_until = blocked_until - make_interval(mins => $1),
      window_ends_at = window_ends_at - make_interval(mins => $1)`,
    [minutes],
  )
}

const kindsTo = async ({ email }: Pick<Caller, 'email'>) =>
  (await mailsTo(testApp().owner, email)).map(({ kind }): string => kind)
const statusesOf = (replies: Reply[]) => [...new Set(replies.map(({ status }) => status))].toSorted((a, b) => a - b)

async function useUpEverything({ email }: Pick<Caller, 'email'>): Promise<void> {
  for (let n = 0; n < 10; n++)
    expect(
      statusesOf(await fromNetworks(10, (address) => send('/api/sign-in', { email, password: 'not it' }, address))),
    ).toEqual([401])
  const code = { email, codeId: crypto.randomUUID(), code: '000000' }
  await fromNetworks(22, (address) => send('/api/sign-in/code', code, address))
  for (const url of ['/api/sign-in/code/send', '/api/forgot-password'])
    await fromNetworks(22, (address) => send(url, { email }, address))
}

test('after 100 wrong passwords, 22 wrong codes and 44 requests for emails by strangers the owner sets a password and signs in', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const { email, password } = amina
  await useUpEverything(amina)
  // These are closed to new browsers for the hour or the day, which bounds the guessing.
  expect((await send('/api/sign-in', { email, password }, HOME)).status).toBe(429)
  expect((await send('/api/sign-in/code/send', { email }, HOME)).status).toBe(429)
  expect((await send('/api/forgot-password', { email }, HOME)).status).toBe(200)
  const token = await linkTo(app, email, 'reset_password_long')
  const newPassword = 'another horse battery'
  const reset = await send('/api/reset-password', { token, newPassword }, HOME)
  expect(reset.status).toBe(200)
  const signedIn = await send('/api/sign-in', { email, password: newPassword }, HOME, cookieIn(reset, 'device'))
  expect([signedIn.status, signedIn.body.user.id]).toEqual([200, amina.id])
})

test('while strangers ask for links all day, the mailbox has one that works at every moment', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const { email } = amina
  await useUpEverything(amina)
  const count = async () => (await kindsTo(amina)).filter((kind) => kind === 'reset_password_long').length
  expect(await count()).toBe(1)
  expect(LONG_RESET_MINUTES).toBe(120)
  for (const minutes of [60, 59]) {
    await letTimePass(minutes)
    expect(statusesOf(await fromNetworks(3, (address) => send('/api/forgot-password', { email }, address)))).toEqual([
      200,
    ])
    expect(await count()).toBe(1)
  }
  const { rows } = await testApp().owner.query(
    `select max(expires_at) - clock_timestamp() > interval '119 minutes' as lasts
     from one_time_tokens where user_id = $1 and purpose = 'reset_password'`,
    [amina.id],
  )
  expect(rows).toEqual([{ lasts: true }])
  await letTimePass(1)
  await fromNetworks(3, (address) => send('/api/forgot-password', { email }, address))
  expect(await count()).toBe(2)
})

test('strangers send one mailbox 24 emails a day, and a link every two hours; notifications still arrive', async () => {
  const place = testApp()
  const amina = await signUp(place.app, 'amina')
  const { email, password } = amina
  const registration = { username: 'Stranger_1', email, password, confirmPassword: password, acceptsTerms: true }
  for (const [url, body] of [
    ['/api/sign-in/code/send', { email }],
    ['/api/forgot-password', { email }],
  ] as const)
    await fromNetworks(22, (address) => send(url, body, address))
  for (let n = 0; n < 3; n++) await send('/api/register', registration, `203.0.113.${n + 1}`)
  const kinds = await kindsTo(amina)
  expect(kinds.filter((kind) => kind !== 'reset_password_long')).toHaveLength(24)
  expect(kinds.filter((kind) => kind === 'reset_password_long')).toHaveLength(1)
  for (const address of [HOME, '198.51.100.2'])
    expect((await send('/api/sign-in', { email, password }, address)).status).toBe(200)
  await savePasskey(place, amina)
  expect(await kindsTo(amina)).toEqual(expect.arrayContaining(['new_device', 'second_factor_added']))
})

test.each([
  ['a re-authentication code', '/api/reauthenticate/code/send', 'reauthentication_code'],
  ['a verification link', '/api/verify-email/resend', 'verify_email'],
])('%s counts for its mailbox, of which strangers leave a third to the signed-in user', async (_, url, kind) => {
  const { app, owner } = testApp()
  const amina = await signUp(app, 'amina', { isVerified: kind !== 'verify_email' })
  if (kind === 'reauthentication_code') await dropPassword(owner, amina)
  const { email } = amina
  for (const path of ['/api/sign-in/code/send', '/api/forgot-password'])
    await fromNetworks(22, (address) => send(path, { email }, address))
  await owner.query('delete from mails')
  const [signedOut, inAll] = [
    RATE_LIMITS.emails_per_mailbox_signed_out.times,
    RATE_LIMITS.emails_per_mailbox_in_all.times,
  ]
  let refused = await amina.post(url)
  for (let n = 0; refused.status === 200 && n < inAll; n++) {
    // Three are allowed in ten minutes.
    await letTimePass(11)
    refused = await amina.post(url)
  }
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  // The one that was sent when the account was made counts too.
  const sent = (await kindsTo(amina)).filter((each) => each === kind).length
  expect(sent).toBe(inAll - signedOut - (kind === 'verify_email' ? 1 : 0))
})

test('emails to confirm a new address count for its mailbox too', async () => {
  const { app } = testApp()
  const email = 'target@example.org'
  for (let n = 0; n < 24; n++)
    await testApp().context.limits.consume(testApp().context.db, 'emails_per_mailbox_signed_out', email)
  const amina = await signUp(app, 'amina')
  const reply = await amina.post('/api/email', { newEmail: email })
  expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
})
