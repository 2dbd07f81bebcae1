/** Message catalogues in parts, so that a page does not wait for the texts of other pages. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'
import { inAsset } from '../../domain/asset.ts'
import { SOURCE_LANGUAGE } from '../../domain/languages.ts'
import routes from '../../web/routes.ts'
import { partOf, type TextPart } from '../../web/text-parts.ts'

const PART = /\.po\?(\w+)$/

/**
 * The contract's schemas name texts that only forms and refusals show. These parts have no form that checks its fields by a
 * schema, and every page loads the client's contract.
 */
const WITHOUT_FORMS: ReadonlySet<TextPart> = new Set(['first', 'home', 'market'])
const CLIENT_CONTRACT = 'web/contract.ts'
const isContract = (file: string) => file.startsWith('domain/api/')

/** `x.po?first` holds the texts of the files that `first` begins with, and so on; no other part repeats a text of `first`. */
export function splitTexts(root: string): Plugin {
  let files: Map<TextPart, Set<string>> | undefined
  const catalogues = new Map<string, { source: string; parts: ReturnType<typeof readParts> }>()

  /** A text that no part claims is in the first one, since nothing else is sure to be loaded. */
  function partsOf(origins: readonly string[]): TextPart[] {
    files ??= filesOfParts(root)
    const parts = [...files].filter(([, files]) => origins.some((file) => files.has(file))).map(([part]) => part)
    return parts.length === 0 || parts.includes('first') ? ['first'] : parts
  }

  /** The messages of each part. */
  async function readParts(source: string, filename: string, locale: string) {
    const parts = new Map<TextPart, Record<string, string>>()
    const catalogue = await formatter().parse(source, { locale, sourceLocale: SOURCE_LANGUAGE, filename })
    for (const [text, { message, translation, origin = [] }] of Object.entries(catalogue)) {
      for (const part of partsOf(origin.map(([file]) => file))) {
        const messages = parts.get(part) ?? {}
        messages[inAsset(text)] = inAsset(translation || message || text)
        parts.set(part, messages)
      }
    }
    return parts
  }

  return {
    name: 'split-texts',
    enforce: 'pre',
    transform: {
      filter: { id: PART },
      async handler(source, id) {
        const part = PART.exec(id)?.[1] as TextPart
        const filename = id.replace(/\?.*/, '')
        const locale = basename(filename, '.po')
        // Once for all of its parts.
        const known = catalogues.get(filename)
        const parts = known?.source === source ? known.parts : readParts(source, filename, locale)
        catalogues.set(filename, { source, parts })
        const messages = (await parts).get(part) ?? {}
        const { source: code, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
        if (errors[0]) throw errors[0].error
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}

/** The files whose texts each part holds: those of its pages, and what `withTexts` loads with it, with all their imports. */
export function filesOfParts(root: string): Map<TextPart, Set<string>> {
  const parts = new Map<TextPart, Set<string>>([
    ['first', new Set(['web/root.tsx', 'web/entry.client.tsx'])],
    ['refusals', new Set([CLIENT_CONTRACT])],
  ])
  const add = (part: TextPart, file: string) => parts.set(part, (parts.get(part) ?? new Set()).add(file))
  for (const { path, file } of pagesOf(routes)) add(partOf(`/${path}`), join('web', file))

  const importsOf = new Map<string, Imports>()
  // Adding to a set while it is read extends the loop.
  for (let size = -1; size !== sizeOf(parts);) {
    size = sizeOf(parts)
    for (const [part, files] of parts) {
      for (const file of files) {
        const { plain, withTexts } = importsOf.get(file) ?? readImports(root, file)
        importsOf.set(file, { plain, withTexts })
        for (const imported of plain) {
          const isLeftOut = imported === CLIENT_CONTRACT || (WITHOUT_FORMS.has(part) && isContract(imported))
          if (!isLeftOut) files.add(imported)
        }
        for (const [other, imported] of withTexts) add(other, imported)
      }
    }
  }
  return parts
}

function sizeOf(parts: Map<TextPart, Set<string>>): number {
  return [...parts.values()].reduce((sum, files) => sum + files.size, 0)
}

function pagesOf(entries: readonly RouteConfigEntry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path, index, file, children }) => {
    // A layout has no address of its own: its texts are those of its pages.
    if (children) return pagesOf(children).flatMap((page) => [page, { path: page.path, file }])
    return [{ path: index ? '' : (path ?? ''), file }]
  })
}

type Imports = { plain: string[]; withTexts: [TextPart, string][] }

function readImports(root: string, file: string): Imports {
  const source = readFileSync(join(root, file), 'utf8')
  const resolve = (from: string) => join(dirname(file), from)
  const withTexts = [...source.matchAll(/withTexts\('(\w+)', \(\) => import\('(\.[^']+)'\)/g)].map(
    ([, part, from = '']): [TextPart, string] => [part as TextPart, resolve(from)],
  )
  const later = new Set(withTexts.map(([, imported]) => imported))
  const plain = [
    ...source.matchAll(/^(?:import|export) (?!type )([^'(]*)'(\.[^']+\.tsx?)'/gm),
    ...source.matchAll(/(?<!typeof )(import)\('(\.[^']+\.tsx?)'\)/g),
  ]
    .map(([, , from = '']) => resolve(from))
    .filter((imported) => !later.has(imported))
  return { plain, withTexts }
}
