/** The landing page: its contents, and where its parts lead. */
import type { Page } from '@playwright/test'
import { choose } from './layout.ts'
import { expect, fillSignIn, test } from './users.ts'
import { postOffer } from './fixtures.ts'

const part = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) })

/** The button at the end of the page. */
const closingButton = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name }).last()

test('the landing page shows the newest six offers, and each opens a trade', async ({ newUser, newVisitor }) => {
  const [owner, taker] = [await newUser('trader'), await newUser('taker')]
  for (let count = 0; count < 6; count++) await postOffer(owner)
  const { page } = await newVisitor()
  const offers = part(page, 'Open offers').getByRole('listitem')
  // Other stories post offers too, and may push these off the page.
  await expect(async () => {
    await postOffer(owner)
    await page.goto('/')
    await expect(offers.filter({ hasText: owner.username }).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(offers).toHaveCount(6)
  const trade = offers.filter({ hasText: owner.username }).first().getByRole('link', { name: 'Open trade' })
  await expect(trade).toHaveAttribute('href', /^\/trade\/new\?offer=[0-9a-f-]{36}$/)
  await trade.click()
  await fillSignIn(page, taker)
  await expect(page.getByText(`Open a trade with ${owner.username}`)).toBeVisible()
  await page.goto('/')
  await part(page, 'Open offers').getByRole('link', { name: 'Browse all offers' }).click()
  await expect(page).toHaveURL('/offers')
})

test(
  'the landing page shows three steps, four protections, six questions and a button to create an account',
  { tag: '@phone' },
  async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.goto('/')
    await expect(part(page, 'How it works').getByRole('heading', { level: 3 })).toHaveText([
      'Find an offer',
      'Secure escrow',
      'Complete the trade',
    ])
    await expect(part(page, 'How your trade is protected').getByRole('listitem')).toHaveCount(4)
    const questions = part(page, 'Frequently asked questions')
    await expect(questions.getByRole('heading', { level: 3 })).toHaveCount(6)
    await expect(questions.locator('details[open]')).toHaveCount(0)
    await questions.getByText('What is Sarraf?').click()
    await expect(questions.locator('details[open]')).toContainText('A marketplace where traders buy and sell USDT')
    await questions.getByText('What does a trade cost?').click()
    await expect(questions.locator('details[open]')).toHaveCount(1)
    await expect(questions.locator('details[open]')).toContainText('0.5% of the USDT amount')

    for (const [heading, name, path] of [
      ['How it works', 'More details', '/how-it-works'],
      ['How your trade is protected', 'Security', '/security'],
      ['Frequently asked questions', 'All questions', '/faq'],
    ] as const) {
      await part(page, heading).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await page.goBack()
    }
    await closingButton(page, 'Create account').click()
    await expect(page).toHaveURL('/register')
  },
)

test('a question opened before its list hydrates stays open', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const gate = Promise.withResolvers<void>()
  let held = 0
  // The scripts that the page starts with are named in it; the rest is fetched later.
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (await isAlive(page)) {
      held++
      await gate.promise
    }
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const questions = part(page, 'Frequently asked questions')
  await questions.getByText('What is Sarraf?').click()
  await expect(questions.locator('details[open]')).toHaveCount(1)
  await expect.poll(() => held).toBeGreaterThan(0)
  gate.resolve()
  await expect(part(page, 'Open offers').getByRole('listitem').first()).toBeVisible()
  await expect(questions.locator('details[open]')).toContainText('A marketplace where traders buy and sell USDT')
  await questions.getByText('What does a trade cost?').click()
  await expect(questions.locator('details[open]')).toHaveCount(1)
  await expect(questions.locator('details[open]')).toContainText('0.5% of the USDT amount')
})

test('a signed-in trader gets a button to create an offer', async ({ newUser }) => {
  const { page } = await newUser('trader')
  await page.goto('/')
  await closingButton(page, 'Create offer').click()
  await expect(page).toHaveURL('/create-offer')
})

test('Quick Trade calculates buying at 0.2% above the rate', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/')
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked()
  // 100 / (3.21 x 1.002), 50 / (1 x 1.002), 92 / (0.92 x 1.002)
  for (const [currency, amount, usdt] of [
    ['TND', '100', '31.090467'],
    ['USD', '50', '49.900199'],
    ['EUR', '92', '99.800399'],
  ] as const) {
    await choose(page, 'Currency', currency)
    await page.getByLabel('Amount').fill(amount)
    await expect(page.getByText(`${usdt} USDT`)).toBeVisible()
  }
  await page.getByLabel('Amount').fill('ninety-two')
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await page.getByLabel('Amount').fill('92')
  await page.getByRole('button', { name: 'Browse sellers' }).click()
  await expect(page).toHaveURL('/offers/buy?currency=EUR&amount=92')
})

test('the ticker moves every 5 seconds, says that it is simulated, and can be stopped', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  // Math.random is fixed to the largest step upwards: 700 parts in a million.
  await page.addInitScript(() => (Math.random = () => 0.999_999))
  await page.clock.install()
  await page.goto('/')
  const board = page.getByRole('table', { name: /Market ticker, 1 USDT.*Simulated/ })
  const euro = board.getByRole('row', { name: /USDT\/EUR/ })
  await expect(board.getByRole('row')).toHaveText([/USDT\/TND3\.210/, /USDT\/EUR0\.920/, /USDT\/USD1\.000/])
  await expect(euro).toContainText('0.00%')
  await page.getByRole('button', { name: 'Start ticker' }).click()
  await expect(page.getByRole('button', { name: 'Pause ticker' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const before = await change(page)
  await page.clock.runFor(5000)
  expect(await change(page)).toBeCloseTo(before + 0.07)
  await page.clock.runFor(4000)
  expect(await change(page)).toBeCloseTo(before + 0.07)
  await page.clock.runFor(1000)
  expect(await change(page)).toBeCloseTo(before + 0.14)

  await page.getByRole('button', { name: 'Pause ticker' }).click()
  await page.clock.runFor(30_000)
  expect(await change(page)).toBeCloseTo(before + 0.14)
})

/** How far the euro's simulated rate is from the reference rate, in percent. */
async function change(page: Page): Promise<number> {
  const text = await page
    .getByRole('row', { name: /USDT\/EUR/ })
    .getByRole('cell')
    .last()
    .innerText()
  return Number.parseFloat(text.replace(/^\D*(?=[+-]|\d)/, ''))
}

/** Whether the first script has run: its own marks are in the page by then. */
async function isAlive(page: Page): Promise<boolean> {
  return page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith('__react'))).catch(() => false)
}
