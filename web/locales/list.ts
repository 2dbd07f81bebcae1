/** Every language the product speaks. Adding one: add it here, run `npm run texts`, translate its .po file. */
export const locales = ['en'] as const

export type Locale = (typeof locales)[number]

/** The language the source code is written in. */
export const sourceLocale: Locale = 'en'

/** Writing direction of a language, for `<html dir>` and the interface's keyboard behaviour. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}
