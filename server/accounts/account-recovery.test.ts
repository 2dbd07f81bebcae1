/**
 * The table of docs/account-recovery.md: for each thing that can be stolen, what the thief can do, for how long, and how the owner
 * returns. One group for each row, one test for each cell.
 */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { RECOVERY_DAYS, REMOVE_ADDITION_MINUTES } from '../../domain/accounts/accounts.ts'
import { TOTP_WRONG_MAX } from '../../domain/accounts/factors.ts'
import { SESSION_IDLE_DAYS } from './sessions/extend-session.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import type { Authenticator } from '../testing/accounts/authenticator.ts'
import {
  ageReauthentication,
  cookieIn,
  passFirstFactor,
  savePasskey,
  turnOnTotp,
  withCookie,
} from '../testing/accounts/factors.ts'
import { enterBy, linkWallet } from '../testing/accounts/identities.ts'
import { lastMail, mailsTo } from '../testing/accounts/mails.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAdditions, ageTokens, asOutsider } from '../testing/time-travel.ts'
import { linkTo, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createWallet } from '../testing/accounts/wallet.ts'

const testApp = useTestApp()

const NEW_PASSWORD = 'what only the owner knows'
const THIEFS_PASSWORD = 'what the thief likes'

const post = (path: string, body: object, cookie = '') =>
  call(testApp().app, 'POST', path, { body, ...(cookie && { cookie }) })
const codeOf = ({ status, body }: Reply) => body.code ?? status
const isSignedIn = async (cookie: string) =>
  (await call(testApp().app, 'GET', '/api/session', { cookie })).body.user !== null
const removeBy = (token: string) => post('/api/additions/remove', { token })

/** Signs in with the password in another browser; a thief's one, for instance. */
async function enter(user: Caller, password = user.password): Promise<Caller> {
  const reply = await post('/api/sign-in', { email: user.email, password })
  expect(reply.body.user).not.toBeNull()
  return { ...withCookie(testApp().app, user, cookieIn(reply)), password }
}

/** What a sign-in with the password leads to: a session, the second factors it requires, or a refusal. */
async function outcomeOf(email: string, password: string): Promise<unknown> {
  const { body } = await post('/api/sign-in', { email, password })
  return body.secondFactor?.methods ?? (body.user ? 'session' : body.code)
}

async function resetLink(email: string): Promise<string> {
  expect((await post('/api/forgot-password', { email })).status).toBe(200)
  return linkTo(testApp().app, email, 'reset_password')
}

/** Recovers the account through its mailbox, with everything removed that is recent. */
async function recover(email: string, newPassword = NEW_PASSWORD): Promise<void> {
  expect((await post('/api/reset-password', { token: await resetLink(email), newPassword })).status).toBe(200)
}

async function byCode(email: string): Promise<Reply> {
  const { codeId } = (await post('/api/sign-in/code/send', { email })).body
  const { code } = (await lastMail(testApp().owner, email, 'sign_in_code')).values
  return post('/api/sign-in/code', { email, codeId, code })
}

async function byPasskey({ device }: { device: Authenticator }): Promise<Reply> {
  const options = (await post('/api/sign-in/passkey/start', {})).body
  return post('/api/sign-in/passkey', device.get(options))
}

async function changeEmail(user: Caller, newEmail: string): Promise<void> {
  expect((await user.post('/api/email', { newEmail })).status).toBe(200)
  const token = await linkTo(testApp().app, newEmail, 'confirm_new_email')
  expect((await post('/api/email/confirm', { token }, user.cookie)).status).toBe(200)
}

/** How many rows the account has for signing in, besides its password. */
async function additionsOf({ id }: Caller) {
  const { rows } = await testApp().owner.query(
    `select (select count(*)::int from totps where user_id = $1) as apps,
      (select count(*)::int from passkeys where user_id = $1) as passkeys,
      (select count(*)::int from identities where user_id = $1 and provider_id <> 'credential') as identities,
      (select count(*)::int from api_keys where user_id = $1) as keys`,
    [id],
  )
  return rows[0]
}
const NOTHING = { apps: 0, passkeys: 0, identities: 0, keys: 0 }

async function areRecovered({ id }: Caller): Promise<boolean[]> {
  const { rows } = await testApp().owner.query<{ is: boolean }>(
    'select recovered_at is not null as is from sessions where user_id = $1',
    [id],
  )
  return rows.map((row) => row.is)
}

