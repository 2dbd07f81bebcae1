/** Two users meet: the buyer types the code of the seller, hands over cash and shows another, which the seller types. */
import { expectAccessible, expectToFit } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { addProof } from './trade-room.ts'
import { expect, test } from './users.ts'

const ar = (english: string) => word('ar', english)
const fr = (english: string) => word('fr', english)
/** As it is shown; the same for screen readers is in single digits. */
const CODE = /^\d{3} \d{3}$/

test(
  'in Arabic the buyer reads where to meet and shows the code, and the seller, in French, has one digit wrong at first',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, { page, ...buyer }] = [await newUser('seller'), await newUser('buyer')]
    seller.allow(/409 POST .*\/confirm-receipt/)
    const offer = await postOffer(seller, {
      fiatCurrency: 'TND',
      paymentMethods: ['cash_tnd'],
      paymentWindowMinutes: 120,
      terms: 'Tunis, centre-ville.',
    })
    const trade = await openTrade({ page, ...buyer }, offer)
    await page.goto(inLanguage('ar', `/trade/${trade.id}`))
    const main = page.getByRole('main')
    await main.getByRole('button', { name: ar('Show the meeting place') }).click()
    await expect(main.getByText('Central post office, Tunis')).toBeVisible()
    await expect(main.getByText(ar('Payment reference'))).toBeHidden()
    await expectAccessible(page)
    await expectToFit(page)

    await seller.page.goto(inLanguage('fr', `/trade/${trade.id}`))
    const ofSeller = seller.page
      .getByRole('main')
      .locator('section')
      .filter({ has: seller.page.getByRole('heading', { name: fr('Your meeting code') }) })
    await expect(ofSeller.getByText(CODE)).toBeVisible()
    const meetingCode = (await ofSeller.getByText(CODE).textContent())!
    await expectAccessible(seller.page)
    await expectToFit(seller.page)

    await main.getByRole('button', { name: ar('We have met') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(ar('Code on the seller’s page')).fill(meetingCode)
    await addProof(dialog, ar)
    await expectAccessible(page)
    await expectToFit(page)
    await dialog.getByRole('button', { name: ar('We have met') }).click()
    const shown = main.locator('section').filter({ has: page.getByRole('heading', { name: ar('Your release code') }) })
    await expect(shown.getByText(CODE)).toBeVisible()
    const code = (await shown.getByText(CODE).textContent())!
    await expectAccessible(page)
    await expectToFit(page)

    await expect(ofSeller).toBeHidden()
    await seller.page
      .getByRole('main')
      .getByRole('button', { name: fr('Confirm the cash') })
      .click()
    const confirm = seller.page.getByRole('dialog')
    await confirm.getByRole('checkbox').check()
    await confirm
      .getByLabel(fr('Code on the buyer’s page'))
      .fill(code.replace(/\d$/, (last) => String((Number(last) + 1) % 10)))
    await confirm.getByRole('button', { name: fr('Confirm the cash') }).click()
    await expect(confirm.getByText('Ce n’est pas le code affiché')).toBeVisible()
    await expectAccessible(seller.page)
    await expectToFit(seller.page)
    await confirm.getByLabel(fr('Code on the buyer’s page')).fill(code)
    await confirm.getByRole('button', { name: fr('Confirm the cash') }).click()
    await expect(seller.page.locator('#status')).toContainText('USDT libérés')
    await expect(shown).toBeHidden()
    await expectAccessible(page)
  },
)
