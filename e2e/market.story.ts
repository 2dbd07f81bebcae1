import type { Page } from '@playwright/test'
import { choose, methodFilter, offerRows, openFilters, tickMethod } from './layout.ts'
import { expect, chooseSignIn, fillSignIn, test } from './users.ts'
import { fact } from './trade-room.ts'
import { postOffer, saveAccount } from './fixtures.ts'
import { continueToTerms, createButton, expectMethods } from './offer-form.ts'

const NOTHING_FITS = 'No offers match your current filters. Try adjusting your search criteria.'
const cards = offerRows
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const side = (page: Page, name: 'Buy' | 'Sell') =>
  page.getByRole('navigation', { name: 'Buy or sell' }).getByRole('link', { name })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('the market is searched and filtered, and the address keeps the filters', async ({ newUser, newVisitor }) => {
  const owner = await newUser('trader')
  const word = owner.username.slice(-10)
  await postOffer(owner, { terms: `Ask for the ${word} discount.` })
  await postOffer(owner, { type: 'buy', fiatCurrency: 'USD', paymentMethods: ['paypal'] })
  await postOffer(owner, { fiatCurrency: 'TND', paymentMethods: ['d17'] })
  const { page } = await newVisitor()
  await page.goto('/offers')
  await expect(page.getByRole('heading', { level: 1, name: 'Buy USDT' })).toBeVisible()
  await openFilters(page)
  await page.getByLabel('Search').fill(owner.username.toUpperCase())
  await expect(cards(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`search=${owner.username}`, 'i'))

  await side(page, 'Sell').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sell USDT' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/offers/sell\\?search=${owner.username}`, 'i'))
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('USD')
  await side(page, 'Buy').click()
  await choose(page, 'Currency', 'EUR')
  await expect(cards(page)).toHaveCount(1)
  for (const text of [
    'Available 1,070.89 USDT',
    '10.00 – 1,000.00 EUR',
    'SEPA Instant',
    '+1.5% vs market',
    owner.username,
    'Just now',
    `Ask for the ${word} discount.`,
  ]) {
    await expect(cards(page)).toContainText(text)
  }
  await choose(page, 'Currency', 'All currencies')
  await tickMethod(page, 'D17')
  await expect(page).toHaveURL(/method=d17/)
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('TND')
  await page.reload()
  await expect(methodFilter(page).locator('summary')).toHaveText('D17')
  await expect(cards(page)).toHaveCount(1)
  await tickMethod(page, 'SEPA Instant')
  await expect(page).toHaveURL(/method=d17%2Csepa_instant/)
  await expect(methodFilter(page).locator('summary')).toHaveText('D17 +1')
  await expect(cards(page)).toHaveCount(2)
  await page.goBack()
  await page.goBack()
  await expect(methodFilter(page).locator('summary')).toHaveText('All methods')
  await expect(cards(page)).toHaveCount(2)

  await page.getByLabel('Search').fill(`THE ${word} disc`)
  await expect(cards(page)).toHaveCount(1)
  await page.getByLabel('Search').fill(`${word} paypal d17`)
  await expect(page.getByText('No offers found')).toBeVisible()
  await expect(page.getByText(NOTHING_FITS)).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL('/offers/buy')
  await expect(page.getByLabel('Search')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Reset filters' })).toBeHidden()
})

test('a choice and a step back before the scripts have run count once', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const method = methodFilter(page).locator('summary')
  const held: (() => void)[] = []
  let isHolding = true
  await page.route('**/assets/*.js', async (route) => {
    if (isHolding) await new Promise<void>((done) => held.push(done))
    await route.continue().catch(() => {})
  })
  function release() {
    isHolding = false
    for (const done of held.splice(0)) done()
  }
  await page.goto('/offers', { waitUntil: 'commit' })
  await tickMethod(page, 'D17')
  const entries = await page.evaluate(() => history.length)
  release()
  await expect(page).toHaveURL(/method=d17/)
  await expect(page.getByRole('button', { name: 'Reset filters' })).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)

  isHolding = true
  await page.reload({ waitUntil: 'commit' })
  await expect(method).toHaveText('D17')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/offers')
  release()
  await expect(method).toHaveText('All methods')
  await expect(page).toHaveURL('/offers')
})

test('offers are in the chosen order, in both directions', async ({ newUser, newVisitor }) => {
  const owner = await newUser('trader')
  const [dear, large, last] = ['10.00 – 200.00 EUR', '10.00 – 900.00 EUR', '10.00 – 500.00 EUR']
  await postOffer(owner, { pricePercentage: '3', maxAmount: '200' })
  await postOffer(owner, { pricePercentage: '-1', maxAmount: '900' })
  await postOffer(owner, { pricePercentage: '0', maxAmount: '500' })
  const { page } = await newVisitor()
  await page.goto(`/offers?search=${owner.username}`)
  await expect(cards(page)).toContainText([large, last, dear])

  await choose(page, 'Sort by', 'Price')
  await expect(cards(page)).toContainText([dear, last, large])
  await page.getByRole('button', { name: 'Descending' }).click()
  await expect(cards(page)).toContainText([large, last, dear])
  await expect(page).toHaveURL(/sort=price_percentage&direction=asc/)
  await choose(page, 'Sort by', 'Date')
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect(cards(page)).toContainText([last, large, dear])
  const descending = page.getByRole('button', { name: 'Descending' })
  await descending.click()
  await expect(page).toHaveURL(/sort=created_at&direction=asc/)
  await choose(page, 'Sort by', 'Best price')
  await expect(cards(page)).toContainText([large, last, dear])
  await expect(page).toHaveURL(`/offers?search=${owner.username}`)
  await expect(descending).toBeHidden()
  // A link of the time when the best price had a direction.
  await page.goto(`/offers?search=${owner.username}&direction=asc`)
  await expect(cards(page)).toContainText([large, last, dear])
})

