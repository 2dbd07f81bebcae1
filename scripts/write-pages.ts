/** A step of the build: the public pages in every language. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { LANGUAGES, prefixOf, type Language } from '../domain/languages.ts'
import { prerenderedPaths } from '../web/paths.ts'

/** The router's name for the page of addresses without a file. */
const SHELL = '__spa-fallback.html'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = join(root, 'build/client')

// The same bundle with the language's prefix as the router's base: links and addresses do not contain the language.
const build = (await import(join(root, 'build/server/index.js'))) as ServerBuild
for (const language of LANGUAGES) await writeLanguage(language)

async function writeLanguage(language: Language): Promise<void> {
  const base = prefixOf(language)
  const answer = createRequestHandler({ ...build, basename: base || '/' }, 'production')
  for (const path of prerenderedPaths) {
    await write(join(client, base, path, 'index.html'), answer, new Request(`http://localhost${base}${path}`))
  }
  // The router honours this header in the process of a build only.
  process.env.IS_RR_BUILD_REQUEST = 'yes'
  const shell = new Request(`http://localhost${base}`, { headers: { 'X-React-Router-SPA-Mode': 'yes' } })
  await write(join(client, base, SHELL), answer, shell)
}

type Answer = ReturnType<typeof createRequestHandler>

async function write(file: string, answer: Answer, request: Request): Promise<void> {
  const response = await answer(request)
  const html = await response.text()
  if (response.status !== 200) throw new Error(`${request.url} could not be written: ${response.status}\n${html}`)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, html)
}
