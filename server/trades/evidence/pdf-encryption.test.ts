import { once } from 'node:events'
import fc from 'fast-check'
import Pdf from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { OWNER_PASSWORD_ONLY, WITH_USER_PASSWORD } from '../../testing/upload-samples/encrypted-pdfs.ts'
import { pdfForCertificates, pdfOf } from '../../testing/upload-samples/pdfs.ts'
import { opensWithoutPassword } from './pdf-encryption.ts'

const MEGABYTES = 5_000_000
const QUICK_MS = 10_000

/** A sample with other bytes in the place of some. */
function changed(file: Buffer, search: RegExp | string, replacement: string | ((match: string) => string)): Buffer {
  const text = file.toString('latin1')
  const result = text.replace(search, (match) => (typeof replacement === 'string' ? replacement : replacement(match)))
  expect(result).not.toBe(text)
  return Buffer.from(result, 'latin1')
}

const octal = (hex: string) =>
  `(\\\n${Array.from(Buffer.from(hex, 'hex'), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')})`

async function pdfkitFile(pdfVersion: string, userPassword?: string): Promise<Buffer> {
  const pdf = new Pdf({
    pdfVersion: pdfVersion as '1.7',
    ownerPassword: 'owner',
    ...(userPassword && { userPassword }),
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.end()
  await once(pdf, 'end')
  return Buffer.concat(chunks)
}

describe.each(OWNER_PASSWORD_ONLY)('a PDF with an owner password only, of $name,', ({ file }) => {
  test('opens without one', () => expect(opensWithoutPassword(file)).toBe(true))

  test('does not where one bit of its /U is changed', () => {
    const flipped = changed(
      file,
      /\/U <./,
      (start) => start.slice(0, -1) + (Number.parseInt(start.at(-1)!, 16) ^ 1).toString(16),
    )
    expect(opensWithoutPassword(flipped)).toBe(false)
  })

  test('opens where its strings are written in octal codes', () => {
    const literal = changed(file, /(?<=\/[UO] )<[\da-f]+>/g, (hex) => octal(hex.slice(1, -1)))
    expect(opensWithoutPassword(literal)).toBe(true)
  })

  test('opens where its end points to the wrong place, as viewers repair it', () => {
    expect(opensWithoutPassword(changed(file, /startxref\n\d+\n%%EOF\s*$/, 'startxref\n7\n%%EOF\n'))).toBe(true)
  })
})

test.each(WITH_USER_PASSWORD)('a PDF with a user password, of $name, does not open without it', ({ file }) => {
  expect(opensWithoutPassword(file)).toBe(false)
  expect(opensWithoutPassword(changed(file, /startxref\n\d+/, 'startxref\n7'))).toBe(false)
})

test.each(['1.3', '1.4', '1.6', '1.7ext3'])('a PDF that pdfkit encrypts in version %s', async (version) => {
  expect(opensWithoutPassword(await pdfkitFile(version))).toBe(true)
  expect(opensWithoutPassword(await pdfkitFile(version, 'secret'))).toBe(false)
})

test('an encryption dictionary within the trailer is read', () => {
  for (const [{ file }, expected] of [
    [OWNER_PASSWORD_ONLY[1]!, true],
    [WITH_USER_PASSWORD[1]!, false],
  ] as const) {
    const dictionary = /<< \/Filter \/Standard.*?>>/.exec(file.toString('latin1'))![0]
    expect(opensWithoutPassword(changed(file, '/Encrypt 4 0 R', `/Encrypt${dictionary}`))).toBe(expected)
  }
})

describe('a PDF that is not encrypted is known as such where it has the word', () => {
  test.each([
    ['in a comment', '% /Encrypt 8 0 R <<\n'],
    ['in a string', '/Info(a \\) (b) /Encrypt 8 0 R)'],
    ['as a part of another name', '/EncryptMetadata false'],
  ])('%s of its trailer', (_, trailer) => expect(opensWithoutPassword(pdfOf({ trailer }))).toBe(true))

  test('in a whole trailer that is a comment', () =>
    expect(opensWithoutPassword(pdfOf({ version: '1.4\n% trailer<</Encrypt 8 0 R>>' }))).toBe(true))
})

describe('a PDF is taken for one that asks for a password where it is encrypted', () => {
  const [known] = OWNER_PASSWORD_ONLY
  test('for the holders of certificates', () => expect(opensWithoutPassword(pdfForCertificates())).toBe(false))

  test.each([
    ['by another handler', '/Filter /Standard', '/Filter /Vendor.Own'],
    ['in an unknown version', '/V 1', '/V 3'],
    ['in an unknown revision', '/R 2', '/R 7'],
    ['in a revision that its version does not have', '/R 2', '/R 6'],
    ['without permissions', /\/P -\d+/, ''],
    ['with half a /U', /(?<=\/U <.{32})[^>]*/, ''],
    ['with an /O that is a name', /\/O <\w+>/, '/O /None'],
    ['with a dictionary that has no end', ' >>\nendobj\nxref', '\nendobj\nxref'],
    ['with brackets that cross', '/R 2', '/R 2 /X [ << ] >>'],
    ['with a dictionary that is missing', '/Encrypt 4 0 R', '/Encrypt 9 0 R'],
    ['for another /ID', /\/ID \[<../, '/ID [<00'],
    ['for no /ID', /\/ID \[.*?\]/, ''],
  ])('%s', (_, search, replacement) =>
    expect(opensWithoutPassword(changed(known!.file, search, replacement))).toBe(false),
  )
})

test.each([
  ['parentheses', '/Encrypt 4 0 R/X' + '('.repeat(MEGABYTES)],
  ['closed parentheses', `/X${'('.repeat(MEGABYTES / 2)}${')'.repeat(MEGABYTES / 2)}/Encrypt 4 0 R`],
  ['brackets', '/Encrypt 4 0 R/X' + '['.repeat(MEGABYTES)],
  ['dictionaries', '/Encrypt<<' + '/X<<'.repeat(MEGABYTES / 4)],
  ['backslashes', '/Encrypt 4 0 R/X(' + '\\'.repeat(MEGABYTES)],
  ['white space', '/Encrypt 4 0 R' + ' '.repeat(MEGABYTES)],
  ['white space in a reference', `/Encrypt 4${' '.repeat(MEGABYTES)}0 R`],
  ['comments', '/Encrypt 4 0 R' + '%\n'.repeat(MEGABYTES / 2)],
  ['names', '/Encrypt<<' + '/Encrypt'.repeat(MEGABYTES / 8)],
  ['objects', '/Encrypt 4 0 R>>' + '14 0 obj<<'.repeat(MEGABYTES / 10)],
  ['digits', '/Encrypt 4 0 R' + '4'.repeat(MEGABYTES)],
  ['trailers', '/Encrypt 4 0 R' + 'trailer<<'.repeat(MEGABYTES / 9)],
  ['ends', '/Encrypt 4 0 R' + 'startxref 1 '.repeat(MEGABYTES / 12)],
])('5 MB of %s are refused soon', (_, trailer) => {
  const file = pdfOf({ trailer })
  const began = performance.now()
  expect(opensWithoutPassword(file)).toBe(false)
  expect(performance.now() - began).toBeLessThan(QUICK_MS)
})

test('whatever bytes are changed or cut out, there is an answer', () => {
  const files = [...OWNER_PASSWORD_ONLY, ...WITH_USER_PASSWORD]
  const change = fc.record({ at: fc.nat(2000), cut: fc.nat(8), bytes: fc.uint8Array({ maxLength: 8 }) })
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 6 }), ({ file }, changes) => {
      const hostile = changes.reduce(
        (bytes, { at, cut, bytes: added }) => Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + cut)]),
        file,
      )
      expect(opensWithoutPassword(hostile)).toBeTypeOf('boolean')
    }),
  )
})
