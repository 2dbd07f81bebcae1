/**
 * The languages the product speaks, and how each writes. Adding one: add it here, run `npm run texts`, translate its
 * catalogues in web/locales and server/mail/locales, and let the database take it (a new migration like 0011).
 */

export const LANGUAGES = ['en', 'fr', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language the source is written in; its addresses carry no prefix. */
export const SOURCE_LANGUAGE: Language = 'en'

/** Each language by its own name, as its speakers look for it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français', ar: 'العربية' }

/** The digits Arabic is read in: 123, as in Tunisia, or ١٢٣, as further east. */
export const NUMERALS = ['latn', 'arab'] as const
export type Numerals = (typeof NUMERALS)[number]

const REGIONS: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr', ar: 'ar-TN' }

/** Writing direction, for `<html dir>` and the keyboard. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** What Intl is asked for numbers and dates: "ar-TN-u-nu-arab". Only Arabic has a choice of digits. */
export function formattingOf(language: Language, numerals: Numerals = 'latn'): string {
  return language === 'ar' ? `${REGIONS[language]}-u-nu-${numerals}` : REGIONS[language]
}

/** The language an address names with its first segment; null where it names none. */
export function namedIn(path: string): Language | null {
  const [, first] = path.split('/')
  return LANGUAGES.find((language) => language === first && language !== SOURCE_LANGUAGE) ?? null
}

/** What an address in this language begins with: "", "/fr". */
export function prefixOf(language: Language): string {
  return language === SOURCE_LANGUAGE ? '' : `/${language}`
}

/** "/fr/offers" is "/offers": the address whatever the language. */
export function withoutLanguage(path: string): string {
  return path.slice(prefixOf(namedIn(path) ?? SOURCE_LANGUAGE).length) || '/'
}
