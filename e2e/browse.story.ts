import { LANGUAGES, prefixOf } from '../domain/languages.ts'
import { inLanguage } from './catalogue.ts'
import { choose, offerRows, openFilters, tickMethod } from './layout.ts'
import { holdServer } from './faults.ts'
import { expect, chooseSignIn, fillSignIn, test } from './users.ts'
import { postOffer } from './fixtures.ts'

const rows = offerRows

test('offers are found by each filter, which the address keeps', async ({ newUser, newVisitor }) => {
  const owner = await newUser('trader')
  await postOffer(owner)
  await postOffer(owner, {
    fiatCurrency: 'USD',
    paymentMethods: ['paypal'],
    minAmount: '500',
    maxAmount: '900',
  })
  await postOffer(owner, { fiatCurrency: 'TND', paymentMethods: ['d17'], minAmount: '50', maxAmount: '100' })
  const { page } = await newVisitor()
  await page.goto('/offers')
  await expect(page.getByRole('heading', { level: 1, name: 'Buy USDT' })).toBeVisible()
  await openFilters(page)
  await page.getByLabel('Trader name').fill(owner.username.toUpperCase())
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(new RegExp(`trader=${owner.username}`, 'i'))

  await choose(page, 'Currency', 'EUR')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/currency=EUR/)
  for (const text of [
    owner.username,
    'New trader',
    '0.934',
    '+1.5%',
    '10.00 – 1,000.00 EUR',
    'Available 1,070.89 USDT',
    'SEPA Instant',
  ]) {
    await expect(rows(page)).toContainText(text)
  }
  await choose(page, 'Currency', 'All currencies')
  await tickMethod(page, 'D17')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('TND')
  await tickMethod(page, 'D17', false)
  await choose(page, 'Country', 'United States')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('PayPal')
  await choose(page, 'Country', 'All countries')
  await page.getByLabel('Amount').fill('100')
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Amount').fill('not a number')
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL('/offers')
  await expect(page.getByLabel('Trader name')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Reset filters' })).toBeHidden()
})

