/** Malformed input to every endpoint: a refusal with a code, never an internal error, and nothing is stored. */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import * as staffApi from '../../domain/api/staff/staff.ts'
import * as administrationApi from '../../domain/api/staff/administration.ts'
import * as chatApi from '../../domain/api/chat/chat.ts'
import * as accountsApi from '../../domain/api/accounts/accounts.ts'
import * as sessionsApi from '../../domain/api/accounts/sessions.ts'
import type { Endpoint } from '../../domain/api/endpoint.ts'
import { ERRORS } from '../../domain/errors.ts'
import { tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { staffUsers } from '../testing/accounts/staff.ts'
import { ANSWERING, addressOf, bodyFor } from '../testing/contract.ts'
import { neededProof } from '../testing/proofs.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()
const staffUser = staffUsers(testApp)

/** In a sample, each field is given one of this many shares of the values, and the next field the next share. */
const SHARES = sample(6, 1)
let turn = printedSeed('malformed input') % SHARES

function shareOf<Value>(values: readonly Value[]): Value[] {
  const own = turn++ % SHARES
  return values.filter((_, n) => n % SHARES === own)
}

const taking = ANSWERING.filter(({ endpoint }) => endpoint.body !== undefined)

const NOT_JSON = [
  '{',
  '{"a":1,}',
  'NaN',
  'undefined',
  '"',
  "{'a':1}",
  '\u0000',
  '',
  ' ',
  '{"a":1}{"b":2}',
  '['.repeat(30_000),
]
const NOT_OBJECTS = ['[]', '"text"', '1', 'true', '[[[{}]]]', '1e999']
const POISONED = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":{"__proto__":{}}}',
  '{"amount":"1","amount":"2"}',
  '{"a":1,"\\u0061":2}',
]
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202Eevil',
  'x'.repeat(60_000),
  '٣',
  '1e9',
  '-1',
  '0x10',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '0.00000001',
  "'; drop table trades; --",
  '%_\\',
  '${7*7}',
  '<script>alert(1)</script>',
  '00000000-0000-0000-0000-000000000000',
  [],
  ['a'],
  {},
  { $gt: '' },
  [[[[]]]],
]
const QUERY_VALUES = [
  '',
  '%00',
  '%20',
  'a%00b',
  '%',
  '%25',
  '%5C_%25',
  "'",
  '%ED%A0%80',
  '%C0%AF',
  '-1',
  '1.5',
  '1e400',
  'NaN',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999',
  '2147483648',
  '1_------------------------------------',
  '99999999999999999_00000000-0000-4000-8000-000000000000',
  'x'.repeat(3000),
  '[object%20Object]',
]
const NIL = '00000000-0000-0000-0000-000000000000'
const LISTS_ABOUT_USERS: readonly Endpoint[] = [staffApi.listActionsAbout, administrationApi.listReportsAbout]
const PARAMS = [
  'x',
  '%00',
  '..',
  '%2e%2e%2f',
  '0',
  '-1',
  'undefined',
  NIL,
  "'%20or%201=1",
  'x'.repeat(300),
  '%E0%A4%A',
  '{}',
]

test.each(taking)('$name refuses what is not a JSON object', async ({ endpoint }) => {
  const { user, ids } = await setting(endpoint)
  for (const payload of shareOf([...NOT_JSON, ...NOT_OBJECTS, ...POISONED])) {
    const reply = await send(user, endpoint.method, addressOf(endpoint, ids), payload)
    expect([payload.slice(0, 40), reply.status, reply.code]).toEqual([
      payload.slice(0, 40),
      400,
      expect.stringMatching(/^invalid_(json|input)$/),
    ])
  }
})

test.each(taking)('$name refuses an unknown field by its name', async ({ endpoint }) => {
  const { user, ids } = await setting(endpoint)
  const valid = bodyFor(endpoint, ids) ?? {}
  const keys = ['role', 'status', 'price', 'verified', 'buyerId', 'escrowAddress', 'id', 'toString', 'hasOwnProperty']
  for (const key of shareOf(keys.filter((each) => !Object.hasOwn(valid, each)))) {
    const reply = await send(user, endpoint.method, addressOf(endpoint, ids), JSON.stringify({ ...valid, [key]: 'x' }))
    expect(reply).toMatchObject({
      status: 400,
      code: 'invalid_input',
      body: { fields: { [key]: 'Unknown field' } },
    })
  }
})

test.each(taking)('$name refuses each field in a wrong shape', async ({ endpoint }) => {
  const { user, ids } = await setting(endpoint)
  const valid = bodyFor(endpoint, ids) ?? {}
  for (const field of Object.keys(valid)) {
    for (const value of [...shareOf(VALUES), undefined]) {
      if (value === valid[field]) continue
      const reply = await send(
        user,
        endpoint.method,
        addressOf(endpoint, ids),
        JSON.stringify({ ...valid, [field]: value }),
      )
      expect([field, value, reply.status < 500]).toEqual([field, value, true])
      const isText = typeof value === 'string'
      if (!isText && !reply.isOfItsShape) expect([field, value, reply.status]).toEqual([field, value, 400])
      // A password that differs from its confirmation is reported at the confirmation.
      if (reply.status === 400 && field !== 'password') {
        expect([value, reply.body.field?.split('.')[0]]).toEqual([value, field])
      }
    }
  }
})

