/** Every operation of the document has examples, and the contract accepts each of them. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { problem } from '../../../domain/api/endpoint.ts'
import type { Endpoint } from '../../../domain/api/endpoint.ts'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { openApiDocument } from './document.ts'

const document: any = openApiDocument('http://localhost:3000')

function operationOf({ method, path }: Endpoint, from = document): any {
  return from.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
}

test('no operation is without an example of a parameter, a body or an answer', () => {
  expect(placesWithoutExample(document)).toEqual([])
})

test('an operation without its examples is found', () => {
  const broken = structuredClone(document)
  delete broken.paths['/api/offers'].get.parameters[0].example
  delete broken.paths['/api/offers'].post.requestBody.content['application/json'].example
  delete broken.paths['/api/trades/{tradeId}'].get.responses[200].content['application/json'].example
  delete broken.components.responses.NotFound.content['application/problem+json'].example
  expect(placesWithoutExample(broken).toSorted()).toEqual([
    'createOffer body application/json',
    'getTrade 200 application/json',
    'listOffers parameter type',
    'response NotFound application/problem+json',
  ])
})

test.each(ENDPOINTS)('the examples of $name are valid', ({ endpoint }) => {
  const { params, query, body, form, upload, response, events, statuses = [200] } = endpoint
  const { parameters = [], requestBody, responses } = operationOf(endpoint)
  const valuesIn = (where: string) =>
    Object.fromEntries(
      parameters.filter((each: any) => each.in === where).map(({ name, example }: any) => [name, example]),
    )
  if (params) expectValid(params, valuesIn('path'))
  if (query) expectValid(query, valuesIn('query'))
  if (body) expectValid(body, requestBody.content['application/json'].example)
  if (form) {
    const { [upload ?? 'image']: file, ...fields } = requestBody.content['multipart/form-data'].example
    expect(file).toEqual(expect.any(String))
    expectValid(form, fields)
  }
  for (const status of statuses) {
    const { content } = responses[status]
    if (response) expectValid(response, content['application/json'].example)
    if (events) expectValid(events, eventOf(content['text/event-stream'].example))
  }
})

test('the examples of refusals are problems with one of the codes of their response', () => {
  for (const { endpoint } of ENDPOINTS) {
    for (const [status, response] of Object.entries<any>(operationOf(endpoint).responses)) {
      if (Number(status) < 400) continue
      const { content } = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response
      const { schema, example } = content['application/problem+json']
      expectValid(problem, example)
      expect(schema.properties.code.enum).toContain(example.code)
      expect(example).toMatchObject({ status: Number(status), message: expect.not.stringContaining('{') })
    }
  }
})

function expectValid(schema: z.ZodMiniType, example: unknown): void {
  expect(example).toBeDefined()
  expect(z.safeParse(schema, example).error?.issues ?? []).toEqual([])
}

function eventOf(text: string): unknown {
  const { seq, ...data } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!)
  return { seq, kind: /^event: (.*)$/m.exec(text)![1], data }
}

function placesWithoutExample({ paths, components }: any): string[] {
  const missing: string[] = []
  const look = (place: string, content: any) => {
    for (const [type, { example }] of Object.entries<any>(content))
      if (example === undefined) missing.push(`${place} ${type}`)
  }
  for (const methods of Object.values<any>(paths)) {
    for (const { operationId, parameters = [], requestBody, responses } of Object.values<any>(methods)) {
      for (const { $ref, name, example } of parameters)
        if (!$ref && example === undefined) missing.push(`${operationId} parameter ${name}`)
      if (requestBody) look(`${operationId} body`, requestBody.content)
      for (const [status, { $ref, content }] of Object.entries<any>(responses))
        if (!$ref) look(`${operationId} ${status}`, content)
    }
  }
  for (const [name, { content }] of Object.entries<any>(components.responses)) look(`response ${name}`, content)
  return missing
}
