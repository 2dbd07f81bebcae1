/** Saved searches: filters of the market of which a user is notified when an offer newly matches them (decisions: Saved searches). */
import * as z from 'zod/mini'
import { inCurrency, readsNumber } from '../reading/fields.ts'
import { usernameField } from '../accounts/usernames.ts'
import { SMALLEST_TRADE_MILLI } from '../limits.ts'
import { FIAT_CURRENCIES } from './currencies.ts'
import { METHODS, PAYMENT_METHODS } from '../payments/methods.ts'
import { parseFiat, parseUsdt } from '../money.ts'
import { PERCENTAGE_OUTSIDE } from './offer-form.ts'
import { isWithinPercentageLimit, OFFER_TYPES, parsePercentage } from './offers.ts'

/** An amount, percentage or price is empty for none. */
const filters = z.strictObject({
  type: z.nullable(z.enum(OFFER_TYPES)),
  fiatCurrency: z.nullable(z.enum(FIAT_CURRENCIES)),
  /** Offers that are paid by any of them; empty: by every method. */
  paymentMethods: z.array(z.enum(PAYMENT_METHODS)).check(z.maxLength(PAYMENT_METHODS.length)),
  amount: readsNumber('amount').check(z.maxLength(20)),
  pricePercentage: readsNumber('percentage').check(z.maxLength(20)),
  price: readsNumber('amount').check(z.maxLength(20)),
  /** Whose offers are searched; null: those of every trader. */
  trader: z.nullable(usernameField),
})
export type SearchInput = z.infer<typeof filters>

type Problem = [field: string, message: string]

/** The first field that is wrong, with its message. */
function problemOf(search: SearchInput): Problem | null {
  const { type, fiatCurrency, paymentMethods, amount, pricePercentage, price, trader } = search
  if (trader === null && type === null && fiatCurrency === null && paymentMethods.length === 0 && amount === '') {
    return ['type', /*i18n*/ 'Choose at least one filter']
  }
  if (fiatCurrency !== null && !paymentMethods.every((method) => METHODS[method].currency === fiatCurrency)) {
    return ['paymentMethods', /*i18n*/ 'This payment method isn’t available for this currency']
  }
  const milli = parseFiat(amount)
  if (amount !== '' && (milli === null || milli < SMALLEST_TRADE_MILLI)) {
    return ['amount', /*i18n*/ 'Please enter a valid amount']
  }
  const tenths = parsePercentage(pricePercentage)
  if (pricePercentage !== '' && (tenths === null || !isWithinPercentageLimit(tenths))) {
    return ['pricePercentage', PERCENTAGE_OUTSIDE]
  }
  if (pricePercentage !== '' && type === null) return ['type', /*i18n*/ 'Choose buy or sell to set a price limit']
  if (price === '') return null
  if ((parseUsdt(price) ?? 0n) <= 0n) return ['price', /*i18n*/ 'Please enter a valid price']
  if (pricePercentage !== '') return ['price', /*i18n*/ 'Choose a percentage or a price']
  if (type === null) return ['type', /*i18n*/ 'Choose buy or sell to set a price limit']
  return fiatCurrency === null ? ['fiatCurrency', /*i18n*/ 'Choose a currency for the price'] : null
}

const isWhole = z.check<SearchInput>((ctx) => {
  const problem = problemOf(ctx.value)
  if (problem) ctx.issues.push({ code: 'custom', input: ctx.value, path: [problem[0]], message: problem[1] })
})

const amountsFit = inCurrency<'amount' | 'price', SearchInput>(['amount', 'price'], ({ fiatCurrency }) => fiatCurrency)

/** What a user saves. */
export const searchSchema = filters.check(amountsFit, isWhole)

/** The same for a search that exists; a paused one matches nothing. */
export const searchEditSchema = z.extend(filters, { isPaused: z.boolean() }).check(amountsFit, isWhole)
export type SearchEdit = z.infer<typeof searchEditSchema>

/** Filters as the database has them: the methods once and in order, a price in 10^-6, which has the digits of USDT. */
export function searchUnits({ paymentMethods, amount, pricePercentage, price }: SearchInput) {
  return {
    paymentMethods: [...new Set(paymentMethods)].toSorted(),
    amountMilli: parseFiat(amount),
    percentageTenths: parsePercentage(pricePercentage),
    priceE6: parseUsdt(price),
  }
}
