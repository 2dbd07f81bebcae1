// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { fetchFonts, FONT_FILES } from './fonts.ts'

const root = document.documentElement

afterEach(() => {
  root.className = ''
  document.head.innerHTML = ''
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The files that are fetched once the page has loaded. */
function fetchedAfterLoad(answer: () => Promise<Response>): string[] {
  const fetched: string[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  vi.stubGlobal('fetch', (file: string) => {
    fetched.push(file)
    return answer()
  })
  document.head.innerHTML = `<meta name="${FONT_FILES}" content="/a.woff2 /b.woff2">`
  fetchFonts()
  window.dispatchEvent(new Event('load'))
  return fetched
}

test('a page with the system’s fonts fetches the product’s, and the next page uses them', async () => {
  root.classList.add('system-fonts')
  expect(fetchedAfterLoad(async () => new Response(''))).toEqual(['/a.woff2', '/b.woff2'])
  await expect.poll(() => localStorage.getItem('fonts')).toBe('/a.woff2 /b.woff2')
})

test('fonts that did not arrive are not counted on', async () => {
  root.classList.add('system-fonts')
  expect(fetchedAfterLoad(() => Promise.reject(new TypeError('offline')))).toHaveLength(2)
  await new Promise((done) => setTimeout(done))
  expect(localStorage.getItem('fonts')).toBeNull()
})

test('a page with the product’s fonts fetches nothing', () => {
  expect(fetchedAfterLoad(async () => new Response(''))).toEqual([])
})
