import type { Page } from '@playwright/test'
import { countActs } from './acts.ts'
import { saveAccount } from './fixtures.ts'
import { choose, offerRows } from './layout.ts'
import {
  continueToTerms,
  createButton,
  expectMethods,
  fillOffer,
  methodBox,
  offerField as field,
  stepHeading,
} from './offer-form.ts'
import { expect, fillSignIn, test } from './users.ts'

const TERMS = 'SEPA Instant only, from an account in your own name.'
/** Two of the fields and two of the clicks are the payment account. */
const FIRST_OFFER = { clicks: 6, fields: 6 }
/** Of a phone's screen, for the preview that stays in view. */
const PREVIEW_PX = 64

test('a signed-out visitor is asked to sign in, and returns to the form', async ({ newVisitor, newUser }) => {
  const user = await newUser()
  const { page } = await newVisitor()
  await page.goto('/create-offer')
  await expect(page.getByText('Sign-in required')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in to continue' }).click()
  await fillSignIn(page, user)
  await expect(page).toHaveURL('/create-offer')
  await expect(field(page, 'Minimum amount')).toBeVisible()
})

test('a currency has its own payment methods and price', async ({ newUser }) => {
  const { page } = await newUser('owner')
  await page.goto('/create-offer')
  await expect(page.getByRole('radio', { name: 'Sell USDT' })).toBeChecked()
  await expectChosen(page, 'Currency', 'EUR')
  await expectMethods(page, 'SEPA Instant')
  await field(page, 'Price vs market').fill('1.5')
  await expect(page.getByText('0.934', { exact: true })).toBeVisible()

  await choose(page, 'Currency', 'TND')
  await expectMethods(page, 'Flouci')
  await methodBox(page, 'D17').check()
  await expectMethods(page, 'Flouci', 'D17')
  await methodBox(page, 'Flouci').uncheck()
  await expectMethods(page, 'D17')
  await choose(page, 'Currency', 'USD')
  await expectMethods(page, 'Wire Transfer')
})

test('an offer is posted, paused, activated and deleted, and is not on its owner’s market', async ({ newUser }) => {
  const owner = await newUser('owner')
  const other = await newUser('other')
  const { page } = owner
  await page.goto('/my-offers')
  await expect(page.getByText('No offers yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create my first offer' }).click()
  await fillOffer(page, { min: '20', max: '800', percentage: '1.2', terms: TERMS })
  await expect(page.getByText('You have no SEPA Instant account yet.')).toBeVisible()
  await createButton(page).click()
  const add = page.getByRole('button', { name: 'Add payment account' })
  await expect(add).toHaveAccessibleDescription('Choose the account you want to be paid into.')
  await expect(add).toBeFocused()
  await expect(add).toBeInViewport({ ratio: 1 })
  await add.click()
  const account = page.getByRole('dialog')
  await account.getByLabel('Account holder').fill('Amina Ben Salah')
  await account.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await account.getByRole('button', { name: 'Save account' }).click()
  await expect(account).toContainText('The check digits of this IBAN don’t match.')
  await account.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await account.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByRole('combobox', { name: 'Paid to' })).toContainText('…3000')
  await createButton(page).click()

  const mine = page.getByRole('main').getByRole('listitem')
  await expect(mine).toHaveCount(1)
  for (const text of ['Selling USDT', 'Active', '+1.2%', '20.00 – 800.00 EUR', 'SEPA Instant', TERMS]) {
    await expect(mine).toContainText(text)
  }
  const market = `/offers?trader=${owner.username}`
  await page.goto(market)
  await expect(page.getByText('No offers found')).toBeVisible()
  await other.page.goto(market)
  await expect(other.page.getByText(owner.username, { exact: true })).toBeVisible()

  await page.goto('/my-offers')
  await pick(page, 'View details')
  await expect(page).toHaveURL(/\/offer\/[\da-f-]{36}$/)
  await expect(page.getByRole('main')).toContainText(TERMS)
  await page.goBack()
  await pick(page, 'Pause')
  await expect(mine).toContainText('Paused')
  await other.page.reload()
  await expect(other.page.getByText('No offers found')).toBeVisible()
  await pick(page, 'Activate')
  await expect(mine).toContainText('Active')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(mine).toContainText('Paused')

  await pick(page, 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this offer?')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(mine).toHaveCount(1)
  await pick(page, 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No offers yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No offers yet')).toBeVisible()
})

test(
  'a first offer on a phone takes 6 clicks and 6 fields, the payment account included',
  { tag: '@phone-only' },
  async ({ newUser }) => {
    const { page } = await newUser('owner')
    const { acts, click, fill } = countActs()
    const main = page.getByRole('main')
    await page.goto('/')
    await click(page.getByRole('button', { name: 'Menu', exact: true }))
    await click(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Create offer' }))
    await fill(field(page, 'Minimum amount'), '20')
    await fill(field(page, 'Maximum amount'), '800')
    await fill(field(page, 'Price vs market'), '1.2')
    await click(main.getByRole('button', { name: 'Continue' }))
    await click(main.getByRole('button', { name: 'Add payment account' }))
    const account = page.getByRole('dialog')
    await fill(account.getByLabel('Account holder'), 'Amina Ben Salah')
    await fill(account.getByLabel('IBAN'), 'DE89 3704 0044 0532 0130 00')
    await click(account.getByRole('button', { name: 'Save account' }))
    await expect(page.getByRole('combobox', { name: 'Paid to' })).toContainText('…3000')
    await fill(field(page, 'Offer terms'), TERMS)
    await click(createButton(page))
    await expect(page.getByText('Your offer is on the market.')).toBeVisible()
    expect(acts.clicks).toBeLessThanOrEqual(FIRST_OFFER.clicks)
    expect(acts.fields).toBeLessThanOrEqual(FIRST_OFFER.fields)
  },
)

test('the browser’s buttons lead from step to step, with all that was typed', async ({ newUser }) => {
  const { page } = await newUser('owner')
  await page.goto('/create-offer')
  await methodBox(page, 'Revolut').check()
  await field(page, 'Maximum amount').fill('800')
  await field(page, 'Maximum amount').press('Enter')
  await expect(page.getByText('Minimum amount is required')).toBeVisible()
  await expect(field(page, 'Minimum amount')).toBeFocused()
  await expect(page).toHaveURL('/create-offer')

  await field(page, 'Minimum amount').fill('20')
  await field(page, 'Minimum amount').press('Enter')
  await expect(stepHeading(page, 2)).toBeFocused()
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    '1. Price and amounts',
    '2. Payment and terms',
  ])
  await expect(page).toHaveURL('/create-offer?step=terms')
  await field(page, 'Offer terms').fill(TERMS)
  await page.goBack()
  await expect(stepHeading(page, 1)).toBeFocused()
  await expect(field(page, 'Minimum amount')).toHaveValue('20')
  await expectMethods(page, 'SEPA Instant', 'Revolut')
  await page.goForward()
  await expect(field(page, 'Offer terms')).toHaveValue(TERMS)
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/create-offer')
  await expect(field(page, 'Maximum amount')).toHaveValue('800')

  await continueToTerms(page)
  await page.reload()
  await expect(page).toHaveURL('/create-offer')
  await expect(field(page, 'Minimum amount')).toHaveValue('')
})

test('the preview is the row that takers then see', async ({ newUser, newVisitor }) => {
  const owner = await newUser('owner')
  const { page } = owner
  await saveAccount(owner, 'sepa_instant')
  await page.goto('/create-offer')
  await expect(page.getByText('Enter the price and the amounts to see it.')).toBeVisible()
  // More than a new account may trade: the row says what is left of its limits.
  await fillOffer(page, { min: '20', max: '90000', percentage: '-1.2', terms: TERMS })
  const row = page.locator('[inert] [data-offer]')
  await expect(row).toContainText(TERMS)
  const promised = await row.innerText()
  await createButton(page).click()
  await expect(page.getByText('Your offer is on the market.')).toBeVisible()
  const visitor = await newVisitor()
  await visitor.page.goto(`/offers?currency=EUR&amount=20&trader=${owner.username}`)
  await expect(offerRows(visitor.page)).toHaveCount(1)
  expect(promised).toContain('You receive')
  expect(await offerRows(visitor.page).innerText()).toBe(promised)
})

test(
  'on a phone the price stays in view in one line, but not on a very low screen',
  { tag: '@phone-only' },
  async ({ newUser }) => {
    const { page } = await newUser('owner')
    await page.goto('/create-offer')
    const line = page.getByText('EUR per USDT').locator('..')
    for (const label of ['Maximum amount', 'Minimum amount']) {
      await field(page, label).scrollIntoViewIfNeeded()
      await field(page, label).fill('50')
      await expect(line).toContainText(/You release [\d.]+\sUSDT and get 50.00\sEUR/)
      await expect(line).toBeInViewport({ ratio: 1 })
      await expect(field(page, label)).toBeInViewport({ ratio: 1 })
    }
    expect((await line.boundingBox())!.height).toBeLessThanOrEqual(PREVIEW_PX)
    await page.setViewportSize({ width: 320, height: 256 })
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expect(line).not.toBeInViewport()
  },
)

async function expectChosen(page: Page, label: string, choice: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: label })).toHaveValue(choice)
}

async function pick(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
