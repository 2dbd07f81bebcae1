/**
 * The wire contract: every call the server takes, with the shapes that go in and come out. The server's routes,
 * the OpenAPI document and the browser's client are all made from these endpoints. Money is a decimal string,
 * a moment is an ISO string in UTC by the database's clock.
 */
import * as z from 'zod/mini'
import { passwordChangeSchema, registrationSchema, signInSchema, USERNAME_MAX } from './accounts.ts'
import { contactSchema } from './contact.ts'
import { MESSAGE_KINDS, MESSAGE_MAX, SYSTEM_CODES } from './chat.ts'
import { ASSET, COUNTRIES, FIAT_CURRENCIES, PAYMENT_METHODS } from './market.ts'
import { NUMBERED_PAGES, marketplaceFilters } from './marketplace.ts'
import { OFFER_STATUSES, OFFER_TYPES, offerEditSchema, offerSchema } from './offers.ts'
import { profileSchema, usernameSchema } from './profiles.ts'
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
  /** The same with what open trades hold, as the form names it. */
  inventoryUsdt: z.nullable(decimal),
})
export type MyOffer = z.infer<typeof myOffer>

const offerPage = z.object({ offers: z.array(offer), nextCursor: z.nullable(z.string()) })
export type OfferPage = z.infer<typeof offerPage>

/** Exact up to a bound, then "more than" it. */
const count = z.object({ count: z.int(), isExact: z.boolean() })
export type Count = z.infer<typeof count>

const marketplacePage = z.object({
  offers: z.array(offer),
  total: count,
  /** Leads to the pages around this one; null where there is none. */
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
  /** The database's clock, to reckon the offers' age by. */
  now: moment,
})
export type MarketplacePage = z.infer<typeof marketplacePage>

const marketplaceStatistics = z.object({ offers: count, traders: count, buy: count, sell: count, newToday: count })
export type MarketplaceStatistics = z.infer<typeof marketplaceStatistics>

const market = z.object({
  asset: z.literal(ASSET),
  rates: z.array(z.object({ fiatCurrency: z.enum(FIAT_CURRENCIES), rate: decimal, source: z.string(), asOf: moment })),
})

/** Facts about trades that were opened in the last 30 days; null where there is nothing to reckon with. */
const marketStatistics = z.object({
  /** People who were a side of such a trade. */
  activeTraders: z.int(),
  /** USDT of the trades completed in the last 24 hours. */
  volumeUsdt: decimal,
  completedTrades: z.int(),
  /** Completed out of all that ended, in percent with one decimal. */
  successRate: z.nullable(decimal),
  /** From the opening of a trade to its completion, on average. */
  settlementSeconds: z.nullable(z.int()),
})
export type MarketStatistics = z.infer<typeof marketStatistics>

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

/** A person's record, counted from their trades; null where there is nothing to reckon with. */
const reputation = z.object({
  completedTrades: z.int(),
  /** Completed out of all that ended, in percent with one decimal. */
  completionRate: z.nullable(decimal),
  /** Buying: from the opening of a trade to the word that it is paid. */
  medianPaySeconds: z.nullable(z.int()),
  /** Selling: from that word to the confirmation. */
  medianReleaseSeconds: z.nullable(z.int()),
  /** Different people trades were completed with. */
  partners: z.int(),
  memberSince: moment,
})
export type Reputation = z.infer<typeof reputation>

const dashboard = z.object({
  /** USDT of all completed trades. */
  volumeUsdt: decimal,
  /** Completed out of all trades, in percent with one decimal. */
  successRate: z.nullable(decimal),
  /** How many of one's trades stand where; every status, in the machine's order. */
  statuses: z.array(z.object({ status: z.enum(TRADE_STATUSES), trades: z.int() })),
  activeOffers: z.int(),
  recentTrades: z.array(trade),
  /** Completed trades by the day (UTC) they were opened on, the longest span there is, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), volumeUsdt: decimal, completedTrades: z.int() })),
  reputation,
})
export type Dashboard = z.infer<typeof dashboard>

const profile = z.object({
  username: z.string(),
  email: z.string(),
  /** The e-mail was verified. */
  isVerified: z.boolean(),
  memberSince: moment,
  completedTrades: z.int(),
  bio: z.string(),
  location: z.string(),
  /** Null: now. */
  usernameChangeableAt: z.nullable(moment),
  /** Whether moves of one's trades count as unread alerts. */
  wantsTradeUpdates: z.boolean(),
})
export type Profile = z.infer<typeof profile>

const traderPage = z.object({ username: z.string(), bio: z.string(), location: z.string(), reputation })
export type TraderPage = z.infer<typeof traderPage>

