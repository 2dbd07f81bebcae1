import type { Page } from '@playwright/test'
import { isPhone } from './layout.ts'
import { expect, test } from './users.ts'

test(
  'the chosen colours persist after a reload, and "system" follows the device',
  { tag: '@phone' },
  async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    await expect(page.locator('html')).not.toHaveClass(/dark/)
    await chooseColours(page, 'Dark')
    await expect(page.locator('html')).toHaveClass(/dark/)
    await page.reload()
    await expect(page.locator('html')).toHaveClass(/dark/)

    await chooseColours(page, 'System')
    await expect(page.locator('html')).not.toHaveClass(/dark/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
  },
)

test('animations are off for a visitor who prefers reduced motion', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return `${transitionDuration},${animationDuration}`.split(',').map((text) => Number.parseFloat(text))
      }),
    ),
  )
  expect(longest).toBeLessThan(0.001)
})

async function chooseColours(page: Page, choice: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog').getByRole('radio', { name: choice }).click()
    return page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  }
  await page.getByRole('button', { name: 'Colours' }).click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}
