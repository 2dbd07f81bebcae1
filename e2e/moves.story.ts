/** Moves from page to page: the next page is known before its link is pressed, and no page is ever blank. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { offerRows } from './layout.ts'
import { holdServer } from './faults.ts'
import { postOffer } from './fixtures.ts'
import { expect, test } from './users.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const isCall = (address: string) => address.startsWith('/api/')
const cards = offerRows

test('a press after a hover shows the next page without the server, and going back shows the rows in their place', async ({
  newUser,
  newVisitor,
}) => {
  const owner = await newUser('trader')
  for (let count = 0; count < 8; count++) await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/offers?search=${owner.username}`)
  const details = cards(page)
    .last()
    .getByRole('link', { name: /^Details of the offer/ })
  await details.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(0)
  await rest(page, details, /\/api\/offers\/[0-9a-f-]{36}$/)

  const gaps = await watchForGaps(page)
  const asked = await holdServer(page)
  await details.click()
  await expect(heading(page, 'You buy USDT, you pay EUR by SEPA Instant')).toBeVisible()
  await expect(page.getByText('SEPA Instant only, from an account in your own name.')).toBeVisible()
  expect(asked.filter(isCall)).toEqual([])
  await page.goBack()
  await expect(cards(page)).toHaveCount(8)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThanOrEqual(1)
  expect(await gaps()).toEqual([])
})

test('the landing page prepares the offers, and stays until a page that is not prepared can be shown', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await page.goto('/')
  const browse = page.getByRole('banner').getByRole('link', { name: 'Browse offers' })
  await rest(page, browse, /\/api\/offers\?.*type=sell/)
  const gaps = await watchForGaps(page)
  await page.route(/\.js$|\/api\//, async (route) => {
    await sleep(500)
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
  await expect(heading(page, 'Terms of service')).toBeVisible()
  expect(await gaps()).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  const asked = await holdServer(page)
  await browse.click()
  await expect(heading(page, 'Buy USDT')).toBeVisible()
  expect(asked.filter(isCall)).toEqual([])
  expect(await gaps()).toEqual([])
})

test('a reader who saves data downloads nothing ahead', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  asked.length = 0
  await page.getByRole('banner').getByRole('link', { name: 'Browse offers' }).hover()
  await sleep(500)
  expect(asked).toEqual([])
})

/** Rests the pointer on a link until the call that it causes is answered. What listens to it starts when the page is idle. */
async function rest(page: Page, link: Locator, call: RegExp): Promise<void> {
  const answers: string[] = []
  page.on('requestfinished', (request) => answers.push(request.url()))
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover()
    await expect.poll(() => answers.some((url) => call.test(url)), { timeout: 1000 }).toBe(true)
  }).toPass()
  await page.waitForLoadState('networkidle')
}

/** Watches every frame for an empty page and for the grey shapes of data on its way. */
async function watchForGaps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const gaps: string[] = []
    Object.assign(window, { gaps })
    const look = () => {
      const main = document.querySelector('main')
      if (!main?.querySelector('h1')?.checkVisibility()) gaps.push(`blank at ${location.pathname}`)
      if (main?.querySelector('.animate-pulse')) gaps.push(`skeleton at ${location.pathname}`)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  return () => page.evaluate(() => (window as unknown as { gaps: string[] }).gaps)
}
