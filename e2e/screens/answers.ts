/** What the API answers on the screens that are compared: one moment of a small market. */
import * as offersApi from '../../domain/api/offers/offers.ts'
import * as tradesApi from '../../domain/api/trades/trades.ts'
import * as waitingTradesApi from '../../domain/api/trades/waiting-trades.ts'
import * as myOffersApi from '../../domain/api/offers/my-offers.ts'
import * as marketApi from '../../domain/api/offers/market.ts'
import * as currenciesApi from '../../domain/api/offers/currencies.ts'
import * as tradersApi from '../../domain/api/profiles/traders.ts'
import * as ratingsApi from '../../domain/api/profiles/ratings.ts'
import * as tiersApi from '../../domain/api/accounts/tiers.ts'
import * as sessionsApi from '../../domain/api/accounts/sessions.ts'
import * as evidenceApi from '../../domain/api/trades/evidence.ts'
import * as chatApi from '../../domain/api/chat/chat.ts'
import * as profilesApi from '../../domain/api/profiles/profiles.ts'
import * as notificationsApi from '../../domain/api/notifications/notifications.ts'
import * as identitiesApi from '../../domain/api/accounts/identities.ts'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import type { Offer } from '../../domain/api/offers/offers.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { CURRENCIES, FIAT_CURRENCIES, type FiatCurrency } from '../../domain/offers/currencies.ts'
import { LANDING_OFFERS } from '../../domain/offers/listing.ts'
import { PAYMENT_METHODS } from '../../domain/payments/methods.ts'
import { formatUsdt } from '../../domain/money.ts'
import { NO_REQUIREMENTS } from '../../domain/profiles/relations.ts'
import {
  PAYMENT_METHOD_RISKS,
  PAYMENT_RISKS,
  TIER_LIMITS,
  TIER_REQUIREMENTS,
  TIERS,
  type AmountLimits,
} from '../../domain/accounts/tiers.ts'
import { TRADE_STATUSES } from '../../domain/trades/trades.ts'
import { notificationSettings } from '../../web/testing/samples.ts'
import { answer, exampleOf, type Answer } from './examples.ts'

/** The moment of all screens, by the clock of the server and of the browser. */
export const NOW = '2026-03-02T09:30:05.000Z'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()
const idAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** Name, trades, completion rate, rating, and seconds to pay or release. */
const TRADERS = [
  ['karim_sfax', 214, '98.6', '4.9', 240],
  ['leila_t', 61, '96.8', '4.7', 410],
  ['omar1990', 12, '92.3', '4.5', 900],
  ['sofia_paris', 133, '99.2', '4.9', 180],
  ['youssef', 3, null, null, null],
  ['medina_exchange', 780, '99.5', '4.8', 150],
] as const

/** The trader of a row, the side of the offer, currency, method, limits and margin in percent. */
const OFFERS = [
  [0, 'sell', 'TND', 'flouci', '50.00', '1500.00', '-0.50'],
  [3, 'sell', 'EUR', 'sepa_instant', '20.00', '900.00', '1.50'],
  [5, 'sell', 'TND', 'd17', '100.00', '5000.00', '0.40'],
  [1, 'buy', 'TND', 'tn_bank_transfer', '200.00', '2400.00', '0.20'],
  [2, 'sell', 'EUR', 'revolut', '15.00', '300.00', '0.20'],
  [4, 'buy', 'USD', 'paypal', '25.00', '250.00', '-2.00'],
  [5, 'buy', 'EUR', 'paysera', '50.00', '2000.00', '-0.30'],
  [0, 'sell', 'USD', 'wire_transfer', '500.00', '9000.00', '0.80'],
] as const

const offers: Offer[] = OFFERS.map(offerAt)
const offer: Offer = { ...offers[1]!, terms: 'SEPA Instant only, from an account in your own name.' }

