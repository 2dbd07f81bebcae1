/** The product on the Postgres of the distribution, which is often some versions behind the bundled one. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import {
  hasDistributionPostgres,
  startDistributionPostgres,
  type DistributionPostgres,
} from '../testing/servers/distribution-postgres.ts'
import { violations } from '../testing/violations.ts'
import { createLogins, OWNER_LOGIN, urlsOf } from './logins.ts'
import { migrate } from './migrate.ts'

describe.skipIf(!hasDistributionPostgres)('on the Postgres of the distribution', () => {
  let server: DistributionPostgres
  let testApp: TestApp

  beforeAll(async () => {
    server = await startDistributionPostgres()
    await createLogins(server.connectionString, async (admin) => {
      await admin.query(`create database sarraf owner ${OWNER_LOGIN} template template0`)
    })
    const connectionString = new URL('/sarraf', server.connectionString).href
    const urls = urlsOf(connectionString)
    await migrate(urls.ownerUrl)
    testApp = await startTestApp({}, { connectionString, ...urls, drop: async () => {} })
  })
  afterAll(async () => {
    await testApp?.close()
    await server?.stop()
  })

  test('every migration applies, and migrating again changes nothing', async () => {
    const { ownerUrl } = testApp.database
    const schema = async () => {
      const client = new pg.Client({ connectionString: ownerUrl })
      await client.connect()
      const { rows } = await client.query('select count(*)::int as objects from pg_class')
      await client.end()
      return rows[0].objects as number
    }
    const before = await schema()
    await migrate(ownerUrl)
    expect(await schema()).toBe(before)
  })

  test('a trade is made, searched for and completed, and the books agree', async () => {
    const { app, owner } = testApp
    const { seller, buyer, trade } = await tradingPair(app)
    expect((await buyer.get(`/api/offers?trader=${seller.username}`)).status).toBe(200)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const said = { text: 'Paid by D17', clientId: crypto.randomUUID() }
    expect((await buyer.post(`/api/trades/${trade.id}/messages`, said)).status).toBe(201)
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('completed')
    expect(await violations(owner)).toEqual([])
  })

  test.each(['Asia/Calcutta', 'America/Buenos_Aires', 'Europe/Kiev', 'Africa/Tunis'])(
    'the time zone %s of a browser is accepted',
    async (timeZone) => {
      const user = await signUp(testApp.app, 'zoned')
      const ranges = [{ weekday: 1, from: '09:00', until: '17:00' }]
      expect((await user.post('/api/business-hours', { timeZone, ranges })).status).toBe(200)
    },
  )
})
