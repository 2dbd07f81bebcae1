import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { TraderRecord } from './TraderRecord.tsx'

const none = { isDemo: false, completedTrades: 0, completionRate: null, medianSeconds: null, rating: null }
const record = { ...none, completedTrades: 128, completionRate: '98.5', medianSeconds: 240 }

test.each([
  ['en', true, record, '128 trades · 98.5% completed · releases in 4 mins'],
  ['en', false, { ...record, medianSeconds: 9000 }, '128 trades · 98.5% completed · pays in 2.5 hrs'],
  ['en', true, { ...record, completedTrades: 1, medianSeconds: null }, '1 trade · 98.5% completed'],
  ['en', true, none, 'New trader'],
  ['en', true, { ...record, isDemo: true }, 'Demo · 128 trades · 98.5% completed · releases in 4 mins'],
  ['en', true, { ...none, completionRate: '0.0' }, 'New trader · 0.0% completed'],
  [
    'en',
    true,
    { ...record, rating: { average: '4.0', ratings: 1200 } },
    '★ 4.0 (1,200) · 128 trades · 98.5% completed · releases in 4 mins',
  ],
  ['fr', true, record, '128 échanges · Finalisation : 98,5 % · libère en 4 min'],
  ['ar', false, record, '128 صفقة · نسبة الإتمام 98,5% · يدفع خلال 4 دقائق'],
] as const)('a record in one line: %s', async (language, isSeller, trader, line) => {
  const { container } = await render(<TraderRecord trader={trader} isSeller={isSeller} />, { language })
  expect(container.textContent?.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll(/[\u200E\u200F\u061C]/g, '')).toBe(line)
})