function offerAt(row: (typeof OFFERS)[number], index: number): Offer {
  const [trader, type, fiatCurrency, paymentMethod, minAmount, maxAmount, pricePercentage] = row
  const price = priceOf(fiatCurrency, pricePercentage)
  return {
    ...exampleOf(offersApi.getOffer),
    id: idAt(index),
    type,
    fiatCurrency,
    paymentMethods: [paymentMethod],
    minAmount,
    maxAmount,
    minUsdt: (Number(minAmount) / price).toFixed(6),
    maxUsdt: (Number(maxAmount) / price).toFixed(6),
    pricePercentage,
    price: price.toFixed(4),
    trustedOnly: false,
    newTakerShare: 'third' as const,
    tradableUsdt: (Number(maxAmount) / price).toFixed(6),
    newTakerUsdt: (Number(maxAmount) / price / 3).toFixed(6),
    newTakerUsdtWithoutBond: (Number(maxAmount) / price / 3).toFixed(6),
    allowsBond: false,

    isNewTaker: false,
    amountTail: false,
    requirements: NO_REQUIREMENTS,
    opensAt: null,
    createdAt: ago((index + 1) * 7 * HOUR_MS),
    owner: traderAt(trader),
    isMine: false,
  }
}

function priceOf(currency: FiatCurrency, percentage: string): number {
  return (Number(CURRENCIES[currency].referenceRateE6) / 1e6) * (1 + Number(percentage) / 100)
}

function traderAt(index: number): Offer['owner'] {
  const [username, completedTrades, completionRate, average, medianSeconds] = TRADERS[index]!
  return {
    ...exampleOf(offersApi.getOffer).owner,
    username,
    completedTrades,
    completionRate,
    medianSeconds,
    rating: average === null ? null : { average, ratings: Math.ceil(completedTrades / 3) },
  }
}

const AMINA = { username: 'amina', avatar: null, isVerified: true } as const
const trade: Trade = {
  ...exampleOf(tradesApi.getTrade),
  offerId: offer.id,
  buyer: { ...traderAt(2), ...AMINA },
  seller: traderAt(3),
  paymentMethod: 'sepa_instant',
  terms: offer.terms,
  stoppedAt: null,
  usedOnce: [],
  detailsShown: false,
}
const waitingTrade = {
  ...exampleOf(waitingTradesApi.listWaitingTrades).trades[0]!,
  counterparty: { username: trade.seller.username, avatar: null },
  stoppedAt: null,
}
const paidTrade: Trade = {
  ...trade,
  version: 2,
  status: 'payment_sent',
  turn: ['seller'],
  deadline: ago(-2 * HOUR_MS),
  createdAt: ago(12 * 60_000),
  paidAt: ago(2 * 60_000),
  markFinalAt: ago(-13 * 60_000),
}
const completedTrade: Trade = {
  ...paidTrade,
  id: idAt(90),
  version: 4,
  status: 'completed',
  turn: [],
  deadline: null,
  createdAt: ago(3 * DAY_MS),
  closedAt: ago(3 * DAY_MS - HOUR_MS),
  chatOpen: false,
  escrow: { ...trade.escrow, state: 'released', holds: '0.000000' },
}

const myOffers: MyOffer[] = [1, 4, 6].map((index, row) => {
  const { owner: _owner, isMine: _isMine, refusal: _refusal, ...own } = offers[index]!
  return {
    ...exampleOf(myOffersApi.listMyOffers).offers[0]!,
    ...own,
    status: row === 1 ? 'paused' : 'active',
    hidden: null,
    isCurrencyAvailable: true,
    firstMessage: '',
    openTrades: row === 0 ? 1 : 0,
    stats: {
      tradesOpened: 14 - row * 5,
      tradesCompleted: 12 - row * 5,
      completionRate: '92.3',
      volumeUsdt: '1840.250000',
      lastTradeAt: ago((row + 1) * DAY_MS),
    },
  }
})

