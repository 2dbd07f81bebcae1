import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PAGE_DATA_ID, pageData, takePageData } from './page-data.ts'

/** A document with the data as the server wrote them. */
const documentOf = (json: string) =>
  ({ getElementById: (id: string) => (id === PAGE_DATA_ID ? { textContent: json } : null) }) as Document

test('the browser has what the server has read, and no text of a user ends the script element', async () => {
  const server = new QueryClient()
  server.setQueryData(['offers'], { terms: '</script><script>alert(1)</script><!--' })
  const json = pageData(server)
  expect(json).not.toContain('<')
  const browser = new QueryClient()
  takePageData(browser, documentOf(json))
  expect(browser.getQueryData(['offers'])).toEqual({ terms: '</script><script>alert(1)</script><!--' })
})

test('data of a clock that runs ahead count as read now', () => {
  const server = new QueryClient()
  server.setQueryData(['offers'], 1, { updatedAt: Date.now() + 3_600_000 })
  const browser = new QueryClient()
  takePageData(browser, documentOf(pageData(server)))
  expect(browser.getQueryState(['offers'])!.dataUpdatedAt).toBeLessThanOrEqual(Date.now())
})

test('a page without data is taken over as well', () => {
  const browser = new QueryClient()
  takePageData(browser, documentOf(''))
  expect(browser.getQueryCache().getAll()).toEqual([])
})
