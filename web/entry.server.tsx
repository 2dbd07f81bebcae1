import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { loadTexts } from './i18n.ts'

/** Runs at build time only: writes one whole page, so that no streaming scripts end up in the HTML. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const i18n = setupI18n()
  i18n.loadAndActivate(await loadTexts(new URL(request.url).pathname))
  const page = await renderToReadableStream(
    <I18nProvider i18n={i18n}>
      <ServerRouter context={context} url={request.url} />
    </I18nProvider>,
    // Long pages are not streamed: no script has to move content into place.
    { progressiveChunkSize: Infinity },
  )
  await page.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(page, { status, headers })
}
