/** HAProxy before servers on fixed ports, where it is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { exampleBeginning } from '../operations-page.ts'

/** Debian's package puts it where the path of a plain user does not lead. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const PROGRAM = FOLDERS.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path))
const READY_WITHIN_MS = 30_000

export const hasHaproxy = PROGRAM !== undefined

export type Haproxy = {
  url: string
  /** How often it asks for a server's /readyz. */
  checkMs: number
  stop: () => Promise<void>
}

/** Starts it before the servers on these ports of the loopback address; it answers once one of them is ready. */
export async function startHaproxy(ports: readonly number[]): Promise<Haproxy> {
  const folder = await mkdtemp('/tmp/sarraf-haproxy-')
  const port = await freePort('127.0.0.1')
  const config = join(folder, 'haproxy.cfg')
  const example = await exampleBeginning('backend servers')
  const checkMs = Number(/ inter (\d+)ms/.exec(example)?.[1])
  await writeFile(config, configOf(port, backendOf(example, ports)))
  const child = spawn(PROGRAM!, ['-f', config, '-db'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (log += part.toString()))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await gone
    await rm(folder, { recursive: true, force: true })
  }
  for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
    const answer = await fetch(`${url}/livez`).catch(() => null)
    if (answer?.ok) return { url, checkMs, stop }
    if (Date.now() < until && child.exitCode === null) continue
    await stop()
    throw new Error(`HAProxy did not start:\n${log}`)
  }
}

/** The example of docs/operations.md, with these servers. */
function backendOf(example: string, ports: readonly number[]): string {
  const lines = example.trimEnd().split('\n')
  const settings = lines.filter((line) => !line.startsWith('  server '))
  const options = lines.at(-1)!.split(' check ')[1]
  return [...settings, ...ports.map((port, n) => `  server s${n} 127.0.0.1:${port} check ${options}`), ''].join('\n')
}

function configOf(port: number, backend: string): string {
  return `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend public
  bind 127.0.0.1:${port}
  default_backend servers
${backend}`
}
