/** Signing in, signing up, linking and unlinking with a wallet, over HTTP. The rules for signatures are in siwe.test.ts. */
import { describe, expect, test } from 'vitest'
import { RECOVERY_DAYS } from '../../../domain/accounts/accounts.ts'
import { AUTHORIZATION_MINUTES } from '../../../domain/accounts/identities.ts'
import { inTransaction } from '../../db/pool.ts'
import { unverify } from '../../testing/accounts/account-state.ts'
import { call } from '../../testing/app.ts'
import { ageReauthentication, cookieIn, savePasskey, turnOnTotp, withCookie } from '../../testing/accounts/factors.ts'
import { freshNames } from '../../testing/accounts/fresh-names.ts'
import {
  CHAIN_ID,
  askWallet,
  callerOf,
  chooseName,
  enterBy,
  join,
  linkWallet,
  walletCookieIn,
} from '../../testing/accounts/identities.ts'
import { lastMail, mailsTo } from '../../testing/accounts/mails.ts'
import { enterCode, linkTo, signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageAdditions } from '../../testing/time-travel.ts'
import { createWallet } from '../../testing/accounts/wallet.ts'
import { assertSignInMethodLeft } from '../factors/sign-in-methods.ts'

const testApp = useTestApp()

describe('signing up with a wallet', () => {
  test('needs a username, an email, the terms, and the emailed code', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const asked = await enterBy(app, wallet)
    expect(asked.body).toEqual({ user: null, pendingSignUp: { kind: 'wallet' } })
    expect(cookieIn(asked)).toBe('')
    const cookie = cookieIn(asked, 'pending_sign_up')
    const waiting = await call(app, 'GET', '/api/register/pending', { cookie })
    expect(waiting.body).toEqual({ pendingSignUp: { kind: 'wallet', email: null, isEmailVerified: false } })

    const names = freshNames('walla')
    for (const [wrong, field] of [
      [{ username: 'x' }, 'username'],
      [{ email: 'nowhere' }, 'email'],
      [{ acceptsTerms: false }, 'acceptsTerms'],
    ] as const) {
      const body = { ...names, acceptsTerms: true, ...wrong }
      const refused = await call(app, 'POST', '/api/register/pending', { cookie, body })
      expect([refused.body.code, refused.body.field]).toEqual(['invalid_input', field])
    }
    const chosen = await chooseName(app, asked, names)
    expect([chosen.status, chosen.body]).toEqual([202, { user: null, registration: { email: names.email } }])
    expect(cookieIn(chosen)).toBe('')
    const joined = await enterCode(app, names.email, chosen)
    expect([joined.status, joined.body.user.isVerified]).toEqual([201, true])
    const user = callerOf(app, joined)
    expect((await user.get('/api/session')).body.user.username).toBe(names.username)
    expect((await user.get('/api/factors')).body.hasPassword).toBe(false)
  })

  test('a taken username can be corrected; a taken email is reported only to its mailbox', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const asked = await enterBy(app, createWallet())
    const names = freshNames('walla')
    const taken = await join(app, asked, { ...names, username: amina.username })
    expect([taken.status, taken.body.code]).toEqual([409, 'username_taken'])
    const theirs = await chooseName(app, asked, { ...names, email: amina.email })
    expect([theirs.status, theirs.body]).toEqual([202, { user: null, registration: { email: amina.email } }])
    expect((await lastMail(owner, amina.email, 'account_exists')).values.code).toBeUndefined()
    const { rows } = await owner.query('select provider_id from identities where user_id = $1', [amina.id])
    expect(rows).toEqual([{ provider_id: 'credential' }])
    expect((await join(app, asked, names)).status).toBe(201)
  })

  test('one signed message creates one account, also when used concurrently or again', async () => {
    const { app, owner } = testApp()
    const wallet = createWallet()
    const asked = await enterBy(app, wallet)
    const replies = await Promise.all([join(app, asked, freshNames('twice')), join(app, asked, freshNames('twice'))])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const later = await join(app, asked, freshNames('later'))
    expect([later.status, later.body.code]).toEqual([409, 'identity_taken'])
    const found = await owner.query('select 1 from identities where account_id = $1', [wallet.address.toLowerCase()])
    expect(found.rowCount).toBe(1)
  })

  test('two signed messages of one wallet create one account', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const [one, other] = [await enterBy(app, wallet), await enterBy(app, wallet)]
    expect((await join(app, one, freshNames('one'))).status).toBe(201)
    const late = await join(app, other, freshNames('other'))
    expect([late.status, late.body.code]).toEqual([409, 'identity_taken'])
  })
})

