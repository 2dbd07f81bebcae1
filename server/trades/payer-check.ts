/** Whose account a payment comes from: what the buyer declares, and what the seller sees (domain/payments/payer-check.ts). */
import type { PayerCheck } from '../../domain/api/trades/payer-check.ts'
import { DomainError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { compareNames } from '../../domain/payments/payer-names.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../db/pool.ts'
import { open, seal } from '../db/encryption/envelope.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { payerCheckPlace, payerDeclarationPlace } from '../db/encryption/sealed-columns.ts'
import { partyOf } from './queries.ts'

type Declaration = { tradeId: string; buyerId: string; payerName: string }

/** Stores the payer's name for the payment mark of event `seq`. */
export async function declarePayer(
  tx: Tx,
  keys: Keyring,
  seq: number,
  { tradeId, buyerId, payerName }: Declaration,
): Promise<void> {
  const sealed = seal(keys, payerDeclarationPlace(tradeId, seq), Buffer.from(payerName))
  await sql`${SENT_WITH_NEXT}
    insert into payer_declarations (id, trade_id, seq, buyer_id, sealed)
    values (gen_random_uuid(), ${tradeId}, ${seq}, ${buyerId}, ${sealed})`.execute(tx)
}

type Receipt = {
  tradeId: string
  sellerId: string
  senderName: string | undefined
  statedSamePerson: boolean
  isByKey: boolean
}

/**
 * Compares the sender's name with the declared one and records the result. Refuses with `payer_name_differs`, which keeps the
 * record, where they are not one person's and the seller does not state that they are; an API key can state nothing, and gets
 * `statement_by_key`. Without a payment mark, in a dispute after an objection, no payer is declared. The caller has locked the trade.
 */
export async function checkPayer(tx: Tx, keys: Keyring, receipt: Receipt): Promise<void> {
  const { tradeId, sellerId, senderName, statedSamePerson, isByKey } = receipt
  const declared = await findDeclared(tx, keys, tradeId)
  if (!declared) return
  if (senderName === undefined) throw new DomainError('payer_name_differs', { field: 'senderName' })
  const { seq, payerName, checks } = declared
  const isSame = compareNames(payerName, senderName) === 'same'
  const isStated = !isSame && statedSamePerson && !isByKey
  const isAccepted = isSame || isStated
  if (isAccepted || checks < LIMITS.payer_checks) {
    const number = checks + 1
    const sealed = seal(keys, payerCheckPlace(tradeId, number), Buffer.from(senderName))
    await sql`${SENT_WITH_NEXT}
      insert into payer_checks (id, trade_id, number, declaration_seq, seller_id, sealed, is_same, is_stated)
      values (gen_random_uuid(), ${tradeId}, ${number}, ${seq}, ${sellerId}, ${sealed}, ${isSame}, ${isStated})
      `.execute(tx)
  }
  if (isAccepted) return
  const code = isByKey ? 'statement_by_key' : 'payer_name_differs'
  throw new DomainError(code, { field: 'senderName', keepsWork: true })
}

async function findDeclared(tx: Tx, keys: Keyring, tradeId: string) {
  const { rows } = await sql<{ seq: number; sealed: Buffer; checks: number }>`
    select d.seq, d.sealed, (select count(*)::int from payer_checks where trade_id = ${tradeId}) as checks
    from payer_declarations d where d.trade_id = ${tradeId} and not exists (
      select from trade_events where trade_id = d.trade_id and seq > d.seq and action = 'withdraw_payment_mark')
    order by d.seq desc limit 1`.execute(tx)
  if (!rows[0]) return null
  const { seq, sealed, checks } = rows[0]
  return { seq, checks, payerName: open(keys, payerDeclarationPlace(tradeId, seq), sealed).toString() }
}

/**
 * The names as a party sees them. The seller sees the declared one only after typing one: shown before, it would be copied
 * and not read from the account.
 */
export async function getPayerCheck(db: DbOrTx, keys: Keyring, tradeId: string, userId: string): Promise<PayerCheck> {
  const { role } = await partyOf(db, tradeId, userId)
  const check = await findPayerCheck(db, keys, tradeId)
  return role === 'buyer' || check.result !== null ? check : { ...check, payerName: null }
}

type CheckRow = {
  seq: number
  declared: Buffer | null
  number: number | null
  typed: Buffer | null
  isSame: boolean | null
  isStated: boolean | null
  at: Date | null
}

/** Both names of the latest payment mark, and how they compare. */
export async function findPayerCheck(db: DbOrTx, keys: Keyring, tradeId: string): Promise<PayerCheck> {
  const { rows } = await sql<CheckRow>`
    select d.seq, d.sealed as declared, c.number, c.sealed as typed, c.is_same, c.is_stated, c.at
    from payer_declarations d
    left join lateral (
      select * from payer_checks where trade_id = d.trade_id and declaration_seq = d.seq order by number desc limit 1) c on true
    where d.trade_id = ${tradeId} order by d.seq desc limit 1`.execute(db)
  const row = rows[0]
  if (!row) return { payerName: null, senderName: null, result: null, statedSamePerson: false, checkedAt: null }
  const { seq, declared, number, typed, isSame, isStated, at } = row
  return {
    payerName: declared && open(keys, payerDeclarationPlace(tradeId, seq), declared).toString(),
    senderName: number !== null && typed ? open(keys, payerCheckPlace(tradeId, number), typed).toString() : null,
    result: isSame === null ? null : isSame ? 'same' : 'different',
    statedSamePerson: isStated === true,
    checkedAt: at?.toISOString() ?? null,
  }
}
