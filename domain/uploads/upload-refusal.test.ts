/** What bytes alone say of a file. Whole files are tried through the server (server/http/pictures/phone-files.test.ts). */
import { expect, test } from 'vitest'
import { fileKind, isAnimated } from './file-kinds.ts'
import { pdfDocument } from './pdf.ts'
import { uploadRefusal } from './upload-refusal.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const PNG = '\x89PNG\r\n\x1a\n'

test.each([
  ['\xff\xd8\xff\xe1', 'JPEG'],
  [PNG, 'PNG'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'WebP'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'HEIC'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1hevc', 'HEIC'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'AVIF'],
  ['\0\0\0\x18ftypqt  \0\0\0\0qt  qt  ', 'MP4'],
  ['GIF89a', 'GIF'],
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
  ['BM\x3a\0\0\0\0\0\0\0', 'BMP'],
  ['\xff\x0a', 'JPEG XL'],
  ['\0\0\0\x0cJXL \r\n', 'JPEG XL'],
  ['%PDF-1.7', 'PDF'],
  ['\xef\xbb\xbf\n%PDF-2.0', 'PDF'],
  ['<?xml version="1.0"?><svg>', 'SVG'],
  ['%PDF-x', null],
  ['BMW', null],
  ['GIF', null],
  ['', null],
])('%j is of the kind %s', (text, kind) => expect(fileKind(bytes(text))).toBe(kind))

test('a picture is still one where its metadata quotes the header of a PDF', () =>
  expect(fileKind(bytes('\xff\xd8\xff\xe1 %PDF-1.7'))).toBe('JPEG'))

test.each([
  ['a whole PDF', '%PDF-1.7\n%%EOF', '%PDF-1.7\n%%EOF'],
  ['behind a byte order mark', '\xef\xbb\xbf%PDF-1.7\n%%EOF\r\n', '%PDF-1.7\n%%EOF\r\n'],
  ['with zeros after its end', '%PDF-1.7\n%%EOF\n\0\0\0', '%PDF-1.7\n%%EOF\n'],
  ['with two ends', '%PDF-1.7\n%%EOF\n1\n%%EOF\njunk', '%PDF-1.7\n%%EOF\n1\n%%EOF\n'],
  ['with white space and zeros after its end', `%PDF-1.7\n%%EOF${'\0 '.repeat(3000)}`, '%PDF-1.7\n%%EOF'],
  ['with 1019 bytes after its end', `%PDF-1.7\n%%EOF${'x'.repeat(1019)}`, '%PDF-1.7\n%%EOF'],
  ['with 1020 bytes after its end', `%PDF-1.7\n%%EOF${'x'.repeat(1020)}`, null],
  ['whose header is the last of 1024 bytes', `${'x'.repeat(1016)}%PDF-1.7%%EOF`, '%PDF-1.7%%EOF'],
  ['whose header is later', `${'x'.repeat(1017)}%PDF-1.7%%EOF`, null],
  ['without its last byte', '%PDF-1.7\n%%EO', null],
  ['whose end is before its header', '%%EOF %PDF-1.7', null],
])('the document of a file %s', (_, file, document) => {
  const found = pdfDocument(bytes(file))
  expect(found && String.fromCharCode(...found)).toBe(document)
})

test('a bit distinguishes an animated WebP from a still one', () => {
  const webp = (flags: string) => bytes(`RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${flags}\0\0\0`)
  expect([isAnimated(webp('\x02')), isAnimated(webp('\x10'))]).toEqual([true, false])
})

test('an animation’s chunk behind the data of a PNG, or cut off, is none', () => {
  const chunk = (name: string) => `\0\0\0\0${name}CRC!`
  expect(isAnimated(bytes(PNG + chunk('IHDR') + chunk('acTL')))).toBe(true)
  expect(isAnimated(bytes(PNG + chunk('IHDR') + chunk('IDAT') + chunk('acTL')))).toBe(false)
  expect(isAnimated(bytes(`${PNG}\xff\xff\xff\xffIHDR`))).toBe(false)
  expect(isAnimated(bytes(PNG))).toBe(false)
})

test('a chat takes no PDF, and an empty file is named as such in both', () => {
  const pdf = bytes('%PDF-1.7\n%%EOF')
  expect([uploadRefusal(pdf, 'file'), uploadRefusal(pdf, 'image')]).toEqual([null, { code: 'image_unreadable' }])
  for (const field of ['file', 'image'] as const)
    expect(uploadRefusal(new Uint8Array(), field)).toEqual({ code: 'file_empty' })
})

test('of a flood of empty chunks no more are read than any picture has before its data', () => {
  const empty = '\0\0\0\0tEXtCRC!'
  const animated = (chunks: number) => isAnimated(bytes(`${PNG}${empty.repeat(chunks)}\0\0\0\0acTLCRC!`))
  expect([animated(999), animated(1000), animated(400_000)]).toEqual([true, false, false])
})
