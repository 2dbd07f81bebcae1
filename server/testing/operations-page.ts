/** What docs/operations.md gives an operator to copy, for tests that do the same. */
import { readFile } from 'node:fs/promises'

/** The indented example that begins with this text, without its indent. Throws when the page has none. */
export async function exampleBeginning(text: string): Promise<string> {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const examples = page.match(/(?:^ {4}.*\n)+/gm) ?? []
  const found = examples.map((lines) => lines.replaceAll(/^ {4}/gm, '')).find((lines) => lines.startsWith(text))
  if (found === undefined) throw new Error(`docs/operations.md has no example that begins with "${text}"`)
  return found
}
