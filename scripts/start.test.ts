import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../server/db/local-postgres/free-port.ts'
import { isAlive } from '../server/db/local-postgres/owner.ts'
import { plainEnvironment } from '../server/testing/plain-environment.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 })

const root = fileURLToPath(new URL('..', import.meta.url))

let dataDir: string
let npm: ChildProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sarraf start-'))
})

afterEach(async () => {
  killGroup()
  await ended(await postmasterPid())
  await rm(dataDir, { recursive: true, force: true })
})

test('npm start answers at the address it prints, with demo users, leaves no process behind, and never serves them with DEMO=0', async () => {
  const { address, output } = await npmStart()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await (await fetch(address)).text()).toContain('Sarraf')
  expect(await countOffers(address)).toBeGreaterThan(0)
  const [, password] = /password\s+(\S+)/.exec(output())!
  const emails = output().match(/(?<=^ +)\S+@\S+/gm)!
  expect(emails.length).toBeLessThanOrEqual(6)
  for (const email of emails) expect(await signIn(address, email, password!)).toBe(200)

  const postmaster = await postmasterPid()
  killGroup()
  expect(await ended(postmaster)).toBe(true)

  const market = npmStart({ DEMO: '0', RATES: 'fixed', SECRET: 'x'.repeat(32) })
  await expect(market).rejects.toThrow('this database is a demonstration, whose users have a public password')
})

test('with DEMO=0 it starts empty, and a signal to npm stops the server and its database', async () => {
  const { address, output } = await npmStart({ DEMO: '0', RATES: 'fixed', SECRET: 'x'.repeat(32) })
  expect(output()).not.toMatch(/password/)
  expect(await countOffers(address)).toBe(0)

  const postmaster = await postmasterPid()
  npm!.kill('SIGTERM')
  expect(await ended(postmaster), `npm printed: ${output()}`).toBe(true)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test('a port that another program uses is named, and no database is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refused = npmStart({ DEMO: '0', RATES: 'fixed', SECRET: 'x'.repeat(32), PORT: String(port) })
  await expect(refused).rejects.toThrow(`port ${port} is already in use; set PORT to another one`)
  expect(await ended(await postmasterPid())).toBe(true)
  other.close()
})

type Started = { address: string; output: () => string }

async function npmStart(settings: NodeJS.ProcessEnv = {}): Promise<Started> {
  const port = String(await freePort('localhost'))
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...plainEnvironment(), PORT: port, DATA_DIR: join(dataDir, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  npm = child
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  child.stderr.on('data', (part: Buffer) => (text += part.toString()))
  const address = `http://localhost:${port}`
  const open = vi.waitFor(
    async () => {
      expect(text).toContain(address)
      await fetch(address)
    },
    { timeout: 90_000, interval: 100 },
  )
  await Promise.race([open, once(child, 'close').then(() => Promise.reject(new Error(text)))])
  return { address, output: () => text }
}

async function countOffers(address: string): Promise<number> {
  const answer = await fetch(`${address}/api/offers`)
  expect(answer.status).toBe(200)
  const { offers } = (await answer.json()) as { offers: unknown[] }
  return offers.length
}

async function signIn(address: string, email: string, password: string): Promise<number> {
  const answer = await fetch(`${address}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}

function killGroup(): void {
  try {
    if (npm?.pid) process.kill(-npm.pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

async function postmasterPid(): Promise<number> {
  const file = join(dataDir, 'data/postgres/postmaster.pid')
  return Number((await readFile(file, 'utf8').catch(() => '0')).split('\n')[0])
}

/** Waits up to a minute for a process to end: on a busy disk Postgres writes its last checkpoint for long. */
async function ended(pid: number): Promise<boolean> {
  for (const until = Date.now() + 60_000; pid > 0 && isAlive(pid); await sleep(50)) {
    if (Date.now() > until) return false
  }
  return true
}
