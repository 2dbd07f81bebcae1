/** What a test of chaos runs on: a database of its own, the server as another process over it, and traders. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { migrate } from '../../db/migrate.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { newWire } from './retry-until-acknowledged.ts'
import type { Wire } from './retry-until-acknowledged.ts'
import type { Journal } from './traders.ts'
import { gatherTraders } from './trading.ts'
import type { Trading } from './trading.ts'

export const READY_WITHIN_MS = 30_000
/** 2 s on an idle machine; beside other work a start of the server alone has taken 37 s. */
export const RESTARTED_WITHIN_MS = 60_000

/** Addresses of a migrated database; `connectionString` is the superuser's, `appUrl` where the server finds it. */
type Database = { connectionString: string; appUrl: string }

export type Environment = {
  wire: Wire
  trading: Trading
  restartServer: () => Promise<void>
}

/** A new folder, which is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-chaos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A durable cluster with the present schema, which restarts itself when it was killed. */
export async function startDatabase(dataDir: string, settings: Record<string, string> = {}): Promise<Database> {
  const { connectionString, appUrl, ownerUrl, stop } = await startLocalPostgres({ dataDir, settings })
  onTestFinished(stop)
  await migrate(ownerUrl)
  return { connectionString, appUrl }
}

/** `settings` are the server's. */
export async function startEnvironment(
  { connectionString, appUrl }: Database,
  seed: number,
  settings: NodeJS.ProcessEnv = {},
): Promise<Environment> {
  let server = await startServerProcess(appUrl, settings)
  onTestFinished(() => server.stop())
  const wire = newWire(server.url)
  return {
    wire,
    trading: await gatherTraders(wire, connectionString, seed),
    async restartServer() {
      await server.kill()
      server = await startServerProcess(appUrl, settings)
      wire.url = server.url
    },
  }
}

/** Waits for so many more acknowledged moves: a slow machine would otherwise do nothing but start. Whether there were as many. */
export async function movedOn({ moves, disputeMoves }: Journal, count = 1): Promise<boolean> {
  const made = () => moves.length + disputeMoves.length
  const wanted = made() + count
  for (const until = Date.now() + READY_WITHIN_MS; made() < wanted && Date.now() < until;) await sleep(10)
  return made() >= wanted
}

export async function ready(wire: Wire): Promise<void> {
  for (const until = Date.now() + RESTARTED_WITHIN_MS; Date.now() < until; await sleep(10)) {
    const answer = await fetch(`${wire.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  throw new Error('the server did not become ready again')
}

/** What was acknowledged and how the requests ended, in two lines. */
export function reportTraffic({ wire, trading: { journal } }: Environment): void {
  console.log(
    `acknowledged: ${journal.quotes.length} quotes, ${journal.moves.length} moves, ${journal.messages.length} messages, ` +
      `${journal.disputeMoves.length} moves of disputes, ${journal.ended.length} disputes ended, ` +
      `${journal.confirmed.length} trades confirmed; refused: ${JSON.stringify(Object.fromEntries(journal.refusals))}`,
  )
  console.log(
    `requests: ${wire.sent} sent, ${wire.cut} cut, ${wire.busy} refused as busy, ${wire.replayed} answers replayed`,
  )
}
