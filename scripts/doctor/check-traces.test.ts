import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { traceSettings } from '../../server/traces/settings.ts'
import { checkTraces } from './check-traces.ts'

let status = 200
const asked: (string | undefined)[] = []
const server = createServer((request, response) => {
  asked.push(request.headers.authorization)
  response.writeHead(status).end('{}')
})
let endpoint: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const check = () =>
  checkTraces({
    traces: traceSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=a-secret',
    }),
  })

test('off, taken, refused, of no collector, and unreachable', async () => {
  expect(await checkTraces({ traces: null })).toMatchObject({ state: 'ok', text: expect.stringContaining('are off') })
  expect(await check()).toMatchObject({ state: 'ok' })
  expect(asked).toEqual(['a-secret'])
  status = 401
  const refused = await check()
  expect(refused).toMatchObject({ state: 'failed', text: expect.stringContaining('set OTEL_EXPORTER_OTLP_HEADERS') })
  expect(refused.text).not.toContain('a-secret')
  status = 404
  expect(await check()).toMatchObject({ state: 'failed', text: expect.stringContaining('answers with 404') })
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  expect(await check()).toMatchObject({ state: 'warning', text: expect.stringContaining('does not answer') })
})
