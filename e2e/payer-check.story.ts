/** A payment from another account than the declared one, as the seller meets it. */
import { expectAccessible, expectToFit } from './accessible.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { declarePayer, enter, expectStatus, fact, fillReceipt } from './trade-room.ts'
import { expect, test } from './users.ts'

test('a sender who is not the declared payer stops the release; the seller corrects a typing error, and it goes on', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  seller.allow(/409 POST .*\/confirm-receipt/)
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await buyer.page.getByRole('main').getByRole('button', { name: 'I have sent the payment' }).click()
  await expectAccessible(buyer.page)
  await expectToFit(buyer.page)
  await declarePayer(buyer.page, 'Amel Ben Salah')
  await expect(fact(buyer.page, 'Declared by the buyer')).toHaveText('Amel Ben Salah')

  const { page } = seller
  await enter(seller, trade)
  await expect(page.getByText('Amel Ben Salah')).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
  await expectAccessible(page)
  await expectToFit(page)
  await fillReceipt(page, 'Karim Trabelsi')
  await page.keyboard.press('Enter')
  const differs = page.getByRole('dialog', { name: 'The names differ' })
  await expect(differs.getByText('Amel Ben Salah')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await differs.getByRole('button', { name: 'Open a dispute' }).click()
  await expect(page.getByRole('button', { name: 'Open a dispute' }).last()).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await differs.getByRole('button', { name: 'Correct the name' }).click()
  await fillReceipt(page, 'BEN SALAH AMEL')
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Completed')
  await expect(fact(page, 'Comparison')).toHaveText('The names agree')
})
