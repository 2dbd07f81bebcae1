/** Proofs of payment of the demo users. */
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { addFile } from '../trades/evidence/add-file.ts'
import { preparePdf } from '../trades/evidence/prepare-file.ts'
import { demoReceipt } from './demo-receipt.ts'

type Payment = { tradeId: string; buyerId: string; payerName: string }

/** The proof that the buyer's payment mark needs, or undefined where it needs none. */
export async function addNeededProof(tx: Tx, keyring: Keyring, payment: Payment): Promise<string | undefined> {
  const { rows } = await sql<{ isNeeded: boolean }>`
    select payment_proof_missing(${payment.tradeId}) as is_needed`.execute(tx)
  return rows[0]!.isNeeded ? addProof(tx, keyring, payment) : undefined
}

export async function addProof(tx: Tx, keyring: Keyring, { tradeId, buyerId, payerName }: Payment): Promise<string> {
  const adding = { tradeId, userId: buyerId, purpose: 'payment_proof', storing: null } as const
  return (await addFile(tx, keyring, adding, preparePdf(await demoReceipt(payerName, tradeId)))).id
}
