import files from 'virtual:text-files'
import { namedIn, SOURCE_LANGUAGE, withoutLanguage } from '../domain/languages.ts'
import { partOf } from './text-parts.ts'

/** The elements that preload the texts of the page at the address; for its HTML. */
export function textPreloads(path: string): string {
  const language = namedIn(path) ?? SOURCE_LANGUAGE
  return [...new Set(['first', partOf(withoutLanguage(path))])]
    .flatMap((part) => files[`${language}/${part}`] ?? [])
    .map((file) => `<link rel="modulepreload" href="${file}"/>`)
    .join('')
}
