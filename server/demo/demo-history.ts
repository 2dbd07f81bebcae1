/**
 * The plan of the demonstration's past: which trades its traders made in the last sixty days. It is the same for every
 * database; make-history.ts carries it out.
 */
import { CURRENCIES } from '../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { PAYMENT_METHOD_RISKS } from '../../domain/accounts/tiers.ts'
import { COMMENTS, DIALOGUES, REPLIES } from './demo-texts.ts'
import type { ChatLine, ChatLanguage, SpokenLanguage } from './demo-texts.ts'
import { DEMO_TRADERS } from './demo-traders.ts'
import { DEMO_USERS } from './demo-users.ts'
import type { DemoOffer, DemoUser } from './demo-users.ts'

const HISTORY_DAYS = 60
const DAY = 24 * 60
const TRADES = 71
/** Above 1, trades become more frequent over time, as on a growing market. */
const GROWTH = 1.35
/** When the first, second, third and fourth offer of each trader were posted: the last on the day of the start. */
const POSTED_DAYS_AGO = [75, 66, 34, 0] as const
/**
 * The trades of two users with each other count once in thirty days. The database decides what counts when the history is made, not
 * on the day of the trade. Both decisions are the same because two such trades are more than thirty days apart, or both are more
 * recent than that.
 */
const [PAIR_APART, PAIR_LATELY] = [31 * DAY, 29 * DAY]
/** In USDT. The traders begin with the limits of a new account. */
const LARGEST = { final: 1100, reversible: 420, in_person: 420 } as const

export type Ending =
  | 'completed'
  | 'cancelled_by_buyer'
  | 'cancelled_by_seller'
  | 'expired'
  | 'seller_confirmed'
  | 'buyer_conceded'

export type PlannedRating = { by: 'buyer' | 'seller'; stars: 3 | 4 | 5; comment: string; reply: string | null }

export type PlannedTrade = {
  /** The offer, by its owner and its place among the owner's. */
  owner: string
  offerIndex: number
  taker: string
  amountFiat: string
  ending: Ending
  endedMinutesAgo: number
  minutesToPay: number
  minutesToRelease: number
  lines: readonly ChatLine[]
  ratings: readonly PlannedRating[]
}

type Choice = Pick<PlannedTrade, 'owner' | 'offerIndex' | 'taker' | 'amountFiat'>

/** The trades that were cancelled, expired or disputed, by their number. */
const TROUBLED: Readonly<Record<number, Choice & { ending: Ending }>> = {
  8: troubled('cancelled_by_buyer', 'yassine_sousse 0', 'rania_tunis', '180'),
  17: troubled('seller_confirmed', 'yassine_sousse 1', 'hugo_paris', '640'),
  29: troubled('expired', 'lukas_berlin 0', 'camille_lille', '250'),
  41: troubled('cancelled_by_seller', 'jordan_nyc 0', 'marta_vilnius', '90'),
  50: troubled('buyer_conceded', 'northpay 0', 'tessa_austin', '350'),
  58: troubled('expired', 'amina_tn 0', 'ines_bizerte', '120'),
  66: troubled('cancelled_by_buyer', 'giulia_milano 0', 'lea_lyon', '75'),
}

const TRADERS = [...DEMO_USERS.filter(({ role }) => role === null), ...DEMO_TRADERS]
const SPOKEN_LANGUAGES_OF: Readonly<Record<string, SpokenLanguage>> = {
  amina_tn: 'fr',
  karim_sfax: 'fr',
  lea_lyon: 'fr',
  lukas_berlin: 'de',
  giulia_milano: 'it',
}

/** In days before the present. */
export function postedDaysAgo(offerIndex: number): number {
  return POSTED_DAYS_AGO[offerIndex] ?? POSTED_DAYS_AGO[3]
}

/** Oldest first. */
export function planHistory(): PlannedTrade[] {
  const random = seeded(0x5a_44_af)
  const words = inTurn()
  const planned: PlannedTrade[] = []
  for (let number = 0; number < TRADES; number++) {
    const endedMinutesAgo =
      Math.round((HISTORY_DAYS - 1) * DAY * (1 - (number + random() * 0.6) / TRADES) ** GROWTH) + 200
    const { ending, ...choice } = TROUBLED[number] ?? {
      ending: 'completed' as const,
      ...choose(random, planned, endedMinutesAgo),
    }
    const isSold = offerOf(choice).type === 'sell'
    const [seller, buyer] = isSold ? [choice.owner, choice.taker] : [choice.taker, choice.owner]
    const dialogues = DIALOGUES[chatLanguageOf(seller, buyer)]
    planned.push({
      ...choice,
      ending,
      endedMinutesAgo,
      minutesToPay: 1 + random() * 9,
      minutesToRelease: 2 + random() ** 2 * 20,
      lines: dialogues[number % dialogues.length]!,
      ratings: ending === 'completed' ? ratingsOf(random, words, { seller, buyer }) : [],
    })
  }
  return planned
}

function troubled(ending: Ending, offer: string, taker: string, amountFiat: string): Choice & { ending: Ending } {
  const [owner = '', index = ''] = offer.split(' ')
  return { ending, owner, offerIndex: Number(index), taker, amountFiat }
}

