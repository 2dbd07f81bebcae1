/** Disputes, as the two parties of a trade see and move them, and as arbiters do. */
import * as z from 'zod/mini'
import { cursor } from '../staff/staff-values.ts'
import { positionPattern } from '../../cursors.ts'
import { MESSAGES_LISTED, MESSAGE_MAX } from '../../chat/chat.ts'
import { freeText, readsNumber } from '../../reading/fields.ts'
import {
  ARBITER_CONFLICT_DAYS,
  CASES_LISTED,
  DISPUTE_EVENTS_LISTED,
  DISPUTE_ROUNDS,
  EARLIER_DISPUTES_LISTED,
} from '../../disputes/disputes.ts'
import { CASE_GROUPS_LISTED, LINKED_CASES_LISTED } from '../../disputes/linked-cases.ts'
import type { ErrorCode } from '../../errors.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { message } from '../chat/chat.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { LIMITS } from '../../limits.ts'
import { PAYEE_ANSWERS } from '../../payments/payee-check.ts'
import { fiatCurrency, paymentMethod } from '../offers/market-values.ts'
import { trader } from '../offers/offers.ts'
import {
  bondOutcome,
  decision,
  decisionReason,
  disputeEvent,
  earlierDispute,
  linkedGroup,
  caseLinks,
  statement,
  statementText,
  tradeEvent,
} from './case-values.ts'
import { payerCheck } from '../trades/payer-check.ts'
import { trade, tradeParams } from '../trades/trades.ts'
import { DISPUTE_AFTER_MINUTES, ESCALATION_HOURS, PARTY_ROLES } from '../../trades/trades.ts'
import {
  decisionOutcome,
  disputeOutcome,
  disputeReason,
  disputeRole,
  disputeStatus,
  partyRole,
  tradeStatus,
} from '../trades/trade-values.ts'

const endpoint = endpointsOf('Disputes')

const caseFields = {
  tradeId: id,
  version: described(z.int(), 'Counts the changes of the dispute.'),
  status: disputeStatus,
  round: described(z.int(), '1, or 2 after an appeal.'),
  reason: disputeReason,
  openedBy: described(z.enum(['buyer', 'seller', 'system']), 'The party who opened it, or the system.'),
  openedAt: moment,
  deadline: described(z.nullable(moment), 'When the present status ends by itself; null once it is closed.'),
  stoppedAt: described(z.nullable(moment), 'Since when an outage stops the deadline; null while it runs.'),
  turn: described(listOf(disputeRole, 2), 'Who has to act before the deadline.'),
  lateDecisions: described(z.int(), 'How often an arbiter let the deadline pass.'),
  outcome: described(z.nullable(disputeOutcome), 'How it ended; null while it is open.'),
  now: described(moment, 'When this was written, for a countdown.'),
}

export const dispute = named(
  'Dispute',
  z.object({
    ...caseFields,
    role: described(partyRole, 'Your role.'),
    phrase: described(z.string(), 'Three words that only the parties and the case’s arbiter know.'),
    hasArbiter: z.boolean(),
    statements: listOf(statement, 2 * DISPUTE_ROUNDS),
    decisions: listOf(decision, DISPUTE_ROUNDS),
    accepted: described(listOf(partyRole, 2), 'The parties who have accepted the latest decision.'),
    events: listOf(disputeEvent, DISPUTE_EVENTS_LISTED),
  }),
)
export type Dispute = z.infer<typeof dispute>

export const COMMON = ['not_found'] as const satisfies readonly ErrorCode[]
const seenStatus = described(tradeStatus, 'The status you know: if the trade has another one by now, it is not moved.')

export const openDispute = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/open-dispute',
  summary: 'Open a dispute about a trade that is marked as paid',
  description: `Possible from ${DISPUTE_AFTER_MINUTES} minutes after the payment mark; as \`not_received\`, from the trade’s \`arrivesBy\` on. ${ESCALATION_HOURS} hours after the trade was opened the system opens it, later by methods that take working days. A user without a completed trade can have one open dispute at a time.`,
  scope: 'trades',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({ seenStatus, reason: disputeReason, statement: statementText }),
  response: trade,
  errors: [
    ...COMMON,
    'stale_screen',
    'trade_over',
    'payment_not_sent',
    'payment_window_passed',
    'confirmation_window_passed',
    'objection_window_passed',
    'already_disputed',
    'dispute_too_early',
    'payment_not_due',
    'disputes_limit',
    'dispute_waits',
  ],
})

