/** HAProxy before servers on fixed ports, or before the nodes of a database, where it is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
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
  const port = await freePort('127.0.0.1')
  const example = await exampleBeginning('backend servers')
  const checkMs = Number(/ inter (\d+)ms/.exec(example)?.[1])
  const url = `http://127.0.0.1:${port}`
  const isAnswering = async () => (await fetch(`${url}/livez`).catch(() => null))?.ok === true
  const frontend = await exampleBeginning('defaults')
  const stop = await runHaproxy(configOf(port, frontend, backendOf(example, ports)), isAnswering)
  return { url, checkMs, stop }
}

/** By name: where Postgres and the REST API of its Patroni answer. */
export type DatabaseNodes = Readonly<Record<string, { port: number; restPort: number }>>

/** Starts it before the nodes of a Patroni cluster, as docs/operations.md has it; resolves when its port accepts connections, also while there is no leader. */
export async function startDatabaseHaproxy(nodes: DatabaseNodes): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort('127.0.0.1')
  const settings = linesWithoutServers(await exampleBeginning('listen postgres'))
  const servers = Object.entries(nodes).map(
    ([name, node]) => `  server ${name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  )
  const listen = settings.map((line) => line.replace(/(?<=^ {2}bind ).*/, `127.0.0.1:${port}`))
  return { port, stop: await runHaproxy([...listen, ...servers, ''].join('\n'), () => acceptsConnections(port)) }
}

/** Returns the function that ends it. */
async function runHaproxy(text: string, isAnswering: () => Promise<boolean>): Promise<() => Promise<void>> {
  const folder = await mkdtemp('/tmp/sarraf-haproxy-')
  const config = join(folder, 'haproxy.cfg')
  await writeFile(config, text)
  const child = spawn(PROGRAM!, ['-f', config, '-db'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (log += part.toString()))
  const stop = async () => {
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await gone
    await rm(folder, { recursive: true, force: true })
  }
  for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
    if (await isAnswering()) return stop
    if (Date.now() < until && child.exitCode === null) continue
    await stop()
    throw new Error(`HAProxy did not start:\n${log}`)
  }
}

/** The example of docs/operations.md, with these servers. */
function backendOf(example: string, ports: readonly number[]): string {
  const options = example.trimEnd().split('\n').at(-1)!.split(' check ')[1]
  return [
    ...linesWithoutServers(example),
    ...ports.map((port, n) => `  server s${n} 127.0.0.1:${port} check ${options}`),
    '',
  ].join('\n')
}

function linesWithoutServers(example: string): string[] {
  return example
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('  server '))
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function configOf(port: number, frontend: string, backend: string): string {
  return `${frontend.replace(/bind \S+/, `bind 127.0.0.1:${port}`)}${backend}`
}
