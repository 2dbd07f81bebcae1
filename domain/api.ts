/**
 * The wire contract: every call the server takes, with the shapes that go in and come out. The server's routes,
 * the OpenAPI document and the browser's client are all made from these endpoints. Money is a decimal string,
 * a moment is an ISO string in UTC by the database's clock.
 */
import * as z from 'zod/mini'
import { registrationSchema, signInSchema } from './accounts.ts'
import { MESSAGE_KINDS, MESSAGE_MAX, SYSTEM_CODES } from './chat.ts'
import { ASSET, COUNTRIES, FIAT_CURRENCIES, PAYMENT_METHODS } from './market.ts'
import { OFFER_STATUSES, OFFER_TYPES, offerSchema } from './offers.ts'
import { ANCHORS } from './quote.ts'
import { ESCROW_STATES, PARTY_ROLES, TRADE_ACTIONS, TRADE_STATUSES } from './trades.ts'

type Schema = z.ZodMiniType

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** With `:name` for each path parameter. */
  path: string
  summary: string
  /** Whether a call by nobody in particular is answered. */
  isPublic?: true
  /** Calls that change something carry an Idempotency-Key (decisions: Money; reliability: idempotency). */
  needsKey?: true
  params?: Schema
  query?: Schema
  body?: Schema
  response?: Schema
}

/** What an endpoint's part looks like once read; `undefined` where it has no such part. */
export type Sent<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined

/** What an endpoint answers; unknown where the answer is not JSON. */
export type Answered<E extends Endpoint> = E extends { response: infer S extends Schema } ? z.output<S> : unknown

function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

// Shapes

const id = z.uuid()
const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))
const moment = z.iso.datetime()

const person = z.object({ id, username: z.string(), email: z.string(), memberSince: moment })
export type Person = z.infer<typeof person>

const session = z.object({ user: z.nullable(person) })
export type Session = z.infer<typeof session>

const trader = z.object({ username: z.string(), completedTrades: z.int(), memberSince: moment })
export type Trader = z.infer<typeof trader>

const offerFields = {
  id,
  version: z.int(),
  type: z.enum(OFFER_TYPES),
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  minAmount: decimal,
  maxAmount: decimal,
  /** The limits in USDT at the present price, for reading only. */
  minUsdt: decimal,
  maxUsdt: decimal,
  pricePercentage: decimal,
  /** Fiat per 1 USDT, in full. */
  price: decimal,
  terms: z.string(),
  status: z.enum(OFFER_STATUSES),
  paymentWindowMinutes: z.int(),
  createdAt: moment,
}
const offer = z.object({ ...offerFields, owner: trader, isMine: z.boolean() })
export type Offer = z.infer<typeof offer>

const myOffer = z.object({
  ...offerFields,
  maxOpenTrades: z.int(),
  openTrades: z.int(),
  /** What is left to sell or buy, or null without a limit. */
  availableUsdt: z.nullable(decimal),
})
export type MyOffer = z.infer<typeof myOffer>

const offerPage = z.object({ offers: z.array(offer), nextCursor: z.nullable(z.string()) })
export type OfferPage = z.infer<typeof offerPage>

const market = z.object({
  asset: z.literal(ASSET),
  rates: z.array(z.object({ fiatCurrency: z.enum(FIAT_CURRENCIES), rate: decimal, source: z.string(), asOf: moment })),
})
export type Market = z.infer<typeof market>

const quote = z.object({
  id,
  offerId: id,
  offerVersion: z.int(),
  role: z.enum(PARTY_ROLES),
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  rate: decimal,
  pricePercentage: decimal,
  price: decimal,
  anchor: z.enum(ANCHORS),
  amountFiat: decimal,
  amountUsdt: decimal,
  fee: decimal,
  /** What the taker receives (buying: amount minus fee) or sends to escrow (selling: amount plus fee). */
  takerUsdt: decimal,
  expiresAt: moment,
  /** The database's clock when this was written, to count down by. */
  now: moment,
})
export type Quote = z.infer<typeof quote>

