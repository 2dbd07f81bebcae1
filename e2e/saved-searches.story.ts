import { expectAccessible, expectToFit } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { expect, test } from './users.ts'

test('a saved search notifies of the next offer that matches it, until it is deleted', async ({ newUser }) => {
  const [amina, karim] = [await newUser('amina'), await newUser('karim')]
  const { page } = karim
  // An amount that no offer of another story has.
  await page.goto('/offers/buy?currency=USD&amount=98765')
  await expect(page.getByText('No offers found')).toBeVisible()
  await page.getByRole('button', { name: 'Save this search' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByText('Search saved.')).toBeVisible()

  const wire = { fiatCurrency: 'USD', paymentMethod: 'wire_transfer' } as const
  await postOffer(amina, wire)
  const offer = await postOffer(amina, { ...wire, minAmount: '98000', maxAmount: '99000' })
  await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
  await page.getByRole('menuitem', { name: 'An offer matches one of your saved searches' }).click()
  await expect(page).toHaveURL(`/offer/${offer.id}`)

  await page.goto('/saved-searches')
  const searches = page.getByRole('main').getByRole('listitem').filter({ hasText: 'USD' })
  await expect(searches).toHaveCount(1)
  await expectAccessible(page)
  await expectToFit(page)
  await searches.getByRole('button', { name: /^Pause/ }).click()
  await expect(searches.getByText('Paused')).toBeVisible()
  await searches.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
})
