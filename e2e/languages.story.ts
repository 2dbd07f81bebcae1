import type { Page } from '@playwright/test'
import type { Language } from '../domain/languages.ts'
import { LANGUAGE_NAMES } from '../domain/languages.ts'
import { expectAccessible } from './accessible.ts'
import { ask, codeFor, expect, fillSignIn, test } from './users.ts'
import { addProof, enter } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { noteShifts, shiftsOf } from './shifts.ts'
import { word } from './catalogue.ts'

test('the language is chosen in the header, keeps the page, and persists', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/offers/buy?currency=EUR')
  await choose(page, 'en', 'fr')
  await expect(page).toHaveURL('/fr/offers/buy?currency=EUR')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByRole('heading', { level: 1, name: word('fr', 'Buy USDT') })).toBeVisible()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: word('fr', 'FAQ') })
    .click()
  await expect(page).toHaveURL('/fr/faq')
  // An address without a language opens in the chosen one, as do the pages after it.
  await page.goto('/offers?type=sell#main')
  await expect(page).toHaveURL('/fr/offers?type=sell#main')
  await choose(page, 'fr', 'en')
  await expect(page).toHaveURL('/offers?type=sell#main')
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a visitor whose browser is Arabic is offered Arabic once, and nothing moves', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ar-TN', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const offer = page.getByRole('region', { name: 'هذا الموقع متاح بالعربية.' })
  await page.addInitScript(noteShifts)
  await page.goto('/offers')
  await expect(offer).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'إغلاق' }).click()
  await expect(offer).toBeHidden()
  expect(await shiftsOf(page)).toEqual([])
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(offer).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/offers/buy?currency=EUR')
  await offer.getByRole('button', { name: LANGUAGE_NAMES.ar }).click()
  await expect(page).toHaveURL('/ar/offers/buy?currency=EUR')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('region', { name: /العربية|English|français/ })).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await choose(page, 'ar', 'en')
  await expect(page).toHaveURL('/offers/buy?currency=EUR')
  await page.waitForLoadState('networkidle')
  await expect(offer).toBeHidden()
  await context.close()
})

test('the language follows the account to another browser, and persists after sign-out', async ({
  newUser,
  newVisitor,
}) => {
  const user = await newUser('lingua')
  await user.page.goto('/settings?tab=data')
  await user.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: LANGUAGE_NAMES.fr })
  await user.page.getByRole('button', { name: 'Save language' }).click()
  await expect(user.page).toHaveURL('/fr/settings?tab=data')

  const { page } = await newVisitor()
  await page.goto('/login?next=%2Fmy-offers')
  await fillSignIn(page, user)
  await expect(page).toHaveURL('/fr/my-offers')
  await expect(page.getByRole('heading', { level: 1, name: word('fr', 'Offers') })).toBeVisible()
  await signOut(page, 'fr', user.username)
  await expect(page).toHaveURL('/fr')
  await page.goto('/faq')
  await expect(page).toHaveURL('/fr/faq')
})

test('an account registered in Arabic is Arabic', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const username = `arabi_${crypto.randomUUID().slice(0, 8).replaceAll('-', '')}`
  const words = (english: string) => word('ar', english)
  await page.goto('/ar/register')
  await page.getByLabel(words('Username')).fill(username)
  await page.getByLabel(words('Email')).fill(`${username}@example.org`)
  await page.getByLabel(words('Password'), { exact: true }).fill('a long enough password')
  await page.getByLabel(words('Confirm password')).fill('a long enough passwor')
  await page.getByRole('checkbox').check()
  await page
    .getByRole('main')
    .getByRole('button', { name: words('Create account') })
    .click()
  // A rule of the domain, in the reader's language.
  await expect(page.getByText(words('Passwords do not match'))).toBeVisible()
  await page.getByLabel(words('Confirm password')).fill('a long enough password')
  await page
    .getByRole('main')
    .getByRole('button', { name: words('Create account') })
    .click()
  const code = page.getByLabel(words('Code from the email'))
  await expect(code).toBeVisible()
  await code.fill(await codeFor(`${username}@example.org`))
  await page
    .getByRole('main')
    .getByRole('button', { name: words('Create account') })
    .click()
  await expect(page).toHaveURL('/ar/dashboard')
  const session = await ask<{ user: { language: Language } }>(
    { ...visitor, username, email: '', password: '' },
    'GET',
    '/api/session',
  )
  expect(session.user.language).toBe('ar')
})

