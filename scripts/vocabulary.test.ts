/** One vocabulary: retired names and vague words may not come back into code or documents. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RETIRED_NAMES, VAGUE_LEFT, VAGUE_WORDS } from './vocabulary.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const SEARCHED = /^(server|domain|web|e2e|scripts|docs)\/.*\.(tsx?|mjs|md|sql|css)$|^[^/]+\.md$/
/** The files that list the words. */
const DEFINING = /^scripts\/(vocabulary|glossary|texts\.test)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => SEARCHED.test(path) && !DEFINING.test(path))
const lines = files.flatMap((path) => linesOf(path))
const documents = lines.filter(({ path }) => path.endsWith('.md'))

test.each(RETIRED_NAMES)('$name is retired: write “$use”', ({ name, left = 0 }) => {
  expect(excess(found(lines, name), left)).toEqual([])
})

test('documents name the actor', () => {
  expect(excess(found(documents, VAGUE_WORDS), VAGUE_LEFT.documents)).toEqual([])
})

test('code and comments name the actor', () => {
  const code = lines.filter(({ path }) => !path.endsWith('.md'))
  expect(excess(found(code, VAGUE_WORDS), VAGUE_LEFT.code)).toEqual([])
})

test('documents name files and folders that exist', () => {
  const named = documents.flatMap(({ path, number, text }) =>
    [...text.matchAll(/`((?:server|domain|web|e2e|scripts|docs)\/[\w./-]*)`/g)].map(([, name = '']) => ({
      at: `${path}:${number}`,
      name,
    })),
  )
  expect(named.filter(({ name }) => !existsSync(join(root, name)))).toEqual([])
})

type Line = { path: string; number: number; text: string }

function linesOf(path: string): Line[] {
  const texts = readFileSync(join(root, path), 'utf8').split('\n')
  return texts.map((text, at) => ({ path, number: at + 1, text }))
}

function found(searched: readonly Line[], pattern: RegExp): string[] {
  return searched
    .filter(({ text }) => pattern.test(text))
    .map(({ path, number, text }) => `${path}:${number} ${text.trim()}`)
}

/** All hits if there are more than the limit, else none. */
function excess(hits: string[], limit: number): string[] {
  return hits.length > limit ? hits : []
}
