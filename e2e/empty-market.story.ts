import { joinEmptyMarket, openEmptyMarket } from './empty-market.ts'
import { offerRows } from './layout.ts'
import { createButton, fillOffer } from './offer-form.ts'
import { expect, test } from './users.ts'

test('a market without offers says so on every page, has no statistics, and lists its first offer immediately', async ({
  newVisitor,
}) => {
  const market = await openEmptyMarket()
  const { address, close } = market
  try {
    const { page, context } = await newVisitor()
    const main = page.getByRole('main')
    await page.goto(`${address}/offers`)
    await expect(main.getByText('No offers found')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Create an offer' })).toBeHidden()
    await expect(main.getByText('No one is selling USDT at the moment. Create an offer to buy.')).toBeVisible()
    await expect(main.getByText('0 offers from other traders · 0 active traders')).toBeVisible()
    await expect(main.getByRole('definition')).toHaveText(['0', '0', '0'])
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()

    await page.goto(`${address}/`)
    await expect(main.getByText('No offers found')).toBeVisible()
    // The first list has the rates.
    await expect(main.locator('dl').nth(1).getByRole('definition')).toHaveText([
      /^–30 days/,
      /^–USDT in 30 days/,
      /^–Too few trades yet/,
      /^–from/,
    ])
    await joinEmptyMarket(context, market)
    await page.goto(`${address}/offers`)
    await main.getByRole('link', { name: 'Create an offer' }).click()
    await expect(page).toHaveURL(`${address}/create-offer`)
    await fillOffer(page, { min: '10', max: '100', terms: 'The first offer of this market.' })
    await createButton(page).click()
    await expect(page).toHaveURL(`${address}/my-offers`)

    const visitor = await newVisitor()
    await visitor.page.goto(`${address}/offers`)
    await expect(visitor.page.getByText('1 offer from other traders · 1 active trader')).toBeVisible()
    await expect(visitor.page.getByRole('main').getByRole('definition')).toHaveText(['1', '0', '1'])
    for (const figure of ['0.920 EUR', '0.0% vs market', '10.00 – 100.00 EUR', 'SEPA Instant'])
      await expect(offerRows(visitor.page)).toContainText(figure)
    // Leaves the page before the server stops: it may still fetch.
    await Promise.all([page.close(), visitor.page.close()])
  } finally {
    await close()
  }
})
