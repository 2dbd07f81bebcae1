/** The verbs on an open trade; each is one move of the table in domain/trades/trades.ts. */
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { METHODS } from '../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { FIELD_IN_PERSON_ONLY, FIELD_NOT_IN_PERSON } from '../../domain/payments/meeting-codes.ts'
import { PAYER_NAME_MISSING } from '../../domain/payments/payer-check.ts'
import type { TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { submitProof } from './evidence/add-file.ts'
import { moveTrade } from './move-trade.ts'
import { checkPayer, declarePayer } from './payer-check.ts'
import { makeMeetingCode, typeMeetingCode } from './meeting-codes.ts'
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
 * Buyer: awaiting_payment -> payment_sent. Declares the payer, or in person compares the seller's code and makes the buyer's, and shows the proof to the seller where there is one. Refuses with
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
    meetingCode,
    proofId,
    keyId = null,
  }: PartyMoveCall & {
    payerName?: string | undefined
    meetingCode?: string | undefined
    proofId?: string | undefined
    keyId?: string | null
  },
): Promise<void> {
  return moveTrade(tx, {
    tradeId,
    actor: { userId },
    action: 'mark_paid',
    seenStatus,
    commandKey: `${userId}:${key}`,
    async alongside(seq, { paymentMethod, isProofMissing, isPayeeRefused }) {
      if (isPayeeRefused) throw new DomainError('payee_no_match')
      if (isProofMissing && proofId === undefined) throw new DomainError('proof_required', { field: 'proofId' })
      assertFieldsOf(paymentMethod, { names: { payerName }, codes: { meetingCode } })
      if (METHODS[paymentMethod].isInPerson) {
        await typeMeetingCode(tx, { tradeId, userId, role: 'buyer', code: meetingCode, isByKey: keyId !== null })
        await makeMeetingCode(tx, seq, { tradeId, holderId: userId })
      } else if (payerName === undefined) throw new InvalidInput({ payerName: PAYER_NAME_MISSING })
      else await declarePayer(tx, keys, seq, { tradeId, buyerId: userId, payerName })
      if (proofId !== undefined) await submitProof(tx, { tradeId, userId, fileId: proofId })
    },
  })
}
/** Buyer, once: payment_sent -> awaiting_payment, with the remaining time, at least 5 minutes. */
export function withdrawPaymentMark(tx: Tx, { tradeId, userId, seenStatus, key }: PartyMoveCall): Promise<void> {
  return moveTrade(tx, {
    tradeId,
    actor: { userId },
    action: 'withdraw_payment_mark',
    seenStatus,
    commandKey: `${userId}:${key}`,
    async alongside(seq, { paymentMethod, sellerId }) {
      // The buyer knows the former one: a second mark shows another meeting.
      if (METHODS[paymentMethod].isInPerson) await makeMeetingCode(tx, seq, { tradeId, holderId: sellerId })
    },
  })
}
/** Seller, once: extends the payment window by its own length. */
export const extendPaymentWindow = partyMove('extend_payment_window')
/** Either party: awaiting_payment -> cancelled, the USDT returns to the seller. */
export const cancelTrade = partyMove('cancel')
/**
 * Seller, irrevocable: payment_sent -> payment_confirmed. Checks the payer first, or in person the code; the system settles afterwards. With an API key, within
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
    releaseCode,
    statedSamePerson,
    keyId = null,
  }: PartyMoveCall & {
    senderName?: string | undefined
    releaseCode?: string | undefined
    statedSamePerson?: boolean | undefined
    keyId?: string | null
  },
): Promise<void> {
  let release: KeyRelease | undefined
  await moveTrade(tx, {
    tradeId,
    actor: { userId },
    action: 'confirm_receipt',
    seenStatus,
    commandKey: `${userId}:${key}`,
    async alongside(_, { status, paymentMethod }) {
      // With its case (server/disputes/party-moves.ts). The dispute may be one that this call has just opened, as its time was over.
      if (status === 'disputed') throw new DomainError('already_disputed', { keepsWork: true })
      if (keyId !== null) release = await assertWithinKeyLimit(tx, keyId, tradeId)
      const isByKey = keyId !== null
      assertFieldsOf(paymentMethod, { names: { senderName, statedSamePerson }, codes: { releaseCode } })
      if (METHODS[paymentMethod].isInPerson) {
        await typeMeetingCode(tx, { tradeId, userId, role: 'seller', code: releaseCode, isByKey })
      } else if (senderName === undefined) throw new InvalidInput({ senderName: PAYER_NAME_MISSING })
      else
        await checkPayer(tx, keys, {
          tradeId,
          sellerId: userId,
          isByKey,
          senderName,
          statedSamePerson: statedSamePerson ?? false,
        })
    },
  })
  if (release) await reportRelease(tx, userId, tradeId, release)
}

/** What a caller believes to have stated is never ignored: the other kind of payment refuses it by its field. */
export function assertFieldsOf(
  method: PaymentMethod,
  { names, codes = {} }: Record<'names', object> & { codes?: object },
): void {
  const { isInPerson } = METHODS[method]
  const refused = Object.entries(isInPerson ? names : codes).filter(([, value]) => value !== undefined)
  if (refused.length === 0) return
  const text = isInPerson ? FIELD_NOT_IN_PERSON : FIELD_IN_PERSON_ONLY
  throw new InvalidInput(Object.fromEntries(refused.map(([field]) => [field, text])))
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
