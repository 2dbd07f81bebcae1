/** Gives the server's bundle the files of the client that a page needs, so that its HTML can name them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { facadeOf, type Facade } from './facades.ts'

const VIRTUAL = 'virtual:client-files'
const CLIENT = 'build/client'
/** Vite's list of the client's files; React Router keeps it until the server's bundle is written. */
const MANIFEST = '.vite/manifest.json'

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

/** Chunks that only signed-in users load, by the name under which `web/page-files.ts` asks for them. */
const SIGNED_IN = { frame: 'signed-in', dialog: 'OpenedTradeDialog', newTrade: 'NewTradePage' }

/** All addresses are those of the browser, as "/assets/x.js". */
type ClientFiles = {
  /** Each part of the texts by language and name, as "fr/market". */
  texts: Record<string, string>
  /** By their own address. */
  facades: Record<string, Facade>
  /** All scripts, each after those that it imports. */
  order: string[]
  /** Each chunk with all that it imports. */
  signedIn: Record<keyof typeof SIGNED_IN, string[]>
}

const NONE: ClientFiles = { texts: {}, facades: {}, order: [], signedIn: { frame: [], dialog: [], newTrade: [] } }

/** `virtual:client-files` is empty in development, where nothing is preloaded. */
export function clientFiles(root: string): Plugin {
  let isBuild = false
  return {
    name: 'client-files',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined
      const files = isBuild && this.environment.name === 'ssr' ? await readFiles(join(root, CLIENT)) : NONE
      return `export default ${JSON.stringify(files)}`
    },
  }
}

async function readFiles(client: string): Promise<ClientFiles> {
  const manifest = JSON.parse(await readFile(join(client, MANIFEST), 'utf8')) as Manifest
  const texts = textsOf(manifest)
  if (Object.keys(texts).length === 0) throw new Error(`${MANIFEST} names no texts`)
  const closure = (chunk: string) => closureOf(manifest, chunk)
  return {
    texts,
    facades: await facadesOf(manifest, client),
    order: orderOf(manifest),
    signedIn: {
      frame: closure(SIGNED_IN.frame),
      dialog: closure(SIGNED_IN.dialog),
      newTrade: closure(SIGNED_IN.newTrade),
    },
  }
}

function textsOf(manifest: Manifest): Record<string, string> {
  const files = Object.entries(manifest).flatMap(([source, { file }]) => {
    const [, language, part] = /locales\/(\w+)\.po\?(\w+)$/.exec(source) ?? []
    return part === undefined ? [] : [[`${language}/${part}`, `/${file}`] as const]
  })
  return Object.fromEntries(files)
}

async function facadesOf(manifest: Manifest, client: string): Promise<Record<string, Facade>> {
  const facades: Record<string, Facade> = {}
  for (const { file } of Object.values(manifest).filter(({ file }) => file.endsWith('.js'))) {
    const facade = facadeOf(await readFile(join(client, file), 'utf8'))
    if (facade) facades[`/${file}`] = { ...facade, file: `/assets/${facade.file}` }
  }
  return facades
}

function closureOf(manifest: Manifest, chunk: string): string[] {
  const reached = new Set(Object.keys(manifest).filter((source) => manifest[source]?.name === chunk))
  if (reached.size === 0) throw new Error(`${MANIFEST} does not name ${chunk}`)
  for (const each of reached) for (const imported of manifest[each]?.imports ?? []) reached.add(imported)
  return [...reached].map((each) => `/${manifest[each]?.file}`)
}

function orderOf(manifest: Manifest): string[] {
  const done = new Set<string>()
  const visit = (source: string) => {
    const { file = '', imports = [] } = manifest[source] ?? {}
    if (done.has(`/${file}`)) return
    for (const imported of imports) visit(imported)
    done.add(`/${file}`)
  }
  for (const source of Object.keys(manifest)) visit(source)
  return [...done].filter((file) => file.endsWith('.js'))
}
