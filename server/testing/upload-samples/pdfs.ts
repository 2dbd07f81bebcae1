/** PDFs as banks make them, and files that are no PDF. */

/** A whole PDF with so many empty pages, whose offsets count from its header. */
export function pdfOf({ pages = 1, version = '1.4', trailer = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => `${n + 3} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`,
    ...kids.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'),
  ]
  let text = `%PDF-${version}\n`
  const offsets = objects.map((object, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj${object}endobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${size}/Root 1 0 R${trailer}>>\n` +
      `startxref\n${text.length}\n%%EOF\n`,
  )
}

/** With bytes before its header and after its end. */
export function wrapped(before: string | Buffer, after: string | Buffer = '', document = pdfOf()): Buffer {
  return Buffer.concat([Buffer.from(before), document, Buffer.from(after)])
}

export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
export const PAGE_OF_HTML = '<html><script>alert(document.cookie)</script>'

/** Encrypted for the holders of certificates: whether a viewer opens it depends on its reader. */
export function pdfForCertificates(): Buffer {
  return pdfOf({ trailer: '/Encrypt<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 2/Length 128/Recipients[(x)]>>' })
}
