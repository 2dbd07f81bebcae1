/** What the picture of an offer, of a trader and of the site show, as SVG. */
import type { I18n } from '@lingui/core'
import type { Offer, Trader } from '../../../domain/api/offers/offers.ts'
import type { TraderPage } from '../../../domain/api/profiles/traders.ts'
import type { Language } from '../../../domain/languages.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { shortPrice } from '../../../domain/money.ts'
import { decimalFormatter } from '../../../domain/number-format.ts'
import { currencyListAtStart } from '../../../domain/offers/currency-list.ts'
import { largestTrade } from '../../../domain/offers/largest-trade.ts'
import { OG_TEXTS } from './texts.ts'
import { TEXT_WIDTH, drawingOf, fitted, isolated, rule } from './svg.ts'
import type { Brand, Line } from './svg.ts'

/** Where the second column of an offer's details begins. */
const HALF = TEXT_WIDTH * 0.62
/** A market may have many currencies. */
const SLOGAN_SIZES = [68, 54, 44] as const
const SLOGAN_LINES = 3

export function offerPicture(brand: Brand, i18n: I18n, offer: Offer): string {
  const { fiatCurrency: currency, owner } = offer
  const title = i18n._(offer.type === 'sell' ? OG_TEXTS.selling : OG_TEXTS.buying, { currency })
  const price = decimals(i18n, 3)(shortPrice(offer.price))
  const methods = offer.paymentMethods.map((method) => i18n._(PAYMENT_METHOD_NAMES[method])).join(' · ')
  const largest = largestTrade(offer)
  const from = decimals(i18n, 2)(offer.minAmount)
  const limits =
    largest === null
      ? i18n._(OG_TEXTS.from, { from })
      : i18n._(OG_TEXTS.range, { from, to: decimals(i18n, 2)(largest.fiat) })
  return picture(brand, i18n, owner.username, [
    { y: 208, words: [{ text: title, size: 44, isBold: true }] },
    {
      y: 340,
      words: [
        { text: price, size: 132, isBold: true, colour: 'accent' },
        { text: `  ${i18n._(OG_TEXTS.perUsdt, { currency })}`, size: 36, colour: 'muted' },
      ],
    },
    ...fact(i18n._(OG_TEXTS.limits), `${limits} ${currency}`, 0, HALF),
    ...fact(i18n._(OG_TEXTS.paymentMethod), methods, HALF, TEXT_WIDTH - HALF),
    rule(500),
    {
      y: 565,
      words: [
        { text: isolated(owner.username), size: 34, isBold: true },
        { text: ` · ${recordOf(i18n, owner)}`, size: 30, colour: 'muted' },
        ...(owner.isVerified && !owner.isDemo
          ? [{ text: ` · ${i18n._(OG_TEXTS.emailConfirmed)}`, size: 30, colour: 'muted' } as const]
          : []),
      ],
    },
  ])
}

export function traderPicture(brand: Brand, i18n: I18n, trader: TraderPage): string {
  const { username, isVerified, isDemo, reputation } = trader
  const note = isDemo ? OG_TEXTS.demo : isVerified ? OG_TEXTS.emailConfirmed : null
  const since = new Intl.DateTimeFormat(i18n.locales, { day: 'numeric', month: 'short', year: 'numeric' })
  const rate = reputation.completionRate
  const third = TEXT_WIDTH / 3
  return picture(brand, i18n, username, [
    { y: 300, words: [{ text: isolated(username), size: 92, isBold: true }] },
    ...(note === null ? [] : [{ y: 362, words: [{ text: i18n._(note), size: 30, colour: 'muted' } as const] }]),
    rule(430),
    ...fact(
      i18n._(OG_TEXTS.completedTrades),
      decimalFormatter(i18n.locales)(reputation.completedTrades),
      0,
      third,
      502,
    ),
    ...fact(i18n._(OG_TEXTS.completionRate), rate === null ? '–' : percent(i18n)(rate), third, third, 502),
    ...fact(i18n._(OG_TEXTS.traderSince), since.format(new Date(reputation.memberSince)), 2 * third, third, 502),
  ])
}

export function sitePicture(brand: Brand, i18n: I18n): string {
  const currencies = currencyListAtStart(i18n)
  const { lines: slogan, size } = fitted(i18n._(OG_TEXTS.slogan, { currencies }), SLOGAN_SIZES, SLOGAN_LINES)
  const purpose = i18n._(OG_TEXTS.purpose)
  const top = 330
  return picture(brand, i18n, brand.productName, [
    ...slogan.map((line, index) => ({ y: top + index * size * 1.25, words: [{ text: line, size, isBold: true }] })),
    { y: top + slogan.length * size * 1.25 + 4, words: [{ text: purpose, size: 34, colour: 'muted' }] },
  ])
}

function picture(brand: Brand, i18n: I18n, name: string, lines: Line[]): string {
  const language = i18n.locale as Language
  return drawingOf(brand, { language, name, note: i18n._(OG_TEXTS.testEnvironment), lines })
}

/** A label with its value below it. */
function fact(label: string, value: string, indent: number, width: number, y = 412): Line[] {
  return [
    { y, indent, width: width - 24, words: [{ text: label, size: 25, colour: 'muted' }] },
    { y: y + 48, indent, width: width - 24, words: [{ text: value, size: 36, isBold: true }] },
  ]
}

/** A demo trader has no mailbox, and a record that is invented, which every place that shows it says. */
function recordOf(i18n: I18n, { isDemo, completedTrades: trades }: Pick<Trader, 'isDemo' | 'completedTrades'>): string {
  const record = trades === 0 ? i18n._(OG_TEXTS.newTrader) : i18n._(OG_TEXTS.trades, { trades })
  return isDemo ? `${i18n._(OG_TEXTS.demo)} · ${record}` : record
}

function decimals({ locales }: I18n, digits: number) {
  return decimalFormatter(locales, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

function percent({ locales }: I18n) {
  return decimalFormatter(locales, { minimumFractionDigits: 1, style: 'unit', unit: 'percent' })
}
