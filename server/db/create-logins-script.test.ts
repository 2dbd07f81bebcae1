/** deploy/create-logins.sh, run as the Postgres image runs it, on a cluster that has neither login. */
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasDistributionPostgres, startDistributionPostgres } from '../testing/servers/distribution-postgres.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'

const SCRIPT = fileURLToPath(new URL('../../deploy/create-logins.sh', import.meta.url))
const hasClient = spawnSync('psql', ['--version']).status === 0

test.skipIf(!hasDistributionPostgres || !hasClient)(
  'its owner migrates, and the server starts with its login',
  async () => {
    const { connectionString, stop } = await startDistributionPostgres()
    try {
      const { hostname, port } = new URL(connectionString)
      const passwords = { OWNER_PASSWORD: "with 'quotes' and \\", APP_PASSWORD: 'of the server' }
      execFileSync(SCRIPT, { env: { PATH: process.env.PATH, PGHOST: hostname, PGPORT: port, ...passwords } })
      const addressOf = (login: string, password: string) =>
        `postgres://${login}:${encodeURIComponent(password)}@${hostname}:${port}/sarraf`
      await migrate(addressOf('sarraf_owner', passwords.OWNER_PASSWORD))
      const pool = await openPool(addressOf('sarraf_app', passwords.APP_PASSWORD), 1)
      expect((await pool.raw.query('select count(*)::int as trades from trades')).rows).toEqual([{ trades: 0 }])
      await pool.close()
    } finally {
      await stop()
    }
  },
)
