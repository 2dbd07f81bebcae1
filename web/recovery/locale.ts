/** The language of the page: the browser's own at first, then the chosen one. All three are in the file. */
import { i18n, type Messages } from '@lingui/core'
import { directionOf, formattingOf, LANGUAGES, SOURCE_LANGUAGE } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { decimalFormatter } from '../../domain/number-format.ts'

const CATALOGUES = import.meta.glob<Messages>('./locales/*.po', { import: 'messages', eager: true })

export function preferredLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2))
  return (
    LANGUAGES.find((language) => language === wanted.find((tag) => LANGUAGES.some((one) => one === tag))) ??
    SOURCE_LANGUAGE
  )
}

export function activate(language: Language): void {
  const messages = CATALOGUES[`./locales/${language}.po`] ?? {}
  i18n.loadAndActivate({ locale: language, locales: formattingOf(language), messages })
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** "1500.5" as the language writes it, with no more decimals than it has. */
export function numberText(decimal: string): string {
  return decimalFormatter(formattingOf(i18n.locale as Language), { maximumFractionDigits: 6 })(decimal)
}

/** A time of the chain, which is seconds since 1970, in the reader's own zone. */
export function timeText(seconds: bigint): string {
  const format = new Intl.DateTimeFormat(formattingOf(i18n.locale as Language), {
    dateStyle: 'medium',
    timeStyle: 'long',
  })
  // Later than any date that a browser can write.
  const at = Number(seconds) * 1000
  return at > MAX_DATE_MS ? String(seconds) : format.format(at)
}

const MAX_DATE_MS = 8.64e15
