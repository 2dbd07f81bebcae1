import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { namedIn, prefixOf } from '../domain/languages.ts'
import { loadFirstTexts } from './i18n.ts'
import { ClientRouter, openRouter } from './layout/ClientRouter.tsx'
import { takePageData } from './layout/page-data.ts'
import { makeQueryClient } from './layout/queries.ts'
import { allowReactsScripts } from './trusted-types.ts'

allowReactsScripts()
const texts = loadFirstTexts(location.pathname)

/** Hydrates the page; called once its scripts have run (`page-files.ts`). */
export async function start(): Promise<void> {
  // The one i18n instance of the page, also used by texts outside React.
  i18n.loadAndActivate(await texts)
  if (window.isReloading) return
  if (import.meta.env.DEV) takeLanguageAsBase()
  // The development server replaces modules in React Router's own.
  const router = import.meta.env.DEV ? await developmentRouter() : <ClientRouter router={openRouter()} />
  // Opening the router and hydrating the page in one task would keep presses waiting.
  await new Promise((done) => setTimeout(done))
  const client = makeQueryClient()
  takePageData(client, document)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={client}>{router}</QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    )
  })
}

if (import.meta.env.DEV) await start()

async function developmentRouter() {
  const { HydratedRouter } = await import('react-router/dom')
  return <HydratedRouter />
}

/** The build writes the pages of each language with its prefix as the router's base; the development server knows one base. */
function takeLanguageAsBase(): void {
  const language = namedIn(location.pathname)
  if (language) window.__reactRouterContext!.basename = prefixOf(language)
}
