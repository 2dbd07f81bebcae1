/** Proofs of payment of the demo users. */
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import { addFile } from '../trades/evidence/add-file.ts'
import { preparePdf } from '../trades/evidence/prepare-file.ts'

type Payment = { tradeId: string; buyerId: string; payerName: string }

/** The proof that the buyer's payment mark needs, or undefined where it needs none. */
export async function addNeededProof(tx: Tx, keyring: Keyring, payment: Payment): Promise<string | undefined> {
  const { rows } = await sql<{ isNeeded: boolean }>`
    select payment_proof_missing(${payment.tradeId}) as is_needed`.execute(tx)
  return rows[0]!.isNeeded ? addProof(tx, keyring, payment) : undefined
}

export async function addProof(tx: Tx, keyring: Keyring, { tradeId, buyerId, payerName }: Payment): Promise<string> {
  const adding = { tradeId, userId: buyerId, purpose: 'payment_proof', storing: null } as const
  return (await addFile(tx, keyring, adding, preparePdf(demoReceipt(payerName, tradeId)))).id
}

/** A bank's receipt: a PDF of one page with its own text, which needs no font of the machine. */
export function demoReceipt(payerName: string, tradeId: string): Buffer {
  const lines = ['Transfer executed', `From: ${payerName}`, `Reference: ${paymentReference(tradeId)}`]
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