test('a page has ten offers, and another filter starts at the first page', async ({ newUser, newVisitor }) => {
  const owner = await newUser('trader')
  for (let count = 0; count < 12; count++) await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/offers?search=${owner.username}`)
  await expect(cards(page)).toHaveCount(10)
  await expect(pages(page)).toContainText('Showing 1 to 10 of 12 offers')
  await expect(pages(page).getByRole('link', { name: 'Previous' })).toBeHidden()
  await pages(page).getByRole('link', { name: 'Next' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(pages(page)).toContainText('Showing 11 to 12 of 12 offers')
  await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(pages(page).getByRole('link', { name: 'Next' })).toBeHidden()
  await page.goBack()
  await expect(cards(page)).toHaveCount(10)

  await pages(page).getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await tickMethod(page, 'SEPA Instant')
  await expect(page).toHaveURL(`/offers?search=${owner.username}&method=sepa_instant`)
  await expect(cards(page)).toHaveCount(10)
  await expect(pages(page)).toContainText('Showing 1 to 10 of 12 offers')
  await side(page, 'Sell').click()
  await expect(page.getByText(NOTHING_FITS)).toBeVisible()
  await expect(pages(page)).toBeHidden()
})

test('a visitor signs in at a row and continues with a trade on that offer', async ({ newUser, newVisitor }) => {
  const [owner, taker] = [await newUser('trader'), await newUser('taker')]
  const offer = await postOffer(owner)
  const { page } = await newVisitor()
  const market = `/offers?search=${owner.username}`
  await page.goto(market)
  await page.getByRole('link', { name: `Buy from ${owner.username}` }).click()
  await expect(page).toHaveURL(/^[^?]*\/register\?next=/)
  await chooseSignIn(page)
  await fillSignIn(page, taker)
  await expect(page).toHaveURL(`/trade/new?offer=${offer.id}`)
  await expect(page.getByRole('button', { name: 'Open buy trade' })).toBeVisible()
  await page.goto(market)
  await page.getByRole('link', { name: `Details of the offer from ${owner.username}` }).click()
  await expect(page).toHaveURL(`/offer/${offer.id}`)
})

test('a trade is opened in the dialog over the market', { tag: '@phone' }, async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  await postOffer(owner)
  const { page } = taker
  await page.goto(`/offers?search=${owner.username}`)
  const start = page.getByRole('button', { name: `Buy from ${owner.username}` })
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Buy USDT' })
  for (const text of [
    '0.934 EUR per USDT · +1.5% vs market',
    'SEPA Instant',
    'Trade summary',
    'Escrow protection',
    'Offer terms',
  ]) {
    await expect(dialog).toContainText(text)
  }
  const [pays, buys] = [dialog.getByLabel('You pay'), dialog.getByLabel('You buy')]
  const confirm = dialog.getByRole('button', { name: 'Confirm buy' })
  await expect(confirm).toBeDisabled()
  await pays.fill('9.99')
  await expect(pays).toHaveAccessibleDescription(/Minimum amount is 10.00 EUR/)
  await expect(confirm).toBeDisabled()
  await buys.fill('100')
  await expect(pays).toHaveValue('93.38')
  await pays.fill('150')
  await expect(buys).toHaveValue('160.633968')
  await expect(confirm).toBeEnabled()

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await start.click()
  await expect(pays).toHaveValue('')
  await pays.fill('150')
  await confirm.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/offers?search=${owner.username}`)
})

test('with an amount, rows say what the reader receives, and the dialog begins with it', async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  await postOffer(owner)
  const { page } = taker
  await page.goto(`/offers?search=${owner.username}`)
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).not.toContainText('You receive')
  const amount = field(page, 'Amount')
  await amount.fill('2000')
  await expect(page.getByText(NOTHING_FITS)).toBeVisible()
  await page.getByRole('button', { name: 'Show any amount' }).click()
  await expect(page).toHaveURL(`/offers?search=${owner.username}`)
  await expect(amount).toHaveValue('')
  await expect(cards(page)).toHaveCount(1)
  await amount.fill('150')
  await expect(page).toHaveURL(`/offers?search=${owner.username}&amount=150`)
  await expect(cards(page)).toContainText('You receive 159.830799 USDT')
  await expect(page.getByRole('link', { name: /^Details of the offer/ })).toHaveAttribute('href', /\?amount=150$/)
  await page.getByRole('button', { name: `Buy from ${owner.username}` }).click()
  await expect(page.getByRole('dialog', { name: 'Buy USDT' }).getByLabel('You pay')).toHaveValue('150')
})