export const objectToRefund = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/object',
  summary: 'Buyer: object to a held refund, because the payment had already been sent',
  description: 'Opens a dispute. It needs a proof of payment, uploaded before, which the seller sees from then on.',
  scope: 'trades',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({
    seenStatus,
    statement: statementText,
    proofId: described(id, 'The file with the proof of payment.'),
  }),
  response: trade,
  errors: [
    ...COMMON,
    'proof_unknown',
    'not_your_move',
    'stale_screen',
    'trade_over',
    'refund_not_held',
    'objection_window_passed',
    'confirmation_window_passed',
    'payment_window_passed',
    'disputes_limit',
  ],
})

export const getDispute = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/dispute',
  summary: 'Get the dispute of a trade',
  description: 'For the two parties of the trade only. An API key cannot read it: it has the verification phrase.',
  params: tradeParams,
  response: dispute,
  errors: [...COMMON],
})

export const submitStatement = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/dispute/statement',
  summary: 'Submit your statement, once in each round',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({ statement: statementText }),
  response: dispute,
  errors: [...COMMON, 'dispute_closed', 'statements_closed', 'statement_given'],
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/dispute/appeal',
  summary: 'Losing party: appeal against the decision, once',
  description: 'Another arbiter decides; that decision is final.',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({ statement: statementText }),
  response: dispute,
  errors: [...COMMON, 'not_your_move', 'dispute_closed', 'not_decided', 'decision_final', 'decision_accepted'],
})

const listedCase = named(
  'ListedCase',
  z.object({
    ...caseFields,
    reference: described(z.string(), 'The payment reference of the trade.'),
    fiatCurrency,
    paymentMethod,
    amountFiat: decimal,
    amountUsdt: decimal,
    isMine: described(z.boolean(), 'You have this case.'),
    isTaken: described(z.boolean(), 'An arbiter has this case.'),
    taker: described(partyRole, 'The role of the party who opened the trade.'),
    hasBond: described(z.boolean(), 'The buyer locked a bond: a refund says what becomes of it.'),
    group: described(
      z.nullable(linkedGroup),
      'The group of open cases that this one belongs to; null without one, once it is closed, and where you cannot take it.',
    ),
    conflict: described(
      z.nullable(z.enum(['party', 'traded', 'team', 'had_before'])),
      `Why you cannot take it: you are a party, you traded or were in one team with a party in the last ${ARBITER_CONFLICT_DAYS} days, or you have had it before.`,
    ),
  }),
)
export type ListedCase = z.infer<typeof listedCase>

const partyRecord = z.object({
  trader,
  failedTrades: described(z.int(), 'Trades that this user cancelled or let expire, as they count for the record.'),
  partners: described(z.int(), 'With how many others this user completed trades that count.'),
  openTrades: z.int(),
})

const linkedCase = named(
  'LinkedCase',
  z.object({
    ...listedCase.shape,
    directLinks: described(
      caseLinks,
      'What its taker and that of your case share; empty where only other cases connect them.',
    ),
  }),
)
export type LinkedCase = z.infer<typeof linkedCase>

export const disputeCase = named(
  'DisputeCase',
  z.object({
    ...listedCase.shape,
    phrase: described(z.string(), 'Quote it in the chat, so that the parties know you are the arbiter.'),
    statements: listOf(statement, 2 * DISPUTE_ROUNDS),
    decisions: listOf(decision, DISPUTE_ROUNDS),
    accepted: listOf(partyRole, 2),
    events: listOf(disputeEvent, DISPUTE_EVENTS_LISTED),
    trade: z.object({
      status: tradeStatus,
      taker: partyRole,
      terms: z.string(),
      price: decimal,
      fee: decimal,
      sellerLocks: decimal,
      buyerReceives: decimal,
      bond: described(z.nullable(decimal), 'The USDT that the buyer locked as a bond; null without one.'),
      openedAt: moment,
      arrivesBy: described(
        z.nullable(moment),
        'By when the payment arrives if it was made at the payment mark, or at the objection; null without both.',
      ),
      detailsShownAt: described(z.nullable(moment), 'When the buyer was first shown the payment details.'),
      events: listOf(tradeEvent, DISPUTE_EVENTS_LISTED),
    }),
    bankAnswers: described(
      listOf(z.object({ answer: z.enum(PAYEE_ANSWERS), at: moment }), LIMITS.payee_answers),
      'What the buyer recorded that the bank said of the seller’s name, in order; the last one counts.',
    ),
    codeAttempts: described(
      listOf(z.object({ by: z.enum(PARTY_ROLES), isRight: z.boolean(), at: moment }), 2 * LIMITS.meeting_code_attempts),
      'In person: each code that a party typed from the page of the other one, in order. A right one of the buyer shows that they met, one of the seller releases the USDT.',
    ),
    payer: described(payerCheck, 'The names of the payer: declared by the buyer, and seen by the seller.'),
    buyer: z.object({ ...partyRecord.shape, earlier: listOf(earlierDispute, EARLIER_DISPUTES_LISTED) }),
    seller: z.object({ ...partyRecord.shape, earlier: listOf(earlierDispute, EARLIER_DISPUTES_LISTED) }),
  }),
)
export type DisputeCase = z.infer<typeof disputeCase>

