/** Valid answers of the API for component tests. */
import type { Currency } from '../../domain/api/offers/currencies.ts'
import type { Dashboard, Profile } from '../../domain/api/profiles/profiles.ts'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Factors } from '../../domain/api/accounts/factors.ts'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import type { NotificationSettings } from '../../domain/api/notifications/notifications.ts'
import type { Offer } from '../../domain/api/offers/offers.ts'
import type { PaymentAccount } from '../../domain/api/payments/payment-accounts.ts'
import type { TradeFile } from '../../domain/api/trades/evidence.ts'
import type { Quote, Trade } from '../../domain/api/trades/trades.ts'
import type { User } from '../../domain/api/accounts/sessions.ts'
import type { WaitingTrade } from '../../domain/api/trades/waiting-trades.ts'
import { NO_REQUIREMENTS } from '../../domain/profiles/relations.ts'
import {
  NOTIFICATION_GROUPS,
  NOTIFICATION_CHANNELS,
  type NotificationGroup,
} from '../../domain/notifications/notifications.ts'

export const ID = '00000000-0000-4000-8000-000000000000'
const MOMENT = '2026-11-22T09:41:00.000Z'

export const user: User = {
  id: ID,
  username: 'amina',
  avatar: null,
  email: 'amina@example.org',
  isVerified: true,
  emailRefusedAt: null,
  language: 'en',
  memberSince: MOMENT,
  suspension: null,
  roles: [],
}

const trader = {
  username: 'karim',
  avatar: null,
  isVerified: true,
  isDemo: false,
  completedTrades: 0,
  completionRate: null,
  medianSeconds: null,
  rating: null,
  memberSince: MOMENT,
}

export const offer: Offer = {
  id: ID,
  version: 1,
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['sepa_instant'],
  minAmount: '10.00',
  maxAmount: '1000.00',
  minUsdt: '10.708931',
  maxUsdt: '1070.893125',
  tradableUsdt: '1070.893125',
  pricePercentage: '1.5',
  price: '0.9338',
  terms: 'From an account in your own name.',
  status: 'active',
  paymentWindowMinutes: 30,
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  newTakerShare: 'all',
  newTakerUsdt: '1070.893125',
  newTakerUsdtWithoutBond: '1070.893125',
  allowsBond: false,

  isNewTaker: false,
  requirements: NO_REQUIREMENTS,
  opensAt: null,
  refusal: null,
  createdAt: MOMENT,
  owner: trader,
  isMine: false,
}

/** The same as its owner sees it. */
export const myOffer: MyOffer = {
  ...offer,
  hidden: null,
  isCurrencyAvailable: true,
  paymentAccountIds: [offer.id],
  firstMessage: '',
  hoursOnly: false,
  maxOpenTrades: 5,
  openTrades: 0,
  availableUsdt: null,
  inventoryUsdt: null,
  stats: { tradesOpened: 0, tradesCompleted: 0, completionRate: null, volumeUsdt: '0.000000', lastTradeAt: null },
}

export const account: PaymentAccount = {
  id: ID,
  method: 'sepa_instant',
  lastFour: '3000',
  isDefault: true,
  usedByOffers: 0,
  changedAt: MOMENT,
}

/** Euros are switched off. */
export const currencies: Currency[] = [
  { fiatCurrency: 'TND', isAvailable: true, notice: 'Exchange-control law applies.\nNot legal advice.' },
  { fiatCurrency: 'EUR', isAvailable: false, notice: 'Gains may be taxed.' },
  { fiatCurrency: 'USD', isAvailable: true, notice: '' },
]

export const quote: Quote = {
  id: ID,
  offerId: ID,
  offerVersion: 1,
  role: 'buyer',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  rate: '0.92',
  pricePercentage: '1.5',
  price: '0.9338',
  anchor: 'fiat',
  amountFiat: '150.00',
  amountUsdt: '160.633968',
  amountTail: '0.00',
  fee: '0.803169',
  takerUsdt: '159.830799',
  bond: '0.000000',
  expiresAt: '2126-11-22T09:41:00.000Z',
  now: MOMENT,
}