test('a visitor can read an offer, and signs in to take it', async ({ newUser, newVisitor }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner, { type: 'buy' })
  await saveAccount(taker, offer.paymentMethods[0]!)
  const { page } = await newVisitor()
  await page.goto(`/offer/${offer.id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'You sell USDT, you receive EUR by SEPA Instant' }),
  ).toBeVisible()
  await expect(fact(page, 'Limits')).toHaveText('10.00 – 1,000.00 EUR')
  await expect(fact(page, 'Payment method')).toHaveText('SEPA InstantUsually arrives in seconds')
  await expect(fact(page, 'Status')).toHaveText('Active')
  await expect(page.getByText(offer.terms)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: owner.username }).click()
  await expect(page).toHaveURL(`/trader/${owner.username}`)
  await expect(page.getByRole('heading', { level: 1, name: owner.username })).toBeVisible()
  await expect(page.getByRole('main').getByRole('definition').nth(1)).toHaveText('0')
  await page.goBack()
  await page.getByLabel('You are paid').fill('150')
  await expect(page.getByLabel('You are paid')).toHaveAccessibleDescription(/^You send 161\.437137 USDT with the fee/)
  await page.getByRole('link', { name: 'Sign in to trade' }).click()
  await fillSignIn(page, taker)

  await expect(page).toHaveURL(`/trade/new?offer=${offer.id}&amount=150`)
  await expect(page.getByLabel('You are paid')).toHaveValue('150')
  await page.getByRole('button', { name: 'Open sell trade' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
})

test('a visitor who signs in by the menu of a phone comes back to the offer and the typed amount, with which its dialog begins', async ({
  newUser,
  newVisitor,
}) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner)
  const { page } = await newVisitor()
  await page.goto(`/offer/${offer.id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const amount = page.getByRole('main').getByLabel('You pay')
  await amount.fill('150')
  await expect(page).toHaveURL(`/offer/${offer.id}?amount=150`)
  await page.reload()
  await expect(amount).toHaveValue('150')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'Your trade' })).toContainText('you pay')
  await fillSignIn(page, taker)
  await expect(page).toHaveURL(`/offer/${offer.id}?amount=150`)
  await expect(amount).toHaveValue('150')
  await page.getByRole('button', { name: 'Open trade' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy USDT' })
  await expect(dialog.getByLabel('You pay')).toHaveValue('150')
  await expect(dialog.getByRole('button', { name: 'Confirm buy' })).toBeEnabled()
})

test('the address of an unknown offer says so', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/404 GET \/offer\//)
  const address = `/offer/${crypto.randomUUID()}`
  expect((await page.goto(address))?.status()).toBe(404)
  await expect(page.getByText('Offer not found')).toBeVisible()
  await expect(page.getByText('The offer you’re looking for doesn’t exist or has been removed')).toBeVisible()
  await page.getByRole('link', { name: 'Browse other offers' }).click()
  await expect(page).toHaveURL('/offers')
})

test('an owner changes the price; a taker gets a message before the trade is opened', async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner)
  await taker.page.goto(`/trade/new?offer=${offer.id}`)
  const create = taker.page.getByRole('button', { name: 'Open buy trade' })
  await taker.page.getByLabel('You pay').fill('150')
  await expect(create).toBeEnabled()

  const { page } = owner
  await page.goto(`/offer/${offer.id}`)
  await expect(page.getByText('This is your offer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open trade' })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit offer' })).toBeVisible()
  await expect(field(page, 'Minimum amount')).toHaveValue('10.00')
  await field(page, 'Price vs market').fill('3')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/my-offers')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '+3.0%' })).toBeVisible()

  taker.allow(/409 POST \/api\/trades$/)
  await create.click()
  const notice = taker.page.getByRole('alert').filter({ hasText: 'The price has changed' })
  await expect(notice).toContainText('The price has changed from 0.9338 to 0.9476 EUR per USDT.')
  await expect(create).toBeDisabled()
  await taker.page.getByRole('button', { name: 'Use the new price' }).click()
  await expect(notice).toBeHidden()
  await create.click()
  await expect(taker.page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  await expect(fact(taker.page, 'Price')).toContainText('0.9476')
})

test('an offer is duplicated with its values, and both stay active', async ({ newUser }) => {
  const owner = await newUser('owner')
  const offer = await postOffer(owner, { fiatCurrency: 'TND', paymentMethods: ['d17'] })
  const { page } = owner
  await page.goto('/my-offers')
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create offer' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('TND')
  await expectMethods(page, 'D17')
  await field(page, 'Maximum amount').fill('777')
  await continueToTerms(page)
  await expect(field(page, 'Offer terms')).toHaveValue(offer.terms)
  await createButton(page).click()
  await expect(page).toHaveURL('/my-offers')
  const mine = page.getByRole('main').getByRole('listitem')
  await expect(mine).toContainText(['10.00 – 777.00 TND', '10.00 – 1,000.00 TND'])
})
