/** Chunks that only re-export another one, which the bundler writes for each module of a group that is loaded by itself. */
import type { Plugin, Rolldown } from 'vite'

/** The chunk that a facade stands for, and its names for the facade's exports. */
export type Facade = { file: string; names: Record<string, string> }

const FACADE = /^(?:export\{([^}]*)\}from|import)["'`]\.\/([\w-]+\.js)["'`];?\s*$/
const DYNAMIC_IMPORT = /\bimport\((["'`])\.\/([\w-]+\.js)\1\)/g

/** Null for a chunk with code of its own. `code` is minified. */
export function facadeOf(code: string): Facade | null {
  const [, exported = '', file] = FACADE.exec(code) ?? []
  if (file === undefined) return null
  const names = [...exported.matchAll(/([\w$]+)(?: as ([\w$]+))?/g)].map(([, inner = '', name = inner]) => [
    name,
    inner,
  ])
  return { file, names: Object.fromEntries(names) as Record<string, string> }
}

/** Each dynamic import of a facade imports the chunk behind it: on a slow line a facade costs a round trip. */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const facades = new Map(chunks.map((chunk) => [nameOf(chunk.fileName), facadeOf(chunk.code)]))
        for (const chunk of chunks) chunk.code = direct(chunk, facades)
      },
    },
  }
}

function direct({ code }: Rolldown.OutputChunk, facades: Map<string, Facade | null>): string {
  return code
    .replaceAll(DYNAMIC_IMPORT, (written: string, _, name: string) => {
      const facade = facades.get(name)
      if (!facade) return written
      const names = Object.entries(facade.names).map(([outer, inner]) => `${outer}:e.${inner}`)
      return `import("./${facade.file}").then(e=>({${names.join()}}))`
    })
    .replaceAll(/"assets\/([\w-]+\.js)"/g, (written, name: string) => {
      const facade = facades.get(name)
      return facade ? `"assets/${facade.file}"` : written
    })
}

function nameOf(fileName: string): string {
  return fileName.replace(/^assets\//, '')
}
