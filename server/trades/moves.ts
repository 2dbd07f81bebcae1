/** The verbs on an open trade; each is one move of the table in domain/trades/trades.ts. */
import { DomainError } from '../../domain/errors.ts'
import type { TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { submitProof } from './evidence/add-file.ts'
import { moveTrade } from './move-trade.ts'
import { checkPayer, declarePayer } from './payer-check.ts'
import { assertWithinKeyLimit, reportRelease } from './release-by-key.ts'
import type { KeyRelease } from './release-by-key.ts'

/** What each call of a party names; `key` is its Idempotency-Key. */
export type PartyCall = { tradeId: string; userId: string; key: string }
type PartyMoveCall = PartyCall & { seenStatus: TradeStatus }

/** A party's move: refused unless the trade still has the status the party saw. Errors: see `moveTrade`. */
export type PartyMove = (tx: Tx, call: PartyMoveCall) => Promise<void>

/** The system's move. Errors: a conflict when the trade's status does not allow it, or its deadline has not passed. */
export type SystemMove = (tx: Tx, tradeId: string) => Promise<void>

/**
 * Buyer: awaiting_payment -> payment_sent. Declares the payer, and shows the proof to the seller where there is one. Refuses with
 * `payee_no_match` after that answer of the bank, with `proof_required` where a buyer without a completed trade has shown none, and with `proof_unknown` as `submitProof` does.
 */
export function markPaid(
  tx: Tx,
  keys: Keyring,
  {
    tradeId,
    userId,
    seenStatus,
    key,
    payerName,
    proofId,
  }: PartyMoveCall & { payerName: string; proofId?: string | undefined },
): Promise<void> {
  return moveTrade(tx, {
    tradeId,
    actor: { userId },
    action: 'mark_paid',
    seenStatus,
    commandKey: `${userId}:${key}`,
    async alongside(seq, { isProofMissing, isPayeeRefused }) {
      if (isPayeeRefused) throw new DomainError('payee_no_match')
      if (isProofMissing && proofId === undefined) throw new DomainError('proof_required', { field: 'proofId' })
      await declarePayer(tx, keys, seq, { tradeId, buyerId: userId, payerName })
      if (proofId !== undefined) await submitProof(tx, { tradeId, userId, fileId: proofId })
    },
  })
}
/** Buyer, once: payment_sent -> awaiting_payment, with the remaining time, at least 5 minutes. */
export const withdrawPaymentMark = partyMove('withdraw_payment_mark')
/** Seller, once: extends the payment window by its own length. */
export const extendPaymentWindow = partyMove('extend_payment_window')
/** Either party: awaiting_payment -> cancelled, the USDT returns to the seller. */
export const cancelTrade = partyMove('cancel')
/**
 * Seller, irrevocable: payment_sent -> payment_confirmed. Checks the payer first; the system settles afterwards. With an API key, within
 * its limits and reported to the seller (`assertWithinKeyLimit`). Refuses with `already_disputed` in a dispute.
 */
export async function confirmReceipt(
  tx: Tx,
  keys: Keyring,
  {
    tradeId,
    userId,
    seenStatus,
    key,
    senderName,
    statedSamePerson = false,
    keyId = null,
  }: PartyMoveCall & { senderName: string; statedSamePerson?: boolean | undefined; keyId?: string | null },
): Promise<void> {
  let release: KeyRelease | undefined
  await moveTrade(tx, {
    tradeId,
    actor: { userId },
    action: 'confirm_receipt',
    seenStatus,
    commandKey: `${userId}:${key}`,
    async alongside(_, { status }) {
      // With its case (server/disputes/party-moves.ts). The dispute may be one that this call has just opened, as its time was over.
      if (status === 'disputed') throw new DomainError('already_disputed', { keepsWork: true })
      if (keyId !== null) release = await assertWithinKeyLimit(tx, keyId, tradeId)
      await checkPayer(tx, keys, { tradeId, sellerId: userId, senderName, statedSamePerson, isByKey: keyId !== null })
    },
  })
  if (release) await reportRelease(tx, userId, tradeId, release)
}

/** System: payment_confirmed -> completed, the USDT goes to the buyer. */
export const settleTrade = systemMove('settle')

function partyMove(action: TradeAction): PartyMove {
  return (tx, { tradeId, userId, seenStatus, key }) =>
    moveTrade(tx, { tradeId, actor: { userId }, action, seenStatus, commandKey: `${userId}:${key}` })
}

function systemMove(action: TradeAction): SystemMove {
  return (tx, tradeId) => moveTrade(tx, { tradeId, actor: 'system', action, commandKey: action })
}
