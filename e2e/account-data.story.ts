import { readFile } from 'node:fs/promises'
import type { AccountExport } from '../domain/api/accounts/account-data.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { ask, expect, test, type User } from './users.ts'
import { openTrade, postOffer, say } from './fixtures.ts'
import { ageReauthentication } from './time-travel.ts'

const reauthenticate = async ({ page, password }: User) => {
  const reauthenticationDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await reauthenticationDialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(reauthenticationDialog).toBeHidden()
}

test('a user exports their data as a file, after re-authentication', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await say(seller, trade, 'Which bank do you use?')
  const { page, allow } = buyer
  allow(/403 POST \/api\/account\/export/)
  await ageReauthentication(buyer)
  await page.goto('/settings?tab=data')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await reauthenticate(buyer)
  const file = await coming
  expect(file.suggestedFilename()).toBe(`sarraf-${buyer.username}.json`)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as AccountExport
  expect(data.profile.email).toBe(buyer.email)
  expect(data.trades.map(({ id, seller: { username } }) => [id, username])).toEqual([[trade.id, seller.username]])
  expect(data.trades[0]?.messages.map(({ text }) => text)).toContain('Which bank do you use?')
})

test('a user deletes their account: not with an open trade, not by mistake, then permanently', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page, allow } = seller
  allow(/(403|409) POST \/api\/account\/delete/)
  // Requests that the page still made for the deleted user.
  allow(/401 GET \/api\//)
  await page.goto('/settings?tab=data')
  const name = page.getByLabel('Your username')
  await name.fill(buyer.username)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(name).toHaveAccessibleDescription(/This isn’t your username/)
  await expect(name).toBeFocused()
  await name.fill(seller.username)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete your account permanently?' })
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(question.getByText('You still have 1 open trade.')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await question.getByRole('button', { name: 'Go back' }).click()
  await ask(buyer, 'POST', `/api/trades/${trade.id}/cancel`, { seenStatus: 'awaiting_payment' })

  await ageReauthentication(seller)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await reauthenticate(seller)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account has been deleted.').first()).toBeVisible()
  await expect(question).toBeHidden()
  await expect(page.getByText(seller.username)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/settings?tab=data')
  await expect(page).toHaveURL('/login?next=%2Fsettings%3Ftab%3Ddata')

  await buyer.page.goto(`/trade/${trade.id}`)
  await expect(buyer.page.getByText(/deleted_[0-9a-f]{8}/).first()).toBeVisible()
  await expect(buyer.page.getByText(seller.username)).toHaveCount(0)
})
