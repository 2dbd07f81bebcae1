/** The vocabularies of trades as schemas, named in the OpenAPI document. */
import * as z from 'zod/mini'
import { MESSAGE_KINDS, SENDER_ROLES, SYSTEM_CODES } from '../../chat/chat.ts'
import type { ErrorCode } from '../../errors.ts'
import { ANCHORS } from '../../trades/quote.ts'
import { ESCROW_OUTCOMES, PARTY_ROLES, TRADE_ACTIONS, TRADE_STATUSES } from '../../trades/trades.ts'
import {
  DECISION_OUTCOMES,
  DISPUTE_ACTIONS,
  DISPUTE_OUTCOMES,
  DISPUTE_REASON_CODES,
  DISPUTE_STATUSES,
} from '../../disputes/disputes.ts'
import { named } from '../endpoint.ts'

export const anchor = named('Anchor', z.enum(ANCHORS), 'The amount that the taker typed, which is exact.')
export const partyRole = named('PartyRole', z.enum(PARTY_ROLES), 'The buyer or the seller of the USDT.')
export const tradeStatus = named('TradeStatus', z.enum(TRADE_STATUSES))
export const tradeAction = named('TradeAction', z.enum(TRADE_ACTIONS))
export const escrowState = named('EscrowState', z.enum(ESCROW_OUTCOMES))
export const senderRole = named('SenderRole', z.enum(SENDER_ROLES), 'A party, or the arbiter of the dispute.')
export const messageKind = named('MessageKind', z.enum(MESSAGE_KINDS))
export const systemCode = named(
  'SystemCode',
  z.enum(SYSTEM_CODES),
  'What a message of the platform says, in any language.',
)
export const disputeStatus = named('DisputeStatus', z.enum(DISPUTE_STATUSES))
export const disputeAction = named('DisputeAction', z.enum(DISPUTE_ACTIONS))
export const disputeRole = named('DisputeRole', z.enum([...PARTY_ROLES, 'arbiter', 'system']))
export const disputeReason = named('DisputeReason', z.enum(DISPUTE_REASON_CODES))
export const disputeOutcome = named('DisputeOutcome', z.enum(DISPUTE_OUTCOMES))
export const decisionOutcome = named('DecisionOutcome', z.enum(DECISION_OUTCOMES))

/** Why an offer cannot be taken: by a quote, an estimate or an opening (server/trades/assert-takable.ts has the order). */
export const TAKING_REFUSALS = [
  'outage',
  'currency_unavailable',
  'rate_unavailable',
  'own_offer',
  'offer_unavailable',
  'offer_busy',
  'payment_method_not_offered',
  'arbiter_may_not_trade',
  'trade_not_possible',
  'taker_account_too_new',
  'taker_trades_too_few',
  'taker_completion_too_low',
  'taker_completion_unknown',
  'offer_closed',
  'own_team',
  'opening_paused',
  'offer_trade_open',
  'new_trader_limit',
  'open_trades_limit',
  'new_taker_network_limit',
  'new_taker_offer_busy',
  'amount_out_of_limits',
  'offer_sold_out',
  'tier_trade_limit',
  'tier_open_limit',
  'tier_day_limit',
  'counterparty_limit',
  'new_taker_usdt_limit',
] as const satisfies readonly ErrorCode[]
