import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../../server/db/local-postgres/free-port.ts'
import { checkBuild, checkDisk, checkMetricsPort, checkPort } from './check-machine.ts'
import { findingOf } from './finding.ts'
import type { Finding } from './finding.ts'

const host = '127.0.0.1'
const finding = (state: Finding['state'], text: RegExp) => ({ state, text: expect.stringMatching(text) })

/** The port of a program that answers everything so. */
async function listening(answer: string, work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.end(answer)).listen(0, host)
  await once(server, 'listening')
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('the port: free, of a running server, of another program, and of no address of this machine', async () => {
  expect(await checkPort({ host, port: await freePort(host) })).toEqual(finding('ok', /is free/))
  await listening('{"ok":true}', async (port) => {
    expect(await checkPort({ host, port })).toEqual(finding('ok', /A running server answers/))
  })
  await listening('another', async (port) => {
    expect(await checkPort({ host, port })).toEqual(finding('failed', /is already in use; set PORT to another one/))
  })
  expect(await checkPort({ host: '192.0.2.1', port: 3000 })).toEqual(finding('failed', /no address of this machine/))
})

test('the metrics port: not set, free, of a running server, and of another program', async () => {
  const metricsHost = host
  const checked = (metricsPort: number | null) => checkMetricsPort({ metricsHost, metricsPort })
  expect(await checked(null)).toEqual(finding('ok', /is not set/))
  expect(await checked(await freePort(host))).toEqual(finding('ok', /METRICS_PORT \d+ .* is free/))
  await listening('# HELP sarraf_event_streams open event streams\n', async (port) => {
    expect(await checked(port)).toEqual(finding('ok', /A running server answers/))
  })
  await listening('another', async (port) => {
    expect(await checked(port)).toEqual(finding('failed', /already in use; set METRICS_PORT/))
  })
})

test('the disk: roomy, low, full, unused, and of this machine', async () => {
  const checked = (megabytes: number) =>
    checkDisk({ dataDir: join(tmpdir(), 'not-made-yet'), databaseUrl: null }, async () => megabytes)
  expect(await checked(50_000)).toEqual(finding('ok', /^50000 MB are free/))
  expect(await checked(1000)).toEqual(finding('warning', /free some, or set DATA_DIR/))
  expect(await checked(100)).toEqual(finding('failed', /free some/))
  const unused = { dataDir: '/', databaseUrl: 'postgres://localhost/sarraf' }
  expect(await checkDisk(unused)).toEqual(finding('ok', /is not used/))
  expect((await checkDisk({ dataDir: tmpdir(), databaseUrl: null })).text).toMatch(/^\d+ MB are free/)
})

test('the web client: where it can be built, and where it can neither be built nor is', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  expect(await findingOf(() => checkBuild(root))).toEqual(finding('ok', /builds it where it is outdated/))
  const empty = await mkdtemp(join(tmpdir(), 'sarraf-doctor-'))
  expect(await findingOf(() => checkBuild(empty))).toEqual(finding('failed', /There is no web client in build\//))
  await rm(empty, { recursive: true })
})
