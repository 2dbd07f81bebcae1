/** Tells the server's bundle where the texts of each language are, so that a page can preload its own. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:text-files'
/** Vite's list of the client's files; React Router keeps it until the server's bundle is written. */
const MANIFEST = 'build/client/.vite/manifest.json'

type Manifest = Record<string, { file: string }>

/** `virtual:text-files` is the address of each part by language and name, as "fr/market". In development nothing is preloaded. */
export function textFiles(root: string): Plugin {
  let isBuild = false
  return {
    name: 'text-files',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined
      const files = isBuild && this.environment.name === 'ssr' ? await readFiles(root) : {}
      return `export default ${JSON.stringify(files)}`
    },
  }
}

async function readFiles(root: string): Promise<Record<string, string>> {
  const manifest = JSON.parse(await readFile(join(root, MANIFEST), 'utf8')) as Manifest
  const files = Object.entries(manifest).flatMap(([source, { file }]) => {
    const [, language, part] = /locales\/(\w+)\.po\?(\w+)$/.exec(source) ?? []
    return part === undefined ? [] : [[`${language}/${part}`, `/${file}`] as const]
  })
  if (files.length === 0) throw new Error(`${MANIFEST} names no texts`)
  return Object.fromEntries(files)
}
