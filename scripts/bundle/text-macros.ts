import { join } from 'node:path'
import { linguiMacroSwcPlugin } from '@lingui/swc-plugin/options'
import { transform } from '@swc/core'
import type { Plugin } from 'vite'

/** `i18n._({ id: "x" })`, which says the same as `i18n._("x")`; pages have hundreds of them. */
const ONLY_ID = /(?<=\._\()\/\*i18n\*\/ \{\s*id: ("[^"]+")\s*\}(?=\))/g

/**
 * Replaces the macros of texts by calls of Lingui's runtime. JSX is left to the bundler.
 * SWC does it beside the bundler, in threads of its own; Babel took a third of the whole build.
 */
export function textMacros(root: string): Plugin {
  const macros = (descriptorFields: 'id-only' | 'all') => linguiMacroSwcPlugin({ descriptorFields }, { cwd: root })
  const [built, served] = [macros('id-only'), macros('all')]
  return {
    name: 'text-macros',
    // A macro is found in the source as it is written, before Vite compiles its JSX.
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /from ['"]@lingui\/(core|react)\/macro['"]/ },
      async handler(source, id) {
        const isBuild = this.environment.mode === 'build'
        const { code, map } = await transform(source, {
          filename: id,
          configFile: false,
          swcrc: false,
          sourceMaps: !isBuild,
          jsc: {
            target: 'esnext',
            parser: { syntax: 'typescript', tsx: id.endsWith('x') },
            transform: { react: { runtime: 'preserve' }, verbatimModuleSyntax: true },
            experimental: {
              plugins: [isBuild ? built : served],
              cacheRoot: join(root, 'node_modules/.cache/swc', this.environment.mode),
            },
          },
        })
        return { code: isBuild ? code.replaceAll(ONLY_ID, '$1') : code, map: map ?? null }
      },
    },
  }
}
