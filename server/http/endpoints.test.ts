/** What an endpoint of the contract must say before the server starts. */
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpointsOf } from '../../domain/api/endpoint.ts'
import { useTestApp } from '../testing/suite.ts'
import { endpointsOn } from './endpoints.ts'

const testApp = useTestApp()

const staffEndpoint = endpointsOf('Staff')
const response = z.object({ done: z.literal(true) })
const answer = () => Promise.resolve({ done: true as const })

test.each([
  ['signed-in users', {}],
  ['anyone', { isPublic: true }],
] as const)('an endpoint for %s that would see the rows of all users is not mounted', (_, access) => {
  const endpoint = staffEndpoint({ method: 'GET', path: '/api/all', summary: 'List all', response, ...access })
  const { mount } = endpointsOn(Fastify(), testApp().context, { all: 'staff' })
  expect(() => mount(endpoint, answer)).toThrow(
    'GET /api/all would see the rows of all users (“staff”), but its contract does not say which staff may call it: set its field “staff”.',
  )
})

test('a command that would see the rows of all users is not mounted', () => {
  const endpoint = staffEndpoint({
    method: 'POST',
    path: '/api/all/change',
    summary: 'Change all',
    needsIdempotencyKey: true,
    response,
  })
  const { command } = endpointsOn(Fastify(), testApp().context, { all: 'staff' })
  expect(() => command(endpoint, answer)).toThrow('set its field “staff”')
})

test('an endpoint that names the staff role is mounted', () => {
  const app = Fastify()
  const endpoint = staffEndpoint({ method: 'GET', path: '/api/all', summary: 'List all', staff: 'admin', response })
  endpointsOn(app, testApp().context, { all: 'staff' }).mount(endpoint, answer)
  expect(app.hasRoute({ method: 'GET', url: '/api/all' })).toBe(true)
})