const createKey = (user: Caller) => user.post('/api/keys', { name: 'bot', scopes: ['trades'], expiresInDays: null })

describe('the password', () => {
  test('what the thief can do: add everything without a second factor; with one, only block the app by wrong codes; each is reported', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const thief = await enter(amina)
    expect((await linkWallet(thief, createWallet())).status).toBe(200)
    expect((await createKey(thief)).status).toBe(201)
    const { user: elevated } = await turnOnTotp(app, thief)
    await changeEmail(elevated, `thief.${amina.email}`)
    const mails = (await mailsTo(owner, amina.email)).filter(({ values }) =>
      /-addition#|undo-email#/.test(values.link!),
    )
    expect(mails.map(({ kind }) => kind)).toEqual([
      'new_device',
      'sign_in_method_added',
      'api_key_added',
      'second_factor_added',
      'email_change_started',
      'email_changed',
    ])

    const { user: karim, phone, recoveryCodes } = await turnOnTotp(app, await signUp(app, 'karim'))
    expect(await outcomeOf(karim.email, karim.password)).toEqual(['totp', 'recovery_code'])
    const answer = async (step: object) =>
      post('/api/sign-in/second-factor', step, await passFirstFactor(testApp(), karim))
    const wrong = { method: 'totp', code: String((Number(phone()) + 1) % 1_000_000).padStart(6, '0') }
    for (let n = 0; n < TOTP_WRONG_MAX; n++) expect(codeOf(await answer(wrong))).toBe('code_wrong')
    expect(codeOf(await answer({ ...wrong, code: phone() }))).toBe('totp_attempts_exceeded')
    await lastMail(owner, karim.email, 'second_factor_wrong')
    expect((await answer({ method: 'recovery_code', code: recoveryCodes[0] })).status).toBe(200)
  })

  test('for how long: until the owner opens a link, within 7 days; nothing that the thief does ends it', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    let thief = await enter(amina)
    const wallet = createWallet()
    await linkWallet(thief, wallet)
    const [forDevice, forWallet] = [
      await linkTo(app, amina.email, 'new_device'),
      await linkTo(app, amina.email, 'sign_in_method_added'),
    ]
    const { id } = (await thief.get('/api/identities')).body.identities[0]
    expect((await thief.delete(`/api/identities/${id}`)).status).toBe(200)
    await linkWallet(thief, wallet)
    const changed = await thief.post('/api/password', { currentPassword: amina.password, newPassword: THIEFS_PASSWORD })
    thief = { ...withCookie(app, thief, cookieIn(changed)), password: THIEFS_PASSWORD }
    await resetLink(amina.email)
    await changeEmail(thief, `thief.${amina.email}`)
    await recover(`thief.${amina.email}`, 'another one of the thief')
    await enter({ ...thief, email: `thief.${amina.email}` }, 'another one of the thief')

    await ageTokens(owner, amina.id, 'remove_addition', REMOVE_ADDITION_MINUTES - 1)
    expect((await removeBy(forWallet)).body).toEqual({ kind: 'wallet', wasPresent: false, isResetLinkSent: false })
    await ageTokens(owner, amina.id, 'remove_addition', 1)
    expect(codeOf(await removeBy(forDevice))).toBe('link_invalid')
    await ageTokens(owner, amina.id, 'undo_email_change', REMOVE_ADDITION_MINUTES)
    expect(
      (await post('/api/email/undo', { token: await linkTo(app, amina.email, 'email_change_started') })).status,
    ).toBe(200)
  })

  test('how the owner returns: by a link, and by a recovery that removes the rest', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const thief = await enter(amina)
    const wallet = createWallet()
    await linkWallet(thief, wallet)
    await createKey(thief)
    const { user: elevated } = await turnOnTotp(app, thief)
    expect((await removeBy(await linkTo(app, amina.email, 'second_factor_added'))).body).toEqual({
      kind: 'totp',
      wasPresent: true,
      isResetLinkSent: true,
    })
    expect(await isSignedIn(elevated.cookie)).toBe(false)
    expect(await outcomeOf(amina.email, amina.password)).toBe('credentials_wrong')
    const token = await linkTo(app, amina.email, 'reset_password')
    expect((await post('/api/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect(await additionsOf(amina)).toEqual(NOTHING)
    expect((await enterBy(app, wallet)).body.user).toBeNull()
    expect(await outcomeOf(amina.email, NEW_PASSWORD)).toBe('session')
  })
})