const count = (count: number) => ({ count, isExact: true })
const limitsOf = (limits: Record<(typeof PAYMENT_RISKS)[number], AmountLimits>) =>
  PAYMENT_RISKS.map((risk) => ({
    risk,
    tradeUsdt: formatUsdt(limits[risk].trade),
    openUsdt: formatUsdt(limits[risk].open),
    dayUsdt: formatUsdt(limits[risk].day),
  }))

const reputation = {
  completedTrades: 133,
  completionRate: '99.2',
  medianPaySeconds: 240,
  medianReleaseSeconds: 180,
  rating: { average: '4.9', ratings: 45 },
  partners: 71,
  disputesLost: 0,
  disputesConfirmed: 0,
  disputesReleasedLate: 0,
  memberSince: '2025-04-02T08:00:00.000Z',
}

/** Of every screen. */
const COMMON: Answer[] = [
  answer(marketApi.getMarket, (market) => ({
    ...market,
    rates: FIAT_CURRENCIES.map((fiatCurrency) => ({
      ...market.rates[0]!,
      fiatCurrency,
      rate: (Number(CURRENCIES[fiatCurrency].referenceRateE6) / 1e6).toFixed(6),
      sources: ['fixed'],
      unavailableSince: null,
      isAvailable: true,
    })),
  })),
  answer(currenciesApi.listCurrencies, () => ({
    currencies: FIAT_CURRENCIES.map((fiatCurrency) => ({ fiatCurrency, isAvailable: true, notice: '' })),
  })),
  answer(marketApi.getMarketStatistics, (statistics) => ({
    ...statistics,
    successRate: '97.4',
    completedTrades: 1312,
    settlementSeconds: 660,
  })),
  answer(marketApi.getMarketCounts, (counts) => ({
    ...counts,
    offers: count(42),
    traders: count(12),
    buy: count(17),
    sell: count(25),
    newToday: count(4),
  })),
  answer(offersApi.listLandingOffers, () => ({ offers: offers.slice(0, LANDING_OFFERS) })),
  answer(offersApi.listOffers, (page) => ({
    ...page,
    offers,
    total: count(offers.length),
    nextCursor: null,
    previousCursor: null,
    searched: null,
    now: NOW,
  })),
  answer(offersApi.getOffer, () => offer),
  answer(offersApi.listTraderOffers, (page) => ({ ...page, offers: [offer, { ...offers[4]!, owner: offer.owner }] })),
  answer(tradersApi.getTrader, (trader) => ({
    ...trader,
    username: 'sofia_paris',
    reputation,
    methods: [
      { paymentMethod: 'sepa_instant' as const, completedTrades: 96, medianPaySeconds: 240, medianReleaseSeconds: 150 },
      { paymentMethod: 'revolut' as const, completedTrades: 37, medianPaySeconds: 260, medianReleaseSeconds: 240 },
    ],
  })),
  answer(ratingsApi.listRatings, (page) => ({
    ...page,
    ratings: ['Fast and friendly.', 'Paid within two minutes.'].map((comment, index) => ({
      ...page.ratings[0]!,
      id: idAt(index),
      comment,
      by: index === 0 ? 'leila_t' : 'karim_sfax',
      at: ago((index + 1) * DAY_MS),
    })),
  })),
  answer(tiersApi.listTiers, () => ({
    tiers: TIERS.map((tier) => ({ tier, ...TIER_REQUIREMENTS[tier], limits: limitsOf(TIER_LIMITS[tier]) })),
    methods: PAYMENT_METHODS.map((paymentMethod) => ({ paymentMethod, risk: PAYMENT_METHOD_RISKS[paymentMethod] })),
  })),
]

