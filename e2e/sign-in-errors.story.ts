/** Sign-in pages and the Security tab, where the layout in a browser decides: what moves, and what is in view. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { expect, test } from './users.ts'

const REFUSED = 'The other service didn’t confirm your identity. Please try again.'
const byWallet = (page: Page) => page.getByRole('button', { name: 'Continue with a wallet' })
const linked = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Other sign-in methods' }) })

test('the content below the alternative sign-in methods does not move when they load', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  // Low, so that the footer follows the content and not the window.
  await page.setViewportSize({ width: 1280, height: 400 })
  for (const path of ['/login', '/register']) {
    const released = Promise.withResolvers<void>()
    // Stays in place: removed immediately, the released call might be lost.
    await page.route('**/api/sign-in-methods', async (route) => {
      await released.promise
      await route.fallback()
    })
    const asked = page.waitForRequest('**/api/sign-in-methods')
    await page.goto(path)
    await asked
    const below = page.getByRole('contentinfo')
    const top = async () => (await below.boundingBox())?.y
    await page.evaluate(() => document.fonts.ready)
    const before = await top()
    released.resolve()
    await expect(byWallet(page)).toBeVisible()
    expect(await top()).toBe(before)
  }
})

test('a user who is already signed in sees a callback’s error on their Security tab', async ({ newUser }) => {
  const { page } = await newUser('amina')
  await page.goto('/login?problem=provider_refused&next=%2Foffers%2Fbuy')
  await expect(page).toHaveURL('/settings?tab=security')
  await expect(linked(page).getByRole('alert')).toContainText(REFUSED)
  await expect(linked(page).getByRole('alert')).toBeInViewport()
  await expectAccessible(page)
  await expectToFit(page)
})
