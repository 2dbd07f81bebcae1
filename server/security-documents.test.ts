/** What docs/security-controls/ documents beside the requirements, compared with the code. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import { describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '../domain/accounts/api-keys.ts'
import { TEAM_ROLES } from '../domain/accounts/team-roles.ts'
import { LIMITS } from '../domain/limits.ts'
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../domain/pictures.ts'
import { STAFF_ROLES } from '../domain/staff/staff-roles.ts'
import { FILE_MAX_BYTES } from '../domain/trades/evidence.ts'
import { PICTURE_KINDS } from '../domain/uploads/file-kinds.ts'
import { SEALED_COLUMNS } from './db/encryption/sealed-columns.ts'

/** What hashes, signs or encrypts, by its name or its library. */
const CRYPTOGRAPHY =
  /\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\(|\bhkdfSync\(|\bgenerateKeyPair\b|\bsubtle\.|\bSecp256k1\b|\bECDH\b|from '(?:jose|otpauth|openid-client|web-push|@node-rs\/argon2|@node-saml\/node-saml|@noble\/[\w/.-]+|@simplewebauthn\/server|ox\/(?:Hash|Secp256k1))'/
/** It reads how other programs encrypted a PDF, and protects nothing of ours. */
const READS_PDFS = 'server/trades/evidence/pdf-empty-password.ts'

/** The code of the server, the domain, the pages and the client library, without its tests. */
const code = execFileSync('git', ['ls-files', 'server', 'domain', 'web', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

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

describe('the documents of cryptography', () => {
  test('name every file that hashes, signs or encrypts, and no other', async () => {
    const rows = await rowsUnder('operation', 'Cryptography')
    const named = rows.flatMap((cells) => cells.at(-1)!.split(' '))
    const found = code.filter(({ text }) => CRYPTOGRAPHY.test(text)).map(({ file }) => file)
    expect(named.toSorted()).toEqual(found.toSorted())
  })

  test('ciphers and hash functions are those that are approved', () => {
    const names = code
      .filter(({ file }) => file !== READS_PDFS)
      .flatMap(({ text }) => [...text.matchAll(/\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*([^,)]+)/g)])
      .map(([, name]) => name)
    expect(new Set(names)).toEqual(new Set(["'sha256'", "'aes-256-gcm'"]))
  })

  test('outgoing connections are encrypted by TLS 1.2 at least', () => {
    expect(['TLSv1.2', 'TLSv1.3']).toContain(tls.DEFAULT_MIN_VERSION)
    const weaker = /\b(?:minVersion|secureProtocol|rejectUnauthorized|ciphers|NODE_TLS_REJECT_UNAUTHORIZED)\b/
    expect(code.filter(({ text }) => weaker.test(text)).map(({ file }) => file)).toEqual([])
  })
})

describe('the documents of operation', () => {
  test('name each sealed table in its class', async () => {
    const [sealed = []] = await rowsUnder('operation', 'Classes of data')
    expect(sealed[0]).toBe('sealed')
    expect(sealed[1]!.split(', ').toSorted()).toEqual(SEALED_COLUMNS.map(({ table }) => table).toSorted())
  })

  test('name every setting that is an address', async () => {
    const operations = await readFile('docs/operations.md', 'utf8')
    const table = operations.split('| name | default | meaning |')[1]!.split('\n\n')[0]!
    const settings = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    )
    const addresses = settings.filter((name) => /(?:_URL|_ENDPOINT|_ISSUER|_ENTRY_POINT|PORT|^RATES)$/.test(name))
    expect(addresses.length).toBeGreaterThan(10)
    const rows = await rowsUnder('operation', 'Connections')
    const named = new Set(rows.flatMap((cells) => cells.at(-1)!.split(', ')))
    expect(addresses.filter((name) => !named.has(name))).toEqual([])
  })

  test('name for each expensive work a test that exists', async () => {
    const rows = await rowsUnder('operation', 'Expensive work')
    expect(rows.length).toBeGreaterThan(0)
    expect(await withoutTest(rows.map((cells) => cells.at(-1)!))).toEqual([])
  })

  test('name the records of the database, each of which exists and cannot be changed', async () => {
    const schema = await readFile('server/db/schema.sql', 'utf8')
    const rows = (await rowsUnder('operation', 'Logs')).filter(([, , stored = '']) => stored.startsWith('the database'))
    const tables = rows.flatMap(([record = '']) => record.split(', '))
    expect(tables).toContain('audit_log')
    const isAppendOnly = (table: string) =>
      new RegExp(`TRIGGER append_only BEFORE (?:DELETE OR )?UPDATE ON public\\.${table} `).test(schema)
    expect(tables.filter((table) => !isAppendOnly(table))).toEqual([])
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
      const isThere = title !== '' && ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
      return isThere ? [] : [cell]
    }),
  )
  return found.flat()
}
