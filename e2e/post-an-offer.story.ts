import type { Page } from '@playwright/test'
import { choose } from './layout.ts'
import { expect, fillSignIn, test } from './users.ts'

const TERMS = 'SEPA Instant only, from an account in your own name.'
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create offer' }).click()

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
  await expectChosen(page, 'Payment method', 'sepa_instant')
  await field(page, 'Price vs market').fill('1.5')
  await expect(page.getByText('0.934', { exact: true })).toBeVisible()

  await choose(page, 'Currency', 'TND')
  await expectChosen(page, 'Payment method', 'flouci')
  await choose(page, 'Payment method', 'D17')
  await expectChosen(page, 'Payment method', 'd17')
  await choose(page, 'Currency', 'USD')
  await expectChosen(page, 'Payment method', 'wire_transfer')
})

test('an offer is posted, paused, activated and deleted, and is not on its owner’s market', async ({ newUser }) => {
  const owner = await newUser('owner')
  const other = await newUser('other')
  const { page } = owner
  await page.goto('/my-offers')
  await expect(page.getByText('No offers yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create my first offer' }).click()
  await fillForm(page, { min: '20', max: '800', percentage: '1.2', terms: TERMS })
  await expect(page.getByText('You have no SEPA Instant account yet.')).toBeVisible()
  await submit(page)
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
  await submit(page)

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

type Typed = { min: string; max: string; percentage: string; terms: string }

async function fillForm(page: Page, { min, max, percentage, terms }: Typed): Promise<void> {
  await field(page, 'Minimum amount').fill(min)
  await field(page, 'Maximum amount').fill(max)
  await field(page, 'Price vs market').fill(percentage)
  await field(page, 'Offer terms').fill(terms)
}

async function expectChosen(page: Page, label: string, choice: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: label })).toHaveValue(choice)
}

async function pick(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
