/** The OpenAPI document as other users’s tools read it. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { STATUS } from '../errors.ts'
import { codesOf, impliedCodes } from './refusals.ts'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

let document: any
beforeAll(async () => {
  document = (await call(testApp().app, 'GET', '/api/openapi.json')).body
})

/** Each resolves to the findings as text; an empty list is silence, warnings counted. */
const LINTERS = {
  async 'redocly, recommended'(source: object): Promise<string[]> {
    const config = await createConfig({ extends: ['recommended'] })
    const findings = await lintFromString({ source: JSON.stringify(source), absoluteRef: 'openapi.json', config })
    return findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
  },
  async 'spectral:oas'(source: object): Promise<string[]> {
    const spectral = new Spectral()
    spectral.setRuleset({ extends: [oas as RulesetDefinition] })
    const findings = await spectral.run(withDistinctRefusals(source))
    return findings.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
  },
}

/** Spectral compiles a validator for each example, for over a minute; a refusal that equals an earlier one says nothing new. */
function withDistinctRefusals(source: object): Record<string, unknown> {
  const document = structuredClone(source) as any
  const seen = new Set<string>()
  for (const { responses } of Object.values(document.paths).flatMap((methods: any) => Object.values<any>(methods))) {
    for (const [status, response] of Object.entries(responses)) {
      const text = JSON.stringify(response)
      if (seen.has(text) && Number(status) >= 400) delete responses[status]
      seen.add(text)
    }
  }
  return document
}

/** A linter computes without a pause, on a busy machine for over a minute. */
const LINT_MS = 240_000

describe.each(Object.entries(LINTERS))('%s', { timeout: LINT_MS }, (_, lint) => {
  test('finds nothing in the document', async () => {
    expect(await lint(document)).toEqual([])
  })

  test('finds an operation without its id, its summary and its error', async () => {
    // A small document: the linters compute for long on the whole one.
    const broken = {
      ...document,
      paths: { '/api/offers': { get: { responses: { 200: { description: 'Success.' } } } } },
      components: { securitySchemes: document.components.securitySchemes },
    }
    expect((await lint(broken)).filter((finding) => finding.includes('operation')).length).toBeGreaterThan(1)
  })
})

test.each(ENDPOINTS)('$name is an operation with its name, a described tag and its problems', ({ name, endpoint }) => {
  const { method, path, summary, tag } = endpoint
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
  expect(operation).toMatchObject({ operationId: name, summary, tags: [tag] })
  expect(document.tags).toContainEqual({ name: tag, description: expect.stringMatching(/\.$/) })
  for (const code of [...codesOf(endpoint), 'signed_out', 'rate_limited', 'busy', 'internal'] as const) {
    const response = resolved(operation.responses[STATUS[ERRORS[code].kind]])
    const { allOf, properties } = response.content['application/problem+json'].schema
    expect(allOf).toEqual([{ $ref: '#/components/schemas/Problem' }])
    expect(properties.code.enum).toContain(code)
  }
})

test.each(ENDPOINTS)('$name lists no refusal that follows from its other properties', ({ endpoint }) => {
  const implied = new Set(impliedCodes(endpoint))
  expect((endpoint.errors ?? []).filter((code) => implied.has(code))).toEqual([])
})

test('an operation says which staff may call it, and that it needs a verified email', () => {
  expect(document.paths['/api/staff/overview'].get.description).toContain('Needs the role `admin`')
  expect(document.paths['/api/staff/disputes'].get.description).toContain('Needs the role `arbiter`')
  expect(document.paths['/api/trades'].post.description).toMatch(/Needs a verified email\.$/)
})

test('what several operations share is a component', () => {
  for (const name of ['Trade', 'Offer', 'Quote', 'Message', 'Decimal', 'Time', 'FiatCurrency']) {
    expect(document.components.schemas).toHaveProperty(name)
  }
  const answer = (path: string) => document.paths[path].get.responses[200].content['application/json'].schema
  const trade = { $ref: '#/components/schemas/Trade' }
  expect(answer('/api/trades/{tradeId}')).toEqual(trade)
  expect(answer('/api/trades').properties.trades.items).toEqual(trade)
})

function resolved(response: { $ref?: string }): any {
  return response.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1) ?? '']
}