describe('signing in with a wallet', () => {
  test('opens its account on every supported chain, and is in the sign-in history', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const user = callerOf(app, await join(app, await enterBy(app, wallet), freshNames('walla')))
    for (const chainId of [137, 56, 1]) {
      const reply = await enterBy(app, wallet, chainId)
      expect([reply.status, reply.body.user.id]).toEqual([200, user.id])
    }
    const { signIns } = (await user.get('/api/sign-ins')).body
    expect(signIns[0]).toMatchObject({ method: 'wallet', outcome: 'signed_in' })
  })

  test('requires the second factor where one is on', async () => {
    const place = testApp()
    const { app } = place
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    expect((await linkWallet(amina, wallet)).status).toBe(200)
    const { phone } = await turnOnTotp(app, amina)
    const reply = await enterBy(app, wallet)
    expect(reply.body).toEqual({ user: null, secondFactor: { methods: ['totp', 'recovery_code'] } })
    expect(cookieIn(reply)).toBe('')
    const cookie = cookieIn(reply, 'challenge')
    const waiting = await call(app, 'GET', '/api/sign-in/second-factor', { cookie })
    expect(waiting.body).toEqual({ methods: ['totp', 'recovery_code'] })
    const body = { method: 'totp', code: phone() }
    const done = await call(app, 'POST', '/api/sign-in/second-factor', { cookie, body })
    expect(done.body.user.id).toBe(amina.id)
  })

  test('an unsupported chain is refused with the supported ones', async () => {
    const body = { address: createWallet().address, chainId: 5 }
    const reply = await call(testApp().app, 'POST', '/api/sign-in/wallet/start', { body })
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'unsupported_chain', 'chainId'])
    expect(reply.body.message).toContain('Polygon')
  })

  test('a signed message works once, also for two concurrent calls', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    await join(app, await enterBy(app, wallet), freshNames('walla'))
    const { message, cookie } = await askWallet(app, wallet)
    const body = { message, signature: await wallet.sign(message) }
    const show = () => call(app, 'POST', '/api/sign-in/wallet', { cookie, body })
    const both = await Promise.all([show(), show()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const third = await show()
    expect([third.status, third.body.code]).toEqual([403, 'wallet_refused'])
  })

  test('a message belongs to the browser that asked for it: another one cannot sign in with it, and uses nothing up', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const user = callerOf(app, await join(app, await enterBy(app, wallet), freshNames('walla')))
    const [asked, other] = [await askWallet(app, wallet), await askWallet(app, wallet)]
    const body = { message: asked.message, signature: await wallet.sign(asked.message) }
    const name = asked.cookie.split('=')[0]!
    const foreign = `${name}=${other.cookie.split('=')[1]!}`
    for (const cookie of [undefined, other.cookie, foreign, `${name}=${'x'.repeat(43)}`]) {
      const reply = await call(app, 'POST', '/api/sign-in/wallet', { body, ...(cookie && { cookie }) })
      expect([reply.status, reply.body.code]).toEqual([403, 'wallet_refused'])
    }
    const reply = await call(app, 'POST', '/api/sign-in/wallet', { cookie: asked.cookie, body })
    expect([reply.status, reply.body.user.id]).toEqual([200, user.id])
  })

  test('a message of another site, an expired one, and one for linking are refused', async () => {
    const { app, owner } = testApp()
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, wallet)
    const asked = await askWallet(app, wallet)
    const own = asked.message
    // Not issued by this server: the same text with another nonce, which keeps the part that names the cookie.
    const invented = { ...asked, message: own.replace(/(?<=Nonce: \w{8})\w+/, 'f'.repeat(24)) }
    const linking = { address: wallet.address, chainId: CHAIN_ID }
    const started = await amina.post('/api/identities/wallet/start', linking)
    const link = { message: String(started.body.message), cookie: walletCookieIn(started) }
    const late = await askWallet(app, wallet)
    await owner.query(
      `update one_time_tokens set created_at = created_at - interval '1 hour',
        expires_at = expires_at - make_interval(mins => $2) where value ->> 'message' = $1`,
      [late.message, AUTHORIZATION_MINUTES + 1],
    )
    for (const { message, cookie } of [invented, link, late]) {
      const body = { message, signature: await wallet.sign(message) }
      const reply = await call(app, 'POST', '/api/sign-in/wallet', { cookie, body })
      expect([reply.status, reply.body.code]).toEqual([403, 'wallet_refused'])
    }
    const stranger = createWallet()
    const forged = await call(app, 'POST', '/api/sign-in/wallet', {
      cookie: asked.cookie,
      body: { message: own, signature: await stranger.sign(own) },
    })
    expect(forged.body.code).toBe('wallet_refused')
  })

  test.each<[string, (text: string, own: string, other: string) => string]>([
    ['another wallet', (text, own, other) => text.replace(own, other)],
    ['another chain', (text) => text.replace('Chain ID: 137', 'Chain ID: 1')],
    ['a later end', (text) => text.replace(/(?<=Expiration Time: )\d{4}/, (year) => String(Number(year) + 1))],
  ])('a message altered to %s is refused', async (_what, change) => {
    const { app } = testApp()
    const [own, other] = [createWallet(), createWallet()]
    const { message, cookie } = await askWallet(app, own)
    const changed = change(message, own.address, other.address)
    expect(changed).not.toBe(message)
    const signer = changed.includes(other.address) ? other : own
    const shown = { message: changed, signature: await signer.sign(changed) }
    expect((await call(app, 'POST', '/api/sign-in/wallet', { cookie, body: shown })).body.code).toBe('wallet_refused')
  })

  test('a request from another site is refused', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const { message, cookie } = await askWallet(app, wallet)
    const body = { message, signature: await wallet.sign(message) }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const reply = await call(app, 'POST', '/api/sign-in/wallet', { cookie, body, headers })
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
    }
  })
})

