import { i18n, type Messages } from '@lingui/core'
import { formattingOf, namedIn, prefixOf, SOURCE_LANGUAGE, type Language } from '../domain/languages.ts'
import { paths } from './paths.ts'

type Part = () => Promise<typeof import('*.po')>

/** The landing page begins with the first part alone (scripts/bundle/split-texts.ts). */
const catalogues: Record<Language, { first: Part; rest: Part }> = {
  en: { first: () => import('./locales/en.po?first'), rest: () => import('./locales/en.po?rest') },
  fr: { first: () => import('./locales/fr.po?first'), rest: () => import('./locales/fr.po?rest') },
  ar: { first: () => import('./locales/ar.po?first'), rest: () => import('./locales/ar.po?rest') },
}

/** What an I18n instance is activated with. */
export type Texts = { locale: Language; locales: string; messages: Messages }

/** The texts of the language in the address. */
export async function loadTexts(path: string): Promise<Texts> {
  const locale = namedIn(path) ?? SOURCE_LANGUAGE
  const { first, rest } = catalogues[locale]
  const parts = await Promise.all([first(), rest()])
  return { locale, locales: formattingOf(locale), messages: merged(parts) }
}

/** Same, for the first page load: on the landing page only its own texts; `allTexts` loads the others. */
export async function loadFirstTexts(path: string): Promise<Texts> {
  const locale = namedIn(path) ?? SOURCE_LANGUAGE
  if (path.replace(/\/$/, '') !== prefixOf(locale) + paths.home.slice(1)) {
    areAllHere = true
    return loadTexts(path)
  }
  return { locale, locales: formattingOf(locale), messages: merged([await catalogues[locale].first()]) }
}

let areAllHere = import.meta.env.SSR
let others: Promise<void> | undefined

/** Null once all texts are loaded, else the promise of it. */
export function allTexts(): Promise<void> | null {
  if (areAllHere) return null
  others ??= bringOthers().catch((error: unknown) => {
    others = undefined
    throw error
  })
  return others
}

async function bringOthers(): Promise<void> {
  const { messages } = await catalogues[i18n.locale as Language].rest()
  i18n.load(i18n.locale, messages)
  areAllHere = true
}

function merged(parts: readonly { messages: Messages }[]): Messages {
  return Object.assign({}, ...parts.map(({ messages }) => messages)) as Messages
}
