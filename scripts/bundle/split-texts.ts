/** Message catalogues in parts, so that a page does not wait for the texts of other pages. */
import { basename, relative } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'
import { inAsset } from '../../domain/asset.ts'
import { SOURCE_LANGUAGE } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { inProductMessage } from '../../domain/operator/product.ts'
import type { Operator } from '../../server/operator/operator.ts'
import type { TextPart } from '../../web/text-parts.ts'
import { policyTexts, type Message } from './policy-texts.ts'
import { modulesOfParts, type ModuleGraph } from './text-modules.ts'

const PART = /\.po\?(\w+)$/
/** Stands for the messages of a part until the bundler knows the modules that show them. */
const UNKNOWN = /"messages of (\w+)\/(\w+)"/g

/**
 * `x.po?first` holds the texts of the modules that `first` begins with, and so on; no other part repeats a text of `first`. Where
 * nothing is downloaded (on the server, in development and in tests), `first` holds all texts.
 */
export function splitTexts(root: string, operator: Operator): Plugin {
  const catalogues = new Map<string, Message[]>()
  let partsOf: ((files: readonly string[]) => TextPart[]) | undefined
  return {
    name: 'split-texts',
    enforce: 'pre',
    buildStart() {
      partsOf = undefined
    },
    transform: {
      filter: { id: PART },
      async handler(source, id) {
        const part = PART.exec(id)?.[1] as TextPart
        const filename = id.replace(/\?.*/, '')
        const locale = basename(filename, '.po')
        catalogues.set(locale, await readCatalogue(source, filename, locale as Language, operator))
        if (this.environment.mode === 'build' && this.environment.name === 'client')
          return {
            code: `export const messages = JSON.parse("messages of ${locale}/${part}")`,
            map: null,
            moduleType: 'js',
          }
        const messages = part === 'first' ? compile(locale, catalogues.get(locale) ?? []) : {}
        return { code: `export const messages = ${JSON.stringify(messages)}`, map: null, moduleType: 'js' }
      },
    },
    renderChunk(code) {
      if (!code.includes('"messages of ')) return null
      partsOf ??= partFinder(root, (module) => this.getModuleInfo(module))
      const written = code.replaceAll(UNKNOWN, (_, locale: string, part: TextPart) => {
        const messages = (catalogues.get(locale) ?? []).filter(({ files }) => partsOf?.(files).includes(part))
        return JSON.stringify(JSON.stringify(compile(locale, messages)))
      })
      return { code: written, map: null }
    },
  }
}

async function readCatalogue(
  source: string,
  filename: string,
  locale: Language,
  operator: Operator,
): Promise<Message[]> {
  const catalogue = await formatter().parse(source, { locale, sourceLocale: SOURCE_LANGUAGE, filename })
  const texts = Object.entries(catalogue).map(([text, { message, translation, origin = [] }]) => ({
    text: inAsset(text),
    translation: inProductMessage(inAsset(translation || message || text), locale, operator),
    files: origin.map(([file]) => file),
  }))
  return [...texts, ...policyTexts(operator, locale)]
}

/** By the id of each text, its translation as Lingui's runtime reads it. */
function compile(locale: string, messages: readonly Message[]): object {
  const isMessage = ({ isPlain }: Message) => isPlain !== true
  const entries = messages.filter(isMessage).map(({ text, translation }) => [text, translation])
  const plain = messages.filter((message) => !isMessage(message)).map(({ text, translation }) => [text, [translation]])
  const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(entries) as Record<string, string>, {
    namespace: 'json',
  })
  if (errors[0]) throw errors[0].error
  return { ...(JSON.parse(source) as { messages: object }).messages, ...Object.fromEntries(plain) }
}

/** The parts of a text by the files that show it. One that no part claims is in the first, which every page loads. */
function partFinder(root: string, graph: ModuleGraph): (files: readonly string[]) => TextPart[] {
  const parts = [...modulesOfParts(root, graph)].map(
    ([part, ids]) => [part, new Set([...ids].map((id) => relative(root, id)))] as const,
  )
  return (files) => {
    const found = parts.filter(([, modules]) => files.some((file) => modules.has(file))).map(([part]) => part)
    return found.length === 0 || found.includes('first') ? ['first'] : found
  }
}
