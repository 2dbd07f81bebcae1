/** The port of the metrics, in a server process of its own. */
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../db/local-postgres/free-port.ts'
import { createTestDatabase } from '../testing/database.ts'
import { readScrape } from '../testing/prometheus.ts'
import { startServerProcess } from '../testing/servers/server-process.ts'

async function testDatabase(): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.appUrl
}

test('GET /metrics answers there, nothing else does, and the port closes with the process', async () => {
  const appUrl = await testDatabase()
  const port = await freePort('127.0.0.1')
  const server = await startServerProcess(appUrl, { METRICS_PORT: String(port) })
  onTestFinished(() => server.kill())
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const answer = await at('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(readScrape(await answer.text()).value('sarraf_database_up')).toBe(1)
  for (const path of ['/', '/livez', '/api/offers', '/metrics/', '/metrics/x'])
    expect((await at(path)).status).toBe(404)
  for (const method of ['HEAD', 'POST', 'DELETE']) expect((await at('/metrics', method)).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  await server.stop()
  await expect(at('/metrics')).rejects.toThrow('fetch failed')
})

test('without METRICS_PORT nothing is published', async () => {
  const server = await startServerProcess(await testDatabase())
  onTestFinished(() => server.kill())
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})

test('a port that is taken stops the start, by the name of its setting', async () => {
  const appUrl = await testDatabase()
  const taken = createServer()
  const port = await freePort('127.0.0.1')
  await new Promise<void>((done) => taken.listen(port, '127.0.0.1', done))
  onTestFinished(() => void taken.close())
  await expect(startServerProcess(appUrl, { METRICS_PORT: String(port) })).rejects.toThrow(
    `port ${port} is already in use; set METRICS_PORT to another one`,
  )
})
