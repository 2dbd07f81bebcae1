import type { I18n } from '@lingui/core'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '../domain/languages.ts'

/** The language of the page; that of the source texts until one is active. */
export function languageOf({ locale }: Pick<I18n, 'locale'>): Language {
  return LANGUAGES.find((language) => language === locale) ?? SOURCE_LANGUAGE
}
