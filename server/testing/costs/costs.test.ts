/** What a trade, a message, a list, a move of a dispute and a notification cost, counted and compared with costs.ts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import type { TestDatabase } from '../database.ts'
import { fillMarketplace } from '../fill-marketplace.ts'
import { openActs } from './acts.ts'
import type { Act, ActName } from './acts.ts'
import { COSTS, HAS_NO_INDEX, READS_LARGE_TABLE } from './costs.ts'
import { openCountedDatabase } from './counted-database.ts'
import { openCounters } from './counters.ts'
import type { Cost, Counted, Counters } from './counters.ts'
import { copyTrades, insertUsers } from '../past-trades.ts'

const OFFERS = 4000
const USERS = 10_000
const TRADES = 3000
/** A connection plans a statement at each of its first five calls, then decides whether one plan serves all. */
const WARM_UP = 7
const REPEATS = 5
/** Smaller tables are read in sequence because that is faster. */
const MANY_ROWS = 1000
/** Which pages hold the rows of a list and which split is up to chance, and so is the plan between two that cost the same. */
const TOLERANCES: Partial<Record<keyof Cost, number>> = { rowsReadInSequence: 0.1, buffers: 0.4, walBytes: 0.2 }
/** A read of a small table can end at any of its rows. */
const FEW = 5

const DETAILS = process.env.COSTS_DETAILS

let database: TestDatabase
let counters: Counters
let owner: pg.Pool
let counted: Record<string, Counted[]>

beforeAll(async () => {
  database = await openCountedDatabase()
  owner = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  owner.on('error', () => {})
  counters = await openCounters(database)
  await fillMarketplace(owner, OFFERS)
  // Their trades are the ones that are copied.
  await withApp(openActs)
  await insertUsers(owner, USERS)
  await copyTrades(owner, TRADES, 'other users')
  counted = await withApp((testApp) => countAll(testApp, { warmUp: WARM_UP, repeats: REPEATS }))
  if (DETAILS !== undefined) writeDetails(DETAILS, counted)
})

afterAll(async () => {
  await counters?.close()
  await owner?.end()
  await database?.drop()
})

test('each act costs what the table says', async () => {
  const costs = Object.fromEntries(Object.entries(counted).map(([act, runs]) => [act, leastOf(runs)]))
  const wrong = Object.entries(costs).flatMap(([act, cost]) => differences(act as ActName, cost))
  expect(wrong, `costs.ts, if that is meant:\n${printed(costs)}\n`).toEqual([])
})

test('no act reads a large table in sequence', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and reltuples >= $1",
    [MANY_ROWS],
  )
  const large = new Set(rows.map(({ name }) => name))
  expect(scansOf(counted, (table) => large.has(table))).toEqual(READS_LARGE_TABLE)
})

test('every table that can grow has an index for what the acts read', async () => {
  // Of a table that was never vacuumed the planner assumes ten pages, each of which now has a high cost.
  await owner.query("update pg_class set relpages = 0, reltuples = -1 where relnamespace = 'public'::regnamespace")
  await owner.query('alter role sarraf_app set seq_page_cost = 1000')
  const withIndex = await withApp((testApp) => countAll(testApp, { warmUp: 1, repeats: 1 }))
  expect(scansOf(withIndex, () => true)).toEqual(HAS_NO_INDEX)
})

/** The tables that each act reads in sequence. */
function scansOf(counted: Record<string, Counted[]>, isMeant: (table: string) => boolean): Record<string, string[]> {
  const scans = Object.entries(counted).map(([act, runs]): [string, string[]] => {
    const tables = runs.flatMap((run) => Object.keys(run.scans)).filter(isMeant)
    return [act, [...new Set(tables)].toSorted()]
  })
  return Object.fromEntries(scans.filter(([, tables]) => tables.length > 0))
}

async function withApp<T>(work: (testApp: TestApp) => Promise<T>): Promise<T> {
  const testApp = await startTestApp({}, { ...database, drop: async () => {} })
  try {
    return await work(testApp)
  } finally {
    await testApp.close()
  }
}

type Runs = { warmUp: number; repeats: number }

async function countAll(testApp: TestApp, { warmUp, repeats }: Runs): Promise<Record<string, Counted[]>> {
  const counted: Record<string, Counted[]> = {}
  for (const [name, prepare] of Object.entries<Act>(await openActs(testApp))) {
    for (let n = 0; n < warmUp; n++) await (await prepare())()
    counted[name] = []
    while (counted[name].length < repeats) {
      const act = await prepare()
      counted[name].push(await counters.count(act))
    }
  }
  return counted
}

/** The least of each figure: some runs make a plan again or fill a page. */
function leastOf(runs: readonly Counted[]): Cost {
  const figures = Object.keys(runs[0]!.cost) as (keyof Cost)[]
  return Object.fromEntries(
    figures.map((figure) => [figure, Math.min(...runs.map(({ cost }) => cost[figure]))]),
  ) as Cost
}

function differences(act: ActName, cost: Cost): string[] {
  return Object.entries(cost).flatMap(([figure, now]) => {
    const before = COSTS[act]?.[figure as keyof Cost] ?? 0
    const tolerance = TOLERANCES[figure as keyof Cost]
    const room = tolerance === undefined ? 0 : Math.max(before * tolerance, FEW)
    if (Math.abs(now - before) <= room) return []
    return [`${act}: ${figure} ${now}, the table says ${before} (${now > before ? '+' : ''}${now - before})`]
  })
}

function printed(costs: Record<string, Cost>): string {
  const linesOf = (cost: Cost) => Object.entries(cost).map(([figure, count]) => `    ${figure}: ${count},`)
  return Object.entries(costs)
    .map(([act, cost]) => [`  '${act}': {`, ...linesOf(cost), '  },'].join('\n'))
    .join('\n')
}

function writeDetails(folder: string, counted: Record<string, Counted[]>): void {
  mkdirSync(folder, { recursive: true })
  for (const [act, runs] of Object.entries(counted)) {
    const calls = Object.entries(runs.at(-1)!.details).map(([name, count]) => `${count} ${name.replace(/\s+/g, ' ')}`)
    writeFileSync(join(folder, `${act}.txt`), `${calls.toSorted().join('\n')}\n`)
  }
}
