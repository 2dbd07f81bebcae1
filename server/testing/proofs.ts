/** Proofs of payment without an upload. */
import type pg from 'pg'
import { createKeyring } from '../db/encryption/keyring.ts'
import { sealFile } from '../trades/evidence/seal-file.ts'
import { TEST_SECRET } from './accounts/secret.ts'
import { asOutsider } from './time-travel.ts'
import { pdf } from './uploads.ts'

const KEYS = createKeyring({ current: TEST_SECRET, previous: null })

/** A proof of payment of the trade's buyer, not yet submitted, without an upload; returns its id. */
export async function insertProof(owner: pg.Pool, trade: { id: string }): Promise<string> {
  const id = crypto.randomUUID()
  await asOutsider(owner, [draftOf(trade.id, id)])
  return id
}

/**
 * The proof that the buyer's payment mark must name, made by the first call: a repeated call names the same, since it has the id
 * of its trade. Undefined where none is needed.
 */
export async function neededProof(owner: pg.Pool, tradeId: string, buyerId: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ isNeeded: boolean; isThere: boolean }>(
    `select t.status = 'awaiting_payment' and payment_proof_missing(t.id) as "isNeeded",
       exists (select from evidence_files where id = t.id) as "isThere"
     from trades t where t.id::text = $1 and t.buyer_id::text = $2`,
    [tradeId, buyerId],
  )
  const { isNeeded = false, isThere = false } = rows[0] ?? {}
  // A test may hold the trade's lock, which the table's own rules would wait for.
  if (isNeeded && !isThere)
    await asOutsider(owner, [draftOf(tradeId, tradeId).replace(/;$/, ' on conflict do nothing')])
  return isNeeded || isThere ? tradeId : undefined
}

function draftOf(tradeId: string, id: string): string {
  const file = pdf(id)
  const { dataKey, sealed } = sealFile(KEYS, id, file)
  return storedFile({
    id: `'${id}'::uuid`,
    trade_id: `'${tradeId}'::uuid`,
    uploader_id: `(select buyer_id from trades where id = '${tradeId}')`,
    submitted_at: 'null::timestamptz',
    bytes: String(file.length),
    data_key: `decode('${dataKey.toString('hex')}', 'hex')`,
    sealed: `decode('${sealed.toString('hex')}', 'hex')`,
  })
}

/** A proof of payment inserted by SQL, a draft where the trade awaits payment; `forged` replaces columns by SQL expressions. */
export function storedFile(forged: Record<string, string> = {}): string {
  const row: Record<string, string> = {
    id: 'gen_random_uuid()',
    purpose: "'payment_proof'",
    uploader_role: "'buyer'",
    media_type: "'application/pdf'",
    width: 'null',
    height: 'null',
    bytes: '9',
    data_key: "decode(repeat('00', 69), 'hex')",
    sealed: "decode(repeat('00', 37), 'hex')",
    sha256: 'sha256(gen_random_uuid()::text::bytea)',
    submitted_at: `(select moment from trades where id = ${forged.trade_id ?? 'null'} and status = 'payment_sent')`,
    at: 'moment',
    ...forged,
  }
  return `insert into evidence_files (${Object.keys(row).join(', ')})
    select ${Object.values(row).join(', ')} from clock_timestamp() as moment;`
}
