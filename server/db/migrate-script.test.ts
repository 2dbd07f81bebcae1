/** `npm run migrate`, run as an operator runs it, on a test database. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { plainEnvironment } from '../testing/plain-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function migrate(settings: NodeJS.ProcessEnv): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    const env = { ...plainEnvironment(), ...settings }
    execFile('npm', ['run', '--silent', 'migrate'], { cwd: ROOT, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

async function keptScripts(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.appUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select name from page_scripts')
    return rows.map(({ name }) => name).toSorted()
  } finally {
    await client.end()
  }
}

/** None where nothing is built. */
async function builtScripts(): Promise<string[]> {
  const files = await readdir(join(ROOT, 'build/client/assets')).catch(() => [])
  return files.filter((name) => name.endsWith('.js')).toSorted()
}

test('brings the schema up to date with the owner’s login and keeps the pages’ scripts, and without it says which setting is missing', async () => {
  const { appUrl, ownerUrl } = database
  expect(await migrate({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })).toEqual({
    code: 0,
    out: expect.stringMatching(/^The schema is up to date\.\n/),
    err: '',
  })
  expect(await keptScripts()).toEqual(await builtScripts())
  expect(await migrate({ DATABASE_URL: appUrl })).toEqual({
    code: 1,
    out: '',
    err: 'Set DATABASE_OWNER_URL: only the database owner may do this (docs/operations.md, "Database logins").\n',
  })
})
