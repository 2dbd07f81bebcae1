import { expect, test } from 'vitest'
import { filesOf, scriptsOf } from './page-files.ts'

/** As Vite writes it. */
const chunk = (file: string, imports: string[] = [], name = file) => ({ file: `assets/${file}.js`, imports, name })
const MANIFEST = {
  'web/entry.client.tsx': chunk('entry'),
  'web/start.tsx': chunk('start', ['_react.js']),
  '_react.js': chunk('react'),
  '_lists.js': chunk('lists', ['_react.js']),
  'web/offers/market/OffersPage.tsx': chunk('offers', ['_lists.js', '_react.js']),
  'web/offers/opening/NewTradePage.tsx': chunk('new-trade', ['_trade.js']),
  '_trade.js': chunk('trade', ['_lists.js']),
  '_bell.js': chunk('bell', ['_react.js'], 'signed-in'),
  ...Object.fromEntries(['first', 'market', 'own'].map((part) => [`web/locales/fr.po?${part}`, chunk(`fr-${part}`)])),
}

test('a page names its scripts and texts, each file after those that it imports, and apart what signed-in readers need', () => {
  const address = (name: string) => `/assets/${name}.js`
  expect(scriptsOf(MANIFEST, ['web/offers/market/OffersPage.tsx'], '/fr/offers/')).toEqual({
    entry: '/assets/entry.js',
    preloaded: ['react', 'start', 'lists', 'offers', 'fr-first', 'fr-market'].map(address),
    signedIn: ['bell', 'trade', 'new-trade', 'fr-own'].map(address),
  })
})

test.each([
  [
    'a page without a file',
    () => filesOf(MANIFEST, ['web/offers/market/GonePage.tsx']),
    'web/offers/market/GonePage.tsx',
  ],
  [
    'a build without the chunk of signed-in readers',
    () => scriptsOf({ ...MANIFEST, '_bell.js': chunk('bell') }, [], '/fr'),
    'signed-in',
  ],
  ['a build without an entry', () => scriptsOf({}, [], '/fr'), 'web/entry.client.tsx'],
])('%s is an error', (_, read, named) => expect(read).toThrow(named))
