import { expect, test } from 'vitest'
import { openPage, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import ApiDocsPage from './ApiDocsPage.tsx'
import { SECTIONS } from './section-texts.tsx'

const operation = (security: object[], scope?: string) => ({
  summary: 'Do it',
  security,
  ...(scope !== undefined && { 'x-scope': scope }),
  responses: { 200: {} },
})

test('the table of contents leads to every section, with the number of its calls, beside them and to open above them', async () => {
  const paths = {
    '/api/market': { get: operation([{}]) },
    '/api/offers': { get: operation([{}]), post: operation([{ key: [] }], 'offers') },
    '/api/trades': { get: operation([{ key: [] }], 'read') },
  }
  await openPage(ApiDocsPage, { path: '/', answers: { 'GET /api/openapi.json': { paths } } })
  await waitFor(() => expect(text()).toContain('/api/market'))
  for (const contents of [document.querySelector('nav.sticky')!, document.querySelector('details nav')!]) {
    const links = [...contents.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(SECTIONS.map((id) => `#${id}`))
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'How to use the API',
      'Receive events',
      'Without a key2',
      'Read1',
      'Manage offers1',
      'Manage trades0',
      'Release USDT0',
    ])
    for (const id of SECTIONS) expect(document.getElementById(id)?.querySelector('h2')).not.toBeNull()
    expect(links.filter((link) => link.getAttribute('aria-current') === 'location')).toHaveLength(1)
  }
})

test('code begins at the left in Arabic, too: its box scrolls from there', async () => {
  await openPage(ApiDocsPage, { path: '/', language: 'ar', answers: { 'GET /api/openapi.json': { paths: {} } } })
  await waitFor(() => expect(document.querySelector('pre')).not.toBeNull())
  for (const code of document.querySelectorAll('pre'))
    expect(code.closest('[role=region]')?.getAttribute('dir')).toBe('ltr')
})