test('a filtered address can be opened directly and returned to', async ({ newUser, newVisitor }) => {
  const owner = await newUser('trader')
  await postOffer(owner)
  await postOffer(owner, { type: 'buy' })
  const { page } = await newVisitor()
  for (const [type, title] of [
    ['buy', 'Buy USDT'],
    ['sell', 'Sell USDT'],
  ] as const) {
    await page.goto(`/offers?type=${type}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await page.goto(`/offers/buy?currency=EUR&amount=150&trader=${owner.username}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Buy USDT' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  // 150 EUR at 0.9338 EUR, less the fee of 0.5%.
  // The title says the side, for all rows.
  await expect(rows(page)).not.toContainText('You buy USDT')
  await expect(rows(page)).toContainText('You receive 159.830799 USDT')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR')
  await expect(page.getByLabel('Amount')).toHaveValue('150')

  await page.getByRole('navigation', { name: 'Buy or sell' }).getByRole('link', { name: 'Sell' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sell USDT' })).toBeVisible()
  await expect(rows(page)).toContainText(/You send [\d.]+ USDT/)
  await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Privacy/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Sell USDT' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/offers\/buy\?currency=EUR&amount=150/)
  // The title says the side, for all rows.
  await expect(rows(page)).not.toContainText('You buy USDT')
})

test('on a wide screen a row is three lines high, with an amount, in every language', async ({
  newUser,
  newVisitor,
}) => {
  const owner = await newUser('trader_long_name')
  await postOffer(owner)
  await postOffer(owner, { type: 'buy' })
  const { page } = await newVisitor()
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const language of LANGUAGES) {
    for (const list of [`/offers/buy?trader=${owner.username}`, `/offers/sell?trader=${owner.username}`]) {
      await page.goto(`${prefixOf(language)}${list}&amount=150`)
      await expect(rows(page)).toHaveCount(1)
      for (const row of await rows(page).all()) {
        // 89 px in the site's font, and up to 106 in the system's, which a first visit may have; a fourth line adds 20.
        expect((await row.boundingBox())?.height, `${language} ${list}`).toBeLessThanOrEqual(108)
      }
    }
  }
})

test('without a matching offer the page says so, and invites a trader to post one', async ({ newUser, newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/offers?trader=nobody_is_called_this')
  await expect(page.getByText('No offers found')).toBeVisible()
  await expect(
    page.getByText('No offers match your current filters. Try adjusting your search criteria.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an offer' })).toBeHidden()

  const user = await newUser()
  await user.page.goto('/offers?trader=nobody_is_called_this')
  await user.page.getByRole('link', { name: 'Create an offer' }).click()
  await expect(user.page).toHaveURL('/create-offer')
})

test('a visitor signs in to trade and returns to the offer', async ({ newUser, newVisitor }) => {
  const [owner, taker] = [await newUser('trader'), await newUser('taker')]
  const offer = await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/offers?trader=${owner.username}`)
  await page.getByRole('link', { name: `Buy from ${owner.username}` }).click()
  await expect(page).toHaveURL(/^[^?]*\/register\?next=/)
  await chooseSignIn(page)
  await fillSignIn(page, taker)
  await expect(page).toHaveURL(`/trade/new?offer=${offer.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Buy USDT' })).toBeVisible()
})

test(
  'a row has the terms, and leads to its offer with the amount, and to its trader',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const owner = await newUser('trader')
    const offer = await postOffer(owner)
    const { page } = await newVisitor()
    const list = `/offers?trader=${owner.username}&amount=150`
    await page.goto(list)
    const row = rows(page).first()
    await expect(row).toContainText(offer.terms)
    await row.click({ position: { x: 40, y: 80 } })
    await expect(page).toHaveURL(`/offer/${offer.id}?amount=150`)
    await expect(page.getByLabel('You pay')).toHaveValue('150')
    await page.goBack()
    await row.getByRole('link', { name: `Details of the offer from ${owner.username}` }).click()
    await expect(page).toHaveURL(`/offer/${offer.id}?amount=150`)
    await page.goBack()
    await row.getByRole('link', { name: owner.username, exact: true }).click()
    await expect(page).toHaveURL(`/trader/${owner.username}`)
  },
)

test('a page of the list is still there when the reader goes back to it', async ({ newUser, newVisitor }) => {
  const owner = await newUser('paged')
  for (let count = 0; count < 11; count++) await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/offers?trader=${owner.username}`)
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Privacy/ })).toBeVisible()
  await holdServer(page)
  await page.goBack()
  await expect(rows(page)).toHaveCount(10)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
})

test('a first visit begins in the currency of the place, which is seen and removed with one press, for good', async ({
  browser,
}) => {
  const context = await browser.newContext({ timezoneId: 'Africa/Tunis' })
  const page = await context.newPage()
  const currency = page.getByRole('combobox', { name: 'Currency' })
  // Search engines list the pages of the two sides.
  await page.goto('/offers/sell')
  await expect(currency).toHaveValue('')
  await expect(page).toHaveURL('/offers/sell')
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Browse offers' }).click()
  await expect(page).toHaveURL('/offers/buy?currency=TND')
  await page.goto('/offers')
  await expect(page).toHaveURL('/offers/buy?currency=TND')
  await expect(currency).toHaveValue('TND')
  await page.getByRole('navigation', { name: 'Buy or sell' }).getByRole('link', { name: 'Sell' }).click()
  await expect(page).toHaveURL('/offers/sell?currency=TND')
  await page.getByRole('button', { name: 'Show all currencies' }).click()
  await expect(page).toHaveURL('/offers/sell')
  await expect(currency).toHaveValue('')
  await page.goto('/offers')
  await expect(page).toHaveURL('/offers/sell')
  await page.getByRole('navigation', { name: 'Buy or sell' }).getByRole('link', { name: 'Buy' }).click()
  await expect(page).toHaveURL('/offers/buy')
  await expect(currency).toHaveValue('')
  await context.close()
})

test('an empty list leads to the offers of the other currencies', async ({ newUser, newVisitor }) => {
  const owner = await newUser('trader')
  await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/offers/buy?currency=TND&method=d17&amount=5&trader=${owner.username}`)
  await page.getByRole('link', { name: 'Show offers in EUR' }).click()
  await expect(page).toHaveURL(`/offers/buy?currency=EUR&trader=${owner.username}`)
  await expect(rows(page)).toHaveCount(1)
})

test('the former address of the Marketplace leads to the market, with its filters and its page', async ({
  newUser,
  browser,
}) => {
  const owner = await newUser('trader')
  for (let count = 0; count < 11; count++) await postOffer(owner)
  const old = `/fr/marketplace?type=sell&search=${owner.username}&page=2`
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(old)
  await expect(plain).toHaveURL(`/fr/offers/buy?search=${owner.username}&page=2`)
  await expect(rows(plain)).toHaveCount(1)
  await context.close()
  // A link inside the site, here that of signing in, asks no server.
  const { page } = owner
  await page.goto(`/login?next=${encodeURIComponent('/marketplace?type=buy&currency=EUR')}`)
  await expect(page).toHaveURL('/offers/sell?currency=EUR')
})

test('the first calculation on the landing page leads to the offers that fit', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/')
  await page.getByRole('radio', { name: 'Sell' }).click()
  await choose(page, 'Currency', 'EUR')
  await page.getByLabel('Amount').fill('92')
  await expect(page.getByText('100.200400 USDT')).toBeVisible()
  await page.getByRole('button', { name: 'Browse buyers' }).click()
  await expect(page).toHaveURL('/offers/sell?currency=EUR&amount=92')
})

test(
  'on a trader’s page no line of text in the row of an offer covers another, in any language',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const owner = await newUser('trader')
    await postOffer(owner, { terms: 'Only from an account in your own name. '.repeat(5) })
    const { page } = await newVisitor()
    for (const language of LANGUAGES) {
      await page.goto(inLanguage(language, `/trader/${owner.username}`))
      const row = page.locator('[data-offer]')
      await expect(row).toBeVisible()
      const boxes = await row.locator('p:visible').evaluateAll((lines) =>
        lines.map((line) => {
          const { top, bottom } = line.getBoundingClientRect()
          const text = document.createRange()
          text.selectNodeContents(line)
          const { left, right } = text.getBoundingClientRect()
          return { top, bottom, left, right }
        }),
      )
      expect(boxes.length).toBeGreaterThan(4)
      const covered = boxes.filter((box) => boxes.some((other) => other !== box && meet(box, other)))
      expect(covered, language).toEqual([])
    }
  },
)

type Box = { top: number; bottom: number; left: number; right: number }

function meet(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
