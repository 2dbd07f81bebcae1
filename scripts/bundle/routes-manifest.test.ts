import { expect, test } from 'vitest'
import { shortenManifest } from './routes-manifest.ts'

const flags = { hasLoader: false, hasDefaultExport: true, css: [] }
const script = `window.__reactRouterManifest=${JSON.stringify({
  entry: { module: '/assets/entry.js', imports: ['/assets/react.js'], css: [] },
  routes: {
    root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/react.js'], ...flags },
    home: {
      id: 'home',
      parentId: 'root',
      index: true,
      module: '/assets/home.js',
      imports: ['/assets/b.js', '/assets/a.js', '/assets/react.js'],
      ...flags,
    },
  },
  url: '/assets/manifest-1.js',
  version: '1',
})};`

test('a route keeps its place, its module and the scripts that the entry has not loaded', () => {
  const [, manifest = ''] = /^window\.__reactRouterManifest=(.*);$/.exec(shortenManifest(script)) ?? []
  expect(JSON.parse(manifest)).toEqual({
    entry: { module: '/assets/entry.js', imports: ['/assets/react.js'], css: [] },
    routes: {
      root: { path: '', module: '/assets/root.js' },
      home: { parentId: 'root', index: true, module: '/assets/home.js', imports: ['/assets/a.js', '/assets/b.js'] },
    },
    url: '/assets/manifest-1.js',
    version: '1',
  })
})

test('another script is refused', () => expect(() => shortenManifest('export {}')).toThrow('manifest'))
