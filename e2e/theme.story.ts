import type { Page } from '@playwright/test'
import { LANGUAGE_NAMES } from '../domain/languages.ts'
import { word } from './catalogue.ts'
import { postOffer } from './fixtures.ts'
import { expect, test } from './users.ts'

test('the chosen colours persist after a reload, and "system" follows the device', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await chooseTheme(page, 'Dark')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)

  await chooseTheme(page, 'System')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test(
  'on a phone the menu has the colours, the language and the digits',
  { tag: '@phone-only' },
  async ({ newVisitor }) => {
    const { page } = await newVisitor()
    const choice = (name: string) => page.getByRole('dialog').getByRole('radio', { name })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/offers?type=sell')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await choice('Dark').click()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await choice(LANGUAGE_NAMES.ar).click()
    await expect(page).toHaveURL('/ar/offers?type=sell')
    await expect(page.locator('html[lang=ar][dir=rtl].dark')).toBeVisible()
    await page.getByRole('button', { name: word('ar', 'Menu'), exact: true }).click()
    await choice('١٢٣').click()
    // The drawer over the page hides it from roles.
    await expect(page.locator('main').getByText(/[٠-٩]/).first()).toBeVisible()
  },
)

test('in forced colours a user’s tile keeps the colours of its initial, and has a border', async ({
  newUser,
  newVisitor,
}) => {
  const owner = await newUser('tiled')
  await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/trader/${owner.username}`)
  const tile = page.getByRole('main').locator('header svg', { hasText: owner.username.charAt(0).toUpperCase() })
  const look = () =>
    tile.evaluate((svg) => {
      const [text, ground] = [svg.querySelector('text')!, svg.querySelector('rect')!]
      return [getComputedStyle(text).fill, getComputedStyle(ground).fill, getComputedStyle(svg).outlineStyle]
    })
  const [letter, ground, border] = await look()
  expect(border).toBe('none')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await look()).toEqual([letter, ground, 'solid'])
})

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

async function chooseTheme(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}