describe('linking', () => {
  test('lets the wallet sign in afterwards, and is reported by email', async () => {
    const { app, owner } = testApp()
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    const reply = await linkWallet(amina, wallet)
    const address = wallet.address.toLowerCase()
    expect(reply.body.identities).toMatchObject([{ kind: 'wallet', label: address }])
    expect((await lastMail(owner, amina.email, 'sign_in_method_added')).values).toMatchObject({ method: 'wallet' })
    expect((await enterBy(app, wallet)).body.user.id).toBe(amina.id)
    // Linking the same wallet again changes nothing.
    expect((await linkWallet(amina, wallet)).status).toBe(200)
    expect((await mailsTo(owner, amina.email)).filter(({ kind }) => kind === 'sign_in_method_added')).toHaveLength(1)
  })

  test('a message belongs to the browser that asked for it: the same session elsewhere cannot link with it', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    const asked = { address: wallet.address, chainId: CHAIN_ID }
    const started = await amina.post('/api/identities/wallet/start', asked)
    const { message } = started.body
    const signed = { message, signature: await wallet.sign(message) }
    const elsewhere = await amina.post('/api/identities/wallet', signed)
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'wallet_refused'])
    const browser = withCookie(app, amina, `${amina.cookie}; ${walletCookieIn(started)}`)
    expect((await browser.post('/api/identities/wallet', signed)).status).toBe(200)
  })

  test('needs recent authentication, at the start and at the end, and a verified email', async () => {
    const { app, owner } = testApp()
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    const asked = { address: wallet.address, chainId: CHAIN_ID }
    const started = await amina.post('/api/identities/wallet/start', asked)
    const { message } = started.body
    await ageReauthentication(owner, amina)
    expect((await amina.post('/api/identities/wallet/start', asked)).body.code).toBe('reauthentication_required')
    const signed = { message, signature: await wallet.sign(message) }
    const browser = withCookie(app, amina, `${amina.cookie}; ${walletCookieIn(started)}`)
    expect((await browser.post('/api/identities/wallet', signed)).body.code).toBe('reauthentication_required')
    const fresh = await signUp(app, 'fresh', { isVerified: false })
    expect((await linkWallet(fresh, wallet)).body.code).toBe('email_unverified')
  })

  test('a wallet of another account cannot be linked, nor a message issued to another user', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    await linkWallet(amina, wallet)
    const taken = await linkWallet(karim, wallet)
    expect([taken.status, taken.body.code]).toEqual([409, 'identity_taken'])
    const free = createWallet()
    const asked = { address: free.address, chainId: CHAIN_ID }
    const started = await amina.post('/api/identities/wallet/start', asked)
    const { message } = started.body
    const browser = withCookie(app, karim, `${karim.cookie}; ${walletCookieIn(started)}`)
    const stolen = await browser.post('/api/identities/wallet', { message, signature: await free.sign(message) })
    expect([stolen.status, stolen.body.code]).toEqual([403, 'wallet_refused'])
    expect((await karim.get('/api/identities')).body.identities).toEqual([])
  })

  test('of two users who link one wallet concurrently one succeeds, and of two wallets of one user one is linked', async () => {
    const { app } = testApp()
    const [amina, karim, lea] = [await signUp(app, 'amina'), await signUp(app, 'karim'), await signUp(app, 'lea')]
    const wallet = createWallet()
    const outcomes = (replies: { status: number; body: { code?: string } }[]) =>
      replies.map(({ status, body }) => String(body.code ?? status)).toSorted()
    const both = await Promise.all([linkWallet(amina, wallet), linkWallet(karim, wallet)])
    expect(outcomes(both)).toEqual(['200', 'identity_taken'])
    const two = await Promise.all([linkWallet(lea, createWallet()), linkWallet(lea, createWallet())])
    expect(outcomes(two)).toEqual(['200', 'identity_linked'])
  })

  test('allows one wallet per account', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const second = await linkWallet(amina, createWallet())
    expect([second.status, second.body.code]).toEqual([409, 'identity_linked'])
  })
})