export const listCases = endpoint({
  method: 'GET',
  path: '/api/staff/disputes',
  summary: 'Arbiter: list cases, the earliest deadline first',
  staff: 'arbiter',
  query: z.strictObject({
    show: z.optional(z.enum(['open', 'mine', 'closed'])),
    cursor: cursor(positionPattern(1)),
  }),
  response: z.object({
    cases: listOf(listedCase, CASES_LISTED),
    groups: described(
      listOf(linkedGroup, CASE_GROUPS_LISTED),
      'The largest groups of open cases; none with `mine` and `closed`.',
    ),
    nextCursor: z.nullable(z.string()),
  }),
})

export const getCase = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId',
  summary: 'Arbiter: get a case that you have taken',
  staff: 'arbiter',
  params: tradeParams,
  response: disputeCase,
  errors: ['case_not_yours'],
})

export const listLinkedCases = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId/linked',
  summary: 'Arbiter: list the other cases of the group of a case that you have taken',
  description:
    'The earliest deadline first, without those that you cannot take. Each of them is taken and decided for itself.',
  staff: 'arbiter',
  params: tradeParams,
  response: z.object({ cases: listOf(linkedCase, LINKED_CASES_LISTED) }),
  errors: ['case_not_yours'],
})

export const takeCase = endpoint({
  method: 'POST',
  path: '/api/staff/disputes/:tradeId/take',
  summary: 'Arbiter: take a case',
  description: `Refused to an arbiter who is a party, traded or was in one team with a party in the last ${ARBITER_CONFLICT_DAYS} days, or has had the case before.`,
  staff: 'arbiter',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({}),
  response: disputeCase,
  errors: ['stale_screen', 'dispute_closed', 'case_taken', 'case_conflict'],
})

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/staff/disputes/:tradeId/decide',
  summary: 'Arbiter: decide a case that you have taken',
  staff: 'arbiter',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({
    outcome: decisionOutcome,
    releasedUsdt: described(
      z.optional(readsNumber('assetAmount').check(z.maxLength(40))),
      'For a split: how much of the USDT is released.',
    ),
    bond: described(z.optional(bondOutcome), 'Of a refund where the buyer locked a bond: what becomes of it.'),
    reason: decisionReason,
  }),
  response: disputeCase,
  errors: ['dispute_closed', 'not_deciding', 'case_not_yours', 'case_conflict', 'split_amount_wrong', 'stale_screen'],
})

export const listCaseMessages = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId/messages',
  summary: 'Arbiter: list the chat of a case that you have taken',
  description: 'An answer has up to 500 messages; ask again with `after` set to the last sequence number.',
  staff: 'arbiter',
  params: tradeParams,
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  response: z.object({ messages: listOf(message, MESSAGES_LISTED) }),
  errors: ['case_not_yours'],
})

export const getCaseImage = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId/images/:imageId',
  summary: 'Arbiter: get a chat image of a case that you have taken',
  staff: 'arbiter',
  params: z.strictObject({ tradeId: id, imageId: id }),
  file: 'image/webp',
  errors: ['case_not_yours', 'file_unavailable'],
})

export const sendCaseMessage = endpoint({
  method: 'POST',
  path: '/api/staff/disputes/:tradeId/messages',
  summary: 'Arbiter: write in the chat of a case that you have taken',
  description: 'The parties see it with the arbiter’s badge. Each message is recorded in the audit log.',
  staff: 'arbiter',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({
    text: freeText().check(
      z.minLength(1, FIELD_TEXTS.messageEmpty),
      z.maxLength(MESSAGE_MAX, FIELD_TEXTS.messageTooLong),
    ),
  }),
  response: message,
  statuses: [201],
  errors: ['case_not_yours', 'dispute_closed'],
})
