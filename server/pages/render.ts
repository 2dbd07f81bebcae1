/** Renders public pages by the build's own server bundle, in the language of the address, as a signed-out visitor sees them. */
import type { AsyncLocalStorage } from 'node:async_hooks'
import { access } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { namedIn, prefixOf, SOURCE_LANGUAGE, withoutLanguage } from '../../domain/languages.ts'

/** What `web/entry.server.tsx` exports. */
type Entry = { visits: AsyncLocalStorage<Visit> }
type Visit = { transport: (address: string) => Promise<Response>; failure?: unknown }

/** The page at an address; null where its data could not be read, so that the browser has to read them. */
export type Render = (address: string, ip: string) => Promise<{ status: number; html: string } | null>

/** Null where the client was built without its server bundle. */
export async function openRenderer(app: FastifyInstance, bundle: string): Promise<Render | null> {
  if (
    !(await access(bundle).then(
      () => true,
      () => false,
    ))
  )
    return null
  const build = (await import(pathToFileURL(bundle).href)) as ServerBuild
  const { visits } = build.entry.module as unknown as Entry

  return async (address, ip) => {
    const url = new URL(address, 'http://localhost')
    const basename = prefixOf(namedIn(url.pathname) ?? SOURCE_LANGUAGE) || '/'
    // React Router renders the paths listed in its build only.
    const answer = createRequestHandler(
      { ...build, basename, prerender: [decodeURI(withoutLanguage(url.pathname))] },
      'production',
    )
    const visit: Visit = { transport: (path) => callApi(app, path, ip) }
    const response = await visits.run(visit, () => answer(new Request(url)))
    if (visit.failure !== undefined) {
      app.log.debug({ err: visit.failure, address }, 'a page could not be rendered with its data')
      return null
    }
    if (![200, 404].includes(response.status))
      throw new Error(`${address} was rendered with the status ${response.status}`)
    return { status: response.status, html: await response.text() }
  }
}

/** The visitor's own call, within the limits of their network. */
async function callApi(app: FastifyInstance, path: string, ip: string): Promise<Response> {
  const { statusCode, body } = await app.inject({
    url: path,
    remoteAddress: ip,
    headers: { accept: 'application/json' },
  })
  return new Response(body, { status: statusCode, headers: { 'content-type': 'application/json' } })
}
