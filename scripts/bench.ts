/**
 * `npm run bench`: what the product costs over the SQL it rests on, on this machine, now. `-- --quick` only shows
 * the bench works; its figures mean little. `-- --pages` measures the pages alone (`--pages=/,/offers` these), `-- --moves` moves inside the product, `-- --million`
 * the marketplace and the other lists among 10,000 and 1,000,000 rows alone, `-- --lists` the other lists alone, `-- --bystander` a
 * visitor's reads while an account floods the server, `-- --first-start` `npm start` in a fresh clone of the last commit.
 */
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import { measureBystander } from './bench/bystander.ts'
import { measureDelivery } from './bench/chat-delivery.ts'
import { rowOf } from './bench/compare.ts'
import { measureFirstStart } from './bench/first-start.ts'
import { openHttp } from './bench/http.ts'
import { compareLists } from './bench/lists.ts'
import { compareMarketplaces } from './bench/marketplace.ts'
import { PAGES, fillMarket, measurePage } from './bench/offers-page.ts'
import { printMoves, printPages } from './bench/pages/print-pages.ts'
import { openBenchEnvironment } from './bench/environment.ts'
import { makeHistory, measureCycles, newPair } from './bench/trade-cycles.ts'
import type { Pair } from './bench/trade-cycles.ts'
import { buildWeb } from './build.ts'

const quick = process.argv.includes('--quick')
const OFFERS = quick ? 5_000 : 100_000
const ROUNDS = quick ? 3 : 15
const CLIENTS = 32
/** So many that no buyer asks for more quotes a minute than the limit. */
const PAIRS = quick ? CLIENTS : CLIENTS * 4
/** Above the ten trades an hour after which trade emails stop, so that every measured trade runs the same statements. */
const HISTORY = 11

if (process.argv.includes('--bystander')) {
  console.log(conditions())
  console.log('\nA page of the market for a visitor, while one account floods the server')
  console.table(await measureBystander(quick))
  process.exit()
}
if (process.argv.includes('--lists')) {
  console.log(conditions())
  await printLists()
  process.exit()
}
if (process.argv.includes('--first-start')) {
  console.log(conditions())
  console.log('\nThe first start of a fresh clone, until the landing page was sent')
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const seconds = await measureFirstStart()
    console.log(`${seconds.toFixed(1)} s   target: < 30   met: ${seconds < 30 ? 'yes' : 'NO'}`)
  }
  process.exit()
}
await buildWeb()
if (process.argv.includes('--million')) {
  console.log(conditions())
  console.log('\nThe marketplace, the fastest of 25 calls each')
  console.table(await compareMarketplaces())
  await printLists()
  process.exit()
}
if (process.argv.includes('--moves')) {
  console.log(conditions())
  await printMoves(quick)
  process.exit()
}
const pages = process.argv.find((word) => word.split('=')[0] === '--pages')
if (pages) {
  console.log(conditions())
  await printPages({ quick, only: pages.split('=')[1]?.split(',') ?? null })
  process.exit()
}
const environment = await openBenchEnvironment()
const owner = new pg.Pool({ connectionString: environment.connectionString, max: 1 })
owner.on('error', () => {})
try {
  console.log(conditions())
  await measureServer()
} finally {
  await owner.end()
  await environment.close()
}
await printPages({ quick, only: quick ? ['/'] : null })
await printMoves(quick)
process.exit()

async function measureServer(): Promise<void> {
  await printSettings()

  console.log('\nA whole trade: quote, open, mark paid, confirm and settle')
  const pairs = await newPairs(PAIRS + CLIENTS)
  await makeHistory(environment, owner, pairs, HISTORY)
  console.table({
    '1 client': rowOf(
      await measureCycles(environment, pairs, { clients: 1, rounds: ROUNDS, pieces: quick ? 10 : 40 }),
      2,
    ),
    [`${CLIENTS} clients`]: rowOf(
      await measureCycles(environment, pairs, {
        clients: CLIENTS,
        rounds: ROUNDS,
        pieces: quick ? CLIENTS * 2 : CLIENTS * 8,
      }),
      2,
    ),
  })

  console.log('\nA chat message, from the Enter key to the other browser’s screen')
  const [pair] = await newPairs(1)
  const { messages, p50, p99, max } = await measureDelivery(environment, pair!, quick ? 20 : 200)
  const ms = (value: number) => value.toFixed(1)
  console.table({
    [`${messages} messages`]: {
      'p50, ms': ms(p50),
      'p99, ms': ms(p99),
      'max, ms': ms(max),
      target: 'p99 < 150',
      met: p99 < 150 ? 'yes' : 'NO',
    },
  })

  // Before the big market: the view reads everything.
  console.log(await violations())

  console.log(`\nA page of the market among ${OFFERS} offers, one client`)
  await fillMarket(owner, OFFERS)
  const pages: Record<string, object> = {}
  for (const query of PAGES) {
    pages[Object.values(query).join(' ')] = rowOf(await measurePage(environment, query, ROUNDS, quick ? 300 : 500), 2.5)
  }
  console.table(pages)
}

async function printLists(): Promise<void> {
  console.log('\nLists of a user, of a trader and of staff, the fastest of 25 calls each')
  console.table(await compareLists())
}

async function newPairs(count: number): Promise<Pair[]> {
  const http = openHttp(environment.url, 1)
  const pairs: Pair[] = []
  while (pairs.length < count) pairs.push(await newPair(http, environment, `${count}_${pairs.length}`))
  http.close()
  return pairs
}

function conditions(): string {
  const [processor] = cpus()
  const lines = [
    `${cpus().length} cores (${processor?.model.trim()}), shared by the clients, the server, Postgres and the browsers`,
    `Node ${process.version}`,
    `load average at the start: ${loadavg()[0]?.toFixed(1)} (above 1, other processes use the machine as well)`,
  ]
  return [...lines, ...(quick ? ['QUICK RUN: these figures mean little'] : [])].join('\n')
}

async function printSettings(): Promise<void> {
  const setting = async (name: string) => (await owner.query(`show ${name}`)).rows[0][name]
  console.log(`Postgres ${await setting('server_version')}, over its unix socket`)
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers']) {
    console.log(`${name} = ${await setting(name)}`)
  }
}

async function violations(): Promise<string> {
  const { rows } = await owner.query('select rule, id from violations')
  if (rows.length > 0) process.exitCode = 1
  return rows.length === 0 ? 'violations: none' : `VIOLATIONS: ${JSON.stringify(rows)}`
}