function offerOf({ owner, offerIndex }: Pick<Choice, 'owner' | 'offerIndex'>): DemoOffer {
  return TRADERS.find(({ username }) => username === owner)!.offers[offerIndex]!
}

/** An offer of that day and a taker who trades in its currency. */
function choose(random: () => number, planned: readonly PlannedTrade[], endedMinutesAgo: number): Choice {
  for (;;) {
    const owner = oneOf(random, TRADERS)
    const offerIndex = Math.floor(random() * owner.offers.length)
    const offer = owner.offers[offerIndex]!
    const taker = oneOf(random, TRADERS)
    const isOpen = endedMinutesAgo < (postedDaysAgo(offerIndex) - 1) * DAY && offer.requirements.completedTrades === 0
    if (!isOpen || taker === owner || !canTake(taker, offer)) continue
    // The trades of these are placed by their number, wherever chance puts the others.
    if (Object.values(TROUBLED).some((trade) => isOfPair(trade, owner.username, taker.username))) continue
    const former = planned.filter((trade) => isOfPair(trade, owner.username, taker.username))
    const isCounted = former.every(
      (trade) => trade.endedMinutesAgo - endedMinutesAgo > PAIR_APART || trade.endedMinutesAgo < PAIR_LATELY,
    )
    // Most trades are with a new partner.
    if (!isCounted || (former.length > 0 && random() < 0.7)) continue
    const chosen = { owner: owner.username, offerIndex, taker: taker.username, amountFiat: amountOf(random, offer) }
    const ofOffer = [...planned, chosen].filter((trade) => offerOf(trade) === offer)
    const usdt = ofOffer.reduce((sum, trade) => sum + mostUsdt(trade), 0)
    if (offer.availableUsdt === '' || usdt <= Number(offer.availableUsdt)) return chosen
  }
}

/** At the lowest price that an offer can have. */
function mostUsdt(trade: Choice): number {
  const rate = Number(CURRENCIES[offerOf(trade).fiatCurrency].referenceRateE6) / 1e6
  return Number(trade.amountFiat) / (rate * 0.9)
}

/** The seller is paid on an account of the offer's first method, by which its trades are. */
function canTake({ accounts, offers }: DemoUser, { type, fiatCurrency, paymentMethods }: DemoOffer): boolean {
  if (type === 'buy') return accounts.some(({ method }) => method === paymentMethods[0])
  const currencies = new Set<FiatCurrency>(offers.map((offer) => offer.fiatCurrency))
  return currencies.has(fiatCurrency)
}

function isOfPair({ owner, taker }: Choice, one: string, other: string): boolean {
  return (owner === one && taker === other) || (owner === other && taker === one)
}

/** A round amount, mostly small. */
function amountOf(random: () => number, { minAmount, maxAmount, paymentMethods, fiatCurrency }: DemoOffer): string {
  const rate = Number(CURRENCIES[fiatCurrency].referenceRateE6) / 1e6
  const [least, most] = [
    Number(minAmount),
    Math.min(Number(maxAmount), LARGEST[PAYMENT_METHOD_RISKS[paymentMethods[0]!]] * rate),
  ]
  const amount = least + (most - least) * random() ** 1.6
  const step = amount > 1000 ? 50 : amount > 150 ? 10 : 5
  return String(Math.max(Math.floor(amount / step) * step, least))
}

type Words = (texts: readonly string[]) => string

/** Takes the texts of each list in their order, so that a text is repeated as late as possible. */
function inTurn(): Words {
  const used = new Map<readonly string[], number>()
  return (texts) => {
    const at = used.get(texts) ?? 0
    used.set(texts, at + 1)
    return texts[at % texts.length]!
  }
}

function ratingsOf(random: () => number, words: Words, names: Record<'buyer' | 'seller', string>): PlannedRating[] {
  const share = random()
  const raters = share < 0.74 ? (['buyer', 'seller'] as const) : share < 0.92 ? (['buyer'] as const) : []
  return raters.map((by) => {
    const luck = random()
    const stars = luck < 0.72 ? 5 : luck < 0.93 ? 4 : 3
    const isCommented = stars === 3 || random() < 0.85
    const isAnswered = isCommented && random() < (stars === 3 ? 0.8 : 0.25)
    return {
      by,
      stars,
      comment: isCommented ? words(COMMENTS[spokenLanguageOf(names[by])][stars]) : '',
      reply: isAnswered
        ? words(
            REPLIES[spokenLanguageOf(names[by === 'buyer' ? 'seller' : 'buyer'])][stars === 5 ? 'thanks' : 'excuses'],
          )
        : null,
    }
  })
}

function spokenLanguageOf(username: string): SpokenLanguage {
  return SPOKEN_LANGUAGES_OF[username] ?? TRADERS.find((trader) => trader.username === username)!.language
}

function chatLanguageOf(one: string, other: string): ChatLanguage {
  const spoken = [spokenLanguageOf(one), spokenLanguageOf(other)]
  if (spoken.every((language) => language === 'ar')) return 'ar'
  return spoken.every((language) => language === 'ar' || language === 'fr') ? 'fr' : 'en'
}

function oneOf<T>(random: () => number, things: readonly T[]): T {
  return things[Math.floor(random() * things.length)]!
}

/** Mulberry32: numbers from 0 to 1, always the same ones. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
