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
  const username = uniqueName('walla')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`)
  await page.getByRole('checkbox').click()
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
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

test('one of two wallets is chosen by name and linked in the security settings, shown by its address, and unlinked again', async ({
  newUser,
}) => {
  const { page } = await newUser('amina')
  await withWallet(page, { name: 'Wallet A' })
  const wallet = await withWallet(page, { name: 'Wallet B' })
  await openSecurity(page)
  await linked(page).getByRole('button', { name: 'Link a wallet' }).click()
  const choice = page.getByRole('dialog', { name: 'Choose a wallet' })
  await expectAccessible(page)
  await expectToFit(page)
  await choice.getByRole('button', { name: 'Wallet B' }).click()
  await expect(linked(page).getByText(wallet.address.toLowerCase())).toBeVisible()
  await expect(linked(page).getByRole('button', { name: 'Link a wallet' })).toBeHidden()
  await expectAccessible(page)
  await expectToFit(page)
  await linked(page).getByRole('button', { name: 'Unlink Wallet' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unlink Wallet?' })
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(linked(page).getByText(wallet.address.toLowerCase())).toBeHidden()
})
