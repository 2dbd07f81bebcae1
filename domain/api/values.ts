/** The vocabularies of the domain as schemas, named in the OpenAPI document. */
import * as z from 'zod/mini'
import { SIGN_IN_METHODS } from '../accounts.ts'
import { ADDITION_KINDS } from '../additions.ts'
import { KEY_SCOPES } from '../api-keys.ts'
import { MESSAGE_KINDS, SYSTEM_CODES } from '../chat.ts'
import { CONTACT_SUBJECTS } from '../contact.ts'
import { SECOND_FACTORS } from '../factors.ts'
import { IDENTITY_KINDS } from '../identities.ts'
import { LANGUAGES } from '../languages.ts'
import { FIAT_CURRENCIES, PAYMENT_METHODS } from '../market.ts'
import { OFFER_STATUSES, OFFER_TYPES } from '../offers.ts'
import { ANCHORS } from '../quote.ts'
import { ESCROW_STATES, PARTY_ROLES, TRADE_ACTIONS, TRADE_STATUSES } from '../trades.ts'
import { named } from './endpoint.ts'

export const fiatCurrency = named('FiatCurrency', z.enum(FIAT_CURRENCIES), 'An ISO 4217 code.')
export const paymentMethod = named('PaymentMethod', z.enum(PAYMENT_METHODS), 'How the fiat money is paid.')
export const offerType = named('OfferType', z.enum(OFFER_TYPES), 'What the owner of the offer does with USDT.')
export const offerStatus = named('OfferStatus', z.enum(OFFER_STATUSES))
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
export const language = named('Language', z.enum(LANGUAGES), 'An ISO 639-1 code.')
export const keyScope = named('KeyScope', z.enum(KEY_SCOPES), 'What an API key may do.')
export const signInMethod = named('SignInMethod', z.enum(SIGN_IN_METHODS))
export const secondFactor = named('SecondFactor', z.enum(SECOND_FACTORS))
export const additionKind = named(
  'AdditionKind',
  z.enum(ADDITION_KINDS),
  'What was added to an account for signing in or acting for it.',
)
export const identityKind = named('IdentityKind', z.enum(IDENTITY_KINDS), 'An identity provider, or a wallet.')
export const contactSubject = named('ContactSubject', z.enum(CONTACT_SUBJECTS))
