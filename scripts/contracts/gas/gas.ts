/** What each act costs, beside a pooled escrow and a Safe in the same run, and against what was measured before. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Summary } from '../../check/reports.ts'
import { build } from '../artifacts.ts'
import { contracts } from '../toolchain.ts'
import { openChain } from './chain.ts'
import type { Chain, Compiled, Gas } from './chain.ts'
import { measureSafe, measurePool, sum } from './others.ts'
import { addressOf, keyAt } from './signing.ts'
import { measureTrades } from './trades.ts'
import type { Setting } from './trades.ts'

const SNAPSHOT = join(contracts, 'gas.json')
const SAFE = join(contracts, 'node_modules/@safe-global/safe-contracts/build/artifacts/contracts')
/** No chain that anyone uses. */
const CHAIN_ID = 5_544_990
const TOLERANCE = 1.02

type Row = Gas & { bsc: number | null }
type Target = { what: string; value: number; most: number }

export async function measureGas(isUpdated: boolean): Promise<Summary> {
  await build('test/gas', 'test/tokens')
  const polygon = await onChain(async (chain, accounts) => {
    const setting = await likePolygon(chain, accounts)
    const trades = await measureTrades(setting, await ours())
    const pool = await measurePool(setting, await compiled('PooledEscrow'))
    return { ...trades, ...pool, ...(await measureSafe(setting, await safeContracts())) }
  })
  const bsc: Record<string, Gas> = await onChain(async (chain, accounts) =>
    measureTrades(await likeBsc(chain, accounts), await ours()),
  )
  const rows = Object.fromEntries(
    Object.entries(polygon).map(([name, gas]): [string, Row] => [
      name,
      { cancun: gas.cancun, polygon: gas.polygon, bsc: bsc[name]?.cancun ?? null },
    ]),
  )
  print(rows)
  const failures = [...missedTargets(rows), ...(isUpdated ? [] : await increases(rows))]
  if (isUpdated) await writeFile(SNAPSHOT, `${JSON.stringify(rows, null, 2)}\n`)
  const checked = Object.keys(rows).length
  return { passed: checked - failures.length, failed: failures.length, failures, flaky: [], skipped: [], timed: [] }
}

async function onChain<Result>(measure: (chain: Chain, accounts: `0x${string}`[]) => Promise<Result>): Promise<Result> {
  const chain = await openChain(CHAIN_ID)
  try {
    return await measure(chain, await chain.call<`0x${string}`[]>('eth_accounts'))
  } finally {
    chain.close()
  }
}

/** USDT0 behind its proxy; payee and recipient of the fee hold some already. */
async function likePolygon(chain: Chain, [relayer, seller]: `0x${string}`[]): Promise<Setting> {
  const tokenContract = await compiled('LikeUsdt0')
  const implementation = await chain.deploy(relayer!, tokenContract)
  const token = await chain.deploy(relayer!, await compiled('LikeProxy', 'LikeUsdt0'), implementation)
  const [payee, feeTo] = [addressOf(keyAt(8)), addressOf(keyAt(9))]
  for (const to of [seller!, payee, feeTo]) {
    await chain.send(relayer!, token, tokenContract, 'mint', [to, 10_000_000_000n])
  }
  return { chain, relayer: relayer!, seller: seller!, token, tokenContract, unit: 1n, payee, feeTo }
}

async function likeBsc(chain: Chain, [relayer, seller]: `0x${string}`[]): Promise<Setting> {
  const tokenContract = await compiled('DemoUsdt')
  const token = await chain.deploy(relayer!, tokenContract, 18)
  const [payee, feeTo] = [addressOf(keyAt(8)), addressOf(keyAt(9))]
  for (const to of [seller!, payee, feeTo]) await chain.send(relayer!, token, tokenContract, 'drip', [to])
  const unit = 10n ** 12n
  return { chain, relayer: relayer!, seller: seller!, token, tokenContract, unit, payee, feeTo }
}

async function ours() {
  return { hub: await compiled('EscrowHub'), tribunal: await compiled('Tribunal') }
}

async function safeContracts() {
  return {
    safe: await safeArtifact('SafeL2'),
    factory: await safeArtifact('proxies/SafeProxyFactory'),
    multiSend: await safeArtifact('libraries/MultiSendCallOnly'),
  }
}

async function compiled(name: string, file = name): Promise<Compiled> {
  const text = await readFile(join(contracts, `out/${file}.sol/${name}.json`), 'utf8')
  const { abi, bytecode } = JSON.parse(text) as { abi: Compiled['abi']; bytecode: { object: Compiled['bytecode'] } }
  return { abi, bytecode: bytecode.object }
}

async function safeArtifact(path: string): Promise<Compiled> {
  const name = path.split('/').at(-1)
  return JSON.parse(await readFile(join(SAFE, `${path}.sol/${name}.json`), 'utf8')) as Compiled
}

function print(rows: Record<string, Row>): void {
  const columns = (name: string, ...values: string[]) =>
    console.log(name.padEnd(54) + values.map((value) => value.padStart(12)).join(''))
  columns('gas', 'Cancun', 'PIP-88', 'BSC-like')
  for (const [name, { cancun, polygon, bsc }] of Object.entries(rows)) {
    columns(name, String(cancun), String(polygon), String(bsc ?? ''))
  }
}

/** The targets: of single acts, and of a whole trade beside the same trade in the two other designs. */
function missedTargets(rows: Record<string, Row>): string[] {
  const of = (name: string): Gas => rows[name] ?? { cancun: Infinity, polygon: Infinity }
  const fresh = of('release, fresh payee')
  const holding = of('release, payee holds the token')
  const pool = sum(
    of('pool: approval and deposit, two calls by the seller'),
    of('pool: settlement, payee holds the token'),
  )
  const safe = sum(of('Safe: creation'), of('Safe: deposit'), of('Safe: release and fee, payee holds the token'))
  const whole = sum(of('deposit, by any wallet'), holding)
  const targets: Target[] = [
    { what: 'release to a fresh payee, Cancun', value: fresh.cancun, most: 172_000 },
    { what: 'release to a holder, Cancun', value: holding.cancun, most: 155_000 },
    { what: 'release to a fresh payee, PIP-88', value: fresh.polygon, most: 192_000 },
    { what: 'deposit and release to that of a Safe', value: whole.cancun / safe.cancun, most: 0.45 },
    { what: 'deposit and release to that of the pool', value: whole.cancun / pool.cancun, most: 1.1 },
  ]
  for (const { what, value, most } of targets) console.log(`${what}: ${round(value)}, at most ${most}`)
  return targets
    .filter(({ value, most }) => value > most)
    .map(({ what, value, most }) => `${what}: ${round(value)} is more than ${most}`)
}

function round(value: number): number {
  return value < 10 ? Math.round(value * 1000) / 1000 : value
}

async function increases(rows: Record<string, Row>): Promise<string[]> {
  const former = JSON.parse(await readFile(SNAPSHOT, 'utf8')) as Record<string, Row>
  return Object.entries(rows).flatMap(([name, now]) =>
    (['cancun', 'polygon', 'bsc'] as const).flatMap((column) => {
      const [value, before] = [now[column], former[name]?.[column] ?? null]
      const isMore = value !== null && (before === null || value > before * TOLERANCE)
      return isMore ? [`${name}, ${column}: ${value}, ${before} in contracts/gas.json`] : []
    }),
  )
}
