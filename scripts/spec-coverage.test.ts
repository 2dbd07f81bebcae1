/** docs/spec-coverage.md, docs/security-controls.md and the chapters beside it name files, tests and decisions: this checks that each exists. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { quoted, readControls, readCoverage } from './doc-tables.ts'
import type { Row } from './doc-tables.ts'
import { MUTANTS } from './mutants/mutants.ts'

const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '14', '15']
const KINDS_WITHOUT_A_FILE = ['later', 'unproven']
/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: they are its first ones. */
const ASVS = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1, 0],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7, 0],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}

const rows = await readCoverage()
const controls = await readControls()
const decisions = await readFile('docs/decisions.md', 'utf8')
const texts = new Map<string, Promise<string | null>>()

test.each(SECTIONS)('section %s of the specification has rows', (number) => {
  expect(rows.filter(({ section }) => section.split(' ')[0] === number)).not.toEqual([])
})

test('every row names its place and its proof, and both exist', async () => {
  const wrong = await Promise.all(rows.map(wrongWith))
  expect(wrong.flat()).toEqual([])
})

test('comments cite sections, rows and decisions that are in docs/', () => {
  const sections = new Set(rows.flatMap(({ section }) => [section, section.split(' ')[0]]))
  const titles = new Set([...decisions.matchAll(/^## (\w+)/gm)].map(([, title]) => title))
  const cited = sources().flatMap(({ file, text }) => [
    ...[...text.matchAll(/spec-coverage ((?:1\d|[1-9])(?: [A-Z]\w*(?: (?:dialog|trade|offers?)\b)?)?)/g)].map(
      ([, id = '']) => ({
        file,
        cited: id,
        isThere: sections.has(id),
      }),
    ),
    ...[...text.matchAll(/\bdecisions: ([A-Z]\w+)/g)].map(([, title = '']) => ({
      file,
      cited: title,
      isThere: titles.has(title),
    })),
    ...[...text.matchAll(/\bspec(?:ification)? sections? \d/g)].map(([cited]) => ({ file, cited, isThere: false })),
  ])
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ isThere }) => !isThere)).toEqual([])
})

test('every requirement of levels 1 and 2 of ASVS has one row', () => {
  const wanted = Object.entries(ASVS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) => Array.from({ length: count }, (_, n) => `${chapter}.${section + 1}.${n + 1}`)),
  )
  const numbers = controls.map(({ section }) => section).filter((name) => /^[\d.]+$/.test(name))
  expect(numbers.toSorted()).toEqual(wanted.toSorted())
})

test('every control has an existing place and test, or a reason', async () => {
  const wrong = await Promise.all(controls.map(wrongWithControl))
  expect(wrong.flat()).toEqual([])
})

test('every control has a mutant that breaks it, and each mutant applies to the code', async () => {
  const met = controls.filter(({ proof }) => !proof.startsWith('not '))
  const numbers = new Set(MUTANTS.map(({ control }) => control))
  expect(met.map(({ section }) => section).filter((number) => !numbers.has(number))).toEqual([])
  const known = new Set(controls.map(({ section }) => section))
  expect(MUTANTS.filter(({ control }) => !known.has(control))).toEqual([])
  const misses = await Promise.all(
    MUTANTS.map(async ({ control, file, from }) => {
      const count = ((await textOf(file)) ?? '').split(from).length - 1
      return count === 1 ? [] : [`${control}: ${file} has ${count} times ${from}`]
    }),
  )
  expect(misses.flat()).toEqual([])
})

async function wrongWith({ section, requirement, where, proofs }: Row): Promise<string[]> {
  const problems = await Promise.all([wrongPlace(where, proofs), ...proofs.map(wrongProof)])
  if (proofs.length === 0) problems.push('there is no proof')
  return problems.filter((problem) => problem !== null).map((problem) => `${section}, ${requirement}: ${problem}`)
}

/** A requirement that is met needs both; one that is not may name those of the part that exists. */
async function wrongWithControl({ section, requirement, where, proof, proofs }: Row): Promise<string[]> {
  const places = quoted(where)
  const problems = await Promise.all([
    ...places.map(async (file) => ((await textOf(file)) === null ? `there is no file ${file}` : null)),
    ...proofs.map(async (named) =>
      /^\S+\.(test|story)\.tsx?: /.test(named) ? wrongProof(named) : `no test: ${named}`,
    ),
  ])
  const isExcused = /^not (met|applicable): \S+ \S+/.test(proof)
  if (!isExcused && proofs.length === 0) problems.push('there is no proof')
  if (!isExcused && places.length === 0) problems.push('it lives nowhere')
  return problems.filter((problem) => problem !== null).map((problem) => `${section}, ${requirement}: ${problem}`)
}

/** A dash marks what is not built; it needs no test. */
async function wrongPlace(where: string, proofs: readonly string[]): Promise<string | null> {
  if (where === '-') return proofs.some((proof) => /^(later|decision): /.test(proof)) ? null : 'it lives nowhere'
  const files = quoted(where)
  const found = await Promise.all(files.map(textOf))
  return files.length === 0 || found.includes(null) ? `not all there: ${where}` : null
}

async function wrongProof(proof: string): Promise<string | null> {
  const [, source = '', words = ''] = /^(\S+): (.+)$/.exec(proof) ?? []
  if (words === '') return `not a proof: ${proof}`
  if (KINDS_WITHOUT_A_FILE.includes(source)) return null
  if (source === 'decision') return decisions.includes(words) ? null : `not decided: ${words}`
  const text = /\.(test|story)\.tsx?$/.test(source) ? await textOf(source) : null
  if (text === null) return `there is no test file ${source}`
  return ["'", '"', '`'].some((quote) => text.includes(quote + words + quote))
    ? null
    : `${source} has no test: ${words}`
}

/** The code, whose comments cite docs/spec-coverage.md and docs/decisions.md. */
function sources(): { file: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', 'server', 'domain', 'web', 'e2e', 'scripts']).toString().split('\n')
  return listed
    .filter((file) => /\.(tsx?|sql|css)$/.test(file) && !file.startsWith('scripts/spec-coverage') && existsSync(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

function textOf(file: string): Promise<string | null> {
  const text = texts.get(file) ?? readFile(file, 'utf8').catch(() => null)
  texts.set(file, text)
  return text
}
