/** A step of the build: the public pages in every language, and what the server and the browser know of the pages' files. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, prefixOf } from '../domain/languages.ts'
import { prerenderedPaths, renderedPaths } from '../web/paths.ts'
import { pathsOf, routes } from '../web/routes.ts'
import type { Pages, Pieces } from '../web/entry.server.tsx'

/** The page of addresses without a file. */
const SHELL = '__spa-fallback.html'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = join(root, 'build/client')
/** The bundler's list of the client's files. */
const manifest = join(client, '.vite/manifest.json')

type Bundle = { openPages: (manifest: object) => Promise<Pages> }
const { openPages } = (await import(join(root, 'build/server/index.js'))) as Bundle
const pages = await openPages(JSON.parse(await readFile(manifest, 'utf8')) as object)

for (const language of LANGUAGES) {
  const address = (path: string) => new URL(`http://localhost${prefixOf(language)}${path}`)
  const folder = join(client, prefixOf(language))
  for (const path of prerenderedPaths)
    await write(join(folder, path, 'index.html'), await pages.renderEmpty(address(path)))
  await write(join(folder, SHELL), await pages.renderShell(address('/')))
}
await writeFile(join(client, 'page-files.json'), JSON.stringify(pages.files))
// The addresses of pages, by which the server recognises unknown ones, and those that it renders. Without the language.
await writeFile(join(root, 'build/paths.json'), JSON.stringify({ all: pathsOf(routes), rendered: renderedPaths }))
await writeFile(join(root, 'build/manifest.json'), await readFile(manifest))
await rm(join(client, '.vite'), { recursive: true })

async function write(file: string, html: Pieces): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, html.join(''))
}
