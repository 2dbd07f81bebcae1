import { afterEach, expect, test, vi } from 'vitest'
import { alerts, expectAccessible, fill, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { user } from '../../testing/samples.ts'
import BusinessHoursPage from './BusinessHoursPage.tsx'
import { openingText } from './opening-text.ts'

const businessHours = {
  timeZone: 'Africa/Tunis',
  ranges: [
    { weekday: 1, from: '09:00', until: '13:00' },
    { weekday: 5, from: '22:00', until: '02:00' },
  ],
  isOpen: false,
  changesAt: '2026-11-23T08:00:00.000Z',
}

const open = (hours: object) =>
  openPage(BusinessHoursPage, {
    path: '/business-hours',
    answers: { 'GET /api/session': { user }, 'GET /api/business-hours': hours },
  })

afterEach(() => vi.unstubAllGlobals())

test('the hours are shown with what they mean now, and changed', async () => {
  const { calls, answer } = await open({ businessHours, offers: 2 })
  await waitFor(() => expect(text()).toContain('Closed now'))
  expect(text()).toMatch(/opens Monday(,| at)? 09:00/)
  expect(text()).toContain('2 offers follow them')
  expect(text()).toContain('until the next day')
  expect(text()).not.toContain('Remove business hours')
  await expectAccessible()
  await pressButton('Add hours: Monday')
  answer({ 'POST /api/business-hours': { businessHours: { ...businessHours, isOpen: true }, offers: 2 } })
  await pressButton('Save business hours')
  await waitFor(() => expect(text()).toContain('Open now'))
  expect(calls).toContain('POST /api/business-hours')
})

test('a user without hours begins with office hours, and hours that overlap are refused before they are sent', async () => {
  const { calls } = await open({ businessHours: null, offers: 0 })
  await waitFor(() => expect(document.querySelectorAll('input[type=time]')).toHaveLength(10))
  expect(text()).toContain('You have no business hours yet.')
  await pressButton('Add hours: Monday')
  await fill('Until', '19:00')
  await pressButton('Save business hours')
  await waitFor(() => expect(alerts()).toEqual(['These hours overlap.']))
  expect(document.querySelectorAll('[role=group][aria-label="Hours 2"]')).toHaveLength(1)
  for (let left = 6; left > 0; left--)
    await press(document.querySelector<HTMLElement>('[aria-label^="Remove the hours"]')!)
  expect(document.activeElement?.textContent).toBe('Add hours: Friday')
  await pressButton('Save business hours')
  await waitFor(() => expect(alerts()).toEqual(['Add hours to at least one day.']))
  expect(calls).not.toContain('POST /api/business-hours')
})

test('hours that no offer follows are removed, and the toast takes it back', async () => {
  const { calls, answer } = await open({ businessHours, offers: 0 })
  answer({
    'DELETE /api/business-hours': { businessHours: null, offers: 0 },
    'POST /api/business-hours': { businessHours, offers: 0 },
  })
  await pressButton('Remove business hours')
  await waitFor(() => expect(text()).toContain('Business hours removed.'))
  await pressButton('Undo')
  await waitFor(() => expect(text()).toContain('Undone.'))
  expect(calls).toContain('POST /api/business-hours')
})

test('a refusal is shown beside the button', async () => {
  const { answer } = await open({ businessHours, offers: 0 })
  answer({ 'DELETE /api/business-hours': refusal('business_hours_used', { values: { offers: 1 } }) })
  await pressButton('Remove business hours')
  await waitFor(() => expect(alerts()).toEqual(['1 offer follows your business hours. Change that first.']))
})

test('when an offer opens is said in the reader’s time zone and language', () => {
  expect(openingText('2026-11-23T08:00:00.000Z', 'en', 'Africa/Tunis')).toMatch(/^Monday(,| at)? 09:00$/)
  expect(openingText('2026-11-23T23:30:00.000Z', 'fr', 'Europe/Paris')).toMatch(/^mardi(,| à)? 00:30$/)
})