/** Of a signed-in user who has an open trade. */
const SIGNED_IN: Answer[] = [
  answer(sessionsApi.getSession, (session) => ({
    user: { ...session.user!, ...AMINA, emailRefusedAt: null, suspension: null, roles: [] },
  })),
  answer(tradesApi.createQuote, (quote) => ({ ...quote, offerId: offer.id, price: offer.price, now: NOW })),
  answer(tradesApi.getTrade, () => trade),
  answer(tradesApi.listTrades, (page) => ({ ...page, trades: [trade, completedTrade] })),
  answer(waitingTradesApi.listWaitingTrades, (waiting) => ({ ...waiting, trades: [waitingTrade], now: NOW })),
  answer(evidenceApi.listFiles, () => ({ files: [] })),
  answer(chatApi.listMessages, (page) => ({
    ...page,
    read: { buyer: 2, seller: 2 },
    messages: ['Hello, I am sending the payment now.', 'Thank you, I am watching my account.'].map((text, index) => ({
      ...page.messages[0]!,
      seq: index + 1,
      text,
      sender: index === 0 ? ('buyer' as const) : ('seller' as const),
    })),
  })),
  answer(myOffersApi.listMyOffers, (page) => ({ ...page, offers: myOffers })),
  answer(profilesApi.getDashboard, (dashboard) => ({
    ...dashboard,
    successRate: '97.5',
    statuses: TRADE_STATUSES.map((status) => ({
      status,
      trades: { completed: 41, awaiting_payment: 1 }[status as string] ?? 0,
    })),
    escrow: { locked: '0.000000', incoming: trade.buyerReceives },
    recentTrades: [trade, completedTrade],
    days: Array.from({ length: 30 }, (_, day) => ({
      day: ago((29 - day) * DAY_MS).slice(0, 10),
      volumeUsdt: `${((day * 37) % 110) * 5}.000000`,
      completedTrades: (day * 37) % 5,
    })),
    reputation,
  })),
  answer(tiersApi.getLimits, (limits) => ({
    ...limits,
    tier: 'established' as const,
    completedTrades: 41,
    partners: 12,
    hasRehearsed: true,
    nextTier: 'experienced' as const,
    nextStep: 'record' as const,
    limits: limitsOf(TIER_LIMITS.established),
    use: PAYMENT_RISKS.map((risk) => ({ ...limits.use[0]!, risk })),
  })),
  answer(notificationsApi.getNotificationSettings, () => notificationSettings),
]

const SIGNED_OUT: Answer[] = [
  answer(sessionsApi.getSession, () => ({ user: null })),
  answer(identitiesApi.listSignInMethods, () => ({
    providers: [{ id: 'google' as const, name: 'Google' }],
    wallet: false,
  })),
]

/** A screen that is compared: its address and what is particular to it. */
export type Screen = {
  name: string
  path: string
  answers: readonly Answer[]
  /** Scrolled to the top: a selector. */
  part?: string
  /** Loaded when the page is idle: a selector. */
  late?: string
}

const visitor = (name: string, path: string) => ({ name, path, answers: [...COMMON, ...SIGNED_OUT] })
const user = (name: string, path: string, own: readonly Answer[] = []) => ({
  name,
  path,
  answers: [...COMMON, ...SIGNED_IN, ...own],
})

export const SCREENS: readonly Screen[] = [
  visitor('landing', '/'),
  { ...visitor('offers', '/offers'), late: 'main kbd' },
  visitor('offer', `/offer/${offer.id}`),
  user('trade-form', `/trade/new?offer=${offer.id}&amount=150`),
  user('trade-open', `/trade/${trade.id}`),
  user('trade-paid', `/trade/${trade.id}`, [
    answer(tradesApi.getTrade, () => paidTrade),
    answer(tradesApi.listTrades, (page) => ({ ...page, trades: [paidTrade] })),
  ]),
  user('dashboard', '/dashboard'),
  user('my-offers', '/my-offers'),
  visitor('trader', '/trader/sofia_paris'),
  visitor('login', '/login'),
  user('limits', '/account?tab=limits'),
  { ...user('notification-settings', '/settings?tab=notifications'), part: '#notifications' },
]
