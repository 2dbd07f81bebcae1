/** Message catalogues in two parts, so that the landing page does not wait for the words of every other page. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'
import { SOURCE_LANGUAGE } from '../../domain/languages.ts'

const PART = /\.po\?(first|rest)$/
/** The entries of the landing page and of the frame of every page, and the UI kit, whose parts load on demand. */
const BEGINNINGS = ['web/root.tsx', 'web/info/HomePage.tsx', 'web/ui/**/*.tsx', 'web/layout/*.tsx']

/** `x.po?first` holds the texts of the files of the landing page, `x.po?rest` all others. */
export function splitTexts(root: string): Plugin {
  const first = new Set(withImports(root, globSync(BEGINNINGS, { cwd: root })))
  return {
    name: 'split-texts',
    enforce: 'pre',
    transform: {
      filter: { id: PART },
      async handler(source, id) {
        const part = PART.exec(id)?.[1]
        const filename = id.replace(/\?.*/, '')
        const locale = basename(filename, '.po')
        const catalogue = await formatter().parse(source, { locale, sourceLocale: SOURCE_LANGUAGE, filename })
        const chosen = Object.entries(catalogue)
          .filter(([, { origin }]) => (origin?.some(([file]) => first.has(file)) ?? false) === (part === 'first'))
          .map(([text, { message, translation }]) => [text, translation || message || text] as const)
        const { source: code, errors } = createCompiledCatalog(locale, Object.fromEntries(chosen), { namespace: 'es' })
        if (errors[0]) throw errors[0].error
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}

/** The files and all their static imports. */
function withImports(root: string, files: string[]): string[] {
  const all = [...files]
  for (const file of all) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, from = ''] of source.matchAll(/^(?:import|export) (?!type )[^'(]*'(\.[^']+\.tsx?)'/gm)) {
      const imported = join(dirname(file), from)
      if (!all.includes(imported)) all.push(imported)
    }
  }
  return all
}
