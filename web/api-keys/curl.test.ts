import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'
import { callsOf } from './document.ts'

const DOCUMENT = {
  paths: {
    '/api/market': { get: { summary: 'The market', security: [{}, { session: [] }], 'x-scope': 'read' } },
    '/api/quotes': {
      post: {
        summary: 'A price',
        security: [{ session: [] }, { key: ['trades'] }],
        'x-scope': 'trades',
        parameters: [{ in: 'header', name: 'idempotency-key' }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['offerId', 'anchor', 'count', 'tags', 'until'],
                properties: {
                  offerId: { type: 'string', format: 'uuid' },
                  anchor: { type: 'string', enum: ["buyer's", 'usdt'] },
                  count: { type: 'integer', minimum: -9007199254740991 },
                  tags: { type: 'array', items: { type: 'string' } },
                  until: { anyOf: [{ const: 30 }, { type: 'null' }] },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
    '/api/keys/{keyId}': { delete: { summary: 'End a key', security: [{ session: [] }] } },
  },
}

test('calls stand with whoever may make them', () => {
  expect(callsOf(DOCUMENT).map(({ method, path, group }) => [method, path, group])).toEqual([
    ['GET', '/api/market', 'anybody'],
    ['POST', '/api/quotes', 'trades'],
    ['DELETE', '/api/keys/{keyId}', 'browser'],
  ])
})

test('an example is what one types at a shell', () => {
  const [market, quote] = callsOf(DOCUMENT)
  expect(curlOf(market!, 'https://sarraf.example')).toBe("curl 'https://sarraf.example/api/market'")
  expect(curlOf(quote!, 'https://sarraf.example').split(' \\\n  ')).toEqual([
    "curl -X POST 'https://sarraf.example/api/quotes'",
    "-H 'Authorization: Bearer sarraf_…'",
    '-H "Idempotency-Key: $(uuidgen)"',
    "-H 'Content-Type: application/json'",
    `-d '{"offerId":"00000000-0000-4000-8000-000000000000","anchor":"buyer'\\''s","count":1,"tags":["…"],"until":30}'`,
  ])
})