export const trade: Trade = {
  id: ID,
  version: 1,
  status: 'awaiting_payment',
  role: 'buyer',
  turn: ['buyer'],
  taker: 'buyer',
  buyer: { ...trader, username: 'amina' },
  seller: trader,
  offerId: ID,
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  anchor: 'fiat',
  amountFiat: '150.00',
  amountUsdt: '160.633968',
  rate: '0.92',
  pricePercentage: '1.5',
  price: '0.9338',
  fee: '0.803169',
  sellerLocks: '160.633968',
  buyerReceives: '159.830799',
  bond: null,
  terms: 'From an account\nin your own name.',
  referencePolicy: 'optional',
  escrow: { address: `0x${'0a'.repeat(20)}`, chain: 'polygon', state: 'locked', holds: '160.633968' },
  split: null,
  hasDispute: false,
  paymentWindowMinutes: 30,
  deadline: '2126-11-22T09:41:00.000Z',
  payDeadline: '2126-11-22T09:41:00.000Z',
  stoppedAt: null,
  createdAt: MOMENT,
  bankAnswer: null,
  paidAt: null,
  markFinalAt: null,
  arrivesBy: null,
  closedAt: null,
  cancelledBy: null,
  usedOnce: [],
  detailsShown: false,
  chatOpen: true,
  now: MOMENT,
}

export const waitingTrade: WaitingTrade = {
  tradeId: ID,
  act: 'pay',
  role: 'buyer',
  counterparty: { username: 'karim', avatar: null },
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  amountFiat: '150.00',
  amountUsdt: '160.633968',
  deadline: '2126-11-22T09:41:00.000Z',
  stoppedAt: null,
}

export const dispute: Dispute = {
  tradeId: ID,
  version: 2,
  status: 'statements',
  round: 1,
  reason: 'not_received',
  openedBy: 'seller',
  openedAt: MOMENT,
  deadline: '2126-11-22T09:41:00.000Z',
  stoppedAt: null,
  turn: ['buyer'],
  lateDecisions: 0,
  outcome: null,
  now: MOMENT,
  role: 'buyer',
  phrase: 'amber falcon tulip',
  hasArbiter: false,
  statements: [{ round: 1, by: 'seller', text: 'I waited for half an hour and saw nothing.', at: MOMENT }],
  decisions: [],
  accepted: [],
  events: [
    { action: 'open', by: 'seller', round: 1, at: MOMENT },
    { action: 'state', by: 'seller', round: 1, at: MOMENT },
  ],
}

export const profile: Profile = {
  username: 'amina',
  avatar: null,
  email: 'amina@example.org',
  isVerified: true,
  memberSince: MOMENT,
  completedTrades: 0,
  rating: null,
  bio: '',
  location: '',
  language: 'en',
  usernameChangeableAt: null,
}

export const dashboard: Dashboard = {
  volumeUsdt: '0.000000',
  successRate: null,
  statuses: (['awaiting_payment', 'payment_sent', 'payment_confirmed', 'completed', 'cancelled'] as const).map(
    (status) => ({ status, trades: 0 }),
  ),
  activeOffers: 0,
  escrow: { locked: '0.000000', incoming: '0.000000' },
  recentTrades: [],
  days: [],
  reputation: {
    completedTrades: 0,
    completionRate: null,
    medianPaySeconds: null,
    medianReleaseSeconds: null,
    rating: null,
    partners: 0,
    disputesLost: 0,
    disputesConfirmed: 0,
    disputesReleasedLate: 0,
    memberSince: MOMENT,
  },
}

export const factors: Factors = {
  hasPassword: true,
  totpSince: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  confirmAboveUsdt: null,
}

export const notificationSettings: NotificationSettings = {
  hasWebhook: false,
  hasTelegram: false,
  settings: (Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[]).flatMap((group) =>
    NOTIFICATION_CHANNELS.map((channel) => {
      const setting: string = NOTIFICATION_GROUPS[group][channel]
      return { group, channel, isOn: setting !== 'off', isRequired: setting === 'required' }
    }),
  ),
  timeZone: 'Africa/Tunis',
  quietHours: null,
  escalationMinutes: 5,
  escalationChannels: ['email'],
}

/** A proof of payment that only its buyer can see yet. */
export const proof: TradeFile = {
  id: ID,
  tradeId: ID,
  purpose: 'payment_proof',
  sender: 'buyer',
  type: 'application/pdf',
  bytes: 1024,
  picture: null,
  isSubmitted: false,
  addedAt: MOMENT,
}
