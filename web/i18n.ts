import { setupI18n, type I18n } from '@lingui/core'
import { locales, sourceLocale, type Locale } from './locales/list.ts'

const catalogues: Record<Locale, () => Promise<typeof import('*.po')>> = {
  en: () => import('./locales/en.po'),
}

/** Texts for the address being shown: the first path segment names the language, none means English. */
export async function makeI18n(path: string): Promise<I18n> {
  const locale = localeOf(path)
  const { messages } = await catalogues[locale]()
  return setupI18n({ locale, messages: { [locale]: messages } })
}

function localeOf(path: string): Locale {
  return locales.find((locale) => path.split('/')[1] === locale) ?? sourceLocale
}
