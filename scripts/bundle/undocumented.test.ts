import { readFile } from 'node:fs/promises'
import { parseAst, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { undocumented } from './undocumented.ts'

test.each([
  ["const a = described(z.string(), 'A name.')", 'const a = z.string()'],
  ["const a = named('Id', z.uuid(), 'A UUID.')", 'const a = z.uuid()'],
  [
    "const a = named('A', z.object({ b: described(id, 'One.'), c: z.nullable(described(id, 'Two.')) }))",
    'const a = z.object({ b: id, c: z.nullable(id) })',
  ],
  [
    "const a = endpoint({ method: 'GET', summary: 'Get it', response: described(b, 'It.'), errors: ['not_found'] })",
    "const a = endpoint({ method: 'GET',  response: b,  })",
  ],
  ["const a = other({ summary: 'kept' })", "const a = other({ summary: 'kept' })"],
])('%s', (code, without) => expect(undocumented(code, parseAst(code))).toBe(without))

test('the contract’s own files lose their documentation', async () => {
  const file = new URL('../../domain/api/offers/offers.ts', import.meta.url)
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file.pathname)
  expect(code).toMatch(/summary:/)
  expect(code).toMatch(/described\(/)
  const without = undocumented(code, parseAst(code))
  expect(without).not.toMatch(/summary:|errors:|\b(described|named)\(/)
})
