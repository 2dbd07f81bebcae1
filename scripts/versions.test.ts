/** `npm run versions` in its short form: one file of tests on the distribution's Postgres. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasDistributionPostgres, postgresPrograms } from '../server/testing/servers/distribution-postgres.ts'

const SCRIPT = fileURLToPath(new URL('versions.ts', import.meta.url))

function versions(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, said: stdout + stderr }
}

test.skipIf(!hasDistributionPostgres)(
  'the tests run on the Postgres that is named, and a failure is one of the command',
  () => {
    const passed = versions(postgresPrograms, 'server/db/administrator.test.ts')
    expect(passed.said).toMatch(/^Postgres \d+/m)
    expect(passed.said).toContain('1 passed')
    expect(passed.status).toBe(0)
    const failed = versions(postgresPrograms, 'server/no-such.test.ts')
    expect(failed.said).toContain(`FAILED on Postgres ${postgresPrograms}`)
    expect(failed.status).toBe(1)
  },
  240_000,
)

test('an unknown version is refused before anything is installed', () => {
  const { status, said } = versions('15', '14')
  expect(said).toContain('There is no package of Postgres 14')
  expect(status).toBe(1)
})
