/** Where users come from, each to the end of a trade: a landing page, a link, an email, another language, a merchant's desk. */
import type { Locator, Page } from '@playwright/test'
import { LANGUAGE_NAMES, type Language } from '../domain/languages.ts'
import { PAYER } from '../server/testing/move-body.ts'
import { word } from './catalogue.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { expectHydrated } from './hydrated.ts'
import { press } from './keyboard.ts'
import { offerRows } from './layout.ts'
import { addProof, confirmReceipt, enter, expectStatus, fact, make } from './trade-room.ts'
import { expect, fillSignIn, PASSWORD, test, uniqueName, type User } from './users.ts'

const PHONE = { tag: ['@phone', '@phone-only'] }
const AMOUNT = '150'
const main = (page: Page): Locator => page.getByRole('main')

test('from the landing page on a phone, a new user buys and rates', PHONE, async ({ newUser, newVisitor }) => {
  const seller = await newUser('seller')
  await postOffer(seller, { pricePercentage: '-10' })
  const { page } = await newVisitor()
  await page.goto('/')
  await main(page).getByRole('textbox', { name: 'Amount' }).fill(AMOUNT)
  await main(page).getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await main(page).getByRole('button', { name: 'Browse sellers' }).click()
  await takeRow(page, seller)

  await expect(page).toHaveURL(/^[^?]*\/register\?next=/)
  await main(page)
    .getByLabel('Email')
    .fill(`${uniqueName('first')}@example.org`)
  await main(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main(page).getByLabel('Confirm password').fill(PASSWORD)
  await main(page).getByRole('checkbox').click()
  await expectPlanned(page)
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await main(page)
    .getByRole('button', { name: /^Use this code/ })
    .click()
  await openPlanned(page)
  await buyToTheEnd(page, seller)
})

test('from a link to an offer, a friend signs in, buys and rates', async ({ newUser, newVisitor }) => {
  const [seller, friend] = [await newUser('seller'), await newUser('friend')]
  const offer = await postOffer(seller)
  const { page } = await newVisitor()
  await page.goto(`/offer/${offer.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You buy USDT, you pay EUR by SEPA Instant')
  // Before, the link is that of the server, which knows no amount.
  await expectHydrated(main(page).getByLabel('You pay'))
  await main(page).getByLabel('You pay').fill(AMOUNT)
  await main(page).getByRole('link', { name: 'Sign in to trade' }).click()
  await expectPlanned(page)
  await fillSignIn(page, friend)
  await openPlanned(page)
  await buyToTheEnd(page, seller)
})

test(
  'from an email on a phone, a seller signs in, waits for the payment and releases',
  PHONE,
  async ({ newUser, newVisitor }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    const { page, allow } = await newVisitor()
    allow(/401 GET /)
    await page.goto(`/dev/mail?to=${seller.email}`)
    await main(page)
      .getByRole('button', { name: /New trade on your offer/ })
      .click()
    await main(page).getByRole('link', { name: trade.id }).click()
    await expect(page).toHaveURL(`/login?next=%2Ftrade%2F${trade.id}`)
    await fillSignIn(page, seller)
    await expectStatus(page, 'Awaiting payment')

    // The phone stays open: the payment mark arrives by itself, with the seller's turn.
    await enter(buyer, trade)
    await make(buyer.page, 'I have sent the payment')
    await expectStatus(page, 'Marked as paid')
    await expect(page).toHaveTitle(/^\(?Your turn|Your turn/)
    await expect(fact(page, 'Payment reference')).toContainText(`FP-${trade.id.slice(0, 8).toUpperCase()}`)
    await make(page, 'Confirm payment received')
    await expectStatus(page, 'Completed')
    await rate(page, 'en')
    await expectStatus(buyer.page, 'Completed')
  },
)

test(
  'an Arabic reader chooses the language on a phone, buys and rates in Arabic',
  PHONE,
  async ({ newUser, newVisitor }) => {
    const [seller, reader] = [await newUser('seller'), await newUser('reader')]
    await postOffer(seller, { pricePercentage: '-10' })
    const { page } = await newVisitor()
    const words = (english: string) => word('ar', english)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('radio', { name: LANGUAGE_NAMES.ar }).click()
    await expect(page).toHaveURL('/ar')
    await page.keyboard.press('Escape')
    await main(page)
      .getByRole('textbox', { name: words('Amount') })
      .fill(AMOUNT)
    await main(page)
      .getByRole('combobox', { name: words('Currency') })
      .selectOption('EUR')
    await main(page)
      .getByRole('button', { name: words('Browse sellers') })
      .click()
    await takeRow(page, seller, 'ar')
    await main(page)
      .getByRole('link', { name: words('Sign in'), exact: true })
      .click()
    await expect(main(page).getByRole('heading', { name: words('Welcome back') })).toBeVisible()
    await main(page).getByLabel(words('Email'), { exact: true }).fill(reader.email)
    await main(page).getByLabel(words('Password'), { exact: true }).fill(reader.password)
    await main(page)
      .getByRole('button', { name: words('Sign in'), exact: true })
      .click()
    await openPlanned(page, 'ar')
    await buyToTheEnd(page, seller, 'ar')
  },
)

test('a merchant works off three payments from the dashboard, by keys alone', async ({ newUser }) => {
  const seller = await newUser('merchant')
  const buyers = [await newUser('amel'), await newUser('bilel'), await newUser('chiraz')]
  const offer = await postOffer(seller)
  for (const buyer of buyers) {
    await markPaid(buyer, await openTrade(buyer, offer))
  }
  const { page } = seller
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: 'Action needed' }).getByRole('listitem')
  await expect(waiting).toHaveCount(3)
  await press(page, page.getByRole('link', { name: `Go to trade: ${buyers[0]!.username}` }))
  for (const [at] of buyers.entries()) {
    await expectStatus(page, 'Marked as paid')
    await press(page, main(page).getByRole('button', { name: 'Confirm payment received' }))
    await confirmReceipt(page, PAYER)
    await expectStatus(page, 'Completed')
    const next = main(page).getByRole('link', { name: /^Go to trade/ })
    if (at < 2) await press(page, next)
    else await expect(next).toBeHidden()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

/** The row of the seller, which says what the reader receives for the amount, and its button. */
async function takeRow(page: Page, { username }: User, language: Language = 'en'): Promise<void> {
  const row = offerRows(page).filter({ hasText: username })
  await expect(row).toContainText(word(language, 'You receive'))
  await row.getByRole('link', { name: word(language, 'Buy from {username}').replace('{username}', username) }).click()
  await expectPlanned(page, language)
}

/** Above the forms of signing in and up are the offer and the amount. */
async function expectPlanned(page: Page, language: Language = 'en'): Promise<void> {
  const card = page.getByRole('region', { name: word(language, 'Your trade') })
  await expect(card).toContainText(AMOUNT)
  await expect(card).toBeInViewport({ ratio: 1 })
  expect(new URL(page.url()).searchParams.get('next')).toContain(`amount=${AMOUNT}`)
}

async function openPlanned(page: Page, language: Language = 'en'): Promise<void> {
  await expect(page.getByLabel(word(language, 'You pay'))).toHaveValue(AMOUNT)
  const open = page.getByRole('button', { name: word(language, 'Open buy trade') })
  await expect(open).toBeEnabled()
  await open.click()
  await expect(main(page).getByText(word(language, 'Awaiting payment')).first()).toBeVisible()
}

/** Reads where to pay, marks the payment, which the seller confirms, and rates. */
async function buyToTheEnd(page: Page, seller: User, language: Language = 'en'): Promise<void> {
  const words = (english: string) => word(language, english)
  await expect(main(page).getByText(AMOUNT).first()).toBeVisible()
  await main(page)
    .getByRole('button', { name: words('Show payment details') })
    .click()
  await expect(main(page).getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await main(page)
    .getByRole('button', { name: words('I have sent the payment') })
    .click()
  const form = page.getByRole('dialog', { name: words('I have sent the payment') })
  await form.getByLabel(words('Name on the account you paid from')).fill(PAYER)
  await addProof(form, words)
  await form.getByRole('button', { name: words('I have sent the payment') }).click()
  await expect(form).toBeHidden()
  await enter(seller, { id: page.url().split('/').at(-1) ?? '' })
  await make(seller.page, 'Confirm payment received')
  await expect(main(page).getByText(words('Completed')).first()).toBeVisible()
  await rate(page, language)
}

async function rate(page: Page, language: Language): Promise<void> {
  // The last of the five stars.
  await main(page).getByRole('radio').last().check()
  await main(page)
    .getByRole('button', { name: word(language, 'Submit rating') })
    .click()
  const [hidden = ''] = word(language, 'Hidden until the other party rates too, or until {date} at the latest.').split(
    '{',
  )
  await expect(main(page).getByText(hidden.trim())).toBeVisible()
  if (language === 'ar') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
}
