/** Claims of docs/security-controls.md that no other test proves. Compares its limits, words and sign-in methods with the code. */
import crypto from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fieldOf } from '../db/error-codes.ts'
import { PASSWORD_MAX, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL } from '../../domain/accounts/accounts.ts'
import { SESSION_METHODS, SIGN_IN_METHODS } from '../../domain/accounts/sign-in-methods.ts'
import { REAUTHENTICATION_MINUTES, TOTP_SECRET_BYTES } from '../../domain/accounts/factors.ts'
import { IDENTITY_KINDS } from '../../domain/accounts/sign-in-methods.ts'
import { LIMITS } from '../../domain/limits.ts'
import { inTransaction } from '../db/pool.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import { cookieIn, savePasskey, turnOnTotp } from '../testing/accounts/factors.ts'
import { signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { deviceOfCookie } from './sessions/device.ts'
import { SESSION_IDLE_DAYS } from './sessions/extend-session.ts'
import { issueChallenge } from './factors/passkey-challenges.ts'
import { issueRecoveryCodes } from './factors/recovery-codes.ts'
import { newTotp } from './factors/totp.ts'
import { RATE_LIMITS } from '../http/rate-limits/rate-limits.ts'
import { findViewer } from './sessions/find-viewer.ts'
import { openSession } from './sessions/open-session.ts'
import type { NewSession } from './sessions/open-session.ts'
import { rotateSession } from './sessions/rotate-session.ts'
import { signToken } from './sessions/session-token.ts'
import { signInWithCode } from './sign-in/sign-in-with-code.ts'
import { signInWithIdentity } from './sign-in/sign-in-with-identity.ts'
import { issueCode } from './one-time-tokens/codes.ts'
import { issueToken } from './one-time-tokens/tokens.ts'

const testApp = useTestApp()
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const SAMPLE = 64
const MOST_USED = ['password', '12345678', '123456789', 'qwertyuiop', 'iloveyou', 'password1', 'sunshine', '1q2w3e4r']
const OWNER = { username: 'samira', email: 'some.one@example.org' }

const page = await readFile('docs/security-controls.md', 'utf8')
const signIn = (email: string, password: string) =>
  call(testApp().app, 'POST', '/api/sign-in', { body: { email, password } })

test('a new database has no accounts', async () => {
  const { rows } = await testApp().owner.query('select 1 from users union all select 1 from identities')
  expect(rows).toEqual([])
})

describe('docs/security-controls.md', () => {
  test('lists the rate limits of the code', () => {
    const documented = rowsUnder('Rate limits').map(([name, ...bound]) => [name, bound.slice(0, 2).map(Number)])
    const counted = Object.entries(RATE_LIMITS).map(([name, { times, seconds }]) => [name, [times, seconds]])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(counted))
  })

  test('lists the sign-in methods of the code', () => {
    expect(new Set(rowsUnder('Sign-in methods').map(([method]) => method))).toEqual(new Set(SIGN_IN_METHODS))
  })

  test('states of each sign-in method whether it is one factor or two', async () => {
    const { app, context, owner } = testApp()
    const { db, secrets } = context
    const { user } = await turnOnTotp(app, await signUp(app, 'amina'))
    const accountId = `0x${randomHex(40)}`
    const identity = { accountId, email: null, isEmailVerified: false }
    await owner.query(
      'insert into identities (user_id, provider_id, account_id) select $1, kind, $2 from unnest($3::text[]) as kind',
      [user.id, accountId, IDENTITY_KINDS],
    )
    const { email } = user
    const { client } = newSession(user.id)
    const issue = { purpose: 'sign_in_code', userId: user.id, minutes: 10, payload: { email } } as const
    const { id: codeId, code } = await inTransaction(db, (tx) => issueCode(tx, secrets, issue))
    const { device } = await savePasskey(testApp(), user)
    const options = (await call(app, 'POST', '/api/sign-in/passkey/start')).body
    const opened: Record<string, unknown> = {
      password: (await signIn(email, user.password)).body.user,
      code: 'token' in (await signInWithCode(context, { codeId, email, code }, client)) || null,
      passkey: (await call(app, 'POST', '/api/sign-in/passkey', { body: device.get(options) })).body.user,
    }
    for (const kind of IDENTITY_KINDS)
      opened[kind] = 'token' in (await signInWithIdentity(db, kind, identity, client)) || null
    const { rows } = await owner.query(
      `select from sessions where user_id = $1 and method = 'passkey' and second_factor_since is not null`,
      [user.id],
    )
    expect(rows).toHaveLength(1)
    const first = SESSION_METHODS.map((method) => [method, opened[method] ? 'two' : 'one'])
    const stated = rowsUnder('Sign-in methods').map(([method, , factors]) => [method, factors])
    expect(Object.fromEntries(stated)).toEqual({
      ...Object.fromEntries(first),
      totp: 'two with it',
      recovery_code: 'two with it',
    })
  })

  test('lists the refused passwords, which are refused with digits and punctuation around them too', () => {
    const words = [...sectionOf('Forbidden passwords').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
    expect(words.length).toBeGreaterThan(0)
    for (const word of [...words, OWNER.username, 'some.one', OWNER.email])
      expect(refusalOf(`2026-${word.toUpperCase()}!!`)).toEqual({ newPassword: PASSWORD_TOO_PERSONAL })
  })

  test('states the lifetime of sessions and of recent authentication', () => {
    const text = sectionOf('Session lifetime')
    expect(text).toContain(`${SESSION_IDLE_DAYS} days without use`)
    expect(text).toContain(`${REAUTHENTICATION_MINUTES} minutes`)
    expect(text).toContain(`up to ${LIMITS.sessions} sessions`)
  })
})

describe('a password', () => {
  test('is not one of 100,000 known from breaches, in upper or lower case', async () => {
    const list = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
    const known = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(known.length).toBe(100_000)
    expect(known).toEqual([...new Set(known)].toSorted())
    expect(known.filter((line) => !/^[ -~]{8,32}$/.test(line) || line !== line.toLowerCase())).toEqual([])
    const tried = [known[0]!, known.at(-1)!, ...MOST_USED, ...known.filter((_, at) => at % 100 === 0)]
    for (const password of tried.flatMap((each) => [each, each.toUpperCase()]))
      expect([password, refusalOf(password)]).toEqual([password, { newPassword: PASSWORD_TOO_COMMON }])
    for (const password of [`${known[0]}x`, known[0]!.slice(0, -1), '\n', '']) expect(refusalOf(password)).toBeNull()
  })

  test.each(['only lower case', 'ONLYCAPITALSHERE', '9038174652', '?!=&%$§-_+', '          '])(
    '%j is as good as any: nothing is asked of its characters',
    async (newPassword) => {
      const amina = await signUp(testApp().app, 'amina')
      expect((await amina.post('/api/password', { currentPassword: amina.password, newPassword })).status).toBe(200)
      expect((await signIn(amina.email, newPassword)).status).toBe(200)
    },
  )

  test('is compared to its last character, as typed', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const long = `Caf\u00E9 ${'x'.repeat(PASSWORD_MAX - 6)}Z`
    const change = { currentPassword: amina.password, newPassword: long }
    expect(PASSWORD_MAX).toBeGreaterThanOrEqual(64)
    expect([long.length, (await amina.post('/api/password', change)).status]).toEqual([PASSWORD_MAX, 200])
    const others = [long.slice(0, -1), `${long.slice(0, -1)}z`, long.toUpperCase()]
    for (const other of others) expect((await signIn(amina.email, other)).status).toBe(401)
    expect((await signIn(amina.email, long)).status).toBe(200)
  })

  test('does not expire', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const by = "interval '10 years'"
    await asOutsider(testApp().owner, [
      `update users set created_at = created_at - ${by} where id = '${amina.id}'`,
      `update identities set created_at = created_at - ${by} where user_id = '${amina.id}'`,
    ])
    const { status, body } = await signIn(amina.email, amina.password)
    expect([status, body.user?.id]).toEqual([200, amina.id])
  })

  test('has no hint and no security question: no column stores one', async () => {
    const { rows } = await testApp().owner.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_name ~ 'hint|question|maiden|security'`,
    )
    expect(rows).toEqual([])
  })

  test('is entered in fields that hide it, that password managers fill and that allow paste', async () => {
    const fields: string[] = []
    const hiding: string[] = []
    const pasting: string[] = []
    for (const file of (await readdir('web', { recursive: true })).filter((name) => name.endsWith('.tsx'))) {
      const text = await readFile(`web/${file}`, 'utf8')
      fields.push(...(text.match(/<PasswordField\b[^>]*>/g) ?? []))
      if (/type=\S*.*['"]password['"]/.test(text)) hiding.push(file)
      if (text.includes('onPaste')) pasting.push(file)
    }
    // The key of a chain, which no password manager should keep.
    expect(hiding.toSorted()).toEqual(['recovery/SendStep.tsx', 'ui/fields/PasswordField.tsx'])
    expect(await readFile('web/recovery/SendStep.tsx', 'utf8')).toMatch(/type="password"\s+autoComplete="off"/)
    expect(fields.length).toBeGreaterThan(5)
    for (const field of fields) expect(field).toMatch(/autoComplete="(current|new)-password"/)
    // The chat accepts pasted pictures.
    expect(pasting).toEqual(['chat/DropArea.tsx'])
  })
})

describe('unguessable values', () => {
  test('tokens of sessions, links and challenges are 256 random bits', async () => {
    const { id } = await signUp(testApp().app, 'amina')
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { db } = testApp().context
    const planted = newSession(id)
    expect(await inTransaction(db, (tx) => openSession(tx, planted))).not.toBe(planted.client.device.token)
    const makers = [
      () => inTransaction(db, (tx) => openSession(tx, newSession(id))),
      () =>
        inTransaction(db, (tx) =>
          issueToken(tx, { purpose: 'reset_password', userId: id, minutes: 10, payload: { email: '' } }),
        ),
      async () => Buffer.from(await issueChallenge(db, { use: 'sign_in', by: null })).toString('base64url'),
    ]
    for (const make of makers) expect(patternsIn(await sampleOf(make), 32)).toEqual([])
  })

  test('authenticator keys and recovery codes have more than 112 random bits, emailed codes six random digits', async () => {
    const { id } = await signUp(testApp().app, 'amina')
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { db } = testApp().context
    const keys = await sampleOf(async () => Buffer.from(newTotp('amina').secret).toString('base64url'))
    expect(patternsIn(keys, TOTP_SECRET_BYTES)).toEqual([])
    const recovery = (await sampleOf(() => inTransaction(db, (tx) => issueRecoveryCodes(tx, id)))).flat()
    expect(new Set(recovery).size).toBe(SAMPLE * 10)
    expect(distinctCharactersAt(recovery.map((code) => code.replaceAll('-', '')))).toEqual(Array(24).fill(32))
    const issue = { purpose: 'sign_in_code', userId: id, minutes: 10, payload: { email: '' } } as const
    const mailed = await sampleOf(
      () => inTransaction(db, (tx) => issueCode(tx, { current: 'a key of this test', previous: null }, issue)),
      250,
    )
    expect(distinctCharactersAt(mailed.map(({ code }) => code))).toEqual(Array(6).fill(10))
  })

  test('all of them are what the cryptographic generator of Node.js gave', async () => {
    const { id } = await signUp(testApp().app, 'amina')
    const { db, secrets } = testApp().context
    const bytes = vi.spyOn(crypto, 'randomBytes')
    const numbers = vi.spyOn(crypto, 'randomInt')
    syncBuiltinESMExports()
    const mailed = { userId: id, minutes: 10, payload: { email: '' } }
    const session = await inTransaction(db, (tx) => openSession(tx, newSession(id)))
    const viewer = await findViewer(testApp().context, signToken(session, secrets))
    const made = [
      session,
      (await inTransaction(db, (tx) => rotateSession(tx, viewer!, null))).token,
      await inTransaction(db, (tx) => issueToken(tx, { purpose: 'reset_password', ...mailed })),
      Buffer.from(await issueChallenge(db, { use: 'sign_in', by: null })).toString('base64url'),
      deviceOfCookie(null).nextToken,
      Buffer.from(newTotp('amina').secret).toString('base64url'),
      ...(await inTransaction(db, (tx) => issueRecoveryCodes(tx, id))).map(bytesOfRecoveryCode),
    ]
    const given = bytes.mock.results.map(({ value }) => Buffer.from(value as unknown as Buffer).toString('base64url'))
    expect(made.filter((value) => value === null || !given.includes(value))).toEqual([])
    const { code } = await inTransaction(db, (tx) => issueCode(tx, secrets, { purpose: 'sign_in_code', ...mailed }))
    expect(numbers.mock.results.map(({ value }) => Number(value))).toContain(Number(code))
  })

  test('cookies contain a random reference to a row, signed or not, and no data', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await signIn(amina.email, amina.password)
    const { user } = await turnOnTotp(testApp().app, amina)
    const waiting = await signIn(user.email, user.password)
    expect(valueOf(reply, 'sid')).toMatch(/^[\w-]{43}\.[A-Za-z0-9+/]{43}=$/)
    expect(valueOf(reply, 'device')).toMatch(/^[\w-]{43}$/)
    expect(valueOf(waiting, 'challenge')).toMatch(/^[\w-]{43}$/)
  })
})

test('one function inserts sessions, for every sign-in method', async () => {
  const files = (await readdir('server', { recursive: true })).filter((name) => /(?<!\.test)\.(ts|sql)$/.test(name))
  const makers: string[] = []
  for (const file of files) {
    if (/insert\s+into\s+sessions\b/i.test(await readFile(`server/${file}`, 'utf8'))) makers.push(file)
  }
  expect(makers).toEqual(['accounts/sessions/open-session.ts'])
})

test('a user has up to 50 sessions, and each is listed; a further sign-in ends the one used least recently', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const open = () => inTransaction(testApp().context.db, (tx) => openSession(tx, newSession(amina.id)))
  for (let n = 1; n < LIMITS.sessions; n++) await open()
  const [, ...others] = await listedSessions(amina)
  expect(others).toHaveLength(LIMITS.sessions - 1)
  const least = others[7]
  await testApp().owner.query("update sessions set updated_at = updated_at - interval '1 hour' where id = $1", [least])
  expect((await signIn(amina.email, amina.password)).status).toBe(200)
  const after = await listedSessions(amina)
  expect(after).toHaveLength(LIMITS.sessions)
  expect(others.filter((id) => !after.includes(id))).toEqual([least])
  await Promise.all(Array.from({ length: 10 }, open))
  const { rows } = await testApp().owner.query('select from sessions where user_id = $1', [amina.id])
  expect(rows).toHaveLength(LIMITS.sessions)
})

async function listedSessions(user: Caller): Promise<string[]> {
  const { status, body } = await user.get('/api/sessions')
  expect(status).toBe(200)
  return body.sessions.map(({ id }: { id: string }) => id)
}

function newSession(userId: string): NewSession {
  // A planted device cookie: no token may be made of what the browser sent.
  const client = { ipAddress: '127.0.0.1', userAgent: '', device: deviceOfCookie('p'.repeat(43)) }
  return { userId, method: 'password', secondFactorSince: null, isSignIn: false, client }
}

function randomHex(length: number): string {
  return crypto.randomBytes(length / 2).toString('hex')
}

/** The random bytes that a recovery code shows, five bits a character. */
function bytesOfRecoveryCode(code: string): string {
  const values = [...code.replaceAll('-', '')].map((letter) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return Buffer.from(bytes).toString('base64url')
}

function sectionOf(heading: string): string {
  const [, text] = page.split(`## ${heading}\n`)
  if (text === undefined) throw new Error(`there is no section ${heading}`)
  return text.split('\n## ')[0]!
}

/** The rows of the section's table, without the header, as plain text. */
function rowsUnder(heading: string): string[][] {
  const lines = sectionOf(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

function refusalOf(password: string): unknown {
  try {
    assertUncommonPassword(password, OWNER, 'newPassword')
    return null
  } catch (error) {
    return fieldOf(error, 'fields')
  }
}

async function sampleOf<T>(make: () => Promise<T>, size = SAMPLE): Promise<T[]> {
  const made: T[] = []
  while (made.length < size) made.push(await make())
  return made
}

/** Signs that texts are not random bytes: a wrong length, a duplicate, or a bit that is equal in all of them. */
function patternsIn(texts: string[], bytes: number): string[] {
  const all = texts.map((text) => Buffer.from(text, 'base64url'))
  const lengths = all.filter((one) => one.length !== bytes).map((one) => `${one.length} bytes`)
  const still = Array.from({ length: bytes * 8 }, (_, bit) => bit).filter(
    (bit) => new Set(all.map((one) => (one[bit >> 3]! >> (bit & 7)) & 1)).size === 1,
  )
  return [...lengths, ...(new Set(texts).size === texts.length ? [] : ['twice']), ...still.map((bit) => `bit ${bit}`)]
}

/** The number of different characters at each position. */
function distinctCharactersAt(codes: string[]): number[] {
  const length = Math.max(...codes.map((code) => code.length))
  return Array.from({ length }, (_, place) => new Set(codes.map((code) => code[place])).size)
}

function valueOf(reply: Reply, name: string): string {
  return decodeURIComponent(cookieIn(reply, name).slice(name.length + 1))
}