const trade = z.object({
  id,
  version: z.int(),
  status: z.enum(TRADE_STATUSES),
  role: z.enum(PARTY_ROLES),
  taker: z.enum(PARTY_ROLES),
  buyer: trader,
  seller: trader,
  offerId: id,
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  anchor: z.enum(ANCHORS),
  amountFiat: decimal,
  amountUsdt: decimal,
  rate: decimal,
  pricePercentage: decimal,
  price: decimal,
  fee: decimal,
  sellerLocks: decimal,
  buyerReceives: decimal,
  terms: z.string(),
  escrow: z.object({
    address: z.string(),
    chain: z.string(),
    state: z.enum(ESCROW_STATES),
    /** What the escrow account holds now, by the ledger. */
    holds: decimal,
  }),
  paymentWindowMinutes: z.int(),
  payDeadline: moment,
  createdAt: moment,
  paidAt: z.nullable(moment),
  closedAt: z.nullable(moment),
  /** Who ended a cancelled trade: a party, or the clock. */
  cancelledBy: z.nullable(z.enum(['buyer', 'seller', 'clock'])),
  usedOnce: z.array(z.enum(TRADE_ACTIONS)),
  chatOpen: z.boolean(),
  now: moment,
})
export type Trade = z.infer<typeof trade>

const message = z.object({
  /** Counts up from 1 within the trade, without gaps. */
  seq: z.int(),
  tradeId: id,
  kind: z.enum(MESSAGE_KINDS),
  /** Null for a message of the house. */
  sender: z.nullable(z.enum(PARTY_ROLES)),
  text: z.string(),
  systemCode: z.nullable(z.enum(SYSTEM_CODES)),
  image: z.nullable(z.object({ id, width: z.int(), height: z.int() })),
  /** The sender's own name for the message, so that its optimistic copy can be replaced. */
  clientId: z.nullable(z.string()),
  createdAt: moment,
})
export type Message = z.infer<typeof message>

/** What the event stream carries. `seq` counts up from 1 per person, without gaps. */
export const streamEvent = z.object({
  seq: z.int(),
  kind: z.enum(['trade', 'message']),
  data: z.object({
    tradeId: id,
    status: z.optional(z.enum(TRADE_STATUSES)),
    version: z.optional(z.int()),
    messages: z.array(message),
  }),
})
export type StreamEvent = z.infer<typeof streamEvent>

const tradeParams = z.strictObject({ tradeId: id })
const offerParams = z.strictObject({ offerId: id })
const seen = z.strictObject({
  /** The status the person saw when pressing the button: a stale screen gets a conflict, not a surprise. */
  seenStatus: z.enum(TRADE_STATUSES),
})
const nothing = z.strictObject({})

const offerQuery = z.strictObject({
  type: z.optional(z.enum(OFFER_TYPES)),
  currency: z.optional(z.enum(FIAT_CURRENCIES)),
  method: z.optional(z.enum(PAYMENT_METHODS)),
  country: z.optional(z.enum(COUNTRIES)),
  /** Fiat: keeps offers whose limits hold it. */
  amount: z.optional(z.string().check(z.maxLength(20))),
  /** Part of the owner's username, any case. */
  trader: z.optional(z.string().check(z.maxLength(40))),
  cursor: z.optional(z.string().check(z.maxLength(120))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
})
export type OfferQuery = z.infer<typeof offerQuery>

// Calls

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in',
  isPublic: true,
  response: session,
})
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Create an account and sign in',
  isPublic: true,
  needsKey: true,
  body: registrationSchema,
  response: session,
})
export const signIn = endpoint({
  method: 'POST',
  path: '/api/sign-in',
  summary: 'Sign in with email and password',
  isPublic: true,
  body: signInSchema,
  response: session,
})
export const signOut = endpoint({
  method: 'POST',
  path: '/api/sign-out',
  summary: 'End this session',
  isPublic: true,
  body: nothing,
  response: session,
})

