import { afterEach, expect, test, vi } from 'vitest'
import { alerts, expectAccessible, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { TradeExport, datesOf } from './TradeExport.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['month', '2026-01-31T23:00:00Z', '2026-01-01', '2026-01-31'],
  ['last_month', '2026-01-31T23:00:00Z', '2025-12-01', '2025-12-31'],
  ['last_month', '2028-03-31T00:00:00Z', '2028-02-01', '2028-02-29'],
  ['year', '2028-03-31T00:00:00Z', '2028-01-01', '2028-12-31'],
  ['last_year', '2026-01-01T00:00:00Z', '2025-01-01', '2025-12-31'],
] as const)('%s at %s is from %s to %s', (period, now, from, to) => {
  expect(datesOf(period, new Date(now))).toEqual({ from, to })
})

test('a refused export says why', async () => {
  await openPage(TradeExport, {
    path: '/',
    answers: { 'POST /api/trades/export': refusal('trades_too_many', { values: { limit: 5000 } }) },
  })
  await pressButton('Download CSV')
  await waitFor(() => expect(alerts()).toEqual(['This period has more than 5000 trades. Choose a shorter one.']))
  await expectAccessible()
})

test.each([
  ['A spreadsheet', { language: 'en', timeZone: 'Asia/Kolkata' }, 'in the time zone Asia/Kolkata'],
  ['Another program', undefined, 'with decimal points and times in UTC'],
] as const)('the file is for: %s', async (name, spreadsheet, explanation) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Asia/Calcutta',
  } as Intl.ResolvedDateTimeFormatOptions)
  await openPage(TradeExport, { path: '/' })
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string))
    return new Response('')
  })
  // happy-dom leaves the page for the file's address.
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await press(choice(name))
  await pressButton('Download CSV')
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(bodies).toEqual([{ from: day, to: day, ...(spreadsheet && { spreadsheet }) }])
  expect(text()).toContain(explanation)
  await expectAccessible()
})

function choice(name: string): HTMLInputElement {
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  return radios.find(({ parentElement }) => parentElement?.textContent === name) ?? expect.unreachable(name)
}
