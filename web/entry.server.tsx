import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { i18n as textsOfErrors, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { renderToPipeableStream } from 'react-dom/server'
import type { ReactNode } from 'react'
import { ServerRouter, type EntryContext } from 'react-router'
import { namedIn, SOURCE_LANGUAGE } from '../domain/languages.ts'
import { setTransport, type Transport } from './client.ts'
import { editHtml } from './edit-html.ts'
import { loadTexts } from './i18n.ts'
import type { PageHandle } from './layout/page-data.ts'
import { makeQueryClient } from './layout/queries.ts'
import { withFiles } from './page-files.ts'

/** One page for one visitor, who pays for its API calls. Without a visit, as in a build, pages are rendered without data. */
type Visit = {
  /** Calls the API as a signed-out visitor. */
  transport: Transport
  /** Set when a query was refused or failed: the page was not rendered. */
  failure?: unknown
}

export const visits = new AsyncLocalStorage<Visit>()

const texts = new Map<string, ReturnType<typeof loadTexts>>()
/** Merging the catalogues of a language takes milliseconds. */
function textsFor(path: string): ReturnType<typeof loadTexts> {
  const language = namedIn(path) ?? SOURCE_LANGUAGE
  const known = texts.get(language) ?? loadTexts(path)
  texts.set(language, known)
  return known
}

// Errors are worded when they are thrown; no page that the server sends shows one.
textsOfErrors.loadAndActivate(await textsFor('/'))

setTransport((address, init) => {
  const visit = visits.getStore()
  if (!visit) throw new Error(`${address} is called without a visit`)
  return visit.transport(address, init)
})

/** Renders one whole page: nothing is streamed, so no script has to move content into place. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const client = makeQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const visit = visits.getStore()
  if (visit) {
    try {
      await Promise.all(reads(client, context, new URL(request.url)))
    } catch (error) {
      visit.failure = error
      return new Response(null, { status: 503 })
    }
  }
  // Of loaders on the server, which no page has.
  if (import.meta.env.PROD) context.serverHandoffStream = undefined
  const i18n = setupI18n()
  i18n.loadAndActivate(await textsFor(new URL(request.url).pathname))
  const html = await renderWhole(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ServerRouter context={context} url={request.url} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = editHtml(withFiles(html, new URL(request.url).pathname))
  return new Response(page, { status: isMissing(client) ? 404 : status, headers })
}

/** Rejects where a component throws outside an error boundary. */
function renderWhole(page: ReactNode): Promise<string> {
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
