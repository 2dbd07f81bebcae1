/** From the landing page to an open trade: how many clicks and fields it takes, and that offer and amount are never lost. */
import type { Page } from '@playwright/test'
import { PAYER } from '../server/testing/move-body.ts'
import { countActs, type Acts } from './acts.ts'
import { openTrade as startTrade, postOffer } from './fixtures.ts'
import { offerRows } from './layout.ts'
import { addProof, enter, expectStatus } from './trade-room.ts'
import { expect, PASSWORD, test, uniqueName, type User } from './users.ts'

const NEW_USER = { clicks: 6, fields: 5 }
const SIGNED_IN_CLICKS = 3
const AMOUNT = '150'

/** The landing page's calculator, then the offer of `owner` in the list, whose button leads a visitor to sign-in and opens a dialog for others. */
async function chooseOffer(
  page: Page,
  { fill, choose, click }: Acts,
  { owner, opener }: { owner: User; opener: 'link' | 'button' },
): Promise<void> {
  const main = page.getByRole('main')
  await page.goto('/')
  await fill(main.getByRole('textbox', { name: 'Amount' }), AMOUNT)
  await choose(main.getByRole('combobox', { name: 'Currency' }), 'EUR')
  await click(main.getByRole('button', { name: 'Browse sellers' }))
  await expect(page).toHaveURL(`/offers/buy?currency=EUR&amount=${AMOUNT}`)
  await expect(main.getByRole('textbox', { name: 'Amount' })).toHaveValue(AMOUNT)
  const row = offerRows(page).filter({ hasText: owner.username })
  await expect(row).toContainText('You receive')
  await click(row.getByRole(opener, { name: `Buy from ${owner.username}` }))
}

/** The offer and the amount are in the address of return and in view. */
async function expectTradeKept(page: Page, path: string, owner: User, offerId: string): Promise<void> {
  await expect(page).toHaveURL((url) => {
    const next = new URL(url.searchParams.get('next') ?? '/', url)
    const { searchParams } = next
    return (
      url.pathname === path &&
      next.pathname === '/trade/new' &&
      searchParams.get('offer') === offerId &&
      searchParams.get('amount') === AMOUNT
    )
  })
  const card = page.getByRole('region', { name: 'Your trade' })
  await expect(card).toContainText(`you pay ${owner.username} 150.00 EUR and receive`)
  await expect(card).toBeInViewport({ ratio: 1 })
}

async function openTrade(page: Page, { click }: Acts, offerId: string): Promise<void> {
  const open = page.getByRole('button', { name: 'Open buy trade' })
  await expect(page).toHaveURL(`/trade/new?offer=${offerId}&amount=${AMOUNT}`)
  await expect(page.getByLabel('You pay')).toHaveValue(AMOUNT)
  await expect(open).toBeEnabled()
  await expect(open).toBeInViewport({ ratio: 1 })
  await click(open)
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
}

test(
  'a new user opens a trade in 6 clicks and 5 fields, with the offer and the amount in view on every step',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const owner = await newUser('owner')
    const offer = await postOffer(owner, { pricePercentage: '-10' })
    const { page } = await newVisitor()
    const acts = countActs()
    const main = page.getByRole('main')
    await chooseOffer(page, acts, { owner, opener: 'link' })
    await expectTradeKept(page, '/register', owner, offer.id)

    await expect(main.getByLabel('Username')).not.toHaveValue('')
    await acts.fill(main.getByLabel('Email'), `${uniqueName('first')}@example.org`)
    await acts.fill(main.getByLabel('Password', { exact: true }), PASSWORD)
    await acts.fill(main.getByLabel('Confirm password'), PASSWORD)
    await acts.click(main.getByRole('checkbox'))
    await expectTradeKept(page, '/register', owner, offer.id)
    await acts.click(main.getByRole('button', { name: 'Create account' }))

    await expect(main.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expectTradeKept(page, '/register', owner, offer.id)
    await acts.click(main.getByRole('region', { name: 'Demo mailbox' }).getByRole('button', { name: /^Use this code/ }))
    await openTrade(page, acts, offer.id)
    expect(acts.acts).toEqual(NEW_USER)
  },
)

