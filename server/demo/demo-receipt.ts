/** A bank's receipt, as the demo users' proof of payment: a PDF of one page with its own text, which needs no font of the machine. */
export function demoReceipt(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '')}) Tj 0 -22 Td`).join('\n')
  const content = `BT /F1 14 Tf 40 300 Td\n${text}\nET`
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 420 360] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets: string[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(String(file.length).padStart(10, '0'))
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  const count = objects.length + 1
  file += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count} /Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
