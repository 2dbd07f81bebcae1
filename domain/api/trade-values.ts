/** The vocabularies of trades as schemas, named in the OpenAPI document. */
import * as z from 'zod/mini'
import { MESSAGE_KINDS, SYSTEM_CODES } from '../chat.ts'
import { ANCHORS } from '../quote.ts'
import { ESCROW_STATES, PARTY_ROLES, TRADE_ACTIONS, TRADE_STATUSES } from '../trades.ts'
import { named } from './endpoint.ts'

export const anchor = named('Anchor', z.enum(ANCHORS), 'The amount that the taker typed, which is exact.')
export const partyRole = named('PartyRole', z.enum(PARTY_ROLES), 'The buyer or the seller of the USDT.')
export const tradeStatus = named('TradeStatus', z.enum(TRADE_STATUSES))
export const tradeAction = named('TradeAction', z.enum(TRADE_ACTIONS))
export const escrowState = named('EscrowState', z.enum(ESCROW_STATES))
export const messageKind = named('MessageKind', z.enum(MESSAGE_KINDS))
export const systemCode = named(
  'SystemCode',
  z.enum(SYSTEM_CODES),
  'What a message of the platform says, in any language.',
)