const openSession = z.object({
  id,
  /** Null for what the browser does not say in words we know. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  isCurrent: z.boolean(),
  signedInAt: moment,
  /** Exact to five minutes. */
  lastSeenAt: moment,
})
export type OpenSession = z.infer<typeof openSession>

/** Something the other side or the house did: a trade moved, or a message came. */
const alert = z.object({
  /** The number of its event in the person's stream. */
  seq: z.int(),
  kind: z.enum(['trade', 'message']),
  tradeId: id,
  /** The other side of the trade. */
  username: z.string(),
  /** What happened to the trade; null for a message. */
  code: z.nullable(z.enum(SYSTEM_CODES)),
  /** The beginning of a message; empty for a move. */
  text: z.string(),
  at: moment,
  isUnread: z.boolean(),
})
export type Alert = z.infer<typeof alert>

const unread = z.object({ unread: z.int() })

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

const marketplaceQuery = z.strictObject({
  ...marketplaceFilters,
  /** One of the numbered pages; further ones have a cursor. */
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(NUMBERED_PAGES))),
  cursor: z.optional(z.string().check(z.maxLength(120))),
})
export type MarketplaceQuery = z.infer<typeof marketplaceQuery>

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

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/password',
  summary: 'Change the password; every other session ends',
  body: passwordChangeSchema,
  response: session,
})
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Where one is signed in, this session first',
  response: z.object({ sessions: z.array(openSession) }),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  summary: 'Sign out one session of one’s own',
  needsKey: true,
  params: z.strictObject({ sessionId: id }),
  response: z.object({ ended: z.int() }),
})
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  summary: 'Sign out everywhere but here',
  needsKey: true,
  body: nothing,
  response: z.object({ ended: z.int() }),
})

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'One’s own figures, counted from one’s trades and offers',
  response: dashboard,
})
export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'One’s own profile and settings',
  response: profile,
})
export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/profile',
  summary: 'Say something of oneself',
  needsKey: true,
  body: profileSchema,
  response: profile,
})
export const changeUsername = endpoint({
  method: 'POST',
  path: '/api/profile/username',
  summary: 'Take another username, once in 365 days',
  needsKey: true,
  body: usernameSchema,
  response: profile,
})
export const saveNotifications = endpoint({
  method: 'POST',
  path: '/api/profile/notifications',
  summary: 'Choose what counts as an unread alert',
  needsKey: true,
  body: z.strictObject({ tradeUpdates: z.boolean() }),
  response: profile,
})
export const getTrader = endpoint({
  method: 'GET',
  path: '/api/traders/:username',
  summary: 'What everybody may know of a trader',
  isPublic: true,
  params: z.strictObject({
    username: z.string().check(z.regex(/^\w+$/), z.maxLength(USERNAME_MAX)),
  }),
  response: traderPage,
})

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  summary: 'What others did in one’s trades lately, newest first',
  response: z.object({ alerts: z.array(alert) }),
})
export const countAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts/unread',
  summary: 'How many alerts are unread, counted to 100',
  response: unread,
})
export const markAlertsRead = endpoint({
  method: 'POST',
  path: '/api/alerts/read',
  summary: 'Mark alerts read up to the newest one that was shown',
  needsKey: true,
  body: z.strictObject({ seq: z.int().check(z.minimum(0)) }),
  response: unread,
})

export const getMarket = endpoint({
  method: 'GET',
  path: '/api/market',
  summary: 'Reference rates',
  isPublic: true,
  response: market,
})
export const getMarketStatistics = endpoint({
  method: 'GET',
  path: '/api/market/stats',
  summary: 'Figures of the last 30 days, from the trades themselves',
  isPublic: true,
  response: marketStatistics,
})

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to the people behind the product',
  isPublic: true,
  needsKey: true,
  body: contactSchema,
  response: z.object({ reference: z.string() }),
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
/** A stale form (another version, another amount left in all) gets `offer_wrong_status`. */
export const editOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:offerId',
  summary: 'Change an offer and start its 30 days anew',
  needsKey: true,
  params: offerParams,
  body: offerEditSchema,
  response: myOffer,
})
export const listMarketplace = endpoint({
  method: 'GET',
  path: '/api/marketplace',
  summary: 'Offers of other traders, searched and ordered, ten to a page',
  isPublic: true,
  query: marketplaceQuery,
  response: marketplacePage,
})
export const getMarketplaceStatistics = endpoint({
  method: 'GET',
  path: '/api/marketplace/stats',
  summary: 'How many offers and traders there are, without oneself',
  isPublic: true,
  response: marketplaceStatistics,
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
  summary: 'One’s own trades, newest first, a hundred at a time',
  query: z.strictObject({
    /** The trade the last answer ended with. */
    before: z.optional(id),
  }),
  response: z.object({ trades: z.array(trade), nextCursor: z.nullable(id) }),
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
