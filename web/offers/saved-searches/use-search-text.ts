import { useLingui } from '@lingui/react/macro'
import type { SavedSearch } from '../../../domain/api/offers/saved-searches.ts'
import { directionOf } from '../../../domain/languages.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { useFormats } from '../../formats.ts'
import { languageOf } from '../../language-of.ts'

/** A search in one line: "Buy USDT · EUR · Revolut · 150.00 EUR · at most -0.5%". */
export function useSearchText(): (search: SavedSearch) => string {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  // U+200F keeps "USDT · TND · 3,100 TND" from being one piece of Latin text in Arabic, whose order would be the opposite.
  const separator = directionOf(languageOf(i18n)) === 'rtl' ? '\u200F · ' : ' · '
  const methods = new Intl.ListFormat(i18n.locales, { type: 'disjunction' })
  return ({ type, fiatCurrency, paymentMethods, amount, pricePercentage, price, trader }) => {
    const percentage = pricePercentage && formats.percentage(pricePercentage)
    const wholePrice = price && `${formats.fullPrice(price)} ${fiatCurrency}`
    // U+2068 and U+2069 isolate the name, as `<bdi>` does.
    const name = trader && `\u2068${trader}\u2069`
    return [
      type === null ? t`Buy or sell USDT` : type === 'sell' ? t`Buy USDT` : t`Sell USDT`,
      fiatCurrency ?? (paymentMethods.length === 0 && t`All currencies`),
      methods.format(paymentMethods.map((method) => `\u2068${i18n._(PAYMENT_METHOD_NAMES[method])}\u2069`)),
      amount && formats.fiat(amount, fiatCurrency ?? '').trim(),
      percentage && (type === 'buy' ? t`at least ${percentage}` : t`at most ${percentage}`),
      wholePrice && (type === 'buy' ? t`at least ${wholePrice}` : t`at most ${wholePrice}`),
      name && t`offers of ${name}`,
    ]
      .filter(Boolean)
      .join(separator)
  }
}