describe('an open browser', () => {
  test('what the thief can do: use the session; add or change nothing after five minutes', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await ageReauthentication(owner, amina)
    expect((await amina.get('/api/my-offers')).status).toBe(200)
    const refused = await Promise.all([
      amina.post('/api/factors/totp/start'),
      amina.post('/api/factors/passkeys/start'),
      linkWallet(amina, createWallet()),
      createKey(amina),
      amina.post('/api/email', { newEmail: `thief.${amina.email}` }),
    ])
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['reauthentication_required']))
    expect(
      codeOf(await amina.post('/api/password', { currentPassword: 'a guess', newPassword: THIEFS_PASSWORD })),
    ).toBe('password_wrong')
    const karim = await signUp(app, 'karim')
    expect((await linkWallet(karim, createWallet())).status).toBe(200)
  })

  test('for how long: until the session is unused for a week, or its owner ends it', async () => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    await asOutsider(owner, [
      `update sessions set expires_at = expires_at - interval '${SESSION_IDLE_DAYS} days' where user_id = '${amina.id}'`,
    ])
    expect(await isSignedIn(amina.cookie)).toBe(false)
    const elsewhere = await enter(karim)
    expect((await elsewhere.post('/api/sessions/end-others')).status).toBe(200)
    expect([await isSignedIn(karim.cookie), await isSignedIn(elsewhere.cookie)]).toEqual([false, true])
  })

  test('how the owner returns: a link ends the session and removes what was added, and the browser is unknown', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const wallet = createWallet()
    await linkWallet(amina, wallet)
    expect((await removeBy(await linkTo(app, amina.email, 'sign_in_method_added'))).body.wasPresent).toBe(true)
    expect(await isSignedIn(amina.cookie)).toBe(false)
    expect((await enterBy(app, wallet)).body.user).toBeNull()
    expect((await owner.query('select 1 from devices where user_id = $1', [amina.id])).rows).toEqual([])
    const token = await linkTo(app, amina.email, 'reset_password')
    expect((await post('/api/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect(await outcomeOf(amina.email, NEW_PASSWORD)).toBe('session')
  })
})

describe('the mailbox', () => {
  test('what the thief can do: recover without a second factor; with an older one neither sign in nor remove it', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    await recover(amina.email, THIEFS_PASSWORD)
    expect(await outcomeOf(amina.email, THIEFS_PASSWORD)).toBe('session')
    expect(await areRecovered(amina)).toEqual([true])

    const { user: withApp } = await turnOnTotp(place.app, await signUp(place.app, 'karim'))
    const { user: karim } = await savePasskey(place, withApp)
    await ageAdditions(place.owner, karim.id, RECOVERY_DAYS)
    await recover(karim.email, THIEFS_PASSWORD)
    const required = ['passkey', 'totp', 'recovery_code']
    expect(await outcomeOf(karim.email, THIEFS_PASSWORD)).toEqual(required)
    expect((await byCode(karim.email)).body.secondFactor.methods).toEqual(required)
    await ageTokens(place.owner, karim.id, 'remove_addition', REMOVE_ADDITION_MINUTES)
    const former = await linkTo(place.app, karim.email, 'second_factor_added')
    expect(codeOf(await removeBy(former))).toBe('link_invalid')
    expect(await additionsOf(karim)).toEqual({ ...NOTHING, apps: 1, passkeys: 1 })
  })

  test('for how long: after a change of address its undo link works for 7 days, but opens nothing past an older factor', async () => {
    const place = testApp()
    const { user: amina, device } = await savePasskey(place, await signUp(place.app, 'amina'))
    await ageAdditions(place.owner, amina.id, RECOVERY_DAYS)
    const [former, moved] = [amina.email, `moved.${amina.email}`]
    await changeEmail(amina, moved)
    expect((await post('/api/email/undo', { token: await linkTo(place.app, former, 'email_changed') })).status).toBe(
      200,
    )
    expect((await mailsTo(place.owner, moved)).map(({ kind }) => kind)).toContain('email_change_undone')
    const token = await linkTo(place.app, former, 'reset_password')
    expect((await post('/api/reset-password', { token, newPassword: THIEFS_PASSWORD })).status).toBe(200)
    expect(await outcomeOf(former, THIEFS_PASSWORD)).toEqual(['passkey', 'recovery_code'])
    expect((await byPasskey({ device })).body.user.id).toBe(amina.id)
  })

  test('how the owner returns: with an older passkey, or by a recovery', async () => {
    const place = testApp()
    const { user: amina, device } = await savePasskey(place, await signUp(place.app, 'amina'))
    await ageAdditions(place.owner, amina.id, RECOVERY_DAYS)
    await recover(amina.email, THIEFS_PASSWORD)
    const back = withCookie(place.app, amina, cookieIn(await byPasskey({ device })))
    await changeEmail(back, `moved.${amina.email}`)
    expect(await outcomeOf(amina.email, THIEFS_PASSWORD)).toBe('credentials_wrong')

    const karim = await signUp(place.app, 'karim')
    await recover(karim.email, THIEFS_PASSWORD)
    const thief = await enter(karim, THIEFS_PASSWORD)
    await linkWallet(thief, createWallet())
    const { user: elevated } = await turnOnTotp(place.app, thief)
    await recover(karim.email)
    expect(await additionsOf(karim)).toEqual(NOTHING)
    expect(await isSignedIn(elevated.cookie)).toBe(false)
    expect(await outcomeOf(karim.email, NEW_PASSWORD)).toBe('session')
  })
})

