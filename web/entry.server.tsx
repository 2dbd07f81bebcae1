import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { i18n as textsOfErrors, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { ReactNode } from 'react'
import { matchRoutes, ServerRouter, type EntryContext, type ServerBuild } from 'react-router'
import { namedIn, prefixOf, SOURCE_LANGUAGE } from '../domain/languages.ts'
import { setTransport } from './client.ts'
import { editBody, editHead } from './edit-html.ts'
import { loadTexts } from './i18n.ts'
import type { PageHandle } from './layout/page-data.ts'
import { makeQueryClient } from './layout/queries.ts'
import { routesOf, type RouteManifest, type RouteModule } from './layout/route-tree.tsx'
import { STYLE_SHEET } from './layout/style-sheet.ts'
import { withFiles } from './page-files.ts'
import styleSheet from './theme.css?inline'

/** Calls the API as a signed-out visitor, who pays for it. */
export type Transport = (address: string) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

const transports = new AsyncLocalStorage<Transport>()
setTransport((address) => {
  const transport = transports.getStore()
  if (!transport) throw new Error(`${address} is called while no page is rendered`)
  return transport(address) as Promise<Response>
})

const texts = new Map<string, ReturnType<typeof loadTexts>>()
/** Merging the catalogues of a language takes milliseconds. */
function textsFor(path: string): ReturnType<typeof loadTexts> {
  const language = namedIn(path) ?? SOURCE_LANGUAGE
  const known = texts.get(language) ?? loadTexts(path)
  texts.set(language, known)
  return known
}

// Errors are translated when they are thrown, so English is enough: no page that the server sends shows one.
textsOfErrors.loadAndActivate(await textsFor('/'))

/** Renders a page without data, for the build and in development. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  // Of loaders on the server, which no page has.
  context.serverHandoffStream = import.meta.env.PROD ? undefined : readAgain(context.serverHandoffStream)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const pieces = await renderDocument(context, new URL(request.url), newClient())
  return new Response(pieces.join(''), { status, headers })
}

/** React may render the router more than once, and a stream gives one reader. React Router's own client needs the stream. */
function readAgain(stream: ReadableStream<Uint8Array> | undefined): ReadableStream<Uint8Array> | undefined {
  const reader = stream?.getReader()
  return reader && ({ getReader: () => reader } as ReadableStream<Uint8Array>)
}

/** In pieces, so that an edit of one does not copy the whole page; the style sheet is the same string on every page. */
export type Pieces = readonly [start: string, styleSheet: string, head: string, body: string, end: string]
export type RenderedPage = { status: number; html: Pieces }
/** Rejects with `UnreadError` where a query of the page was refused or failed. */
export type RenderPage = (address: URL, transport: Transport) => Promise<RenderedPage>

/** The data of a page could not be read. */
export class UnreadError extends Error {}

/**
 * Renders the pages of a build with their data. React Router's request handler is not used: for pages without loaders it does
 * nothing but cost time.
 */
export function openPages({ routes, assets, future, routeDiscovery }: ServerBuild): RenderPage {
  const known = Object.values(routes).flatMap((route) => route ?? [])
  const routeModules = Object.fromEntries(known.map(({ id, module }) => [id, module])) as EntryContext['routeModules']
  const tree = routesOf(assets.routes as RouteManifest, routeModules as Record<string, RouteModule>)
  const matched = new Map<string, ReturnType<typeof matchRoutes>>()

  /** The routes of an address; those of an address without parameters are kept, since they are few. */
  function matchesAt(pathname: string, basename: string) {
    const kept = matched.get(pathname)
    if (kept) return kept
    const matches = matchRoutes(tree, pathname, basename)
    if (matches?.every(({ params }) => Object.keys(params).length === 0)) matched.set(pathname, matches)
    return matches ?? []
  }

  function contextOf(url: URL): EntryContext {
    const basename = prefixOf(namedIn(url.pathname) ?? SOURCE_LANGUAGE) || '/'
    const { pathname, search } = url
    const location = { pathname, search, hash: '', state: null, key: 'default', mask: undefined }
    return {
      manifest: assets,
      routeModules,
      future,
      routeDiscovery,
      ssr: false,
      isSpaMode: false,
      branches: [],
      serverHandoffString: JSON.stringify({ basename, future, routeDiscovery, ssr: false, isSpaMode: false }),
      renderMeta: {},
      staticHandlerContext: {
        basename,
        location,
        matches: matchesAt(pathname, basename),
        loaderData: {},
        actionData: null,
        errors: null,
        statusCode: 200,
        loaderHeaders: {},
        actionHeaders: {},
      } as unknown as EntryContext['staticHandlerContext'],
    }
  }

  return (url, transport) =>
    transports.run(transport, async () => {
      const context = contextOf(url)
      const client = newClient()
      try {
        await Promise.all(reads(client, context, url))
      } catch (error) {
        throw new UnreadError('the data of a page could not be read', { cause: error })
      }
      return { status: isMissing(client) ? 404 : 200, html: await renderDocument(context, url, client) }
    })
}

function newClient(): QueryClient {
  const client = makeQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  return client
}

async function renderDocument(context: EntryContext, url: URL, client: QueryClient): Promise<Pieces> {
  const i18n = setupI18n()
  i18n.loadAndActivate(await textsFor(url.pathname))
  const html = await renderWhole(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ServerRouter context={context} url={url} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  const at = html.indexOf(STYLE_SHEET)
  const { head, body, end } = withFiles(html.slice(at + STYLE_SHEET.length), url.pathname)
  return [html.slice(0, at), styleSheet, editHead(head), editBody(body), end]
}

/** In place of a part of the page that waits for its code. */
const UNFINISHED = '<!--$!-->'

/**
 * One whole page: nothing is streamed, so no script has to move content into place. Making a string takes less time than a
 * stream, but waits for no code; that of lazy parts has to be waited for once. Rejects where a component throws.
 */
async function renderWhole(page: ReactNode): Promise<string> {
  const html = `<!DOCTYPE html>${renderToString(page)}`
  if (!html.includes(UNFINISHED)) return html
  return new Promise((done, fail) => {
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Infinity,
      onAllReady: () => done(text(pipe(new PassThrough()))),
      onShellError: fail,
    })
  })
}

/** Of the pages that the address leads to. */
function reads(client: QueryClient, { routeModules, staticHandlerContext }: EntryContext, address: URL) {
  return staticHandlerContext.matches.flatMap(({ route, params }) => {
    const handle = routeModules[route.id]?.handle as PageHandle | undefined
    return handle?.read(client, address, params) ?? []
  })
}

/** A query that found nothing: the offer or the trader of the page. */
function isMissing(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.data === null)
}
