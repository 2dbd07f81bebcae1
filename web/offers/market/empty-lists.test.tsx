/** Empty lists as the server renders them, for a reader without scripts. */
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../layout/queries.ts'
import { render, waitFor } from '../../testing/render.tsx'
import { currencies } from '../../testing/samples.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import OffersPage, { handle } from './OffersPage.tsx'

const NONE = { count: 0, isExact: true }
const EMPTY = {
  offers: [],
  total: NONE,
  previousCursor: null,
  nextCursor: null,
  searched: null,
  now: '2026-11-22T12:00:00.000Z',
}
const COUNTS = { offers: NONE, traders: NONE, buy: NONE, sell: NONE, newToday: NONE }

let calls: string[] = []
beforeEach(async () => {
  await render(null)
  calls = []
  vi.stubEnv('SSR', true)
  vi.stubGlobal('fetch', async (to: string) => {
    const path = to.split('?')[0]!
    calls.push(path)
    return Response.json(
      {
        '/api/offers': EMPTY,
        '/api/market': { asset: 'USDT', rates: [] },
        '/api/market/counts': COUNTS,
        '/api/currencies': { currencies },
      }[path] ?? {},
    )
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const SIDES = ['/offers', '/offers/sell']
const EMPTY_LIST = 'No offers found'

test.each(SIDES)('%s says that its currency is switched off, and offers the others', async (path) => {
  const client = makeQueryClient()
  const address = new URL(`http://localhost${path}?currency=EUR`)
  await Promise.all(handle.read(client, address, {}))
  const html = await rendered(address, client)
  expect(html).toContain('Offers in EUR are not available at the moment')
  expect(html).not.toContain(EMPTY_LIST)
  for (const other of ['TND', 'USD']) expect(html).toContain(`Show offers in ${other}`)
})

test.each(SIDES)('%s of a currency that is on, or of several, is an empty list', async (path) => {
  for (const query of ['?currency=USD', '']) {
    const client = makeQueryClient()
    const address = new URL(`http://localhost${path}${query}`)
    await Promise.all(handle.read(client, address, {}))
    expect(await rendered(address, client)).toContain(EMPTY_LIST)
  }
  expect(calls.filter((call) => call === '/api/currencies')).toHaveLength(1)
})

/** The page as a string, once the code of its lazy parts is there. */
async function rendered({ pathname, search }: URL, client: QueryClient): Promise<string> {
  const Stub = createRoutesStub([{ path: pathname, Component: OffersPage }])
  const page = (
    <I18nProvider i18n={i18n}>
      <UiProvider direction="ltr">
        <QueryClientProvider client={client}>
          <Stub initialEntries={[pathname + search]} />
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>
  )
  await waitFor(() => expect(renderToString(page)).not.toContain('<!--$!-->'))
  return renderToString(page).replaceAll('<!-- -->', '')
}
