/** An account as a client of the server: a cookie, and an address of its own network. */
import { createKeyring } from '../../server/db/encryption/keyring.ts'
import { openPool } from '../../server/db/pool.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { createUser } from '../../server/testing/accounts/create-user.ts'
import { accountOf } from '../../server/testing/accounts/payment-accounts.ts'
import { TEST_SECRET } from '../../server/testing/accounts/secret.ts'
import { OFFER } from '../../server/testing/accounts/users.ts'
import type { BenchEnvironment } from '../bench/environment.ts'

/** What most answers have: the id of what was made, or the code of the refusal. */
export type Outcome = { id: string; code?: string }
export type Reply<T = Outcome> = { status: number; body: T; cookie: string }
export type Client = {
  id: string
  username: string
  /** Empty for a visitor. */
  cookie: string
  get<T = Outcome>(path: string): Promise<Reply<T>>
  /** A form is sent as multipart. */
  post<T = Outcome>(path: string, body: object | FormData): Promise<Reply<T>>
}

/** Who calls, and from where. Without a cookie the client is signed out. */
type Identity = {
  id?: string
  username?: string
  cookie?: string
  address: string
  /** After which a call without an answer throws; undefined: it waits. */
  limitMs?: number | undefined
}

export function openClient(url: string, { id = '', username = '', cookie, address, limitMs }: Identity): Client {
  const callOnce = async <T>(method: string, path: string, body?: object | FormData): Promise<Reply<T>> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        'sec-fetch-site': 'same-origin',
        ...(cookie !== undefined && { cookie }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      ...(limitMs !== undefined && { signal: AbortSignal.timeout(limitMs) }),
    })
    const text = await response.text()
    const setCookie = response.headers.get('set-cookie') ?? ''
    return { status: response.status, body: (text && JSON.parse(text)) as T, cookie: setCookie.split(';')[0]! }
  }
  /** A connection that a server under load closes is an answer too. */
  const call = <T>(method: string, path: string, body?: object | FormData): Promise<Reply<T>> =>
    callOnce<T>(method, path, body).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      return { status: 503, body: { id: '', code: 'connection_lost' } as T, cookie: '' }
    })
  return {
    id,
    username,
    cookie: cookie ?? '',
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  }
}

/** The public address of a host in a network (/24) of the crowd. */
export function addressIn(network: number, host: number): string {
  return `45.${8 + (network >> 8)}.${network & 255}.${1 + (host % 250)}`
}

export type Users = {
  create(username: string, address: string): Promise<Client>
  /** The id of the user's payment account of the method of `OFFER`. */
  paymentAccountOf(userId: string): Promise<string>
  close(): Promise<void>
}

/** Creates signed-in users with the verb that registration ends with. */
export async function openUsers(
  { url, appUrl, owner }: BenchEnvironment,
  { limitMs }: Pick<Identity, 'limitMs'> = {},
): Promise<Users> {
  const secrets = { current: TEST_SECRET, previous: null }
  const pool = await openPool(appUrl, 1, SYSTEM)
  return {
    async create(username, address) {
      const names = { username, email: emailOf(username), password: 'correct horse battery' }
      const { id, session } = await createUser(pool.db, secrets, { ...names, language: 'en', userAgent: 'siege' })
      return openClient(url, { id, username, cookie: `sid=${encodeURIComponent(session)}`, address, limitMs })
    },
    paymentAccountOf: (userId) => accountOf(owner, createKeyring(secrets), userId, OFFER.paymentMethods[0]!),
    close: () => pool.close(),
  }
}

export function emailOf(username: string): string {
  return `${username}@example.org`
}

/** The body of a success; throws on a refusal. */
export function accepted<T>({ status, body }: Reply<T>): T {
  if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
  return body
}
