import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { namedIn, prefixOf, SOURCE_LANGUAGE } from '../domain/languages.ts'
import { loadFirstTexts } from './i18n.ts'
import { takePageData } from './layout/document/page-data.ts'
import { makeQueryClient } from './layout/queries.ts'
import { holdPages, loadPages, siteRoutes } from './layout/route-objects.tsx'
import { routes } from './routes.ts'

/** Hydrates the page that the server has sent. */
export async function start(): Promise<void> {
  const { pathname } = location
  // Links and addresses in the router do not contain the language.
  const basename = prefixOf(namedIn(pathname) ?? SOURCE_LANGUAGE) || '/'
  const pages = siteRoutes(routes)
  const hydrated = Promise.withResolvers<void>()
  const isShell = document.querySelector('main') === null
  if (isShell) holdPages(pages, pathname, basename, hydrated.promise)
  const [texts] = await Promise.all([loadFirstTexts(pathname), isShell ? null : loadPages(pages, pathname, basename)])
  // A text that was not loaded with what shows it: its id is on the screen. The stories fail on it.
  i18n.on('missing', ({ id }) => console.error(`no text is loaded for ${id}`))
  // The one i18n instance of the page, also used by texts outside React.
  i18n.loadAndActivate(texts)
  if (window.isReloading) return
  const router = createBrowserRouter(pages, { basename })
  // Opening the router and hydrating the page in one task would keep presses waiting.
  await new Promise((done) => setTimeout(done))
  const client = makeQueryClient()
  takePageData(client, document)

  function Site() {
    useEffect(() => hydrated.resolve(), [])
    return <RouterProvider router={router} />
  }

  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={client}>
            <Site />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    )
  })
}
