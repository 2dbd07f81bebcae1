/** The lists of offers: kept filters, rows that follow the market in their places, keys, and what is above the fold. */
import type { OfferInput } from '../domain/offers/offer-form.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { choose, methodFilter, offerRows, tickMethod } from './layout.ts'
import { ask, expect, test } from './users.ts'

/** A reader who looks at the tab again: the list asks for its rows without waiting for its next turn. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const placeOf = async (page: Page, name: string) => (await offerRows(page).filter({ hasText: name }).boundingBox())?.y

test('a trader finds the best price, sees it change in its row, and reaches the trade dialog by keys', async ({
  newUser,
}) => {
  const [cheap, dear, late, taker] = [
    await newUser('cheap'),
    await newUser('dear'),
    await newUser('late'),
    await newUser('taker'),
  ]
  // A method and an amount that the offers of other stories do not have.
  const flouci = { fiatCurrency: 'TND', paymentMethods: ['flouci'] } satisfies Partial<OfferInput>
  const own = { ...flouci, minAmount: '7000', maxAmount: '7600' } as const
  const offer = await postOffer(cheap, { ...own, pricePercentage: '1', availableUsdt: '2340' })
  const other = await postOffer(dear, { ...own, pricePercentage: '2' })
  const { page } = taker
  await page.goto('/offers/buy?currency=TND&method=flouci&amount=7500')
  await expect(offerRows(page)).toContainText([cheap.username, dear.username])
  await expect(offerRows(page).first()).toContainText('Available 2,340.00 USDT')
  await expect(page.getByRole('button', { name: 'Turn off shortcuts' })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  const act = (name: string) => offerRows(page).filter({ hasText: name }).locator('[data-act]')
  await expect(act(dear.username)).toBeFocused()
  await page.keyboard.press('k')
  await expect(act(cheap.username)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('Tab')
  await act(cheap.username).focus()

  // The first becomes the dearest, a third is posted, and the second is withdrawn: nothing moves.
  const places = [await placeOf(page, cheap.username), await placeOf(page, dear.username)]
  await ask(cheap, 'POST', '/api/my-offers/changes', {
    offers: [{ offerId: offer.id, seenVersion: offer.version, pricePercentage: '4' }],
  })
  await lookAgain(page)
  await expect(offerRows(page).first()).toContainText('3.338')
  await postOffer(late, { ...own, pricePercentage: '3' })
  await ask(dear, 'POST', `/api/offers/${other.id}/pause`, {})
  await lookAgain(page)
  const show = page.getByRole('status').getByRole('button', { name: '1 new offer – show' })
  await expect(show).toBeVisible()
  await expect(act(dear.username)).toHaveText('No longer available')
  await expect(act(cheap.username)).toBeFocused()
  expect([await placeOf(page, cheap.username), await placeOf(page, dear.username)]).toEqual(places)
  await expectAccessible(page)
  await show.click()
  await expect(offerRows(page)).toContainText([late.username, cheap.username])
  await expect(offerRows(page)).toHaveCount(2)

  await page.keyboard.press('j')
  await expect(act(late.username)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Buy USDT' }).getByLabel('You pay')).toHaveValue('7500')
})

test('the side and the filters are kept for the next visit, until they are reset', async ({ newVisitor }) => {
  const { page, context } = await newVisitor()
  await page.goto('/offers/buy?currency=USD')
  await page.goto('/offers/buy')
  await expect(page).toHaveURL('/offers/buy')
  await choose(page, 'Currency', 'EUR')
  await tickMethod(page, 'Revolut')
  await expect(page).toHaveURL('/offers/buy?currency=EUR&method=revolut')

  // The next visit opens at the kept filters: the page arrives with them, and its rows do not move.
  const next = await context.newPage()
  await next.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        sessionStorage.setItem('shift', String(Number(sessionStorage.getItem('shift') ?? 0) + entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await next.goto('/offers/buy')
  await expect(next).toHaveURL('/offers/buy?currency=EUR&method=revolut')
  await expect(next.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR')
  await expect(next.getByRole('button', { name: 'Turn off shortcuts' })).toBeVisible()
  expect(await next.evaluate(() => Number(sessionStorage.getItem('shift') ?? 0))).toBe(0)
  await next.goto('/fr/offers/buy')
  await expect(next).toHaveURL('/fr/offers/buy?currency=EUR&method=revolut')
  await next.goto('/offers/buy?currency=TND')
  await expect(next).toHaveURL('/offers/buy?currency=TND')
  await next.goto('/offers/sell')
  await expect(next).toHaveURL('/offers/sell?currency=EUR&method=revolut')

  // A link without filters leads to them, too, and going back does not.
  await next.goto('/')
  await next.getByRole('banner').getByRole('link', { name: 'Browse offers' }).click()
  await expect(next).toHaveURL('/offers/buy?currency=EUR&method=revolut')
  await next.getByRole('navigation', { name: 'Buy or sell' }).getByRole('link', { name: 'Sell' }).click()
  await expect(next).toHaveURL('/offers/sell?currency=EUR&method=revolut')
  await next.goto('/fr/offers')
  await expect(next).toHaveURL('/fr/offers/sell?currency=EUR&method=revolut')
  await next.goto('/offers')
  await next.getByRole('button', { name: 'Reset filters' }).click()
  await expect(next).toHaveURL('/offers/sell')
  await next.goto('/offers')
  await expect(next).toHaveURL('/offers/sell')
  await next.goto('/offers/buy')
  await expect(next).toHaveURL('/offers/buy')
  expect(await context.cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining('filter') }),
  )
})

test('the market counts its offers, moves between them by keys, and keeps its filters but the search', async ({
  newUser,
}) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  for (let count = 0; count < 2; count++) await postOffer(owner)
  const { page } = taker
  await page.goto(`/offers?search=${owner.username}`)
  await expect(page.getByText('2 offers', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off shortcuts' })).toBeVisible()
  const act = (at: number) => offerRows(page).nth(at).locator('[data-act]')
  await page.keyboard.press('j')
  await expect(act(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(act(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /USDT$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByLabel('Amount')).toBeFocused()

  await tickMethod(page, 'SEPA Instant')
  await page.getByLabel('Amount').fill('150')
  await expect(page).toHaveURL(/method=sepa_instant.*amount=150|amount=150.*method=sepa_instant/)
  await page.goto('/offers')
  await expect(page).toHaveURL(/^[^?]*\/offers\/buy\?(?!.*search).*amount=150/)
  await expect(methodFilter(page).locator('summary')).toHaveText('SEPA Instant')
})

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`the first offer is above the fold at ${size.width} x ${size.height}`, async ({ newUser, newVisitor }) => {
    await postOffer(await newUser('owner'))
    const { page } = await newVisitor()
    await page.setViewportSize(size)
    // French has the longest texts.
    for (const path of ['/offers', '/fr/offers/buy', '/ar/offers/buy']) {
      await page.goto(path)
      const { y = Infinity, height = 0 } = (await offerRows(page).first().boundingBox()) ?? {}
      expect(y + height, path).toBeLessThanOrEqual(size.height)
    }
  })
}