export const getMarket = endpoint({
  method: 'GET',
  path: '/api/market',
  summary: 'Reference rates',
  isPublic: true,
  response: market,
})

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  summary: 'Offers on the market, newest first, without one’s own',
  isPublic: true,
  query: offerQuery,
  response: offerPage,
})
export const getOffer = endpoint({
  method: 'GET',
  path: '/api/offers/:offerId',
  summary: 'One offer',
  isPublic: true,
  params: offerParams,
  response: offer,
})
export const createOffer = endpoint({
  method: 'POST',
  path: '/api/offers',
  summary: 'Post an offer',
  needsKey: true,
  body: offerSchema,
  response: myOffer,
})
export const listMyOffers = endpoint({
  method: 'GET',
  path: '/api/my-offers',
  summary: 'One’s own offers, newest first',
  response: z.object({ offers: z.array(myOffer) }),
})
export const pauseOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/pause',
  summary: 'Take an offer off the market',
  needsKey: true,
  params: offerParams,
  body: nothing,
  response: myOffer,
})
export const activateOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId/activate',
  summary: 'Put an offer back on the market',
  needsKey: true,
  params: offerParams,
  body: nothing,
  response: myOffer,
})
export const deleteOffer = endpoint({
  method: 'DELETE',
  path: '/api/offers/:offerId',
  summary: 'Hide an offer for ever',
  needsKey: true,
  params: offerParams,
  response: z.object({ deleted: z.literal(true) }),
})

export const createQuote = endpoint({
  method: 'POST',
  path: '/api/quotes',
  summary: 'Ask for a price that holds for 60 seconds',
  needsKey: true,
  body: z.strictObject({ offerId: id, anchor: z.enum(ANCHORS), amount: z.string().check(z.maxLength(40)) }),
  response: quote,
})
export const openTrade = endpoint({
  method: 'POST',
  path: '/api/trades',
  summary: 'Open a trade at a quoted price',
  needsKey: true,
  body: z.strictObject({ quoteId: id }),
  response: trade,
})
export const listTrades = endpoint({
  method: 'GET',
  path: '/api/trades',
  summary: 'One’s own trades, newest first',
  response: z.object({ trades: z.array(trade) }),
})
export const getTrade = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId',
  summary: 'One trade, for its two parties',
  params: tradeParams,
  response: trade,
})
const move = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/trades/:tradeId/${name}`,
    summary,
    needsKey: true,
    params: tradeParams,
    body: seen,
    response: trade,
  })
export const markPaid = move('mark-paid', 'Buyer: the payment is sent')
export const takeBackPaid = move('take-back-paid', 'Buyer: not paid after all, once')
export const giveTime = move('give-time', 'Seller: give the payment window its own length again, once')
export const cancelTrade = move('cancel', 'Either: cancel before the payment is sent')
export const confirmReceipt = move('confirm-receipt', 'Seller: the payment has arrived, release the USDT')

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/messages',
  summary: 'The chat of a trade, oldest first',
  params: tradeParams,
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  response: z.object({ messages: z.array(message) }),
})
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/messages',
  summary: 'Say something in the chat',
  needsKey: true,
  params: tradeParams,
  body: z.strictObject({ text: z.string().check(z.maxLength(MESSAGE_MAX * 2)), clientId: z.uuid() }),
  response: message,
})
/** The body is multipart/form-data with one part `image` and, before it, optional parts `text` and `clientId`. */
export const sendImage = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/images',
  summary: 'Send a picture in the chat',
  needsKey: true,
  params: tradeParams,
  response: message,
})
/** Answers image/webp, to the trade's two parties only. */
export const getImage = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/images/:imageId',
  summary: 'A picture from the chat',
  params: z.strictObject({ tradeId: id, imageId: id }),
})

/**
 * Server-sent events; `Last-Event-ID` or `after` replays what was missed. First comes `hello` with { position, reset }:
 * after a reset, read everything again. Then `trade` and `message` events: a StreamEvent's `data` with its `seq`, which is the id as well.
 */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'What happens to me, as it happens',
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
})
/** The same events for a client whose stream is down: `after` left out gives the present position and nothing else. */
export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events/since',
  summary: 'What happened to me since',
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  response: z.object({ events: z.array(streamEvent), position: z.int(), reset: z.boolean() }),
})

/** The body of every refusal. */
export const problem = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  /** Each field that was refused, with its first message. */
  fields: z.optional(z.record(z.string(), z.string())),
  details: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problem>
