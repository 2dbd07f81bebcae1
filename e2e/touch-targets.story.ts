/** On a phone, a finger hits the links and buttons of an account and of the footer within 44 px, however high their text is. */
import type { Locator } from '@playwright/test'
import { openTrade, postOffer } from './fixtures.ts'
import { expect, test } from './users.ts'

test(
  'links and buttons of the account’s pages and of the footer are 44 px high for a finger',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    await openTrade(buyer, await postOffer(seller))
    const { page } = seller
    const main = page.getByRole('main')

    await page.goto('/faq')
    await expectHit(page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }))
    await page.goto('/dashboard?tab=alerts')
    await expectHit(main.getByRole('button', { name: /^Mark as read/ }).first())
    await expectHit(main.getByRole('link', { name: 'Notification settings' }))
    await page.goto('/dashboard?tab=security')
    await expectHit(main.getByRole('button', { name: 'Set up' }))
    await page.goto('/dashboard?tab=profile')
    await expectHit(main.getByRole('link', { name: 'View public page' }))
    await page.goto('/create-offer')
    await expectHit(main.getByText('More settings'))
    await page.goto('/profile')
    await expectHit(main.getByRole('button', { name: 'Edit username' }))
  },
)

test('a segment is 44 px high for a finger', { tag: ['@phone', '@phone-only'] }, async ({ newUser }) => {
  const { page } = await newUser('owner')
  await page.goto('/create-offer')
  const segment = page.locator('main label', { has: page.getByRole('radio', { name: 'Sell USDT' }) })
  await expectHit(segment)
})

test('a box to tick is 44 px high for a finger', { tag: ['@phone', '@phone-only'] }, async ({ newUser }) => {
  const { page } = await newUser('owner')
  await page.goto('/profile')
  await expectHit(page.locator('main label', { hasText: 'By email, even for events where email is off' }))
})

/** Expects the element where a finger touches 21 px above and below its middle. */
async function expectHit(target: Locator) {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const isHit = () =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [-21, 21].every((from) => {
        const touched = document.elementFromPoint(left + width / 2, top + height / 2 + from)
        return touched !== null && element.contains(touched)
      })
    })
  await expect.poll(isHit).toBe(true)
}
