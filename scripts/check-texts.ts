/**
 * Fails when a text of the source is missing in a catalogue, a catalogue holds a text that the source no longer has, a
 * translation is missing, or a translation lacks a value, a tag or a number of its original. The rules of language are in
 * scripts/texts.test.ts.
 */
import { execFileSync } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import { SOURCE_LANGUAGE } from '../domain/languages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The texts of the pages, of the emails and of the drawn pictures (lingui.config.ts). */
const FOLDERS = [
  'web/locales',
  'server/mail/locales',
  'server/pages/og-images/locales',
  'server/trades/receipts/locales',
  'web/recovery/locales',
]

const before = await readCatalogues()
lingui('extract', '--clean')
const after = await readCatalogues()
const stale = [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)
for (const [name, text] of before) await writeFile(join(root, name), text)
if (stale.length > 0) throw new Error(`Run "npm run texts": ${stale.join(', ')} differ from the source`)

const wrong: string[] = []
for (const [name, text] of before) wrong.push(...(await wrongIn(name, text)))
if (wrong.length > 0) throw new Error(wrong.join('\n'))

async function wrongIn(name: string, text: string): Promise<string[]> {
  const locale = basename(name, '.po')
  const catalogue = await formatter().parse(text, { locale, sourceLocale: SOURCE_LANGUAGE, filename: name })
  return Object.entries(catalogue).flatMap(([id, { message = id, translation = '' }]) => {
    if (translation.trim() === '') return [`${name} lacks a translation of: ${message}`]
    const lost = [...partsOf(message)].filter((part) => !partsOf(translation).has(part))
    return lost.map((part) => `${name} has lost ${part} in: ${message}`)
  })
}

/** What a translation must keep: values such as "{from}", tags such as "<0>", and numbers such as "24". */
function partsOf(message: string): Set<string> {
  const values = valuesOf(message)
  const tags = [...message.matchAll(/<\/?\w+\/?>/g)].map(([tag]) => tag)
  const words = message.replaceAll(/\{\w+(, \w+,)?|<[^>]*>|=\d+/g, ' ')
  const figures = [...words.matchAll(/(?<![\w.,])\d+(?:[.,\u00A0\u202F]\d+)*/g)].map(([figure]) => asNumber(figure))
  // One, two and three are often words: "2-of-3" is « deux sur trois ».
  return new Set([...values, ...tags, ...figures.filter((figure) => figure.includes('.') || Number(figure) > 3)])
}

/** Braces alternate between a value and the text of one of its branches: "{topic, select, other {By {name}}}". */
function valuesOf(message: string): string[] {
  let depth = 0
  return [...message.matchAll(/\{(\w*)|\}/g)].flatMap(([brace, name]) => {
    if (brace === '}') depth--
    else if (depth++ % 2 === 0) return [`{${name}}`]
    return []
  })
}

/** "1,000,000", "1.000.000" and "1 000 000" are "1000000"; "0,5" is "0.5". */
function asNumber(figure: string): string {
  return /^[1-9]\d{0,2}([.,\u00A0\u202F]\d{3})+$/.test(figure) ? figure.replaceAll(/\D/g, '') : figure.replace(',', '.')
}

function lingui(...args: string[]): void {
  execFileSync(join(root, 'node_modules/.bin/lingui'), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function readCatalogues(): Promise<Map<string, string>> {
  const folders = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(root, folder))).map((name) => `${folder}/${name}`)),
  )
  const names = folders.flat().filter((name) => name.endsWith('.po'))
  return new Map(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
  )
}
