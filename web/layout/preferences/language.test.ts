import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LANGUAGES, prefixOf } from '../../../domain/languages.ts'

test('the script before the first paint knows the languages with a prefix', async () => {
  const script = await readFile(new URL('../first.js', import.meta.url), 'utf8')
  const listed = [...(/var prefixes = \[(.*)\]/.exec(script)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
  expect(listed).toEqual(LANGUAGES.filter((language) => prefixOf(language) !== ''))
})
