/** A recovery removes what a thief has added in the last days, and makes the thief's browser unknown again. */
import { describe, expect, test } from 'vitest'
import { RECOVERY_DAYS } from '../../domain/accounts/accounts.ts'
import { call } from '../testing/app.ts'
import { apiClientWith } from '../testing/accounts/api-clients.ts'
import { cookieIn, dropPassword, savePasskey, turnOnTotp, withCookie } from '../testing/accounts/factors.ts'
import { enterBy, linkWallet } from '../testing/accounts/identities.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAdditions, asOutsider } from '../testing/time-travel.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createWallet } from '../testing/accounts/wallet.ts'

const testApp = useTestApp()

const NEW_PASSWORD = 'a better password'
const post = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })
const signIn = ({ email }: Caller, password: string, cookie = '') => post('/api/sign-in', { email, password }, cookie)

async function resetToken({ email }: Caller): Promise<string> {
  await post('/api/forgot-password', { email })
  return linkTo(testApp().app, email, 'reset_password')
}

async function reset(user: Caller, choice: { removesRecent?: boolean } = {}, cookie = '') {
  const reply = await post(
    '/api/reset-password',
    { token: await resetToken(user), newPassword: NEW_PASSWORD, ...choice },
    cookie,
  )
  expect(reply.status).toBe(200)
  return reply
}

test('an authenticator app that a thief has turned on stops the owner no more: the new password signs in', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const thief = withCookie(app, amina, cookieIn(await signIn(amina, amina.password)))
  await turnOnTotp(app, thief)
  await reset(amina)
  expect((await signIn(amina, NEW_PASSWORD)).body.user?.id).toBe(amina.id)
})

test('a wallet that a thief has linked signs in no more, and so no API key without end can follow', async () => {
  const { app } = testApp()
  const amina = await signUp(app, 'amina')
  const wallet = createWallet()
  await linkWallet(withCookie(app, amina, cookieIn(await signIn(amina, amina.password))), wallet)
  const key = (await amina.post('/api/keys', { name: 'bot', scopes: ['trades'], expiresInDays: null })).body.key
  await reset(amina)
  expect((await enterBy(app, wallet)).body.user).toBeNull()
  expect((await apiClientWith(app, key)('GET', '/api/my-offers')).status).toBe(401)
})

test('the browsers from before are no longer known, but for the one that resets', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const thief = cookieIn(await signIn(amina, amina.password), 'device')
  const home = cookieIn(await signIn(amina, amina.password), 'device')
  const reply = await reset(amina, {}, home)
  const newDevices = async () =>
    (await mailsTo(testApp().owner, amina.email)).filter(({ kind }) => kind === 'new_device').length
  const before = await newDevices()
  await signIn(amina, NEW_PASSWORD, cookieIn(reply, 'device'))
  expect(await newDevices()).toBe(before)
  await signIn(amina, NEW_PASSWORD, thief)
  expect(await newDevices()).toBe(before + 1)
})

describe('the owner is shown by kind and time what the recovery removes', () => {
  test('and only what is recent, as the link’s holder', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const { user } = await turnOnTotp(place.app, amina)
    await ageAdditions(place.owner, amina.id, RECOVERY_DAYS)
    await linkWallet(user, createWallet())
    const { user: withPasskey } = await savePasskey(place, user)
    await withPasskey.post('/api/keys', { name: 'bot', scopes: ['read'], expiresInDays: null })
    const token = await resetToken(amina)
    const { body } = await post('/api/reset-password/review', { token })
    expect(body.additions.map(({ kind }: { kind: string }) => kind)).toEqual(['api_key', 'passkey', 'wallet'])
    for (const { addedAt } of body.additions) expect(Date.now() - Date.parse(addedAt)).toBeLessThan(60_000)
    expect((await post('/api/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect((await post('/api/reset-password/review', { token })).body.code).toBe('link_invalid')
    const { rows } = await place.owner.query(
      `select (select count(*)::int from totps where user_id = $1) as apps,
        (select count(*)::int from passkeys where user_id = $1) as passkeys,
        (select count(*)::int from recovery_codes where user_id = $1) as codes,
        (select count(*)::int from identities where user_id = $1 and provider_id = 'wallet') as wallets`,
      [amina.id],
    )
    expect(rows).toEqual([{ apps: 1, passkeys: 0, codes: 10, wallets: 0 }])
  })

  test('and who keeps it keeps it', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const wallet = createWallet()
    await linkWallet(amina, wallet)
    await turnOnTotp(app, amina)
    await reset(amina, { removesRecent: false })
    expect((await signIn(amina, NEW_PASSWORD)).body.secondFactor.methods).toEqual(['totp', 'recovery_code'])
    expect((await enterBy(app, wallet)).body.secondFactor.methods).toEqual(['totp', 'recovery_code'])
  })
})

test('a first password is distinguished from a recovery, also after a link has removed the password', async () => {
  const { app, owner } = testApp()
  const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
  const isFirst = async (user: Caller) =>
    (await post('/api/reset-password/review', { token: await resetToken(user) })).body.isFirstPassword
  expect(await isFirst(amina)).toBe(false)
  await dropPassword(owner, amina)
  expect(await isFirst(amina)).toBe(true)
  await linkWallet(karim, createWallet())
  await post('/api/additions/remove', { token: await linkTo(app, karim.email, 'sign_in_method_added') })
  expect(await isFirst(karim)).toBe(false)
})

test('an app whose secret was made more than a week ago counts from its first code', async () => {
  const { app, owner } = testApp()
  const { user: amina } = await turnOnTotp(app, await signUp(app, 'amina'))
  await asOutsider(owner, [
    `update totps set created_at = created_at - interval '${RECOVERY_DAYS} days' where user_id = '${amina.id}'`,
  ])
  await reset(amina)
  expect((await signIn(amina, NEW_PASSWORD)).body.user?.id).toBe(amina.id)
})

test('an addition that is made during the recovery is removed, or finds its session ended', async () => {
  const place = testApp()
  const amina = await signUp(place.app, 'amina')
  const token = await resetToken(amina)
  const wallet = createWallet()
  const [done] = await Promise.all([
    post('/api/reset-password', { token, newPassword: NEW_PASSWORD }),
    linkWallet(amina, wallet),
    amina.post('/api/keys', { name: 'bot', scopes: ['trades'], expiresInDays: null }),
    ...Array.from({ length: 3 }, () => signIn(amina, amina.password)),
  ])
  expect(done!.status).toBe(200)
  expect((await enterBy(place.app, wallet)).body.user).toBeNull()
  const { rows } = await place.owner.query(
    `select (select count(*)::int from sessions where user_id = $1) as sessions,
      (select count(*)::int from api_keys where user_id = $1) as keys`,
    [amina.id],
  )
  expect(rows).toEqual([{ sessions: 0, keys: 0 }])
})
