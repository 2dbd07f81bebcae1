/** The port of the metrics, in a server process of its own. */
import { request } from 'node:http'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../db/local-postgres/free-port.ts'
import { createTestDatabase } from '../testing/database.ts'
import { readScrape } from '../testing/prometheus.ts'
import { startServerProcess } from '../testing/servers/server-process.ts'
import { isOwnHost } from './serve-metrics.ts'

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

test.each([
  ['metrics.internal:9464', 'metrics.internal', true],
  ['stranger.example', 'metrics.internal', false],
  ['[::1]:9464', '::1', true],
  ['10.0.0.7:9464', '0.0.0.0', true],
  ['localhost:9464', '0.0.0.0', true],
  ['stranger.example:9464', '::', false],
  ['', '127.0.0.1', true],
])('a request for %j to METRICS_HOST %s is answered: %s', (asked, host, expected) => {
  expect(isOwnHost(asked, host)).toBe(expected)
})

test('it answers to IP addresses and localhost, and to no other name', async () => {
  const appUrl = await testDatabase()
  const port = await freePort('127.0.0.1')
  const server = await startServerProcess(appUrl, { METRICS_PORT: String(port) })
  onTestFinished(() => server.kill())
  const statusFor = (host: string) =>
    new Promise((done, failed) => {
      const asked = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }, (answer) => {
        answer.resume()
        done(answer.statusCode)
      })
      asked.on('error', failed).end()
    })
  for (const host of [`127.0.0.1:${port}`, '10.0.0.7', `[::1]:${port}`, `localhost:${port}`])
    expect([host, await statusFor(host)]).toEqual([host, 200])
  for (const host of [
    'stranger.example',
    `stranger.example:${port}`,
    'localhost.stranger.example',
    '127.0.0.1.example',
  ])
    expect([host, await statusFor(host)]).toEqual([host, 421])
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
