/** Public pages are those of a visitor until the session is known; what a signed-in reader then gets moves nothing. */
import { postOffer } from './fixtures.ts'
import { noteShifts, shiftsOf } from './shifts.ts'
import { expect, test } from './users.ts'

/** What is left of an offer for a reader without a completed trade is less, and a shorter figure begins elsewhere in its line. */
const OWN_FIGURE = /^0\.000\d+: (from\s[\d.,]+\sEUR, )?[\d,.]+\sUSDT$/

test('a signed-in reader’s parts of the public pages come without moving anything @phone', async ({ newUser }) => {
  const owner = await newUser('owner')
  const offer = await postOffer(owner)
  const { page } = await newUser('reader')
  // The device remembers that its reader is signed in.
  await page.goto('/terms')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signed-in'))).toBe('1')
  await page.addInitScript(noteShifts)
  for (const [path, part] of [
    ['/', 'main'],
    ['/offers', 'Save this search'],
    [`/offer/${offer.id}`, 'Report'],
    [`/trader/${owner.username}`, 'Report'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible()
    if (part !== 'main')
      await expect(page.getByRole('main').getByRole('button', { name: part, exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const shifts = (await shiftsOf(page)).filter((shift) => !OWN_FIGURE.test(shift))
    expect({ path, shifts }).toEqual({ path, shifts: [] })
  }
})
