import { afterAll, beforeAll, expect, test } from 'vitest'
import { usernameSkeleton } from '../../domain/accounts.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { Reply, TestApp } from '../testing/app.ts'

let place: TestApp
beforeAll(async () => {
  place = await startTestApp()
})
afterAll(() => place.close())

type Form = { username: string; email: string; password: string; confirmPassword: string; acceptsTerms: boolean }

let people = 0

function form(changes: Partial<Form> = {}): Form {
  const username = `Person_${++people}`
  const password = 'correct horse battery'
  return {
    username,
    email: `${username}@example.org`,
    password,
    confirmPassword: password,
    acceptsTerms: true,
    ...changes,
  }
}

function register(body: object, key?: string): Promise<Reply> {
  return call(place.app, 'POST', '/api/register', { body, key })
}

async function count(query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await place.owner.query(`select count(*)::int as n from ${query}`, values)
  return rows[0].n
}

test('a person registers and is signed in', async () => {
  const body = form({ email: 'Amina.B@Example.ORG' })
  const reply = await register(body)
  expect(reply.status).toBe(201)
  expect(reply.body.user).toMatchObject({ username: body.username, email: 'amina.b@example.org' })
  expect(Object.keys(reply.body.user).sort()).toEqual([
    'avatar',
    'email',
    'id',
    'isVerified',
    'language',
    'memberSince',
    'roles',
    'username',
  ])
  const cookie = String(reply.headers['set-cookie']).split(';')[0]
  const session = await call(place.app, 'GET', '/api/session', { cookie })
  expect(session.body).toEqual(reply.body)
})

test.each<[string, Partial<Form>, string, string]>([
  [
    'everything wrong: the password comes first',
    { password: 'short', username: '', email: 'x', acceptsTerms: false },
    'password',
    'Password must be at least 8 characters long',
  ],
  [
    'seven characters',
    { password: '1234567', confirmPassword: '1234567' },
    'password',
    'Password must be at least 8 characters long',
  ],
  [
    'passwords that differ',
    { confirmPassword: 'something else', username: '' },
    'confirmPassword',
    'Passwords do not match',
  ],
  ['a blank username', { username: '   ', email: 'x' }, 'username', 'Username is required'],
  ['a short username', { username: 'ab' }, 'username', 'Username must be at least 3 characters long'],
  [
    'a username with a space',
    { username: 'a b c' },
    'username',
    'Username can only contain letters, numbers, and underscores',
  ],
  [
    'a Cyrillic look-alike',
    { username: 'аmina' },
    'username',
    'Username can only contain letters, numbers, and underscores',
  ],
  ['a username of 21', { username: 'a'.repeat(21) }, 'username', 'Username must be at most 20 characters long'],
  ['a reserved username', { username: 'Supp0rt' }, 'username', 'This username is reserved'],
  ['an e-mail without a domain', { email: 'amina@localhost' }, 'email', 'Please enter a valid email address'],
  ['an e-mail with a NUL', { email: 'ami\0na@example.org' }, 'email', 'Please enter a valid email address'],
  ['the terms not accepted', { acceptsTerms: false }, 'acceptsTerms', 'You must be at least 18 and accept the terms'],
])('refuses %s', async (_what, changes, field, message) => {
  const reply = await register(form(changes))
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({ code: 'invalid_input', field, message, fields: { [field]: message } })
})

test('takes eight characters, and keeps spaces and every script as they are', async () => {
  expect((await register(form({ password: 'eight8!!', confirmPassword: 'eight8!!' }))).status).toBe(201)
  const password = ' كلمة سر 🗝 '
  const body = form({ password, confirmPassword: password })
  expect((await register(body)).status).toBe(201)
  const { email } = body
  const reply = (given: string) => call(place.app, 'POST', '/api/sign-in', { body: { email, password: given } })
  expect((await reply(password)).status).toBe(200)
  expect((await reply(password.trim())).status).toBe(401)
})

test('refuses fields it does not know, and writes nothing', async () => {
  const body = form()
  const reply = await register({ ...body, emailVerified: true, role: 'admin' })
  expect(reply.status).toBe(400)
  expect(reply.body.fields).toMatchObject({ emailVerified: expect.any(String), role: expect.any(String) })
  expect(await count('users where username = $1', body.username)).toBe(0)
})

