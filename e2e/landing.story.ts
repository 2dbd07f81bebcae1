/** The landing page: its offers, and its questions before it hydrates. */
import type { Page } from '@playwright/test'
import { expectHydrated } from './hydrated.ts'
import { expect, chooseSignIn, fillSignIn, test } from './users.ts'
import { completeTrade, postOffer } from './fixtures.ts'

const part = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) })

test('the landing page shows six offers, those of traders with a record first, and each opens a trade', async ({
  newUser,
  newVisitor,
}) => {
  const [owner, taker] = [await newUser('trader'), await newUser('taker')]
  await completeTrade(taker, owner)
  const fresh = await newUser('fresh')
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
  // A new account posts last, and does not lead.
  await postOffer(fresh)
  await page.goto('/')
  await expect(offers.filter({ hasText: owner.username }).first()).toBeVisible()
  await expect(offers.filter({ hasText: fresh.username })).toHaveCount(0)
  const trade = offers
    .filter({ hasText: owner.username })
    .first()
    .getByRole('link', { name: `Buy from ${owner.username}` })
  await expect(trade).toHaveAttribute('href', /^\/trade\/new\?offer=[0-9a-f-]{36}$/)
  await trade.click()
  await chooseSignIn(page)
  await fillSignIn(page, taker)
  await expect(page.getByText(`Open a trade with ${owner.username}`)).toBeVisible()
  await page.goto('/')
  await part(page, 'Open offers').getByRole('link', { name: 'Browse all offers' }).click()
  await expect(page).toHaveURL('/offers')
})

test(
  'the first offer is above the fold, and an amount typed in the calculator is what its row and its trade begin with',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const owner = await newUser('owner')
    await completeTrade(await newUser('partner'), owner)
    const { page } = await newVisitor()
    const offers = part(page, 'Open offers').getByRole('listitem')
    await expect(async () => {
      await postOffer(owner)
      await page.goto('/')
      await expect(offers.filter({ hasText: owner.username }).first()).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(offers.first().locator('[data-live=price]')).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: 'Amount' }).fill('150')
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
    const row = offers.filter({ hasText: owner.username }).first()
    await expect(row).toContainText('You receive')
    await expect(row.getByRole('link', { name: /^Details/ })).toHaveAttribute('href', /\/offer\/[^?]+\?amount=150$/)
    await row.getByRole('link', { name: `Buy from ${owner.username}` }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('next')?.endsWith('&amount=150') ?? false)
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
  await expectHydrated(questions.locator('details').first())
  await questions.getByText('What does a trade cost?').click()
  await expect(questions.locator('details[open]')).toHaveCount(1)
  await expect(questions.locator('details[open]')).toContainText('0.5% of the USDT amount')
})

/** Whether the first script has run: its own marks are in the page by then. */
async function isAlive(page: Page): Promise<boolean> {
  return page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith('__react'))).catch(() => false)
}
