/**
 * The languages of the product, and how each is written. To add one: add it here, run `npm run texts`, translate its
 * catalogues in web/locales, server/mail/locales, server/pages/og-images/locales, server/trades/receipts/locales and web/recovery/locales, and let the database take it (a new migration like 0011).
 */

export const LANGUAGES = ['en', 'fr', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of the source texts; its addresses have no prefix. */
export const SOURCE_LANGUAGE: Language = 'en'

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français', ar: 'العربية' }

/** The digits of Arabic pages: 123, as in Tunisia, or ١٢٣, as in Egypt. */
export const NUMERALS = ['latn', 'arab'] as const
export type Numerals = (typeof NUMERALS)[number]

const REGIONS: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr', ar: 'ar-TN' }

/** Writing direction, for `<html dir>` and the keyboard. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The locale for Intl's numbers and dates: "ar-TN-u-nu-arab". Only Arabic has a choice of digits. */
export function formattingOf(language: Language, numerals: Numerals = 'latn'): string {
  return language === 'ar' ? `${REGIONS[language]}-u-nu-${numerals}` : REGIONS[language]
}

/** The language that the first segment of an address names; null where it names none. */
export function namedIn(path: string): Language | null {
  const [, first] = path.split('/')
  return LANGUAGES.find((language) => language === first && language !== SOURCE_LANGUAGE) ?? null
}

/** The prefix of addresses in this language: "", "/fr". */
export function prefixOf(language: Language): string {
  return language === SOURCE_LANGUAGE ? '' : `/${language}`
}

/** "/fr/offers" is "/offers": the address without its language. */
export function withoutLanguage(path: string): string {
  return path.slice(prefixOf(namedIn(path) ?? SOURCE_LANGUAGE).length) || '/'
}

/** An address in a language: "/offers" is "/fr/offers" in French, and "/" is "/fr". */
export function addressIn(language: Language, address: string): string {
  return (prefixOf(language) + address).replace(/^(\/\w+)\/(?=$|[?#])/, '$1')
}