test('refuses names that look like one that is taken, and a taken e-mail in any case', async () => {
  const taken = form({ username: 'Barni_01' })
  expect((await register(taken)).status).toBe(201)
  for (const username of ['barni_01', 'BARNI01', 'BamiOl', 'barni_oi']) {
    const reply = await register(form({ username }))
    expect([username, reply.status, reply.body.code, reply.body.field]).toEqual([
      username,
      409,
      'username_taken',
      'username',
    ])
  }
  const reply = await register(form({ email: taken.email.toUpperCase() }))
  expect([reply.status, reply.body.code, reply.body.field]).toEqual([409, 'email_taken', 'email'])
})

test('the database reduces names as the rule does', async () => {
  const names = [
    'Amina_1',
    'aminal',
    'AM1NA_I',
    'rn_rn',
    'r_n',
    'vvv',
    'v_v',
    'O0o0',
    'Il1',
    '___a',
    'ABCxyz789',
    'rrn',
    'vvrn',
  ]
  const client = await place.owner.connect()
  for (const [index, name] of names.entries()) {
    await client.query('begin')
    const { rows } = await client.query(
      'insert into users (username, email) values ($1, $2) returning username_skeleton',
      [name, `skeleton${index}@example.org`],
    )
    await client.query('rollback')
    expect([name, rows[0].username_skeleton]).toEqual([name, usernameSkeleton(name)])
  }
  client.release()
})

test('asks for an Idempotency-Key', async () => {
  const reply = await register(form(), 'short')
  expect([reply.status, reply.body.code]).toEqual([400, 'idempotency_key_missing'])
})

test('the same registration sent twice at once makes one account with two sessions', async () => {
  const [body, key] = [form(), crypto.randomUUID()]
  const replies = await Promise.all([register(body, key), register(body, key), register(body, key)])
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201])
  expect(new Set(replies.map((reply) => reply.body.user.id)).size).toBe(1)
  expect(replies.filter((reply) => reply.headers['idempotent-replay'] === 'true')).toHaveLength(2)
  expect(new Set(replies.map((reply) => reply.headers['set-cookie'])).size).toBe(3)
  expect(await count('users where username = $1', body.username)).toBe(1)
  expect(await count('identities join users u on u.id = user_id where username = $1', body.username)).toBe(1)
})

test('the same key with anything else is refused and opens no session', async () => {
  const [body, key] = [form(), crypto.randomUUID()]
  await register(body, key)
  const others = [
    { ...body, password: 'another one', confirmPassword: 'another one' },
    { ...body, username: 'Other_name' },
    form(),
  ]
  for (const other of others) {
    const reply = await register(other, key)
    expect([reply.status, reply.body.code, reply.headers['set-cookie']]).toEqual([
      422,
      'idempotency_key_reused',
      undefined,
    ])
  }
})

test('of two people racing for one name one gets it, and nothing is left of the other', async () => {
  const bodies = [form({ username: 'Racer_1' }), form({ username: 'racerl' })]
  const replies = await Promise.all(bodies.map((body) => register(body)))
  expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const loser = bodies[replies.findIndex((reply) => reply.status === 409)]!
  expect(await count('users where email = $1', loser.email.toLowerCase())).toBe(0)
  expect((await register({ ...loser, username: 'Not_raced' })).status).toBe(201)
})

test('an account is whole or not there: a failure at the last step undoes the first', async () => {
  await place.owner.query(
    'alter table sessions add constraint none_today check (user_agent is distinct from $$broken$$)',
  )
  const body = form()
  const headers = { 'user-agent': 'broken' }
  const reply = await call(place.app, 'POST', '/api/register', { body, headers })
  await place.owner.query('alter table sessions drop constraint none_today')
  expect([reply.status, reply.body.code]).toEqual([500, 'internal'])
  expect(await count('users where username = $1', body.username)).toBe(0)
})

test('keeps the password as argon2id at the agreed cost', async () => {
  await register(form())
  const { rows } = await place.owner.query<{ password: string }>('select password from identities')
  expect(rows.length).toBeGreaterThan(0)
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
