import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'
import { callsOf } from './document.ts'

const DOCUMENT = {
  paths: {
    '/api/market': { get: { summary: 'The market', security: [{}, { session: [] }], 'x-scope': 'read' } },
    '/api/quotes': {
      post: {
        summary: 'A price',
        security: [{ session: [] }, { key: [] }],
        'x-scope': 'trades',
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['offerId', 'amount', 'anchor', 'count', 'tags', 'until'],
                properties: {
                  offerId: { $ref: '#/components/schemas/Id' },
                  amount: { description: 'In fiat.', $ref: '#/components/schemas/Decimal' },
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
    '/api/images': {
      post: {
        summary: 'An image',
        security: [{ session: [] }, { key: [] }],
        'x-scope': 'trades',
        requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } },
      },
    },
    '/api/keys/{keyId}': { delete: { summary: 'End a key', security: [{ session: [] }] } },
  },
  components: {
    schemas: { Id: { type: 'string', format: 'uuid' }, Decimal: { type: 'string', examples: ['150.00'] } },
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
    `-d '{"offerId":"00000000-0000-4000-8000-000000000000","amount":"150.00","anchor":"buyer'\\''s","count":1,"tags":["…"],"until":30}'`,
  ])
  expect(curlOf(image!, 'https://sarraf.example')).toContain("-F 'image=@photo.jpg'")
})
