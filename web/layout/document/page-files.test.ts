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
  'web/offers/opening/OpenedTradeDialog.tsx': chunk('trade-dialog', ['_trade.js']),
  '_bell.js': chunk('bell', ['_react.js'], 'signed-in'),
  ...Object.fromEntries(
    ['first', 'market', 'own', 'dialog'].map((part) => [`web/locales/fr.po?${part}`, chunk(`fr-${part}`)]),
  ),
}

test('a page names its scripts and texts, each file after those that it imports, and apart what signed-in readers need', () => {
  const address = (name: string) => `/assets/${name}.js`
  expect(scriptsOf(MANIFEST, ['web/offers/market/OffersPage.tsx'], '/fr/offers/')).toEqual({
    entry: '/assets/entry.js',
    preloaded: ['react', 'start', 'lists', 'offers', 'fr-first', 'fr-market'].map(address),
    signedIn: ['bell', 'trade', 'trade-dialog', 'fr-dialog'].map(address),
  })
})

test.each([
  ['/fr/offers/sell', ['trade-dialog', 'fr-dialog']],
  ['/fr', ['new-trade', 'fr-own']],
  ['/fr/trader/amina', ['new-trade', 'fr-own']],
])('a signed-in reader of %s first needs %j', (path, names) => {
  const { signedIn } = scriptsOf(MANIFEST, [], path)
  expect(signedIn.slice(-2)).toEqual(names.map((name) => `/assets/${name}.js`))
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
