import { expect, test } from 'vitest'
import { openPage } from '../testing/page.tsx'
import NotFoundPage from './NotFoundPage.tsx'

test('the page of an unknown address links to the offers', async () => {
  await openPage(NotFoundPage, { path: '/nowhere' })
  expect(document.querySelector('h1')?.textContent).toBe('Page not found')
  expect(document.querySelector('main a')?.getAttribute('href')).toBe('/offers')
})
