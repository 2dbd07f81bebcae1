import { act } from 'react'
import { expect, test } from 'vitest'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { render, waitFor } from '../testing/render.tsx'
import { Link, type To } from './Link.tsx'

async function open(to: To, { basename = '/fr', at = '/fr/offers?page=2' } = {}) {
  const routes = [{ path: '*', element: <Link to={to}>Go</Link> }]
  const router = createMemoryRouter(routes, { basename, initialEntries: [at] })
  const { container } = await render(<RouterProvider router={router} />)
  return { router, link: container.querySelector('a')! }
}

test.each<[string, To, string]>([
  ['/fr', '/offers?currency=EUR', '/fr/offers?currency=EUR'],
  ['/fr', '/', '/fr'],
  ['/fr', '/?deleted=1', '/fr?deleted=1'],
  ['/fr', { search: 'page=3' }, '/fr/offers?page=3'],
  ['/fr', { search: '?page=3' }, '/fr/offers?page=3'],
  ['/fr', { search: '' }, '/fr/offers'],
  ['/fr', { pathname: '/login', search: 'next=%2F' }, '/fr/login?next=%2F'],
  ['/', '/offers', '/offers'],
  ['/', '/', '/'],
])('with the base %s the address of %j is %s', async (basename, to, href) => {
  const { link } = await open(to, { basename, at: basename === '/' ? '/offers' : '/fr/offers?page=2' })
  expect(link.getAttribute('href')).toBe(href)
})

test('a press shows the page, and one that opens another tab does not', async () => {
  const { router, link } = await open('/faq?open=fees')
  for (const other of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    press(link, other)
  expect(router.state.location.pathname).toBe('/fr/offers')
  await act(async () => press(link))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/fr/faq', search: '?open=fees' }))
  expect(router.state.historyAction).toBe('PUSH')
})

test('the link’s own handler can keep the page', async () => {
  const routes = [{ path: '*', element: <Link to="/faq" onClick={(event) => event.preventDefault()} /> }]
  const router = createMemoryRouter(routes)
  const { container } = await render(<RouterProvider router={router} />)
  press(container.querySelector('a')!)
  expect(router.state.location.pathname).toBe('/')
})

function press(link: HTMLElement, init: MouseEventInit = {}): void {
  // The environment of the test would follow a link that nothing has kept.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
}
