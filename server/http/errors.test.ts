import Fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { onError } from './errors.ts'

test('an unexpected error says nothing of itself, and is logged with its request', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(line) })
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger, genReqId: () => 'the-request' })
  app.setErrorHandler(onError)
  app.get('/', () => {
    throw Object.assign(new Error('relation "accounts" of postgres://owner:pw@db'), { code: '42P01' })
  })
  const reply = await app.inject('/')
  await app.close()
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'internal',
    message: expect.any(String),
    requestId: 'the-request',
  })
  expect(reply.body).not.toMatch(/accounts|postgres|errors\.test|42P01/)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, msg: 'unexpected error', err: { code: '42P01' } })
  expect(lines[0]).toContain('the-request')
})

test('what changed between a check and its row is to be asked again, and a quote can end meanwhile', async () => {
  const app = Fastify()
  app.setErrorHandler(onError)
  app.get('/:constraint', ({ params }) => {
    throw Object.assign(new Error('refused'), { code: '23514', ...(params as object) })
  })
  const codeOf = async (constraint: string) => (await app.inject(`/${constraint}`)).json().code
  for (const constraint of [
    'trade_events_now',
    'quotes_currency_available',
    'quotes_not_in_outage',
    'quotes_present_rate',
  ])
    expect([constraint, await codeOf(constraint)]).toEqual([constraint, 'busy'])
  expect(await codeOf('trades_quote_alive')).toBe('quote_expired')
  expect(await codeOf('trade_events_in_time')).toBe('internal')
  await app.close()
})
