import { expect, test, vi } from 'vitest'
import { routesOf, type RouteModule } from './route-tree.tsx'

const PAGE = `data:text/javascript,export default () => null; export const handle = 'of the page'`
const LOST = 'data:text/javascript,throw new Error("lost")'
const Root = () => null
const Layout: NonNullable<RouteModule['Layout']> = ({ children }) => children

const manifest = {
  root: { path: '', module: 'data:text/javascript,' },
  layout: { parentId: 'root', module: 'data:text/javascript,' },
  offers: { parentId: 'layout', path: 'offers', module: PAGE },
  lost: { parentId: 'root', path: 'lost', module: LOST },
}

test('the routes are nested as in the build’s list, and the root draws the document around its page and its errors', () => {
  const [root] = routesOf(manifest, { root: { default: Root, Layout, ErrorBoundary: Root } })
  expect(root).toMatchObject({
    id: 'root',
    element: { type: Layout },
    errorElement: { type: Layout },
    children: [{ id: 'layout', children: [{ id: 'offers', path: 'offers' }] }, { id: 'lost' }],
  })
  expect(root!.lazy).toBeUndefined()
})

test('a page is loaded when it is opened', async () => {
  const [offers] = routesOf(manifest, {}, 'layout')
  const load = offers!.lazy as () => Promise<object>
  expect(await load()).toMatchObject({ handle: 'of the page' })
})

test('a page that cannot be loaded is asked of the server once, and again when the server has another one', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const load = (module: string) => {
    const lost = { root: manifest.root, page: { parentId: 'root', path: 'lost', module } }
    return (routesOf(lost, {}, 'root')[0]!.lazy as () => Promise<object>)()
  }
  void load(LOST)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await expect(load(LOST)).rejects.toThrow('lost')
  expect(reload).toHaveBeenCalledTimes(1)
  void load(`${LOST}//newer`)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})
