import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serializerCompiler } from './validation.ts'

test('an answer has the fields of its schema and no other', () => {
  const schema = z.object({ name: z.string(), offers: z.array(z.object({ id: z.string() })) })
  const serialize = serializerCompiler({ schema, method: 'GET', url: '/' })
  const row = { name: 'amina', email: 'amina@example.org', offers: [{ id: 'a', ownerId: 'b' }] }
  expect(JSON.parse(serialize(row))).toEqual({ name: 'amina', offers: [{ id: 'a' }] })
})
