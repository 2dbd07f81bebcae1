/**
 * The demo users that a visitor can sign in as, with their offers, and staff. They exist in demo mode only, and everything they
 * own is created through the product's own verbs. Further traders are in demo-traders.ts.
 */
import { ASSET } from '../../domain/asset.ts'
import type { Language } from '../../domain/languages.ts'
import { NEW_TAKER_SHARE_DEFAULT } from '../../domain/offers/new-takers.ts'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import type { PaymentDetails } from '../../domain/payments/payment-accounts.ts'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import { NO_REQUIREMENTS } from '../../domain/profiles/relations.ts'

export const DEMO_PASSWORD = 'demo-sarraf'

/** An offer to sell names the user's account of its method. */
export type DemoOffer = Omit<OfferInput, 'paymentAccountIds'>
export type DemoUser = {
  username: string
  email: string
  /** Printed at the start beside the sign-in; null: not printed. */
  about: string | null
  /** Null: a trader. */
  role: StaffRole | null
  language: Language
  bio: string
  location: string
  accounts: PaymentDetails[]
  offers: DemoOffer[]
}

export const OFFER_FORM = {
  paymentWindowMinutes: 30,
  maxOpenTrades: 5,
  availableUsdt: '',
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  newTakerShare: NEW_TAKER_SHARE_DEFAULT,
  requirements: NO_REQUIREMENTS,
  firstMessage: '',
  hoursOnly: false,
} as const

export const DEMO_USERS: readonly DemoUser[] = [
  {
    username: 'amina_tn',
    email: 'amina@demo.example',
    about: `sells ${ASSET} for dinars; has trades in several states`,
    role: null,
    language: 'en',
    bio: 'Online every evening and on weekends. D17, bank transfer and SEPA, always from and to accounts in my own name.',
    location: 'Tunis',
    accounts: [
      { method: 'd17', holder: 'Amina Ben Salah', phone: '98123456' },
      { method: 'tn_bank_transfer', holder: 'Amina Ben Salah', rib: '10006035183598478831' },
      { method: 'sepa_instant', holder: 'Amina Ben Salah', iban: 'FR1420041010050500013M02606' },
    ],
    offers: [
      {
        ...OFFER_FORM,
        type: 'sell',
        fiatCurrency: 'TND',
        paymentMethods: ['d17'],
        minAmount: '50',
        maxAmount: '2400',
        pricePercentage: '-0.5',
        terms: 'Send by D17 from a number in your own name. Put only the payment reference in the note.',
        paymentWindowMinutes: 360,
        maxOpenTrades: 20,
        firstMessage: 'Hello! I am here during the day. Please send me the receipt once you have paid.',
      },
      {
        ...OFFER_FORM,
        type: 'sell',
        fiatCurrency: 'EUR',
        paymentMethods: ['sepa_instant'],
        minAmount: '20',
        maxAmount: '800',
        pricePercentage: '1.2',
        terms: 'SEPA Instant only, from an account in your own name.',
        availableUsdt: '1500',
      },
    ],
  },
  {
    username: 'karim_sfax',
    email: 'karim@demo.example',
    about: `buys ${ASSET}; the other party in Amina’s trades`,
    role: null,
    language: 'en',
    bio: 'Je paie dans les dix minutes, tous les jours de 9 h à 22 h.',
    location: 'Sfax',
    accounts: [{ method: 'd17', holder: 'Karim Trabelsi', phone: '22345678' }],
    offers: [
      {
        ...OFFER_FORM,
        type: 'buy',
        fiatCurrency: 'TND',
        paymentMethods: ['flouci'],
        minAmount: '100',
        maxAmount: '5000',
        pricePercentage: '-1.0',
        terms: 'I pay by Flouci within ten minutes, every day from 9 to 22.',
      },
    ],
  },
  {
    username: 'lea_lyon',
    email: 'lea@demo.example',
    about: 'trades euros both ways',
    role: null,
    language: 'en',
    bio: 'Je travaille à mon compte et je change mes euros ici depuis un an. Réponse rapide en français ou en anglais.',
    location: 'Lyon',
    accounts: [{ method: 'revolut', holder: 'Léa Martin', tag: '@sarrafdemolea' }],
    offers: [
      {
        ...OFFER_FORM,
        type: 'sell',
        fiatCurrency: 'EUR',
        paymentMethods: ['revolut'],
        minAmount: '10',
        maxAmount: '500',
        pricePercentage: '0.4',
        terms: 'Revolut only, from an account in your own name.',
        paymentWindowMinutes: 15,
      },
      {
        ...OFFER_FORM,
        type: 'buy',
        fiatCurrency: 'EUR',
        paymentMethods: ['paysera'],
        minAmount: '50',
        maxAmount: '1000',
        pricePercentage: '-0.8',
        terms: 'Paysera transfers leave my account immediately. Large amounts in two parts if you like.',
        paymentWindowMinutes: 60,
      },
    ],
  },
  {
    username: 'northpay',
    email: 'north@demo.example',
    about: 'sells and buys for dollars',
    role: null,
    language: 'en',
    bio: 'Domestic wires and PayPal, weekdays from 8 to 18 New York time.',
    location: 'New Jersey',
    accounts: [
      {
        method: 'wire_transfer',
        holder: 'Northpay LLC',
        bank: 'Chase',
        routingNumber: '021000021',
        accountNumber: '000123456789',
      },
    ],
    offers: [
      {
        ...OFFER_FORM,
        type: 'sell',
        fiatCurrency: 'USD',
        paymentMethods: ['wire_transfer'],
        minAmount: '200',
        maxAmount: '9000',
        pricePercentage: '-0.1',
        terms: 'Domestic wires only. Send me the wire confirmation number in the chat.',
        paymentWindowMinutes: 360,
        maxOpenTrades: 10,
      },
      {
        ...OFFER_FORM,
        type: 'buy',
        fiatCurrency: 'USD',
        paymentMethods: ['paypal'],
        minAmount: '25',
        maxAmount: '300',
        pricePercentage: '-2.5',
        terms: 'PayPal, from my verified account.',
      },
    ],
  },
  staffMember('nour_b', 'nour', 'arbiter'),
  // The start prints six sign-ins; the second arbiter is for an appeal.
  { ...staffMember('yanis_k', 'yanis', 'arbiter'), about: null },
  staffMember('salma_t', 'salma', 'admin'),
]

/** None of them trades: a trade with a party within 90 days keeps an arbiter from a case. */
function staffMember(username: string, mailbox: string, role: StaffRole): DemoUser {
  const about = `${role}; a code: npm run demo:code ${username}`
  const email = `${mailbox}@demo.example`
  return { username, email, about, role, language: 'en', bio: '', location: '', accounts: [], offers: [] }
}