describe('unlinking', () => {
  test('ends the sessions it opened in other browsers, is reported by email, and needs recent authentication', async () => {
    const { app, owner } = testApp()
    const wallet = createWallet()
    const amina = await signUp(app, 'amina')
    const [{ id }] = (await linkWallet(amina, wallet)).body.identities
    const thief = withCookie(app, amina, cookieIn(await enterBy(app, wallet)))
    expect((await thief.get('/api/notifications')).status).toBe(200)
    await ageReauthentication(owner, amina)
    expect((await amina.delete(`/api/identities/${id}`)).body.code).toBe('reauthentication_required')
    await owner.query('update sessions set reauthenticated_at = clock_timestamp() where user_id = $1', [amina.id])
    expect((await amina.delete(`/api/identities/${id}`)).body).toEqual({ identities: [] })
    expect((await thief.get('/api/notifications')).status).toBe(401)
    expect((await amina.get('/api/notifications')).status).toBe(200)
    expect((await lastMail(owner, amina.email, 'sign_in_method_removed')).values).toEqual({ method: 'wallet' })
    expect((await enterBy(app, wallet)).body).toEqual({ user: null, pendingSignUp: { kind: 'wallet' } })
  })

  test('ends its pending second factor challenges', async () => {
    const { app } = testApp()
    const wallet = createWallet()
    const { user, recoveryCodes } = await turnOnTotp(app, await signUp(app, 'amina'))
    await linkWallet(user, wallet)
    const cookie = cookieIn(await enterBy(app, wallet), 'challenge')
    const [{ id }] = (await user.get('/api/identities')).body.identities
    expect((await user.delete(`/api/identities/${id}`)).status).toBe(200)
    const body = { method: 'recovery_code', code: recoveryCodes[0] }
    const step = await call(app, 'POST', '/api/sign-in/second-factor', { cookie, body })
    expect(step.body.code).toBe('sign_in_expired')
  })

  test('undoing an email change removes identities added in the week before or since, and keeps older ones', async () => {
    const place = testApp()
    const { app, owner } = place
    const [own, thiefs] = [createWallet(), createWallet()]
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, own)
    const thief = withCookie(app, amina, cookieIn(await enterBy(app, own)))
    const [{ id }] = (await thief.get('/api/identities')).body.identities
    await thief.delete(`/api/identities/${id}`)
    await linkWallet(thief, thiefs)
    await thief.post('/api/email', { newEmail: `thief.${amina.email}` })
    const undo = await linkTo(app, amina.email, 'email_change_started')
    const { device } = await savePasskey(place, thief)
    expect((await call(app, 'POST', '/api/email/undo', { body: { token: undo } })).status).toBe(200)
    expect((await enterBy(app, thiefs)).body.pendingSignUp).toEqual({ kind: 'wallet' })
    const options = (await call(app, 'POST', '/api/sign-in/passkey/start')).body
    const shown = await call(app, 'POST', '/api/sign-in/passkey', { body: device.get(options) })
    expect(shown.body.code).toBe('passkey_refused')

    const karim = await signUp(app, 'karim')
    await linkWallet(karim, own)
    await ageAdditions(owner, karim.id, RECOVERY_DAYS)
    const later = withCookie(app, karim, cookieIn(await enterBy(app, own)))
    await later.post('/api/email', { newEmail: `later.${karim.email}` })
    const token = await linkTo(app, karim.email, 'email_change_started')
    await call(app, 'POST', '/api/email/undo', { body: { token } })
    expect((await enterBy(app, own)).body.user.id).toBe(karim.id)
  })

  test('an attacker cannot keep access to an account whose email was never verified, also after changing it', async () => {
    const { app, owner } = testApp()
    const wallet = createWallet()
    const { email } = freshNames('victim')
    const thief = callerOf(app, await join(app, await enterBy(app, wallet), { ...freshNames('thief'), email }))
    // An account from before registration required a code.
    await unverify(owner, email)
    await thief.post('/api/email', { newEmail: `thief.${email}` })
    const token = await linkTo(app, `thief.${email}`, 'confirm_new_email')
    expect((await call(app, 'POST', '/api/email/confirm', { body: { token } })).status).toBe(200)
    const undo = await linkTo(app, email, 'email_change_started')
    expect((await call(app, 'POST', '/api/email/undo', { body: { token: undo } })).status).toBe(200)
    expect((await enterBy(app, wallet)).body.pendingSignUp).toEqual({ kind: 'wallet' })
  })

  test('a disabled sign-in method does not sign in', async () => {
    const { app, context } = testApp()
    const user = callerOf(app, await join(app, await enterBy(app, createWallet()), freshNames('walla')))
    const check = (open: Parameters<typeof assertSignInMethodLeft>[2]) =>
      inTransaction(context.db, (tx) => assertSignInMethodLeft(tx, user.id, open))
    await check({ credential: '', wallet: '' })
    for (const open of [{ credential: '' }, {}, { credential: '', wallet: 'https://elsewhere ' }]) {
      await expect(check(open)).rejects.toMatchObject({ code: 'last_sign_in_method' })
    }
  })

  test('the last sign-in method cannot be removed, also by concurrent calls', async () => {
    const place = testApp()
    const { app } = place
    const joined = callerOf(app, await join(app, await enterBy(app, createWallet()), freshNames('walla')))
    const [{ id }] = (await joined.get('/api/identities')).body.identities
    const refused = await joined.delete(`/api/identities/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'last_sign_in_method'])
    const { user, id: passkeyId } = await savePasskey(place, joined)
    const replies = await Promise.all([
      user.delete(`/api/identities/${id}`),
      user.delete(`/api/factors/passkeys/${passkeyId}`),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_sign_in_method')
  })

  test('a password cannot be unlinked', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await linkWallet(amina, createWallet())
    const { rows } = await owner.query("select id from identities where user_id = $1 and provider_id = 'credential'", [
      amina.id,
    ])
    expect((await amina.delete(`/api/identities/${rows[0].id}`)).body.code).toBe('not_found')
  })

  test('an identity of another user cannot be unlinked', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const [{ id }] = (await linkWallet(amina, createWallet())).body.identities
    expect((await karim.delete(`/api/identities/${id}`)).body.code).toBe('not_found')
    expect((await amina.get('/api/identities')).body.identities).toHaveLength(1)
  })
})
