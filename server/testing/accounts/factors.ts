/** Test users who turn second factors on, and use them. */
import { Secret, TOTP } from 'otpauth'
import type { ChangedFactors, SecondFactorCode } from '../../../domain/api/accounts/factors.ts'
import { call } from '../app.ts'
import type { Reply, TestApp } from '../app.ts'
import { createAuthenticator } from './authenticator.ts'
import type { Authenticator } from './authenticator.ts'
import { withAccount } from './users.ts'
import type { Caller } from './users.ts'

/** The authenticator app: its code now, or a number of 30-second periods from now. */
export type Phone = (steps?: number) => string

export function authenticatorAppWith(secret: string): Phone {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

export const cookieIn = (reply: Reply, name = 'sid') =>
  [reply.headers['set-cookie']]
    .flat()
    .map((text) => String(text).split(';')[0]!)
    .find((text) => text.startsWith(`${name}=`)) ?? ''

/** Waits until the codes will not change for some seconds. */
export async function waitForStableTotp(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4000) await new Promise((done) => setTimeout(done, left + 50))
}

/** The same user with another cookie. */
export function withCookie(app: TestApp['app'], user: Caller, cookie: string): Caller {
  return {
    ...user,
    app,
    cookie,
    get: (url) => call(app, 'GET', url, { cookie }),
    async post(url, body, key) {
      const sent = await withAccount(app, user.id, { url, body })
      return call(app, 'POST', url, { cookie, body: sent, ...(key ? { key } : {}) })
    },
    delete: (url, key) => call(app, 'DELETE', url, { cookie, ...(key ? { key } : {}) }),
  }
}

/** Turns the authenticator app on, with the code of the previous step, so that the present one is still unused. */
export async function turnOnTotp(app: TestApp['app'], user: Caller) {
  const { secret } = expectOk(await user.post('/api/factors/totp/start'))
  const phone = authenticatorAppWith(secret)
  await waitForStableTotp()
  const reply = await user.post('/api/factors/totp/confirm', { code: phone(-1) })
  const { recoveryCodes } = expectOk(reply) as ChangedFactors
  return { user: withCookie(app, user, cookieIn(reply)), phone, recoveryCodes: recoveryCodes ?? [], secret }
}

/** Adds a passkey of a new device. */
export async function savePasskey({ app, context }: TestApp, user: Caller, name = 'Phone') {
  const device: Authenticator = createAuthenticator(context.config.publicUrl)
  const options = expectOk(await user.post('/api/factors/passkeys/start'))
  const reply = await user.post('/api/factors/passkeys', { name, ...device.create(options) })
  const { recoveryCodes, factors } = expectOk(reply) as ChangedFactors
  const saved = factors.passkeys.at(-1)!
  return { user: withCookie(app, user, cookieIn(reply)), device, recoveryCodes: recoveryCodes ?? [], id: saved.id }
}

/** The input of a re-authentication: the password, and a code where a second factor is on. */
export function reauthenticationOf({ password }: Caller, second?: SecondFactorCode) {
  return { first: { method: 'password', password }, ...(second && { second }) }
}

/** Re-authenticates; returns the same user with the session's next cookie. */
export async function reauthenticate(app: TestApp['app'], user: Caller, second?: SecondFactorCode): Promise<Caller> {
  const reply = await user.post('/api/reauthenticate', reauthenticationOf(user, second))
  expectOk(reply)
  return withCookie(app, user, cookieIn(reply))
}

/** Removes the password, as if the user had signed up with a provider: only the mailbox and the present session are left. */
export async function dropPassword(owner: TestApp['owner'], { id }: Caller): Promise<void> {
  await owner.query("delete from identities where user_id = $1 and provider_id = 'credential'", [id])
}

/** Signs in with the password, and returns the cookie of the second factor challenge. */
export async function passFirstFactor({ app }: TestApp, { email, password }: Caller): Promise<string> {
  const reply = await call(app, 'POST', '/api/sign-in', { body: { email, password } })
  expectOk(reply)
  return cookieIn(reply, 'challenge')
}

/** Makes the last re-authentication of the user's sessions some minutes older. */
export async function ageReauthentication(owner: TestApp['owner'], { id }: Caller, minutes = 6): Promise<void> {
  await owner.query(
    'update sessions set reauthenticated_at = reauthenticated_at - make_interval(mins => $2) where user_id = $1',
    [id, minutes],
  )
}

function expectOk(reply: Reply) {
  if (reply.status >= 300) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  return reply.body
}
