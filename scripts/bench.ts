/**
 * `npm run bench`: what the product costs on this machine now, beside its floor. `-- --quick` shows that the bench works; its figures
 * mean little. Names of parts select them: `-- --trades --market`. Without one, those of DEFAULT run.
 */
import { cpus, loadavg } from 'node:os'
import { measureBystander } from './bench/bystander.ts'
import { measureDelivery } from './bench/chat-delivery.ts'
import { measureFirstStart } from './bench/first-start.ts'
import { measureIdle } from './bench/idle.ts'
import { compareLists } from './bench/lists.ts'
import { measureMarket } from './bench/market.ts'
import { compareMarketplaces } from './bench/marketplace.ts'
import { printMoves, printPages } from './bench/pages/print-pages.ts'
import { measureProcesses } from './bench/processes.ts'
import { measureTrades } from './bench/trades.ts'
import { buildWeb } from './build.ts'

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const SIZES = quick ? ([1000, 5000] as const) : ([10_000, 1_000_000] as const)

const PARTS: Record<string, () => Promise<void>> = {
  async trades() {
    const { trades, messages, violations } = await measureTrades({
      clients: quick ? [1, 8] : [1, 8, 32, 128],
      rounds: quick ? 2 : 5,
      trades: quick ? 10 : 64,
      history: 11,
      messages: quick ? 20 : 200,
    })
    console.log('\nA whole trade (quote, open, mark paid, confirm and settle), beside the same facts written by hand')
    console.table(trades)
    console.log('\nA chat message, likewise')
    console.table(messages)
    printViolations(violations)
  },
  async processes() {
    const { loads, moved, growth, violations } = await measureProcesses({
      processes: quick ? [1, 2] : [1, 2, 4],
      clients: quick ? [1, 8] : [1, 8, 32, 128],
      rounds: quick ? 1 : 3,
      trades: quick ? 10 : 64,
    })
    console.log('\nWhole trades through several processes over one database, and the cores that they use')
    console.table(loads)
    console.log('\nThe same where Postgres has a core of its own, and where it has all')
    console.table(moved)
    console.log('\nWhat a thousand trades add to the tables with their indexes')
    console.table(growth)
    printViolations(violations)
  },
  async chat() {
    console.log('\nA chat message, from the Enter key to the other browser’s screen')
    console.table({ messages: await measureDelivery(quick ? 20 : 200) })
  },
  async market() {
    const offers = quick ? 5000 : 100_000
    console.log(`\nA page of the market among ${offers} offers, beside the bare statements that read its rows`)
    console.table(await measureMarket({ offers, rounds: quick ? 2 : 9, pieces: quick ? 30 : 200 }))
  },
  async idle() {
    console.log('\nAn idle server process')
    console.table({ idle: await measureIdle(quick ? 5 : 60) })
  },
  pages: () => printPages({ quick, only: optionOf('pages')?.split(',') ?? (quick ? ['/'] : null) }),
  moves: () => printMoves(quick),
  async million() {
    console.log('\nThe marketplace, the fastest of 25 calls each')
    console.table(await compareMarketplaces(SIZES))
  },
  async lists() {
    console.log('\nLists of a user, of a trader and of staff, the fastest of 25 calls each')
    console.table(await compareLists(SIZES))
  },
  async bystander() {
    console.log('\nA page of the market for a visitor, while one account floods the server')
    const size = quick ? { offers: 10_000, rounds: 2 } : { offers: 100_000, rounds: 4 }
    const { reads, pictures } = await measureBystander({
      ...size,
      pictures: { count: quick ? 3 : 10, height: 10_922 },
    })
    console.table(reads)
    console.log('\nA small picture in a chat, while 20 accounts send the slowest pictures that are accepted')
    console.table(pictures)
  },
  async 'first-start'() {
    console.log('\nThe first start of a fresh clone, until the landing page was sent')
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const seconds = await measureFirstStart()
      console.log(`${seconds.toFixed(1)} s   target: < 30   met: ${seconds < 30 ? 'yes' : 'NO'}`)
    }
  },
}
const DEFAULT = ['trades', 'chat', 'market', 'idle', 'pages', 'moves']
/** They open pages of the built client. */
const NEED_BUILD = new Set(['chat', 'market', 'pages', 'moves'])

const named = words.map((word) => word.replace(/^--/, '').split('=')[0]!).filter((word) => word !== 'quick')
const unknown = named.filter((word) => !(word in PARTS))
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`)
const wanted = named.length === 0 ? DEFAULT : named

if (wanted.some((part) => NEED_BUILD.has(part))) await buildWeb()
console.log(conditions())
for (const part of wanted) await PARTS[part]!()
process.exit()

function printViolations(violations: readonly string[]): void {
  console.log(violations.length === 0 ? 'violations: none' : `VIOLATIONS: ${violations.join(', ')}`)
  if (violations.length > 0) process.exitCode = 1
}

/** The value of `--name=value`. */
function optionOf(name: string): string | undefined {
  return words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
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
