import type { Page } from '@playwright/test'
import type { Quote } from '../domain/api/trades/trades.ts'
import { expect, test, type User } from './users.ts'
import { postOffer } from './fixtures.ts'
import { ageQuote } from './time-travel.ts'

const create = (page: Page) => page.getByRole('button', { name: 'Open buy trade' })

test('an expired quote is not replaced silently: the page says so, and asks again', async ({ newUser }) => {
  const { page, allow } = await takerAtOffer(newUser)
  const answer = page.waitForResponse('**/api/quotes')
  await page.getByLabel('You pay').fill('150')
  const quote = (await (await answer).json()) as Quote
  await expect(page.getByRole('timer')).toBeVisible()
  await ageQuote(quote, 61)

  allow(/409 POST \/api\/trades$/)
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('Your quote has expired. Check the new price.')
  await expect(page).toHaveURL(/\/trade\/new/)
  await expect(create(page)).toBeEnabled()
  await create(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
})

test('an offer that was paused in the meantime cannot be taken', async ({ newUser }) => {
  const owner = await newUser('owner')
  const offer = await postOffer(owner)
  const { page, allow } = await newUser('taker')
  await page.goto(`/trade/new?offer=${offer.id}`)
  await page.getByLabel('You pay').fill('150')
  await expect(create(page)).toBeEnabled()
  await owner.page.goto('/my-offers')
  await owner.page.getByRole('button', { name: 'Offer menu' }).click()
  await owner.page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(owner.page.getByText('Paused', { exact: true })).toBeVisible()

  allow(/409 POST/)
  await create(page).click()
  await expect(page.getByText('This offer isn’t open for trades.')).toBeVisible()
  await expect(page.getByLabel('You pay')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Browse other offers' })).toBeVisible()
  await expect(page).toHaveURL(/\/trade\/new.*amount=150/)
})

/** A user about to take an offer of 10 to 1,000 EUR at 0.9338. */
async function takerAtOffer(newUser: (name: string) => Promise<User>): Promise<User> {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner)
  await taker.page.goto(`/trade/new?offer=${offer.id}`)
  await expect(taker.page.getByRole('heading', { level: 1, name: 'Buy USDT' })).toBeVisible()
  return taker
}
