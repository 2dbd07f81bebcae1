/** The real application on its own database, called as a client would call it. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { buildApp } from '../app.ts'
import { openContext } from '../context.ts'
import type { Context } from '../context.ts'
import { SYSTEM } from '../db/scope.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { openOwnerPool } from './owner-pool.ts'
import { TEST_SECRET } from './accounts/secret.ts'
import { assertDocumented, collectUndocumented } from './attacks/undocumented-refusals.ts'

export type TestApp = {
  app: FastifyInstance
  context: Context
  /** The superuser's connection, for reading rows and for attacks. */
  owner: pg.Pool
  database: TestDatabase
  /** Throws when a call since the last check was refused with a code that its endpoint does not list. */
  assertDocumentedRefusals(): void
  close(): Promise<void>
}

const started = new WeakMap<FastifyInstance, { owner: pg.Pool; context: Context }>()

/** The owner's connection and the context of an application that `startTestApp` made. */
export function partsOf(app: FastifyInstance): { owner: pg.Pool; context: Context } {
  const parts = started.get(app)
  if (!parts) throw new Error('startTestApp did not make this application')
  return parts
}

/** The owner's connection to the database of an application that `startTestApp` made. */
export function ownerOf(app: FastifyInstance): pg.Pool {
  return partsOf(app).owner
}

/** Without `opened` on a database of its own. */
export async function startTestApp(settings: Partial<Config> = {}, opened?: TestDatabase): Promise<TestApp> {
  const database = opened ?? (await createTestDatabase())
  const config = {
    ...readConfig({}),
    logLevel: process.env.LOG_LEVEL ?? 'silent',
    demo: false,
    demoHistory: false,
    secret: TEST_SECRET,
    requestsPerMinute: 0,
    // On a machine that runs other tests, an ordinary read can take longer than the product allows.
    publicReadMs: 5000,
    ...settings,
  }
  const context = await openContext(config, database.appUrl, SYSTEM)
  const app = await buildApp(context)
  const takeUndocumented = collectUndocumented(app)
  await app.ready()
  const assertDocumentedRefusals = () => assertDocumented(takeUndocumented)
  const owner = openOwnerPool(database.connectionString, 4)
  started.set(app, { owner, context })
  return {
    app,
    context,
    owner,
    database,
    assertDocumentedRefusals,
    async close() {
      await app.close()
      await context.close()
      await owner.end()
      await database.drop()
      assertDocumentedRefusals()
    },
  }
}

export type Reply = { status: number; body: any; headers: LightMyRequestResponse['headers'] }

/** One call as the browser makes it: same origin, JSON, and a new Idempotency-Key unless one is given. */
export async function call(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  options: { cookie?: string; body?: unknown; key?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { cookie, body, key = crypto.randomUUID(), headers = {} } = options
  const request: InjectOptions = {
    method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie === undefined ? {} : { cookie }),
      ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(method === 'POST' ? { payload: (body ?? {}) as object } : {}),
  }
  const response = await app.inject(request)
  const isJson = String(response.headers['content-type']).includes('json')
  return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers }
}