describe('the mailbox, with a second factor turned on less than 7 days ago', () => {
  test('what the thief can do: recover, which removes the factor and is reported; the session is marked', async () => {
    const { app, owner } = testApp()
    const { user: amina } = await turnOnTotp(app, await signUp(app, 'amina'))
    await ageAdditions(owner, amina.id, 3)
    await recover(amina.email, THIEFS_PASSWORD)
    expect(await outcomeOf(amina.email, THIEFS_PASSWORD)).toBe('session')
    expect(await areRecovered(amina)).toEqual([true])
    expect((await mailsTo(owner, amina.email)).map(({ kind }) => kind)).toContain('second_factor_removed')
  })

  test('for how long: until the factor is 7 days old', async () => {
    const { app, owner } = testApp()
    const { user: amina } = await turnOnTotp(app, await signUp(app, 'amina'))
    await ageAdditions(owner, amina.id, RECOVERY_DAYS)
    await recover(amina.email, THIEFS_PASSWORD)
    expect(await outcomeOf(amina.email, THIEFS_PASSWORD)).toEqual(['totp', 'recovery_code'])
  })

  test('how the owner returns: by a recovery that removes what the thief has added', async () => {
    const { app, owner } = testApp()
    const { user: amina } = await turnOnTotp(app, await signUp(app, 'amina'))
    await ageAdditions(owner, amina.id, 3)
    await recover(amina.email, THIEFS_PASSWORD)
    const { user: elevated } = await turnOnTotp(app, await enter(amina, THIEFS_PASSWORD))
    await recover(amina.email)
    expect(await isSignedIn(elevated.cookie)).toBe(false)
    expect(await outcomeOf(amina.email, NEW_PASSWORD)).toBe('session')
  })
})

