import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { paymentReference } from '../../domain/trades/trades.ts'

/** What the bank of a demo user gives out after a transfer: a PDF of one page. */
export async function demoReceipt(payerName: string, tradeId: string): Promise<Buffer> {
  const page = new Pdf({ size: [420, 360], margin: 40 })
  for (const line of ['Transfer executed', `From: ${payerName}`, `Reference: ${paymentReference(tradeId)}`]) {
    page.fontSize(14).text(line).moveDown()
  }
  page.end()
  return buffer(page)
}
