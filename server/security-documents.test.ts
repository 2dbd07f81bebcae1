/** What docs/security-controls/ documents beside the requirements, compared with the code. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '../domain/accounts/api-keys.ts'
import { TEAM_ROLES } from '../domain/accounts/team-roles.ts'
import { LIMITS } from '../domain/limits.ts'
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../domain/pictures.ts'
import { STAFF_ROLES } from '../domain/staff/staff.ts'
import { FILE_MAX_BYTES } from '../domain/trades/evidence.ts'
import { PICTURE_KINDS } from '../domain/uploads/file-kinds.ts'

describe('the documents of authorization', () => {
  test('name every kind of caller of the contract', async () => {
    const rows = await rowsUnder('authorization', 'Who may call')
    const callers = [
      'visitor',
      'user',
      ...KEY_SCOPES.map((scope) => `key ${scope}`),
      ...TEAM_ROLES.map((role) => `member ${role}`),
      ...STAFF_ROLES.map((role) => `staff ${role}`),
    ]
    expect(rows.map(([caller]) => caller)).toEqual(callers)
  })

  test('name for each field that depends on its reader a test that exists', async () => {
    const rows = await rowsUnder('authorization', 'Fields that depend on the reader')
    expect(rows.length).toBeGreaterThan(0)
    expect(await withoutTest(rows.map((cells) => cells.at(-1)!))).toEqual([])
  })
})

describe('the documents of input', () => {
  test('name for each combination of values a test that exists', async () => {
    const rows = await rowsUnder('input-and-pages', 'Rules of input')
    expect(rows.length).toBeGreaterThan(0)
    expect(await withoutTest(rows.map((cells) => cells.at(-1)!))).toEqual([])
  })

  test('name every limit of the code', async () => {
    const rows = await rowsUnder('input-and-pages', 'Limits of the business')
    const named = rows.flatMap(([limits = '']) => limits.split(', '))
    expect(named.toSorted()).toEqual(Object.keys(LIMITS).toSorted())
  })

  test('state the kinds and sizes of uploads in the code', async () => {
    const rows = await rowsUnder('input-and-pages', 'Files that users upload')
    const pictures = PICTURE_KINDS.join(', ')
    const ofImage = [pictures, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS].map(String)
    const ofFile = [`${pictures}, PDF`, FILE_MAX_BYTES, IMAGE_MAX_PIXELS].map(String)
    expect(rows.map((cells) => cells.slice(1, 4))).toEqual([ofImage, ofImage, ofFile])
  })
})

/** The rows of the first table of a section, without backquotes. */
async function rowsUnder(page: string, title: string): Promise<string[][]> {
  const text = await readFile(`docs/security-controls/${page}.md`, 'utf8')
  const [, section = ''] = text.split(`\n## ${title}\n`)
  const lines = section.split('\n## ')[0]!.split('\n')
  return lines
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim()),
    )
}

/** The cells that are no `file: title` of a test. */
async function withoutTest(cells: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    cells.map(async (cell) => {
      const [, file = '', title = ''] = /^(\S+\.test\.tsx?): (.+)$/.exec(cell) ?? []
      const text = await readFile(file, 'utf8').catch(() => '')
      return title !== '' && text.includes(title) ? [] : [cell]
    }),
  )
  return found.flat()
}
