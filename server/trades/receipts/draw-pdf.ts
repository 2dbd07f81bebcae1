/** A receipt as a PDF of one page, in the reader's language, with its token in a QR code and in the file's keywords. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { I18n } from '@lingui/core'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import { directionOf } from '../../../domain/languages.ts'
import type { Language } from '../../../domain/languages.ts'
import { productNames } from '../../../domain/operator/product.ts'
import { receiptToken } from '../../../domain/trades/receipts.ts'
import type { ReceiptFile } from '../../../domain/trades/receipts.ts'
import { sfntOf } from '../../pages/og-images/fonts.ts'
import { detailsOf } from './details.ts'
import { ARABIC, linesOf, placeRightToLeft, wordsOf } from './pdf-text.ts'
import type { Placed } from './pdf-text.ts'
import { RECEIPT_TEXTS } from './texts.ts'

const { resolve } = createRequire(import.meta.url)
const FONTS = ['latin-400', 'latin-600', 'arabic-400', 'arabic-600'] as const
type Fonts = Readonly<Record<(typeof FONTS)[number], Buffer>>

/** IBM Plex Sans Arabic, which has the same Latin characters as the pages. */
export async function readFonts(): Promise<Fonts> {
  const entries = FONTS.map(async (name) => {
    const file = resolve(`@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${name}-normal.woff`)
    return [name, sfntOf(await readFile(file))] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Fonts
}

const PAGE = { width: 595.28, margin: 52 }
const FROM = PAGE.margin
const TO = PAGE.width - PAGE.margin
const INK = '#14201b'
const MUTED = '#5b6661'
const RULE = '#d9ded9'
const QR_SIZE = 190

type Drawing = { file: ReceiptFile; link: string; i18n: I18n; language: Language; fonts: Fonts }

export async function drawPdf({ file, link, i18n, language, fonts }: Drawing): Promise<Buffer> {
  const title = i18n._(RECEIPT_TEXTS.title)
  const product = productNames().productName
  const doc = new Pdf({
    size: 'A4',
    margin: PAGE.margin,
    lang: language,
    // The keywords stay readable in the file, so that the page that verifies receipts finds the token in it.
    info: { Title: title, Author: product, Producer: product, Creator: product, Keywords: receiptToken(file) },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((done) => doc.on('end', done))
  for (const name of FONTS) doc.registerFont(name, fonts[name])

  const { receipt } = file
  const pen = penOf(doc, directionOf(language) === 'rtl')
  pen.text(product, { size: 13, isBold: true, colour: MUTED })
  pen.text(title, { size: 23, isBold: true, gap: 4 })
  if (receipt.demonstration) pen.text(i18n._(RECEIPT_TEXTS.demonstration), { size: 12, isBold: true, gap: 8 })
  const { split, bought, sold, verify } = RECEIPT_TEXTS
  const what = receipt.outcome === 'split' ? split : receipt.role === 'buyer' ? bought : sold
  pen.text(i18n._(what), { size: 11, gap: 12 })
  for (const { label, value } of detailsOf(receipt, i18n)) pen.fact(label, value)
  drawQr(doc, link, pen.down(20))
  pen.down(QR_SIZE + 14)
  pen.text(i18n._(verify), { size: 10, gap: 4 })
  pen.text(link.split('#')[0] ?? '', { size: 10, isBold: true })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

type Style = { size: number; isBold?: boolean; colour?: string; gap?: number }

/** Writes from the top of the page down. */
function penOf(doc: PDFKit.PDFDocument, isRtl: boolean) {
  let y = PAGE.margin
  return { text, fact, down }

  function down(by: number): number {
    y += by
    return y
  }

  function text(whole: string, style: Style): void {
    for (const words of linesOf(whole, TO - FROM, (line) => widthOfLine(line, style))) {
      write(words, style)
      y += style.size * 1.5
    }
    y += style.gap ?? 0
  }

  /** A label at the start of the line and its value at the end, above a rule. */
  function fact(label: string, value: string): void {
    write(wordsOf(label), { size: 10.5, colour: MUTED })
    write(wordsOf(value), { size: 10.5, isBold: true }, { atEnd: true })
    y += 18
    doc.moveTo(FROM, y).lineTo(TO, y).lineWidth(0.5).strokeColor(RULE).stroke()
    y += 5
  }

  /** At the start of the line in the order of the language, or at its end. */
  function write(words: readonly string[], style: Style, { atEnd = false } = {}): void {
    const left = isRtl === atEnd ? FROM : TO - widthOfLine(words, style)
    doc.fillColor(style.colour ?? INK)
    for (const { text: piece, x } of placed(words, style)) {
      // With named features PDFKit shapes a text as a whole, spaces included.
      use(piece, style).text(piece, left + x, y, { lineBreak: false, features: ['kern', 'liga'] })
    }
  }

  /** The pieces of a line, whose left edge is at 0. */
  function placed(words: readonly string[], style: Style): Placed[] {
    if (!isRtl) return [{ text: words.join(' '), x: 0 }]
    const widthOf = (piece: string) => use(piece, style).widthOfString(piece, { features: ['kern', 'liga'] })
    const pieces = placeRightToLeft(words, { widthOf, space: use('', style).widthOfString(' ') })
    return pieces.map(({ text: piece, x }) => ({ text: piece, x: x - (pieces.at(-1)?.x ?? 0) }))
  }

  function widthOfLine(words: readonly string[], style: Style): number {
    const [first] = placed(words, style)
    return first ? first.x + use(first.text, style).widthOfString(first.text, { features: ['kern', 'liga'] }) : 0
  }

  function use(piece: string, { isBold = false, size }: Style): PDFKit.PDFDocument {
    return doc.font(`${ARABIC.test(piece) ? 'arabic' : 'latin'}-${isBold ? '600' : '400'}`).fontSize(size)
  }
}

function drawQr(doc: PDFKit.PDFDocument, text: string, y: number): void {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  const module = QR_SIZE / size
  const x = (PAGE.width - QR_SIZE) / 2
  for (const [row, cells] of data.entries())
    for (const { start, length } of darkRuns(cells))
      doc.rect(x + start * module, y + row * module, length * module, module)
  doc.fill('#000')
  doc.link(x, y, QR_SIZE, QR_SIZE, text)
}

/** The dark cells of a row that touch each other, together: a rectangle for each run takes half the time. */
function darkRuns(cells: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = []
  for (const [column, isDark] of cells.entries()) {
    const last = runs.at(-1)
    if (isDark && last && last.start + last.length === column) last.length++
    else if (isDark) runs.push({ start: column, length: 1 })
  }
  return runs
}
