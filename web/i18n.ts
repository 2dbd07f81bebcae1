import { i18n, type Messages } from '@lingui/core'
import { formattingOf, namedIn, SOURCE_LANGUAGE, withoutLanguage, type Language } from '../domain/languages.ts'
import { partOf, type TextPart } from './text-parts.ts'

/** By the file of the language. */
type Catalogues = Record<string, () => Promise<Messages>>

const CATALOGUES: Record<TextPart, Catalogues> = {
  first: import.meta.glob<Messages>('./locales/*.po', { query: '?first', import: 'messages' }),
  home: import.meta.glob<Messages>('./locales/*.po', { query: '?home', import: 'messages' }),
  market: import.meta.glob<Messages>('./locales/*.po', { query: '?market', import: 'messages' }),
  dialog: import.meta.glob<Messages>('./locales/*.po', { query: '?dialog', import: 'messages' }),
  info: import.meta.glob<Messages>('./locales/*.po', { query: '?info', import: 'messages' }),
  entry: import.meta.glob<Messages>('./locales/*.po', { query: '?entry', import: 'messages' }),
  own: import.meta.glob<Messages>('./locales/*.po', { query: '?own', import: 'messages' }),
  staff: import.meta.glob<Messages>('./locales/*.po', { query: '?staff', import: 'messages' }),
  dispute: import.meta.glob<Messages>('./locales/*.po', { query: '?dispute', import: 'messages' }),
  notifications: import.meta.glob<Messages>('./locales/*.po', { query: '?notifications', import: 'messages' }),
  seldom: import.meta.glob<Messages>('./locales/*.po', { query: '?seldom', import: 'messages' }),
  refusals: import.meta.glob<Messages>('./locales/*.po', { query: '?refusals', import: 'messages' }),
}

/** What an I18n instance is activated with. */
export type Texts = { locale: Language; locales: string; messages: Messages }

/** All texts of the language in the address. */
export async function loadTexts(path: string): Promise<Texts> {
  return loadParts(path, Object.keys(CATALOGUES) as TextPart[])
}

/** Same, but only those that the page at the address begins with. */
export async function loadFirstTexts(path: string): Promise<Texts> {
  const parts: TextPart[] = ['first', partOf(withoutLanguage(path))]
  const texts = await loadParts(path, parts)
  for (const part of parts) isLoaded.add(part)
  Object.assign(written, texts.messages)
  return texts
}

async function loadParts(path: string, parts: readonly TextPart[]): Promise<Texts> {
  const locale = namedIn(path) ?? SOURCE_LANGUAGE
  const messages = await Promise.all(parts.map((part) => read(locale, part)))
  return { locale, locales: formattingOf(locale), messages: Object.assign({}, ...messages) as Messages }
}

const isLoaded = new Set<TextPart>()
const underWay = new Map<TextPart, Promise<void>>()

/** Null once the part is loaded, else the same promise of it at each call. */
export function textsOf(part: TextPart): Promise<void> | null {
  if (import.meta.env.SSR || isLoaded.has(part)) return null
  let started = underWay.get(part)
  if (!started) {
    started = load(part)
    underWay.set(part, started)
    started.catch(() => setTimeout(() => underWay.delete(part), RETRY_AFTER_MS))
  }
  return started
}

/** A failure stays for as long as React may render with it again. */
const RETRY_AFTER_MS = 2000

/** Loads a module whose texts are a part of their own. */
export async function withTexts<Module>(part: TextPart, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), textsOf(part)])
  return module
}

async function load(part: TextPart): Promise<void> {
  const messages = await read(i18n.locale as Language, part)
  Object.assign(written, messages)
  // `i18n.load` would render the whole page again; what shows these texts is rendered after them.
  Object.assign(i18n.messages, rewrite(messages))
  isLoaded.add(part)
}

async function read(locale: Language, part: TextPart): Promise<Messages> {
  const load = CATALOGUES[part][`./locales/${locale}.po`]
  if (!load) throw new Error(`there are no texts in ${locale}`)
  return load()
}

/** The texts as in the catalogue. */
const written: Messages = {}
let rewrite = (messages: Messages): Messages => messages

/** Shows all texts, also those loaded later, as `change` returns them. */
export function rewriteTexts(change: (messages: Messages) => Messages, locales: string): void {
  rewrite = change
  i18n.loadAndActivate({ locale: i18n.locale, locales, messages: rewrite(written) })
}
