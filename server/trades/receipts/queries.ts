import type { PublicKey } from '../../../domain/trades/verify-receipt.ts'
import { RECEIPT_ALG, RECEIPT_KEYS_LISTED } from '../../../domain/trades/receipts.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The first trade of a trade's two parties with each other, in either direction. */
export async function findFirstTradeOfPair(db: Db, tradeId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select first.id from trades t join trades first
      on (first.buyer_id, first.seller_id) in ((t.buyer_id, t.seller_id), (t.seller_id, t.buyer_id))
    where t.id = ${tradeId}
    order by first.created_at, first.id limit 1`.execute(db)
  return rows[0]!.id
}

type NamedKey = PublicKey & { alg: typeof RECEIPT_ALG }

/** All public signing keys, newest first, former ones included, which the key set for identity providers drops. */
export async function listReceiptKeys(db: Db): Promise<NamedKey[]> {
  const { rows } = await sql<{ publicJwk: NamedKey }>`
    select public_jwk from signing_keys order by created_at desc limit ${sql.lit(RECEIPT_KEYS_LISTED)}`.execute(db)
  return rows.map(({ publicJwk: { kid, kty, crv, alg, x, y } }) => ({ kid, kty, crv, alg, x, y }))
}
