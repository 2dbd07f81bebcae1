/**
 * Whose rows a query may see. The database enforces it (0042_row_security.sql), so that a statement without its condition
 * on the user returns no row of another one. A query outside any scope sees no private row.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { DbOrTx } from './types.ts'

/** The value of the setting `app.viewer`: a user's id, everything, or nothing. */
export type Scope = string
export const SYSTEM = 'system'
export const NOTHING = ''

/** What must see the rows of several users: the whole list, by the reason. */
export type SystemPurpose =
  | 'worker'
  | 'demonstration'
  | 'authentication'
  | 'sign-in'
  | 'known devices'
  | 'registration'
  | 'account recovery'
  | 'contact form'
  | 'staff'
  | 'captured emails'
  | 'open streams'
  | 'public record'
  | 'payment details'
  | 'uniqueness across accounts'
  | 'account deletion'
  | 'team members'
  | 'push keys'
  | 'suspended addresses'
  | 'metrics'

/** The value of the setting `app.acting`: "owner/member" while a team member acts for the owner, else empty. */
export type Acting = string

/** The value of the setting `app.key`: the API key with which the call is made, else empty. */
export type ActingKey = string

type Present = { scope: Scope; acting: Acting; key: ActingKey }

const scopes = new AsyncLocalStorage<Present>()

/** The scope of the code that runs now; undefined outside any. */
export function currentScope(): Scope | undefined {
  return scopes.getStore()?.scope
}

/** In whose name the code that runs now acts, and who does. */
export function currentActing(): Acting {
  return scopes.getStore()?.acting ?? NOTHING
}

/** The API key with which the code that runs now acts. */
export function currentKey(): ActingKey {
  return scopes.getStore()?.key ?? NOTHING
}

/** Who acts for the user of a scope: a team member, or a program with an API key. */
type ActsBy = { memberId?: string | null; keyId?: string | null }

/**
 * Queries inside `work` see this user's rows only; null is a visitor, who has none. What they write is the act of the team
 * member or the API key, where there is one.
 */
export function asViewer<T>(userId: string | null, work: () => T, { memberId = null, keyId = null }: ActsBy = {}): T {
  const acting = userId === null || memberId === null ? NOTHING : `${userId}/${memberId}`
  return scopes.run({ scope: userId ?? NOTHING, acting, key: keyId ?? NOTHING }, work)
}

/** Queries inside `work` see all rows. The act of a member or a key stays theirs. */
export function asSystem<T>(_purpose: SystemPurpose, work: () => T): T {
  return scopes.run({ scope: SYSTEM, acting: currentActing(), key: currentKey() }, work)
}

/** The same for a step of a user's call, which may be in a transaction: that one sees all rows until `work` is done. */
export async function withSystemScope<T>(db: DbOrTx, purpose: SystemPurpose, work: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return asSystem(purpose, work)
  const { rows } = await sql<{ former: string; scope: string }>`
    select coalesce(current_setting('app.viewer', true), '') as former, set_config('app.viewer', ${SYSTEM}, true) as scope
    `.execute(db)
  const { former } = rows[0]!
  if (former === SYSTEM) return work()
  const result = await work()
  // After an error the transaction is rolled back, and the setting with it.
  await sql`select set_config('app.viewer', ${former}, true)`.execute(db)
  return result
}

/** The request that the code which runs now answers; undefined outside any. */
const requests = new AsyncLocalStorage<string>()

/** Of a name that Postgres shows, the rest is cut off. */
const APPLICATION_NAME_MAX = 63
const APPLICATION_NAME_PREFIX = 'sarraf '
export const REQUEST_ID_MAX = APPLICATION_NAME_MAX - APPLICATION_NAME_PREFIX.length

/** Transactions and log lines inside `work` have this id of a request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return requests.run(requestId, work)
}

export function currentRequestId(): string | undefined {
  return requests.getStore()
}

/** By which name Postgres shows a transaction of the present request, in pg_stat_activity and its log; null outside any. */
export function currentApplicationName(): string | null {
  const requestId = currentRequestId()
  return requestId === undefined ? null : APPLICATION_NAME_PREFIX + requestId
}

/** The pieces of a text that is read after its handler has returned, each made in the present scope. */
export function inThisScope<T>(pieces: AsyncIterable<T>): AsyncIterable<T> {
  return inScope({ scope: currentScope() ?? NOTHING, acting: currentActing(), key: currentKey() }, pieces)
}

async function* inScope<T>(scope: Present, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await scopes.run(scope, () => iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await scopes.run(scope, async () => iterator.return?.())
  }
}
