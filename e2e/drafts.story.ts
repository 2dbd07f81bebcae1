import type { Page } from '@playwright/test'
import { openTrade, postOffer } from './fixtures.ts'
import { signOut } from './layout.ts'
import { continueToTerms } from './offer-form.ts'
import { ageTrade } from './time-travel.ts'
import { enter, make } from './trade-room.ts'
import { expect, test } from './users.ts'

test('a reload loses no message, no statement and no terms; signing out removes them', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'I have sent the payment')
  await ageTrade(trade, 11)
  await enter(seller, trade)
  const { page } = seller
  const message = page.getByRole('textbox', { name: 'Message' })
  const opening = page.getByRole('button', { name: 'Open a dispute', exact: true })
  const statement = page.getByLabel('Your statement')

  await message.fill('Nothing has arrived yet')
  await opening.click()
  await statement.fill('My account shows no payment since yesterday.')
  await page.reload()
  await expect(message).toHaveValue('Nothing has arrived yet')
  await opening.click()
  await expect(statement).toHaveValue('My account shows no payment since yesterday.')

  // The amounts are those of the latest offer.
  await page.goto('/create-offer')
  await continueToTerms(page)
  await page.getByLabel('Offer terms').fill('Only from your own account.')
  await page.reload()
  await expect(page.getByLabel('Offer terms')).toHaveValue('Only from your own account.')
  expect(await drafts(page)).toHaveLength(3)

  await signOut(page)
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await drafts(page)).toEqual([])
})

function drafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')))
}
