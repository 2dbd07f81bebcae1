/** An offer with two payment methods, of which its taker, in Arabic, chooses one. */
import { EVERY_WIDTH, expectAccessible, expectToFit, expectToFitInOwnDirection } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { saveAccount } from './fixtures.ts'
import { offerRows } from './layout.ts'
import { createButton, expectMethods, fillOffer, methodBox } from './offer-form.ts'
import { expect, test } from './users.ts'

const ar = (english: string) => word('ar', english)
const METHODS = ['SEPA Instant', 'Revolut']

test(
  'an offer with two methods is one row of each filter, and the trade has the details of the method that its taker chose',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, { page }] = [await newUser('seller'), await newUser('buyer')]

    await test.step('the seller ticks two methods, and says for each where they are paid', async () => {
      const form = seller.page
      await saveAccount(seller, 'sepa_instant')
      await saveAccount(seller, 'revolut')
      await form.goto('/create-offer')
      await expectMethods(form, 'SEPA Instant')
      await methodBox(form, 'Revolut').check()
      await expectMethods(form, ...METHODS)
      await expectAccessible(form)
      await expectToFit(form)
      await fillOffer(form, { min: '20', max: '800', terms: 'From an account in your own name only.' })
      await expect(form.getByRole('combobox', { name: /^Account for / })).toHaveCount(2)
      await expectAccessible(form)
      await expectToFit(form)
      await createButton(form).click()
      await expect(form).toHaveURL('/my-offers')
      await expect(form.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible()
      for (const name of METHODS) await expect(form.getByRole('main').getByRole('listitem')).toContainText(name)
    })

    const market = (filter: string) => inLanguage('ar', `/offers?trader=${seller.username}${filter}`)

    await test.step('the market lists it once by each of its methods and by both, and not by another one', async () => {
      await page.goto(market('&method=paysera'))
      await expect(page.getByRole('status').filter({ hasText: ar('No offers found') })).toBeVisible()
      for (const filter of ['', '&method=sepa_instant', '&method=revolut', '&method=sepa_instant,revolut']) {
        await page.goto(market(filter))
        await expect(offerRows(page)).toHaveCount(1)
        for (const name of METHODS) await expect(offerRows(page)).toContainText(name)
      }
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
    })

    const take = page.getByRole('button', { name: ar('Buy from {username}').replace('{username}', seller.username) })
    const dialog = page.getByRole('dialog', { name: ar('Buy USDT') })
    const confirm = dialog.getByRole('button', { name: ar('Confirm buy') })

    await test.step('the taker sees a quote once a method is chosen', async () => {
      await take.click()
      await dialog.getByLabel(ar('You pay')).fill('150')
      await expect(dialog.getByText(ar('Choose one to see your quote.'))).toBeVisible()
      await expect(confirm).toBeDisabled()
      await dialog.getByRole('radio', { name: 'Revolut' }).check()
      await expect(confirm).toBeEnabled()
      await expectAccessible(page, { colours: ['light'] })
      await expectToFitInOwnDirection(page, EVERY_WIDTH)
      await page.keyboard.press('Escape')
    })

    await test.step('a list of one method has chosen it, and the trade shows the details of no other', async () => {
      await page.goto(market('&method=revolut'))
      await take.click()
      await expect(dialog.getByRole('radio', { name: 'Revolut' })).toBeChecked()
      await dialog.getByLabel(ar('You pay')).fill('150')
      await confirm.click()
      await expect(page).toHaveURL(/\/ar\/trade\/[0-9a-f-]{36}$/)
      const main = page.getByRole('main')
      await main.getByRole('button', { name: ar('Show payment details') }).click()
      await expect(main.getByText('@amina99').first()).toBeVisible()
      await expect(main.getByText('IBAN', { exact: true })).toHaveCount(0)
    })
  },
)
