/** A user is suspended while a trade is open: the trade is finished, new ones are refused, and the user is restored. */
import { expectAccessible, expectToFit } from './accessible.ts'
import { enableTotp } from './factors.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { grantRole } from './staff-roles.ts'
import { confirmReceipt, enter, expectStatus, make } from './trade-room.ts'
import { expect, test } from './users.ts'

const REASON = 'False proofs of payment in two trades.'

test('a suspended seller finishes the open trade, is refused a new one, and trades again once restored', async ({
  newUser,
}) => {
  test.slow()
  const [seller, buyer, admin] = [await newUser('seller'), await newUser('buyer'), await newUser('admin')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await grantRole(admin, 'admin')
  await enableTotp(admin)
  await enter(buyer, trade)

  const { page } = admin
  await test.step('an admin finds the seller and suspends them, with a reason', async () => {
    await page.goto('/admin?tab=users')
    await page.getByLabel('Username').fill(seller.username)
    // The list of the newest users has the seller too, and is replaced by the found ones.
    await expect(page).toHaveURL(/username=/)
    await page.getByRole('link', { name: seller.username }).click()
    await expect(page.getByRole('term').filter({ hasText: 'Open trades' })).toBeVisible()
    await page.getByRole('button', { name: `Suspend ${seller.username}` }).click()
    const dialog = page.getByRole('dialog', { name: `Suspend ${seller.username}?` })
    await expectAccessible(page)
    await dialog.getByLabel('Reason').fill(REASON)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`Suspended by ${admin.username}`)).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  })

  await test.step('the seller reads why, and posts no offer; theirs has left the market', async () => {
    await seller.page.goto('/my-offers')
    await expect(seller.page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
    await expect(seller.page.getByText(REASON)).toBeVisible()
    await expectAccessible(seller.page)
    await expectToFit(seller.page)
    await buyer.page.goto(`/offers/buy?trader=${seller.username}`)
    await expect(buyer.page.getByText('No offers found')).toBeVisible()
  })

  await test.step('the open trade is finished by both', async () => {
    await enter(buyer, trade)
    await make(buyer.page, 'I have sent the payment')
    await enter(seller, trade)
    await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
    await confirmReceipt(seller.page)
    await expectStatus(seller.page, 'Completed')
  })

  await test.step('a new trade is refused, with the reason and whom to write to', async () => {
    const other = await newUser('maker')
    const offer = await postOffer(other)
    await seller.page.goto(`/trade/new?offer=${offer.id}`)
    await expect(seller.page.getByText(/Your account is suspended: “.False proofs.*contact form/)).toBeVisible()
    await expect(seller.page.getByLabel('You pay')).toHaveCount(0)
    await seller.page.goto(`/offers/buy?trader=${other.username}`)
    await expect(seller.page.getByRole('link', { name: /^View details/ })).toBeVisible()
    await expect(seller.page.getByRole('button', { name: /^Buy from/ })).toHaveCount(0)
  })

  await test.step('the admin ends the suspension, and the offer returns', async () => {
    await page.getByRole('button', { name: `End the suspension of ${seller.username}` }).click()
    const dialog = page.getByRole('dialog', { name: `End the suspension of ${seller.username}?` })
    await dialog.getByLabel('Reason').fill('The proofs were genuine after all.')
    await dialog.getByRole('button', { name: 'End the suspension' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `Suspend ${seller.username}` })).toBeVisible()
    await seller.page.goto('/my-offers')
    await expect(seller.page.getByRole('listitem').first()).toContainText('Active')
    await expect(seller.page.getByText('Your account is suspended')).toBeHidden()
    await buyer.page.goto(`/offers/buy?trader=${seller.username}`)
    await expect(buyer.page.getByRole('button', { name: /^Buy from/ })).toBeVisible()
  })
})
