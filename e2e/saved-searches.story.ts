import type { OfferInput } from '../domain/offers/offer-form.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { methodFilter, tickMethod } from './layout.ts'
import { expect, test } from './users.ts'

test('a saved search notifies of the next offer that matches it, until it is deleted', async ({ newUser }) => {
  const [amina, karim] = [await newUser('amina'), await newUser('karim')]
  const { page } = karim
  // An amount that no offer of another story has.
  await page.goto('/offers/buy?currency=USD&amount=98765')
  await tickMethod(page, 'PayPal')
  await tickMethod(page, 'Wire Transfer')
  await expect(methodFilter(page).locator('summary')).toHaveText('Wire Transfer +1')
  await expect(page.getByText('No offers found')).toBeVisible()
  await page.getByRole('button', { name: 'Save this search' }).click()
  const dialog = page.getByRole('dialog')
  const methods = dialog.getByRole('group', { name: 'Payment method' })
  await expect(methods.locator('summary')).toHaveText('Wire Transfer +1')
  await methods.locator('summary').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(methods.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByText('Search saved.')).toBeVisible()

  const wire = { fiatCurrency: 'USD', paymentMethods: ['wire_transfer'] } satisfies Partial<OfferInput>
  await postOffer(amina, { ...wire, paymentMethods: ['zelle'], minAmount: '98000', maxAmount: '99000' })
  const offer = await postOffer(amina, { ...wire, minAmount: '98000', maxAmount: '99000' })
  await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
  await page.getByRole('menuitem', { name: 'An offer matches one of your saved searches' }).click()
  await expect(page).toHaveURL(`/offer/${offer.id}`)

  await page.goto('/saved-searches')
  const searches = page.getByRole('main').getByRole('listitem').filter({ hasText: 'USD' })
  await expect(searches).toHaveCount(1)
  await expect(searches).toContainText(/Wire Transfer.* or .*PayPal/)
  await expectAccessible(page)
  await expectToFit(page)
  await searches.getByRole('button', { name: /^Pause/ }).click()
  await expect(searches.getByText('Paused')).toBeVisible()
  await searches.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
})
