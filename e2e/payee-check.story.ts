/** A buyer's bank compares the seller's name with the account before the transfer. */
import { expectAccessible, expectToFit } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { expect, test } from './users.ts'

const ar = (english: string) => word('ar', english)
const fr = (english: string) => word('fr', english)

test(
  'in Arabic, no match stops the payment until the bank says otherwise, and the seller reads both in French',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, { page, ...buyer }] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade({ page, ...buyer }, await postOffer(seller))
    await page.goto(inLanguage('ar', `/trade/${trade.id}`))
    const main = page.getByRole('main')
    await main.getByRole('button', { name: ar('Show payment details') }).click()
    const code = main.getByRole('button', { name: ar('Show payment code') })
    await expect(code).toBeVisible()

    await main.getByRole('radio', { name: ar('The name doesn’t match') }).check()
    await main.getByRole('button', { name: ar('Record the answer') }).click()
    await expect(main.getByText(ar('Don’t pay. The account may belong to another person.'))).toBeVisible()
    await expect(code).toBeHidden()
    await expectAccessible(page)
    await expectToFit(page)

    await main.getByRole('radio', { name: ar('The name nearly matches') }).check()
    await main.getByRole('button', { name: ar('Record the answer') }).click()
    await expect(code).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)

    await seller.page.goto(inLanguage('fr', `/trade/${trade.id}`))
    const bank = seller.page
      .locator('dl > div')
      .filter({ has: seller.page.getByText(fr('The buyer’s bank'), { exact: true }) })
    await expect(bank.getByRole('definition')).toHaveText(fr('The name nearly matches'))
    await expectAccessible(seller.page)
    await expectToFit(seller.page)
  },
)