test('a trade in Arabic: system messages are Arabic, amounts and names are unchanged', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(seller, trade)
  await buyer.page.goto(`/ar/trade/${trade.id}`)
  await expect(buyer.page.getByText(word('ar', 'Awaiting payment')).first()).toBeVisible()
  await buyer.page.getByRole('button', { name: word('ar', 'I have sent the payment') }).click()
  await buyer.page.getByLabel(word('ar', 'Name on the account you paid from')).fill('أمل بن صالح')
  await addProof(buyer.page.getByRole('dialog'), (english) => word('ar', english))
  await buyer.page.getByLabel(word('ar', 'Name on the account you paid from')).focus()
  await buyer.page.keyboard.press('Enter')
  await expect(buyer.page.getByText(word('ar', 'Marked as paid')).first()).toBeVisible()
  await buyer.page.goto('/ar/trades')
  await expect(buyer.page.getByText(word('ar', 'Marked as paid')).first()).toBeVisible()
  await expectApart(buyer.page, 'SEPA Instant')
  await seller.page.goto('/ar/my-offers')
  await expectApart(seller.page, 'SEPA Instant', 'SEPA Instant only, from an account in your own name.')
})

test('Arabic pages use the chosen digits, and inputs accept both', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/ar/offers')
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await expect(page.getByText(/[٠-٩]/)).toHaveCount(0)
  await openSwitch(page, 'ar')
  await page.getByRole('menuitemradio', { name: '١٢٣' }).click()
  await expect(page.getByText(/[٠-٩]/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/[٠-٩]/).first()).toBeVisible()
  // From the landing page, whose other texts load later.
  await page.goto('/ar')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: word('ar', 'Create account') }).click()
  await expect(page).toHaveURL('/ar/register')
  await expect(main.getByText('٨ أحرف على الأقل')).toBeVisible()
  await page.goto('/ar/offers')
  const amount = page.getByRole('textbox', { name: word('ar', 'Amount') })
  await amount.fill('١٥٠٫٥')
  await expect(amount).toHaveValue('١٥٠٫٥')
})

test('on Arabic pages, lines of headings have room for the marks above and below, and the toasts’ region is named in Arabic', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  for (const path of ['/ar', '/ar/faq', '/ar/login']) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await expect.poll(() => heading.evaluate(lineHeightPerSize), { message: path }).toBeGreaterThanOrEqual(1.25)
  }
  await expect(page.getByRole('region', { name: word('ar', 'Notifications') })).toBeAttached()
})

async function choose(page: Page, now: Language, next: Language): Promise<void> {
  await openSwitch(page, now)
  await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[next] }).click()
}

async function openSwitch(page: Page, now: Language): Promise<void> {
  const name = `${word(now, 'Language')}: ${LANGUAGE_NAMES[now]}`
  await page.getByRole('button', { name, exact: true }).click()
}

function lineHeightPerSize(element: Element): number {
  const { lineHeight, fontSize } = getComputedStyle(element)
  return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
}

async function signOut(page: Page, language: Language, username: string): Promise<void> {
  await page.getByRole('button', { name: username }).click()
  await page.getByRole('menuitem', { name: word(language, 'Sign out') }).click()
}

/** Each has its own direction: otherwise the currency before it and its full stop move to the wrong end. */
async function expectApart(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts)
    await expect(
      page
        .locator('main bdi')
        .filter({ hasText: new RegExp(`^${RegExp.escape(text)}$`) })
        .first(),
    ).toBeVisible()
}

test(
  'the price of a row covers no other text on a phone in French',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const owner = await newUser('vendeur')
    await postOffer(owner)
    const { page } = await newVisitor()
    await page.goto('/fr/offers/buy')
    const row = page.locator('[data-offer]').first()
    await expect(row).toBeVisible()
    const price = row.locator('[data-live=price] + p')
    const record = row.locator('div + p').first()
    const [above, below] = [await price.boundingBox(), await record.boundingBox()]
    const isBeside = above!.x >= below!.x + below!.width
    expect(isBeside || above!.y + above!.height <= below!.y, JSON.stringify({ above, below })).toBe(true)
  },
)
