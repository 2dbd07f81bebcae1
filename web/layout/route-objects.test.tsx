import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { holdPages, loadAllPages, loadPages, siteRoutes } from './route-objects.tsx'
import type { PageModule } from './document/page-data.ts'

const Page = () => null
const handle = { read: () => [] }
const page = async (): Promise<PageModule> => ({ default: Page, handle })

function site(lazy = page) {
  return siteRoutes([
    { lazy: page, children: [{ path: '/offers', lazy }] },
    { path: '*', lazy: page },
  ])
}

test('the pages at an address are loaded with the layouts around them, and others when they are opened', async () => {
  const routes = site()
  await loadPages(routes, '/fr/offers', '/fr')
  const [layout, other] = routes[0]!.children!
  expect(layout).toMatchObject({ Component: Page, lazy: undefined })
  expect(layout!.children![0]).toMatchObject({ Component: Page, handle, lazy: undefined })
  expect(other!.Component).toBeUndefined()
  await loadAllPages(routes)
  expect(other).toMatchObject({ Component: Page, lazy: undefined })
})

test('held pages are loaded, and shown once the page that the server has sent is hydrated', async () => {
  const lazy = vi.fn<typeof page>(page)
  const routes = site(lazy)
  const hydrated = Promise.withResolvers<void>()
  holdPages(routes, '/offers', '/', hydrated.promise)
  expect(lazy).toHaveBeenCalledOnce()
  const router = createMemoryRouter(routes, { initialEntries: ['/offers'] })
  await new Promise((done) => setTimeout(done))
  expect(router.state.initialized).toBe(false)
  hydrated.resolve()
  await expect.poll(() => router.state.initialized).toBe(true)
})

test('a page that cannot be loaded is asked of the server once, and again when the server has another build', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const open = () =>
    loadPages(
      site(() => Promise.reject(new Error('lost'))),
      '/offers',
      '/',
    )
  document.head.innerHTML = '<script type="module" src="/assets/one.js"></script>'
  void open()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await expect(open()).rejects.toThrow('lost')
  expect(reload).toHaveBeenCalledTimes(1)
  document.head.innerHTML = '<script type="module" src="/assets/two.js"></script>'
  void open()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  document.head.replaceChildren()
})
