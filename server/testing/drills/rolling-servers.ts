/** Two servers behind HAProxy that are restarted one after the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { startHaproxy } from '../servers/haproxy.ts'
import { startServerProcess } from '../servers/server-process.ts'
import type { ServerProcess } from '../servers/server-process.ts'

const SERVERS = 2
const DRAIN_SECONDS = '2'
const READY_WITHIN_MS = 60_000

export type RollingServers = {
  url: string
  /** Restarts each with these settings, the next one when HAProxy sends to the former again; `program` is the checkout that runs. */
  restart: (settings: NodeJS.ProcessEnv, program?: string) => Promise<void>
  restartFirst: (program?: string) => Promise<void>
  restarts: () => number
}

export async function startRollingServers(appUrl: string, firstProgram?: string): Promise<RollingServers> {
  const ports: number[] = []
  for (let n = 0; n < SERVERS; n++) ports.push(await freePort('127.0.0.1'))
  const start = (port: number, settings: NodeJS.ProcessEnv, program?: string) =>
    startServerProcess(appUrl, { PORT: String(port), DRAIN_SECONDS, ...settings }, program)
  const running: ServerProcess[] = []
  onTestFinished(async () => {
    for (const server of running) await server.kill()
  })
  for (const port of ports) running.push(await start(port, {}, firstProgram))
  const haproxy = await startHaproxy(ports)
  onTestFinished(haproxy.stop)
  let restarts = 0

  async function restartOne(n: number, settings: NodeJS.ProcessEnv, program?: string): Promise<void> {
    await running[n]!.stop()
    running[n] = await start(ports[n]!, settings, program)
    await untilReady(running[n].url)
    // HAProxy has then seen it ready twice.
    await sleep(4 * haproxy.checkMs)
    restarts++
  }

  return {
    url: haproxy.url,
    async restart(settings, program) {
      for (const n of ports.keys()) await restartOne(n, settings, program)
    },
    restartFirst: (program) => restartOne(0, {}, program),
    restarts: () => restarts,
  }
}

async function untilReady(url: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(20)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  throw new Error('the server did not become ready again')
}
