/** One vocabulary: retired names and vague words may not come back into code or documents. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RETIRED_NAMES, VAGUE_WORDS } from './vocabulary.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const SEARCHED = /^(server|domain|web|e2e|scripts|packages|docs)\/.*\.(tsx?|mjs|md|sql|css)$|^[^/]+\.md$/
/** The files that list the words. */
const DEFINING = /^scripts\/(vocabulary|glossary|texts\.test)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => SEARCHED.test(path) && !DEFINING.test(path))
const lines = files.flatMap((path) => linesOf(path))
const documents = lines.filter(({ path }) => path.endsWith('.md'))

test.each(RETIRED_NAMES)('$name is retired: write “$use”', ({ name }) => {
  expect(found(lines, name)).toEqual([])
})

test('code and documents name the actor', () => {
  expect(found(lines, VAGUE_WORDS)).toEqual([])
})

test.each([
  ['const sendLetter = send(mail)', true],
  ['issueNamed(db, email)', true],
  ['Username can only contain letters, numbers, and underscores', false],
  ['the door of the vault', true],
  ['the way in', true],
  ['// Somebody else asks.', true],
  ['// The price is one’s own.', true],
  ['const READ_AT_ONCE = 2', true],
  ['import { settle } from "./settle-at-once.ts"', true],
  ['// The buyer asks.', false],
])('the guard on %j: refused is %s', (text, isRefused) => {
  const planted = [{ path: 'server/planted.ts', number: 1, text }]
  const hits = [...RETIRED_NAMES.map(({ name }) => name), VAGUE_WORDS].flatMap((name) => found(planted, name))
  expect(hits.length > 0).toBe(isRefused)
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