test('a signed-in user opens a trade within 3 clicks', async ({ newUser }) => {
  const owner = await newUser('owner')
  await postOffer(owner, { pricePercentage: '-10' })
  const { page } = await newUser('taker')
  const acts = countActs()
  await chooseOffer(page, acts, { owner, opener: 'button' })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('You pay')).toHaveValue(AMOUNT)
  await acts.click(dialog.getByRole('button', { name: 'Confirm buy' }))
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  expect(acts.acts.clicks).toBeLessThanOrEqual(SIGNED_IN_CLICKS)
})

test(
  'in the room a new buyer pays within 3 clicks, one of them for the proof, the seller confirms within 3, rating takes 2, the link of the receipt 1, and the next trade 2, each with one field at most',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await startTrade(buyer, await postOffer(seller))
    await enter(buyer, trade)
    await enter(seller, trade)

    const paying = countActs()
    const mark = 'I have sent the payment'
    await paying.click(buyer.page.getByRole('main').getByRole('button', { name: mark }))
    const payment = buyer.page.getByRole('dialog', { name: mark })
    await paying.fill(payment.getByLabel('Name on the account you paid from'), PAYER)
    paying.acts.clicks++
    await addProof(payment)
    await paying.click(payment.getByRole('button', { name: mark }))
    await expectStatus(buyer.page, 'Marked as paid')
    expect(paying.acts).toEqual({ clicks: 3, fields: 1 })

    await expectStatus(seller.page, 'Marked as paid')
    const confirming = countActs()
    const confirm = 'Confirm payment received'
    await confirming.click(seller.page.getByRole('main').getByRole('button', { name: confirm }))
    const receipt = seller.page.getByRole('dialog', { name: confirm })
    await confirming.click(receipt.getByRole('checkbox'))
    await confirming.fill(receipt.getByLabel('Sender’s name'), PAYER)
    await confirming.click(receipt.getByRole('button', { name: confirm }))
    await expectStatus(buyer.page, 'Completed')
    expect(confirming.acts).toEqual({ clicks: 3, fields: 1 })

    const ending = countActs()
    await ending.click(buyer.page.getByRole('radio', { name: '5 stars' }))
    await ending.click(buyer.page.getByRole('button', { name: 'Submit rating' }))
    await expect(buyer.page.getByRole('button', { name: 'Submit rating' })).toBeHidden()
    await ending.click(buyer.page.getByRole('button', { name: 'Copy receipt link' }))
    await expect(buyer.page.getByRole('textbox', { name: 'Link of the receipt' })).toHaveValue(/\/verify#ey/)
    expect(ending.acts).toEqual({ clicks: 3, fields: 0 })

    const again = countActs()
    await again.click(buyer.page.getByRole('link', { name: 'Trade again' }))
    await again.click(buyer.page.getByRole('button', { name: 'Open buy trade' }))
    await expectStatus(buyer.page, 'Awaiting payment')
    expect(again.acts).toEqual({ clicks: 2, fields: 0 })
  },
)

test('a seller without an account is led to its field by the button', { tag: '@phone' }, async ({ newUser }) => {
  const offer = await postOffer(await newUser('owner'), { type: 'buy' })
  const { page } = await newUser('taker')
  await page.goto(`/trade/new?offer=${offer.id}&amount=${AMOUNT}`)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Open sell trade' }).click()
  const add = page.getByRole('button', { name: 'Add payment account' })
  await expect(add).toBeFocused()
  await expect(add).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Choose the account you want to be paid into.')).toBeInViewport({ ratio: 1 })
})

test('the button that opens the trade is in view on every screen, on the page and in the dialog', async ({
  newUser,
}) => {
  const offer = await postOffer(await newUser('owner'), { terms: 'Please pay within the window. '.repeat(15) })
  const { page } = await newUser('taker')
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/trade/new?offer=${offer.id}&amount=${AMOUNT}`)
    await expect(page.getByRole('button', { name: 'Open buy trade' })).toBeInViewport({ ratio: 1 })
    await page.goto(`/offer/${offer.id}`)
    await page.getByRole('button', { name: 'Open trade' }).click()
    await expect(page.getByRole('button', { name: 'Confirm buy' })).toBeInViewport({ ratio: 1 })
  }
})
