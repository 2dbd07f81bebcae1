import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'
import { callsOf } from './document.ts'

const DOCUMENT = {
  paths: {
    '/api/market': {
      get: { summary: 'The market', security: [{}, { session: [] }], 'x-scope': 'read', responses: {} },
    },
    '/api/quotes': {
      post: {
        summary: 'A price',
        security: [{ session: [] }, { key: [] }],
        'x-scope': 'trades',
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object' },
              example: {
                offerId: '0c3fa309-ced4-4936-8a88-1747443458a5',
                amount: '150.00',
                anchor: "buyer's",
                until: 30,
              },
            },
          },
        },
        responses: {
          201: { content: { 'application/json': { schema: {}, example: { price: '0.933800' } } } },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/api/images': {
      post: {
        summary: 'An image',
        security: [{ session: [] }, { key: [] }],
        'x-scope': 'trades',
        requestBody: {
          content: { 'multipart/form-data': { schema: {}, example: { image: '(bytes)', clientId: 'a1' } } },
        },
        responses: { 200: { content: { 'image/webp': { schema: {}, example: '(bytes)' } } } },
      },
    },
    '/api/keys/{keyId}': { delete: { summary: 'End a key', security: [{ session: [] }], responses: {} } },
  },
}

test('the calls of a key are grouped by scope; those for browsers only are left out', () => {
  expect(callsOf(DOCUMENT).map(({ method, path, group }) => [method, path, group])).toEqual([
    ['GET', '/api/market', 'public'],
    ['POST', '/api/quotes', 'trades'],
    ['POST', '/api/images', 'trades'],
  ])
})

test('an example is a shell command', () => {
  const [market, quote, image] = callsOf(DOCUMENT)
  expect(curlOf(market!, 'https://sarraf.example')).toBe("curl 'https://sarraf.example/api/market'")
  expect(curlOf(quote!, 'https://sarraf.example').split(' \\\n  ')).toEqual([
    "curl -X POST 'https://sarraf.example/api/quotes'",
    "-H 'Authorization: Bearer sarraf_…'",
    '-H "Idempotency-Key: $(uuidgen)"',
    "-H 'Content-Type: application/json'",
    `-d '{"offerId":"0c3fa309-ced4-4936-8a88-1747443458a5","amount":"150.00","anchor":"buyer'\\''s","until":30}'`,
  ])
  expect(curlOf(image!, 'https://sarraf.example')).toContain("-F 'image=@photo.jpg' \\\n  -F 'clientId=a1'")
})

test('the example of the answer is that of its first success; a file has none', () => {
  expect(callsOf(DOCUMENT).map(({ response }) => response)).toEqual([undefined, { price: '0.933800' }, undefined])
})
