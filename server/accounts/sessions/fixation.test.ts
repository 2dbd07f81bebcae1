/** Session fixation: every sign-in method ends the browser's previous session, and issues a new token. */
import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import type { Reply } from '../../testing/app.ts'
import { cookieIn, passFirstFactor, savePasskey, turnOnTotp } from '../../testing/accounts/factors.ts'
import { registrationCode } from '../../testing/accounts/account-state.ts'
import { freshNames } from '../../testing/accounts/fresh-names.ts'
import { askWallet, enterBy, linkWallet } from '../../testing/accounts/identities.ts'
import { lastMail } from '../../testing/accounts/mails.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { createWallet } from '../../testing/accounts/wallet.ts'

const testApp = useTestApp()

const send = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })
const amina = () => signUp(testApp().app, 'amina')

/** Each sends the browser's cookies along. */
const SECOND_FACTORS: Record<string, (cookie: string) => Promise<Reply>> = {
  async 'a password'(cookie) {
    const { email, password } = await amina()
    return send('/api/sign-in', { email, password }, cookie)
  },
  async 'a mailed code'(cookie) {
    const { email } = await amina()
    const { codeId } = (await send('/api/sign-in/code/send', { email })).body
    const { code } = (await lastMail(testApp().owner, email, 'sign_in_code')).values
    return send('/api/sign-in/code', { email, codeId, code }, cookie)
  },
  async 'a second factor challenge'(cookie) {
    const { user, recoveryCodes } = await turnOnTotp(testApp().app, await amina())
    const step = { method: 'recovery_code', code: recoveryCodes[0] }
    return send('/api/sign-in/second-factor', step, `${cookie}; ${await passFirstFactor(testApp(), user)}`)
  },
  async 'a passkey'(cookie) {
    const { device } = await savePasskey(testApp(), await amina())
    const options = (await send('/api/sign-in/passkey/start', {})).body
    return send('/api/sign-in/passkey', device.get(options), cookie)
  },
  async 'a wallet'(cookie) {
    const wallet = createWallet()
    await linkWallet(await amina(), wallet)
    const asked = await askWallet(testApp().app, wallet)
    const body = { message: asked.message, signature: await wallet.sign(asked.message) }
    return send('/api/sign-in/wallet', body, [cookie, asked.cookie].join('; '))
  },
  async registering(cookie) {
    const password = 'correct horse battery'
    const form = { ...freshNames('new'), password, confirmPassword: password, acceptsTerms: true }
    return confirmed(form.email, await send('/api/register', form, cookie), cookie)
  },
  async 'registering by a wallet'(cookie) {
    const asked = cookieIn(await enterBy(testApp().app, createWallet()), 'pending_sign_up')
    const names = freshNames('walla')
    const chosen = await send('/api/register/pending', { ...names, acceptsTerms: true }, `${cookie}; ${asked}`)
    return confirmed(names.email, chosen, cookie)
  },
}

async function confirmed(email: string, asked: Reply, cookie: string): Promise<Reply> {
  const code = await registrationCode(testApp().owner, email)
  return send('/api/register/confirm', { code }, `${cookie}; ${cookieIn(asked, 'registration')}`)
}

test.each(Object.keys(SECOND_FACTORS))('by %s', async (method) => {
  const { app } = testApp()
  const former = await signUp(app, 'former')
  const reply = await SECOND_FACTORS[method]!(former.cookie)
  const session = cookieIn(reply)
  expect([session === '', session === former.cookie]).toEqual([false, false])
  expect((await former.get('/api/session')).body.user).toBeNull()
  const { user } = (await call(app, 'GET', '/api/session', { cookie: session })).body
  expect(user.id).toBe(reply.body.user.id)
  expect(user.id).not.toBe(former.id)
})