test.each(taking)('$name refuses other content types and bodies that are too large', async ({ endpoint }) => {
  const { user, ids } = await setting(endpoint)
  const url = addressOf(endpoint, ids)
  const body = JSON.stringify(bodyFor(endpoint, ids))
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ]) {
    expect(await send(user, endpoint.method, url, body, type)).toMatchObject({
      status: 415,
      code: 'unsupported_type',
    })
  }
  const huge = JSON.stringify({ ...bodyFor(endpoint, ids), padding: 'x'.repeat(70_000) })
  expect(await send(user, endpoint.method, url, huge)).toMatchObject({ status: 413, code: 'too_large' })
})

test.each(ANSWERING.filter(({ endpoint }) => endpoint.query !== undefined))(
  '$name refuses a malformed query',
  async ({ endpoint }) => {
    const { user, ids } = await setting(endpoint)
    const url = addressOf(endpoint, ids)
    expect(await send(user, 'GET', `${url}?role=admin`)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      body: { field: 'role' },
    })
    const names = ['type', 'currency', 'method', 'country', 'amount', 'trader', 'cursor', 'limit', 'after']
    for (const name of names) {
      for (const value of shareOf(QUERY_VALUES)) {
        const reply = await send(user, 'GET', `${url}?${name}=${value}`)
        expect([name, value, reply.status < 500]).toEqual([name, value, true])
      }
      expect((await send(user, 'GET', `${url}?${name}=1&${name}=2`)).status).toBe(400)
    }
  },
)

test.each(ANSWERING.filter(({ endpoint }) => endpoint.params !== undefined && endpoint !== chatApi.sendImage))(
  '$name refuses malformed path parameters',
  async ({ endpoint }) => {
    const { user, ids } = await setting(endpoint)
    for (const value of shareOf(PARAMS)) {
      const url = endpoint.path.replaceAll(/:\w+/g, value)
      const reply = await send(
        user,
        endpoint.method,
        url,
        endpoint.body ? JSON.stringify(bodyFor(endpoint, ids)) : undefined,
      )
      expect([value, reply.status]).toEqual([
        value,
        // “..” can lead to the address of another call, or of one with another method; staff read empty lists about unknown users.
        expect.toSatisfy((status: number) => {
          const isElsewhere =
            value === '..' && (status === 405 || (endpoint === administrationApi.listReportsAbout && status === 200))
          const isEmptyList = value === NIL && LISTS_ABOUT_USERS.includes(endpoint) && status === 200
          return status === 400 || status === 404 || isElsewhere || isEmptyList
        }),
      ])
    }
  },
)

test('no malformed input was stored', async () => {
  const { owner } = testApp()
  const { rows } = await owner.query(
    'select (select count(*) from trades)::int as trades, (select count(*) from transfers)::int as transfers',
  )
  expect(rows).toEqual([{ trades: 1, transfers: 1 }])
})

/** Refusals of well-formed input. */
const BEYOND_SHAPE: ReadonlySet<unknown> = new Set([
  'sign_in_expired',
  'rate_limited',
  'reauthentication_required',
  'not_found',
  'not_your_move',
])

type Sent = { status: number; code: string | undefined; body: any; isOfItsShape: boolean }

async function send(
  user: Caller | null,
  method: string,
  url: string,
  payload?: string,
  type = 'application/json',
): Promise<Sent> {
  const request: InjectOptions = {
    method: method as 'POST',
    url,
    headers: {
      ...(user ? { cookie: user.cookie } : {}),
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  }
  const reply = await testApp().app.inject(request)
  const body = String(reply.headers['content-type']).includes('json') ? reply.json() : null
  if (reply.statusCode >= 400) {
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(Object.keys(ERRORS)).toContain(body.code)
    expect(JSON.stringify(body)).not.toMatch(/\bat .*\.ts:|node_modules|select |insert into/)
  }
  return {
    status: reply.statusCode,
    code: body?.code,
    body,
    isOfItsShape: reply.statusCode < 300 || reply.statusCode === 409 || BEYOND_SHAPE.has(body?.code),
  }
}

type Setting = { user: Caller | null; ids: Record<string, string> }

/**
 * The caller, a party of a trade; null where the call would end their session. For a call of staff, a user with the role, and
 * nothing that the other calls use: a text that is accepted acts.
 */
async function setting({ path, staff }: Endpoint): Promise<Setting> {
  if (staff) return { user: await staffUser(staff), ids: { fiatCurrency: 'TND' } }
  made ??= make()
  const { user } = await made
  // The tests of this file can take longer than a re-authentication lasts.
  await testApp().owner.query('update sessions set reauthenticated_at = clock_timestamp() where user_id = $1', [
    user!.id,
  ])
  const endsSession = [
    accountsApi.confirmRegistration.path,
    accountsApi.signIn.path,
    sessionsApi.signOut.path,
  ].includes(path as '/api/sign-in')
  return endsSession ? { ...(await made), user: null } : made
}

let made: Promise<Setting> | undefined
async function make(): Promise<Setting> {
  const { buyer, offer, trade } = await tradingPair(testApp().app)
  await neededProof(testApp().owner, trade.id, buyer.id)
  return { user: buyer, ids: { offerId: offer.id, tradeId: trade.id } }
}
