/** HAProxy as docs/operations.md sets it, before two servers that answer with their names. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import type { Haproxy } from './haproxy.ts'

const NAMES = ['a', 'b']
const REQUESTS = 8

const servers: Server[] = []
let haproxy: Haproxy | undefined
beforeAll(async () => {
  if (!hasHaproxy) return
  const ports: number[] = []
  for (const name of NAMES) {
    const port = await freePort('127.0.0.1')
    ports.push(port)
    const server = createServer((_, response) => void response.end(name))
    servers.push(server)
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  }
  haproxy = await startHaproxy(ports)
})
afterAll(async () => {
  await haproxy?.stop()
  for (const server of servers) server.close().closeAllConnections()
})

/** Which of them answer so many requests that Caddy would pass on for this address; for none without one. */
async function answering(address: string | null): Promise<string[]> {
  const headers: HeadersInit = address === null ? {} : { 'x-forwarded-for': address }
  const names = new Set<string>()
  for (let sent = 0; sent < REQUESTS; sent++) names.add(await (await fetch(haproxy!.url, { headers })).text())
  return [...names].toSorted()
}

test.skipIf(!hasHaproxy)(
  'an address stays at one server, so that a page and its scripts are of one version',
  async () => {
    const chosen: string[] = []
    for (let n = 0; n < 24; n++) {
      const names = await answering(`203.0.113.${n}`)
      expect(names).toHaveLength(1)
      chosen.push(...names)
    }
    expect(new Set(chosen)).toEqual(new Set(NAMES))
  },
)

test.skipIf(!hasHaproxy)('requests without an address take turns', async () => {
  expect(await answering(null)).toEqual(NAMES)
})
