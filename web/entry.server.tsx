import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { i18n as textsOfErrors, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { ReactNode } from 'react'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'
import type { Manifest } from 'vite'
import { LANGUAGES, namedIn, prefixOf, SOURCE_LANGUAGE } from '../domain/languages.ts'
import { setTransport } from './client.ts'
import { loadTexts } from './i18n.ts'
import type { PageHandle } from './layout/document/page-data.ts'
import { PageScriptsProvider } from './layout/page-scripts.tsx'
import { makeQueryClient } from './layout/queries.ts'
import { loadAllPages, shellRoutes, siteRoutes } from './layout/route-objects.tsx'
import { STYLE_SHEET } from './layout/style-sheet.ts'
import { FILES_IN_DEVELOPMENT, readPageFiles, type PageFiles } from './layout/document/page-files.ts'
import { routes } from './routes.ts'
import { withoutStyleAttributes } from './layout/document/style-attributes.ts'
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

/** In pieces, so that an edit of one does not copy the whole page; the style sheet is the same string on every page. */
export type Pieces = readonly [start: string, styleSheet: string, head: string, body: string]
export type RenderedPage = { status: number; html: Pieces }

export type Pages = {
  /** A page with its data. Rejects with `UnreadError` where a query of the page was refused or failed. */
  render: (address: URL, transport: Transport) => Promise<RenderedPage>
  /** The page without its data, as the build writes it. */
  renderEmpty: (address: URL) => Promise<Pieces>
  /** The document without a page, in the language of the address. */
  renderShell: (address: URL) => Promise<Pieces>
  /** By the path pattern of each page, its scripts. */
  files: Record<string, string[]>
}

/** The data of a page could not be read. */
export class UnreadError extends Error {}

/** Opens the pages of a build with the bundler's list of its files; null in development. */
export async function openPages(manifest: Manifest | null): Promise<Pages> {
  const site = siteRoutes(routes)
  // In development the router loads the page that is opened.
  if (manifest !== null) await loadAllPages(site)
  const [open, openShell] = [routerOf(site), routerOf(shellRoutes())]
  const files = manifest === null ? FILES_IN_DEVELOPMENT : await readPageFiles(manifest, site)

  return {
    render: (address, transport) =>
      transports.run(transport, async () => {
        const opened = await open(address)
        const client = newClient()
        try {
          await Promise.all(reads(client, opened.context, address))
        } catch (error) {
          throw new UnreadError('the data of a page could not be read', { cause: error })
        }
        const html = await renderDocument(opened, address, client, files)
        return { status: isMissing(client) ? 404 : 200, html }
      }),
    renderEmpty: async (address) => renderDocument(await open(address), address, newClient(), files),
    renderShell: async (address) => renderDocument(await openShell(address), address, newClient(), files),
    files: files.byPath,
  }
}

type Opened = { context: StaticHandlerContext; router: ReturnType<typeof createStaticRouter> }

/** Finds the page of an address; the language in it is the base of the router. */
function routerOf(of: RouteObject[]): (address: URL) => Promise<Opened> {
  const handlers = new Map(
    LANGUAGES.map((language) => [language, createStaticHandler(of, { basename: prefixOf(language) || '/' })]),
  )
  return async (address) => {
    const handler = handlers.get(namedIn(address.pathname) ?? SOURCE_LANGUAGE)!
    const context = await handler.query(new Request(address))
    if (context instanceof Response) throw new Error(`${address.href} leads elsewhere`)
    return { context, router: createStaticRouter(handler.dataRoutes, context) }
  }
}

function newClient(): QueryClient {
  const client = makeQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  return client
}

async function renderDocument(
  { context, router }: Opened,
  { pathname }: URL,
  client: QueryClient,
  { scriptsOf }: PageFiles,
): Promise<Pieces> {
  const i18n = setupI18n()
  i18n.loadAndActivate(await textsFor(pathname))
  const components = context.matches.map(({ route }) => route.Component)
  const html = await renderWhole(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <PageScriptsProvider value={scriptsOf(components, pathname)}>
          <StaticRouterProvider context={context} router={router} hydrate={false} />
        </PageScriptsProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const [at, headEnd] = [html.indexOf(STYLE_SHEET), html.indexOf('</head>')]
  const body = html.slice(headEnd)
  return [
    html.slice(0, at),
    styleSheet,
    html.slice(at + STYLE_SHEET.length, headEnd),
    // In development there is no policy, and the page of the interface's parts has style attributes.
    import.meta.env.DEV ? body : withoutStyleAttributes(body),
  ]
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
function reads(client: QueryClient, { matches }: StaticHandlerContext, address: URL) {
  return matches.flatMap(({ route, params }) => {
    const handle = route.handle as PageHandle | undefined
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
