import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { openSecurity } from './factors.ts'
import { signOut } from './layout.ts'
import { enterCode, expect, test, uniqueName } from './users.ts'
import { withWallet } from './wallet.ts'

const enter = (page: Page) => page.getByRole('button', { name: 'Continue with a wallet' })
const linked = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Other sign-in methods' }) })

test('a user signs up with a wallet, chooses a username, signs out, and signs in with the wallet alone', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const wallet = await withWallet(page)
  await page.goto('/login?next=%2Foffers%2Fbuy')
  await enter(page).click()
  await expect(page).toHaveURL('/register?with=wallet&next=%2Foffers%2Fbuy')
  await expect(page.getByText('You’re connected with Wallet.')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)

  const create = page.getByRole('main').getByRole('button', { name: 'Create account' })
  await create.click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Username is required/)
  const username = uniqueName('walla')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`)
  await page.getByRole('checkbox').click()
  await create.click()
  await expect(page).toHaveURL('/register?with=wallet&next=%2Foffers%2Fbuy&step=code')
  await enterCode(page, `${username}@example.org`)
  await expect(page).toHaveURL('/offers/buy')

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await enter(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(wallet.asked.filter((method) => method === 'personal_sign')).toHaveLength(2)
})

test('a wallet is linked on the Security tab, shown by its address, and unlinked again', async ({ newUser }) => {
  const { page } = await newUser('amina')
  const wallet = await withWallet(page)
  await openSecurity(page)
  await linked(page).getByRole('button', { name: 'Link a wallet' }).click()
  await expect(linked(page).getByText(wallet.address.toLowerCase())).toBeVisible()
  await expect(linked(page).getByRole('button', { name: 'Link a wallet' })).toBeHidden()
  await expectAccessible(page)
  await expectToFit(page)
  await linked(page).getByRole('button', { name: 'Unlink Wallet' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unlink Wallet?' })
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(linked(page).getByText(wallet.address.toLowerCase())).toBeHidden()
})

test('a user who signed up with a wallet cannot unlink it: it is the only sign-in method', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/409 DELETE \/api\/identities/)
  await withWallet(page)
  await page.goto('/register')
  await enter(page).click()
  await expect(page).toHaveURL(/\/register\?with=wallet/)
  const username = uniqueName('walla')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`)
  await page.getByRole('checkbox').click()
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await enterCode(page, `${username}@example.org`)
  await expect(page).toHaveURL('/dashboard')
  await openSecurity(page)
  await linked(page).getByRole('button', { name: 'Unlink Wallet' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unlink Wallet?' })
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(question.getByText('This is your only sign-in method. Add another one first.')).toBeVisible()
})

test('a missing wallet, a refusal and an unsupported chain show a message', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/login')
  await enter(page).click()
  await expect(page.getByText(/No wallet found in this browser/)).toBeVisible()
  await expectAccessible(page)

  const wallet = await withWallet(page)
  await page.reload()
  wallet.setWilling(false)
  await enter(page).click()
  await expect(page.getByText('Nothing was signed. You can try again.')).toBeVisible()
  wallet.setWilling(true)
  wallet.setChain(11155111)
  await enter(page).click()
  await expect(page.getByText('Unsupported chain. Switch your wallet to Polygon, BNB Chain or Ethereum.')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Switch to Polygon' }).click()
  await expect(page).toHaveURL(/\/register\?with=wallet/)
})

test('one of two wallets is chosen by name', { tag: '@phone' }, async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await withWallet(page, { name: 'Wallet A' })
  const chosen = await withWallet(page, { name: 'Wallet B' })
  await page.goto('/login')
  await enter(page).click()
  const choice = page.getByRole('dialog', { name: 'Choose a wallet' })
  await expectAccessible(page)
  await choice.getByRole('button', { name: 'Wallet B' }).click()
  await expect(page).toHaveURL(/\/register\?with=wallet/)
  expect(chosen.asked).toContain('personal_sign')
})
