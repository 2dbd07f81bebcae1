/** How a typed number is read. Decimal strings never become JavaScript numbers. */
import { ASSET } from '../asset.ts'
import { CURRENCIES, FIAT_CURRENCIES, type FiatCurrency } from '../offers/currencies.ts'
import type { Separators } from '../number-format.ts'
import { plainLine } from './characters.ts'

/**
 * A number as a decimal string with a point, and the unit that was typed with it. `either`: the text can be read as two numbers,
 * with its mark before the decimals or between thousands. `otherUnit`: the unit that was typed is not the field's.
 */
export type NumberReading =
  | { value: string; unit: string | null }
  | { either: readonly [decimal: string, grouped: string] }
  | { otherUnit: string }

/** What a field knows of its number. Without separators the text is read as no language's own; without a unit, it can have any. */
type Expected = { separators?: Separators; unit?: string | undefined }

/** How units that the product has no market for are written. */
const OTHERS = {
  GBP: 'GBP|£',
  CHF: 'CHF',
  CAD: 'CAD',
  AED: String.raw`AED|د\.?إ\.?`,
  LYD: String.raw`LYD|LD|د\.?ل\.?`,
  SAR: 'SAR|ريال',
  EGP: 'EGP',
  TRY: 'TRY|₺',
  RUB: 'RUB|₽',
  USDC: 'USDC',
  '%': '[%٪]',
} as const

/** How units are written, beside their code, in either case. A word of several, such as "dinars", is of the market's first one. */
const UNITS: Readonly<Record<string, string>> = {
  [ASSET]: ASSET,
  USDT: String.raw`USD₮|₮|USDT|tether|تيثر`,
  ...patternsOf(FIAT_CURRENCIES),
  ...patternsOf(Object.keys(CURRENCIES) as FiatCurrency[]),
}
const PATTERNS = [...Object.entries(UNITS), ...Object.entries(OTHERS).filter(([unit]) => !(unit in UNITS))].map(
  ([unit, written]) => ({
    unit,
    start: new RegExp(String.raw`^([+\p{Pd}\u2212]?)\s*(?:${written})(?![\p{L}])\s*`, 'iu'),
    end: new RegExp(String.raw`(?<![\p{L}])\s*(?:${written})$`, 'iu'),
  }),
)
function patternsOf(currencies: readonly FiatCurrency[]) {
  return Object.fromEntries(currencies.map((code) => [code, CURRENCIES[code].unitPattern]))
}

const LABEL = /^(?:amount|montant|total|somme|المبلغ|مبلغ|المجموع)\s*[:=]?\s*/iu

/**
 * Reads a number as a page with these separators writes it: "1,500" is "1500" in English and "1.500" in French. Also reads
 * other forms of which there is one reading: "1 234,56 €", "١٬٥٠٠٫٥", "1'234.50", "150.5" in French. Null when the text is no number.
 */
export function readNumber(typed: string, { separators, unit }: Expected = {}): NumberReading | null {
  const { text, unit: written } = withoutUnit(plainLine(typed).replace(LABEL, ''))
  if (written !== null && unit !== undefined && written !== unit) return { otherUnit: written }
  const [, sign = '', figure = ''] = /^([+\p{Pd}\u2212]?) ?(.*)$/su.exec(text) ?? []
  const plainSign = sign === '' || sign === '+' ? sign : '-'
  if (figure === '') return written === null ? { value: plainSign, unit: null } : null
  const read = readFigure(figure, separators, hasThousandths(written ?? unit))
  if (read === null) return null
  if (typeof read === 'string') return { value: plainSign + read, unit: written }
  return { either: [plainSign + read[0], plainSign + read[1]] }
}

/** In dinars a mark and three digits are as likely the millimes as thousands, and so they are without a unit. */
function hasThousandths(unit: string | undefined): boolean {
  const currency = FIAT_CURRENCIES.find((code) => code === unit)
  return unit === undefined || (currency !== undefined && CURRENCIES[currency].hasThousandths)
}

/** Whether a text is the code of a unit that amounts are read with. */
export function isUnit(code: string): boolean {
  return PATTERNS.some(({ unit }) => unit === code)
}

function withoutUnit(text: string): { text: string; unit: string | null } {
  for (const { unit, start, end } of PATTERNS) {
    const rest = text.replace(start, '$1')
    if (rest !== text) return { text: rest, unit }
    const front = text.replace(end, '')
    if (front !== text) return { text: front, unit }
  }
  return { text, unit: null }
}

const ARABIC_DECIMAL = '٫'

/** The figure as a decimal string, or both readings; null when it is no number. */
function readFigure(
  written: string,
  separators: Separators | undefined,
  hasThousandths: boolean,
): string | [string, string] | null {
  // "150,-" and "150,—" are whole prices; an Arabic keyboard has its own comma.
  const figure = written.replaceAll('،', ',').replace(/[.,]\p{Pd}+$/u, '')
  if (!/^[\d.,٫٬'’‘ʼ`´ ]+$/.test(figure) || !/\d/.test(figure)) return null
  const marks = [...figure.matchAll(/[.,٫]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  if (last === undefined) return joined(figure, '')
  const isRepeated = marks.filter((mark) => mark === last).length > 1
  if (isRepeated) return last === ARABIC_DECIMAL || last === separators?.decimal ? null : joined(figure, '')
  const [before = '', after = ''] = figure.split(last)
  const asDecimal = joined(before, after)
  // Another mark before it groups, and so do blanks: "1.500,5", "1 500.500".
  const isGrouped = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)
  if (!isGrouped || last === ARABIC_DECIMAL) return asDecimal
  if (last === (separators?.decimal ?? '.')) return asDecimal
  if (last === separators?.group && !hasThousandths) return joined(figure, '')
  return [`${before}.${after}`, before + after]
}

/** Null when the whole part has other than groups of three digits with one kind of separator, or the decimals any. */
function joined(whole: string, decimals: string): string | null {
  if (/\D/.test(decimals)) return null
  const kinds = new Set(whole.replaceAll(/\d/g, '').replaceAll(/['’‘ʼ`´]/g, "'"))
  if (kinds.size > 1 || (kinds.size === 1 && !/^\d{1,3}(\D\d{3})+$/.test(whole))) return null
  const digits = whole.replaceAll(/\D/g, '')
  return `${digits === '' ? '0' : digits}${decimals === '' ? '' : `.${decimals}`}`
}
