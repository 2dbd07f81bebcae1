/** Sitemaps (sitemaps.org), with the translations of each page as search engines read them. */
import { LANGUAGES, SOURCE_LANGUAGE, addressIn } from '../../../domain/languages.ts'

/** A page of the site, the same in every language. */
export type Entry = {
  /** Its address without the language: "/offers". */
  path: string
  /** When what it shows changed last, where that is known. */
  changedAt?: Date
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Each page once for each language, with the addresses of all its translations. */
export function urlSet(origin: string, entries: readonly Entry[]): string {
  const pages = entries.flatMap((entry) => urlsOf(origin, entry)).join('')
  return `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages}</urlset>\n`
}

/** The index of other sitemaps of the site. */
export function sitemapIndex(origin: string, paths: readonly string[]): string {
  const sitemaps = paths.map((path) => `<sitemap><loc>${escaped(origin + path)}</loc></sitemap>\n`).join('')
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${sitemaps}</sitemapindex>\n`
}

function urlsOf(origin: string, { path, changedAt }: Entry): string[] {
  const address = (language: (typeof LANGUAGES)[number]) => escaped(origin + addressIn(language, path))
  const links = [
    ...LANGUAGES.map((language) => link(language, address(language))),
    // An address without a language opens in the reader's own.
    link('x-default', address(SOURCE_LANGUAGE)),
  ].join('')
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return LANGUAGES.map((language) => `<url><loc>${address(language)}</loc>${lastmod}${links}</url>\n`)
}

function link(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
