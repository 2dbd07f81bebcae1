/** Every page finds its texts in the parts that it downloads. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { partOf, type TextPart } from '../../web/text-parts.ts'
import { filesOfParts } from './split-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const parts = filesOfParts(root)
const files = (part: TextPart) => [...(parts.get(part) ?? [])]

test.each([
  ['/', 'first'],
  ['/nowhere', 'first'],
  ['/offers/buy', 'market'],
  ['/trader/amina_tn', 'market'],
  ['/faq', 'info'],
  ['/reset-password', 'entry'],
  ['/trade/new', 'own'],
  ['/admin', 'staff'],
] as const)('%s has the texts of the part %s', (path, part) => expect(partOf(path)).toBe(part))

test('every text of the pages is in a part', async () => {
  const source = readFileSync(join(root, 'web/locales/en.po'), 'utf8')
  const catalogue = await formatter().parse(source, { locale: 'en', sourceLocale: 'en', filename: 'en.po' })
  const known = new Set([...parts.values()].flatMap((part) => [...part]))
  const lost = Object.entries(catalogue).filter(([, { origin }]) => !origin?.some(([file]) => known.has(file)))
  expect(lost.map(([text, { origin }]) => [text, origin])).toEqual([])
})

test('a lazy module has the texts of its own part, and its page does not wait for them', () => {
  expect(files('dialog')).toContain('web/trades/opening/OpenedTradeDialog.tsx')
  expect(files('market')).not.toContain('web/trades/opening/OpenedTradeDialog.tsx')
  expect(files('home')).toContain('web/info/home/HomeRest.tsx')
  expect(files('first')).not.toContain('web/info/home/HomeRest.tsx')
})

test('an import of the contract leads to the endpoints that it names', () => {
  expect(files('info')).toContain('domain/api/staff/contact.ts')
  expect(files('info')).not.toContain('domain/api/accounts/accounts.ts')
})

test('the first texts are not those of forms', () => {
  expect(files('entry')).toContain('domain/accounts/accounts.ts')
  expect(files('refusals')).toContain('domain/errors.ts')
  expect(files('first')).not.toContain('domain/accounts/accounts.ts')
  expect([...files('first')].filter((file) => file.startsWith('domain/api/'))).toEqual([])
})
