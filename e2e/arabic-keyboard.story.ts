/** A new user with a phone in Arabic, whose keyboard has Arabic digits: from the registration to a rated trade. */
import type { Page } from '@playwright/test'
import { PAYER } from '../server/testing/move-body.ts'
import { inLanguage, word } from './catalogue.ts'
import { postOffer } from './fixtures.ts'
import { enter, expectStatus as expectBadge, make } from './trade-room.ts'
import { codeFor, expect, PASSWORD, test, uniqueName } from './users.ts'

const ar = (english: string) => word('ar', english)
const arabicDigits = (text: string) => text.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))

test(
  'in Arabic, with Arabic digits, a new user registers, sells, confirms and rates',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser, newVisitor }) => {
    const buyer = await newUser('buyer')
    const offer = await postOffer(buyer, {
      type: 'buy',
      fiatCurrency: 'TND',
      paymentMethods: ['d17'],
      pricePercentage: '0',
    })
    const { page } = await newVisitor()
    const username = uniqueName('nadia')
    const email = `${username}@example.org`
    await page.goto(inLanguage('ar', `/register?next=${encodeURIComponent(`/trade/new?offer=${offer.id}`)}`))

    await field(page, 'Username').fill(username)
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(PASSWORD)
    await field(page, 'Confirm password').fill(PASSWORD)
    await page.getByRole('checkbox').click()
    await press(page, 'Create account')
    await expect(field(page, 'Code from the email')).toBeVisible()
    await field(page, 'Code from the email').fill(arabicDigits(await codeFor(email)))
    await press(page, 'Create account')

    await field(page, 'You sell').fill('١٠٠٫٥')
    await expect(field(page, 'You sell')).toHaveValue('١٠٠٫٥')
    await press(page, 'Add payment account')
    await page.getByLabel(ar('Account holder')).fill('نادية بن صالح')
    await page.getByLabel(ar('Phone number')).fill('٢٠ ١٢٣ ٤٥٦')
    await page.getByRole('button', { name: ar('Save account') }).click()
    await expect(page.getByRole('combobox', { name: ar('Paid to') })).toContainText('…3456')
    await press(page, 'Open sell trade')
    await expect(page).toHaveURL(/\/ar\/trade\/[0-9a-f-]{36}$/)
    const trade = { id: page.url().split('/').at(-1) ?? '' }
    await expect(page.getByRole('main')).toContainText('100,500000 USDT')

    await enter(buyer, trade)
    await buyer.page.getByRole('button', { name: 'Show payment details' }).click()
    await expect(buyer.page.getByRole('main')).toContainText('+216 20 123 456')
    await make(buyer.page, 'I have sent the payment')

    await expectStatus(page, 'Marked as paid')
    await press(page, 'Confirm payment received')
    const receipt = page.getByRole('dialog', { name: ar('Confirm payment received') })
    await receipt.getByRole('checkbox').check()
    await receipt.getByLabel(ar('Sender’s name')).fill(PAYER)
    await receipt.getByRole('button', { name: ar('Confirm payment received') }).click()
    await expectStatus(page, 'Completed')

    await page.getByRole('radio').nth(3).check()
    await field(page, 'Comment (optional)').fill('سريع ولطيف')
    await press(page, 'Submit rating')
    await expect(page.getByRole('radio')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('main')).toContainText('سريع ولطيف')
  },
)

function field(page: Page, english: string) {
  return page.getByRole('main').getByLabel(ar(english), { exact: true })
}

function expectStatus(page: Page, english: string): Promise<void> {
  return expectBadge(page, ar(english))
}

async function press(page: Page, english: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: ar(english) })
    .click()
}
