import { CompactSign, importJWK } from 'jose'
import type { JWK } from 'jose'
import { canonicalJson, RECEIPT_ALG, RECEIPT_TYPE } from '../../../domain/trades/receipts.ts'
import type { Receipt, ReceiptFile } from '../../../domain/trades/receipts.ts'

/** Signs a receipt by the key that this server signs with now. */
export async function signReceipt(
  receipt: Receipt,
  { kid, privateJwk }: { kid: string; privateJwk: JWK },
): Promise<ReceiptFile> {
  const token = await new CompactSign(new TextEncoder().encode(canonicalJson(receipt)))
    .setProtectedHeader({ alg: RECEIPT_ALG, kid, typ: RECEIPT_TYPE })
    .sign(await importJWK(privateJwk, RECEIPT_ALG))
  const [header = '', , signature = ''] = token.split('.')
  return { protected: header, receipt, signature }
}
