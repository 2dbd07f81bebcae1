/** Renders public pages by the build's own server bundle, in the language of the address, as a signed-out visitor sees them. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Pieces } from './page.ts'

/** What `web/entry.server.tsx` exports, and the part of a fetch response that it reads. */
type Bundle = {
  openPages: (
    manifest: unknown,
  ) => Promise<{ render: (address: URL, transport: (path: string) => Promise<Answer>) => Promise<Rendered> }>
  UnreadError: new () => Error
}
type Answer = Pick<Response, 'ok' | 'status' | 'json'>
type Rendered = { status: number; html: Pieces }

/** The page at an address; null where its data could not be read, so that the browser has to read them. */
export type Render = (address: string, ip: string) => Promise<Rendered | null>

/** Null where the build in the folder has no server bundle. */
export async function openRenderer(app: FastifyInstance, build: string): Promise<Render | null> {
  const bundle = join(build, 'server/index.js')
  if (!(await exists(bundle))) return null
  const { openPages, UnreadError } = (await import(pathToFileURL(bundle).href)) as Bundle
  const { render } = await openPages(JSON.parse(await readFile(join(build, 'manifest.json'), 'utf8')))

  return async (address, ip) => {
    try {
      return await render(new URL(address, 'http://localhost'), (path) => callApi(app, path, ip))
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error
      app.log.debug({ err: error, address }, 'a page could not be rendered with its data')
      return null
    }
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** The visitor's own call, within the limits of their network. */
async function callApi(app: FastifyInstance, path: string, ip: string): Promise<Answer> {
  const { statusCode, body } = await app.inject({
    url: path,
    remoteAddress: ip,
    headers: { accept: 'application/json' },
  })
  return { ok: statusCode < 300, status: statusCode, json: async () => JSON.parse(body) }
}