describe('the phone', () => {
  test('what the thief can do: nothing with the app alone; sign in with an unlocked passkey', async () => {
    const place = testApp()
    const { user: amina, phone } = await turnOnTotp(place.app, await signUp(place.app, 'amina'))
    expect(codeOf(await post('/api/sign-in/second-factor', { method: 'totp', code: phone() }))).toBe('sign_in_expired')
    expect(await outcomeOf(amina.email, phone())).toBe('credentials_wrong')
    const { user: karim, device } = await savePasskey(place, await signUp(place.app, 'karim'))
    expect((await byPasskey({ device })).body.user.id).toBe(karim.id)
  })

  test('for how long: until the owner, with the password and a recovery code, removes the factor', async () => {
    const place = testApp()
    const { user: amina, device, id, recoveryCodes } = await savePasskey(place, await signUp(place.app, 'amina'))
    const thief = withCookie(place.app, amina, cookieIn(await byPasskey({ device })))
    const back = await withRecoveryCode(amina, amina.password, recoveryCodes[0]!)
    expect((await back.delete(`/api/factors/passkeys/${id}`)).status).toBe(200)
    expect((await back.post('/api/sessions/end-others')).status).toBe(200)
    expect(await isSignedIn(thief.cookie)).toBe(false)
    expect(codeOf(await byPasskey({ device }))).toBe('passkey_refused')
  })

  test('how the owner returns: a link brings back the recovery codes that the thief has replaced', async () => {
    const place = testApp()
    const { user: amina, device, id, recoveryCodes } = await savePasskey(place, await signUp(place.app, 'amina'))
    await ageAdditions(place.owner, amina.id, RECOVERY_DAYS)
    const thief = withCookie(place.app, amina, cookieIn(await byPasskey({ device })))
    expect((await thief.post('/api/factors/recovery-codes')).status).toBe(200)
    const link = await linkTo(place.app, amina.email, 'recovery_codes_renewed')
    const { recoveryCodes: thiefs } = (await thief.post('/api/factors/recovery-codes')).body
    expect((await removeBy(link)).body).toMatchObject({ kind: 'recovery_codes', wasPresent: false })
    const later = await linkTo(place.app, amina.email, 'recovery_codes_renewed')
    expect(codeOf(await removeBy(later))).toBe('link_invalid')
    const token = await linkTo(place.app, amina.email, 'reset_password')
    expect((await post('/api/reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200)
    const refused = await answerWith(amina, NEW_PASSWORD, thiefs[0])
    expect(codeOf(refused)).toBe('code_wrong')
    const back = await withRecoveryCode(amina, NEW_PASSWORD, recoveryCodes[0]!)
    expect((await back.delete(`/api/factors/passkeys/${id}`)).status).toBe(200)
    expect(codeOf(await byPasskey({ device }))).toBe('passkey_refused')
  })

  async function answerWith({ email }: Caller, password: string, code: string): Promise<Reply> {
    const pending = cookieIn(await post('/api/sign-in', { email, password }), 'challenge')
    return post('/api/sign-in/second-factor', { method: 'recovery_code', code }, pending)
  }

  async function withRecoveryCode(user: Caller, password: string, code: string): Promise<Caller> {
    const reply = await answerWith(user, password, code)
    expect(reply.status).toBe(200)
    return withCookie(testApp().app, user, cookieIn(reply))
  }
})

describe('the password and the mailbox', () => {
  test('what the thief can do: the same as with the mailbox', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    expect(await outcomeOf(amina.email, amina.password)).toBe('session')
    const { user: karim } = await turnOnTotp(app, await signUp(app, 'karim'))
    await ageAdditions(owner, karim.id, RECOVERY_DAYS)
    expect(await outcomeOf(karim.email, karim.password)).toEqual(['totp', 'recovery_code'])
    await recover(karim.email, THIEFS_PASSWORD)
    expect(await outcomeOf(karim.email, THIEFS_PASSWORD)).toEqual(['totp', 'recovery_code'])
    expect(await additionsOf(karim)).toEqual({ ...NOTHING, apps: 1 })
  })

  test('for how long: as long as the mailbox is the thief’s, who can recover again and again', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await recover(amina.email, NEW_PASSWORD)
    await recover(amina.email, THIEFS_PASSWORD)
    expect(await outcomeOf(amina.email, NEW_PASSWORD)).toBe('credentials_wrong')
    expect(await outcomeOf(amina.email, THIEFS_PASSWORD)).toBe('session')
  })

  test('how the owner returns: by a recovery, after which neither the password nor an addition of the thief is left', async () => {
    const place = testApp()
    const amina = await signUp(place.app, 'amina')
    const thief = await enter(amina)
    const wallet = createWallet()
    await linkWallet(thief, wallet)
    await createKey(thief)
    const { device, user: elevated } = await savePasskey(place, thief)
    await recover(amina.email)
    expect(await additionsOf(amina)).toEqual(NOTHING)
    expect(await outcomeOf(amina.email, amina.password)).toBe('credentials_wrong')
    expect(codeOf(await byPasskey({ device }))).toBe('passkey_refused')
    expect((await enterBy(place.app, wallet)).body.user).toBeNull()
    expect(await isSignedIn(elevated.cookie)).toBe(false)
    expect(await outcomeOf(amina.email, NEW_PASSWORD)).toBe('session')
  })
})

test('docs/account-recovery.md has a row for each group of this file, and each group a test for each cell', async () => {
  const [page, source] = [
    await readFile('docs/account-recovery.md', 'utf8'),
    await readFile(new URL(import.meta.url), 'utf8'),
  ]
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  const [columns, ...documented] = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const groups = source.split("\ndescribe('").slice(1)
  const tested = groups.map((group) => [
    group.slice(0, group.indexOf("'")),
    ...[...group.matchAll(/\n {2}test\('([^:]+):/g)].map(([, column]) => column),
  ])
  expect(tested).toEqual(documented.map(([stolen]) => [stolen, ...columns!.slice(1)]))
})
