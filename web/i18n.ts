import type { Messages } from '@lingui/core'
import { formattingOf, namedIn, SOURCE_LANGUAGE, type Language } from '../domain/languages.ts'

const catalogues: Record<Language, () => Promise<typeof import('*.po')>> = {
  en: () => import('./locales/en.po'),
  fr: () => import('./locales/fr.po'),
  ar: () => import('./locales/ar.po'),
}

/** What an I18n instance is activated with. */
export type Texts = { locale: Language; locales: string; messages: Messages }

/** The texts of the language an address is in. */
export async function loadTexts(path: string): Promise<Texts> {
  const locale = namedIn(path) ?? SOURCE_LANGUAGE
  const { messages } = await catalogues[locale]()
  return { locale, locales: formattingOf(locale), messages }
}
