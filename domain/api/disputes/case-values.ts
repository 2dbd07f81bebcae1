/** Values of cases: the texts of parties and arbiters, the groups of cases, and what a case says of earlier trades. */
import * as z from 'zod/mini'
import { DECISION_REASON_MAX, DECISION_REASON_MIN, STATEMENT_MAX, STATEMENT_MIN } from '../../disputes/disputes.ts'
import { BOND_OUTCOMES } from '../../trades/bonds.ts'
import { CASE_LINKS } from '../../disputes/linked-cases.ts'
import { freeText } from '../../reading/fields.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { decimal, described, listOf, moment, named } from '../endpoint.ts'
import {
  decisionOutcome,
  disputeAction,
  disputeOutcome,
  disputeReason,
  disputeRole,
  partyRole,
  tradeAction,
  tradeStatus,
} from '../trades/trade-values.ts'

/** Measured in characters, after cleaning. */
function longText(min: number, max: number) {
  return freeText().check((ctx) => {
    const { length } = [...ctx.value]
    if (length < min || length > max)
      ctx.issues.push({ code: 'custom', input: ctx.value, message: FIELD_TEXTS.statementLength })
  })
}

/** What a party says happened. */
export const statementText = longText(STATEMENT_MIN, STATEMENT_MAX)
/** The arbiter's reason, which both parties read. */
export const decisionReason = longText(DECISION_REASON_MIN, DECISION_REASON_MAX)

export const caseLinks = listOf(z.enum(CASE_LINKS), CASE_LINKS.length)

export const linkedGroup = named(
  'LinkedGroup',
  z.object({
    name: described(z.string(), 'G1 is the largest at the moment; names change with the groups.'),
    cases: described(z.int(), 'How many of the open cases that are read belong to the group.'),
    takers: described(z.int(), 'How many different users opened their trades.'),
    links: described(
      caseLinks,
      'What connects them: one taker, or takers who share a network, a browser, or an account on which they were to be paid.',
    ),
  }),
)
export type LinkedGroup = z.infer<typeof linkedGroup>

export const earlierDispute = z.object({
  reference: z.string(),
  role: described(partyRole, 'This user’s role then.'),
  reason: disputeReason,
  outcome: z.nullable(disputeOutcome),
  openedAt: moment,
})

export const tradeEvent = z.object({
  action: tradeAction,
  by: z.enum(['buyer', 'seller', 'system']),
  to: tradeStatus,
  at: moment,
})

export const bondOutcome = z.enum(BOND_OUTCOMES)

export const statement = z.object({ round: z.int(), by: partyRole, text: z.string(), at: moment })
export const decision = z.object({
  round: z.int(),
  outcome: decisionOutcome,
  released: described(decimal, 'How much of the trade’s USDT is released; the fee is 0.5% of it.'),
  toBuyer: decimal,
  fee: decimal,
  toSeller: decimal,
  bond: described(z.nullable(bondOutcome), 'What becomes of the buyer’s bond; null without one.'),
  reason: z.string(),
  at: moment,
})
export const disputeEvent = z.object({ action: disputeAction, by: disputeRole, round: z.int(), at: moment })
