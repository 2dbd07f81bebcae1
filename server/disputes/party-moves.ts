/** The moves of a dispute's two parties. Errors: see `moveDispute`. */
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { assertFieldsOf } from '../trades/moves.ts'
import type { PartyCall } from '../trades/moves.ts'
import { checkPayer } from '../trades/payer-check.ts'
import { moveDispute } from './move-dispute.ts'
import type { DisputeMove } from './move-dispute.ts'

/** Either party, once in a round. When both statements are in, the arbiter's time begins. */
export async function submitStatement(tx: Tx, call: PartyCall, text: string) {
  await moveDispute(tx, {
    ...moveOf(call),
    action: 'state',
    record: recordStatement(tx, call.tradeId, text),
  })
}

/** A losing party, once: the second round begins with its statement. */
export async function appealDecision(tx: Tx, call: PartyCall, text: string) {
  await moveDispute(tx, {
    ...moveOf(call),
    action: 'appeal',
    record: recordStatement(tx, call.tradeId, text),
  })
}

/** A losing party: the decision is carried out as soon as each of them accepts. */
export async function acceptDecision(tx: Tx, call: PartyCall) {
  await moveDispute(tx, { ...moveOf(call), action: 'accept' })
}

/**
 * Seller, before a decision is published, irrevocable: the buyer gets all of the USDT. Checks the payer first; the system settles
 * afterwards.
 */
export async function confirmReceiptInDispute(
  tx: Tx,
  keys: Keyring,
  {
    senderName,
    statedSamePerson: stated,
    ...call
  }: PartyCall & { senderName?: string | undefined; statedSamePerson?: boolean | undefined },
) {
  const { tradeId, userId: sellerId } = call
  await moveDispute(tx, {
    ...moveOf(call),
    action: 'confirm_receipt',
    async assert({ paymentMethod }) {
      assertFieldsOf(paymentMethod, { names: { senderName, statedSamePerson: stated } })
      const statedSamePerson = stated ?? false
      await checkPayer(tx, keys, { tradeId, sellerId, senderName, statedSamePerson, isByKey: false })
    },
  })
}

/** Buyer, or after a decision the seller, irrevocable: the other party gets all of the USDT. */
export async function concedeDispute(tx: Tx, call: PartyCall) {
  await moveDispute(tx, { ...moveOf(call), action: 'concede' })
}

function moveOf({ tradeId, userId, key }: PartyCall) {
  return { tradeId, actor: { userId }, commandKey: `${userId}:${key}` }
}

function recordStatement(tx: Tx, tradeId: string, text: string): NonNullable<DisputeMove['record']> {
  return async ({ seq, round, role }) => {
    await sql`
      insert into dispute_statements (trade_id, round, party_role, event_seq, body)
      values (${tradeId}, ${round}, ${role}, ${seq}, ${text})`.execute(tx)
  }
}
