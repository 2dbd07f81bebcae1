/** Where a PDF begins and ends in a file. Banks put byte order marks, line feeds and zeros around it (ISO 32000-1, annex H). */

const latin1 = new TextDecoder('latin1')
const HEADER = /%PDF-[12]\.\d/
/** Notes 13 and 18 of the annex. */
const HEADER_WITHIN = 1024
const END_WITHIN = 1024
const END = '%%EOF'
const WHITE_SPACE: ReadonlySet<number | undefined> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20])

export function hasPdfHeader(bytes: Uint8Array): boolean {
  return startOf(bytes) >= 0
}

/** The document without what stands before its header and after its end mark; null where one of the two is missing. */
export function pdfDocument<Bytes extends Uint8Array>(bytes: Bytes): Bytes | null {
  const [start, end] = [startOf(bytes), endOf(bytes)]
  return start < 0 || end <= start ? null : (bytes.subarray(start, end) as Bytes)
}

function startOf(bytes: Uint8Array): number {
  return latin1.decode(bytes.subarray(0, HEADER_WITHIN)).search(HEADER)
}

/** With the white space after the mark, which a bank's signature may cover. -1 without a mark near the end. */
function endOf(bytes: Uint8Array): number {
  let last = bytes.length
  while (bytes[last - 1] === 0 || WHITE_SPACE.has(bytes[last - 1])) last--
  const from = Math.max(0, last - END_WITHIN)
  const mark = latin1.decode(bytes.subarray(from, last)).lastIndexOf(END)
  if (mark < 0) return -1
  let end = from + mark + END.length
  while (WHITE_SPACE.has(bytes[end])) end++
  return end
}
