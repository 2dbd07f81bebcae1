/** The texts of the interface in its languages, from the catalogues. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prefixOf, type Language } from '../domain/languages.ts'

/** The translation of an English text without values or plurals. Throws when the catalogue has none. */
export function word(language: Language, english: string): string {
  catalogues[language] ??= read(language)
  const found = catalogues[language].get(english)
  if (found === undefined) throw new Error(`no "${english}" in ${language}`)
  return found
}

/** The same address in a language. */
export function inLanguage(language: Language, path: string): string {
  return `${prefixOf(language)}${path}`.replace(/(.)\/$/, '$1')
}

const catalogues: Partial<Record<Language, Map<string, string>>> = {}

function read(language: Language): Map<string, string> {
  const file = fileURLToPath(new URL(`../web/locales/${language}.po`, import.meta.url))
  const entries = readFileSync(file, 'utf8').matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)
  return new Map([...entries].map(([, id = '', text = '']) => [unquoted(id), unquoted(text)]))
}

function unquoted(lines: string): string {
  return [...lines.matchAll(/^"(.*)"$/gm)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('')
}
