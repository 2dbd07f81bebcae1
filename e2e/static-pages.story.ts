/** The information pages: their sections, contents and links. */
import type { Page } from '@playwright/test'
import { expect, test } from './users.ts'

/** The sections of each page, by their headings. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  '/how-it-works': [
    'Three steps',
    'Payment methods',
    'What each party can do',
    'What it costs',
    'How your trade is protected',
    'Questions about trading',
  ],
  '/how-to-start': ['Before you start', 'If you buy', 'If you sell', 'Before you pay or confirm'],
  '/about': ['Mission', 'Story', 'Values', 'Roadmap', 'In numbers'],
  '/security': ['Escrow today', 'Your account', 'Scams', 'In development', 'Found a vulnerability?'],
  '/privacy': [
    'Information collected',
    'Use',
    'Sharing',
    'Security',
    'Your rights',
    'Cookies',
    'International transfers',
    'Children',
    'Changes to this policy',
    'Contact',
  ],
}

for (const [path, sections] of Object.entries(SECTIONS)) {
  test(`${path} has all its sections`, async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...sections])
  })
}

test('every link of an information page leads to a page, and every answer it names exists', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const found = new Set<string>()
  for (const path of [...Object.keys(SECTIONS), '/', '/contact', '/terms', '/faq']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const address of await linksOf(page)) found.add(address)
  }
  const questions = await questionsOf(page)
  for (const address of found) {
    const { pathname, searchParams } = new URL(address)
    const answer = await page.request.get(address)
    expect([pathname, answer.status()]).toEqual([pathname, 200])
    const question = searchParams.get('open')
    if (question !== null) expect(questions).toContain(question)
  }
  expect(found.size).toBeGreaterThan(10)
})

test('How it works shows the steps, payment methods, moves, fee and questions', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/how-it-works')
  const main = page.getByRole('main')
  for (const name of ['Find an offer', 'Secure escrow', 'Complete the trade']) {
    await expect(main.getByRole('heading', { level: 3, name })).toBeVisible()
  }
  const methods = main.getByRole('table', { name: 'Payment methods by currency' })
  for (const [currency, today, later] of [
    ['TND', 'Flouci', 'Bank transfer, Cash in person'],
    ['EUR', 'SEPA Instant', 'Bank transfer'],
    ['USD', 'PayPal', 'Zelle, Cash in person'],
  ] as const) {
    const row = methods.getByRole('row').filter({ hasText: currency })
    await expect(row).toContainText(today)
    await expect(row).toContainText(later)
  }
  const moves = main.getByRole('table', { name: 'What each party can do, and when' })
  await expect(moves.getByRole('row')).toHaveCount(4)
  await expect(moves.getByRole('row').nth(2)).toContainText('Nothing: it’s never cancelled automatically')
  // 100 EUR at 0.92: 108.695652 USDT, of which 0.5% is the fee.
  await expect(main.getByText('0.543478 USDT')).toHaveCount(2)
  const [question] = await main.locator('details').all()
  await question?.locator('summary').click()
  await expect(main.locator('details[open]')).toHaveCount(1)
  await main.getByRole('link', { name: 'Your first trade, step by step' }).click()
  await expect(page).toHaveURL('/how-to-start')
})

test('How to start lists the steps for buyers and sellers and links to the offers', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  for (const [id, last, method, path] of [
    ['buy', 'Receive the USDT', 'Buy USDT', '/offers/buy'],
    ['sell', 'Press “Confirm payment received”', 'Sell USDT', '/offers/sell'],
  ] as const) {
    await page.goto('/how-to-start')
    const side = page.locator(`#${id}`)
    await expect(side.getByRole('heading', { level: 3 })).toHaveCount(5)
    await expect(side.getByRole('heading', { level: 3 }).last()).toHaveText(last)
    await side.getByRole('link', { name: method }).click()
    await expect(page).toHaveURL(path)
  }
})

test('About shows values, what is available, what is in development, and computed statistics', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByText('No made-up numbers')).toBeVisible()
  await expect(main.getByRole('heading', { level: 3, name: /^Escrow in smart contracts/ })).toContainText(
    'In development',
  )
  await expect(main.getByRole('heading', { level: 3, name: /^Demo escrow/ })).toContainText('Available')
  await expect(main.getByText('Calculated from trades in this test environment')).toBeVisible()
  for (const figure of ['Active traders', 'Volume', 'Success rate', 'Average settlement']) {
    await expect(main.getByText(figure, { exact: true })).toBeVisible()
  }
})

test('Security lists common scams, and links to the contact form', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/security')
  const main = page.getByRole('main')
  await expect(main.getByRole('table', { name: 'Common scams and what to do' }).getByRole('row')).toHaveCount(9)
  await expect(main.getByText('within 24 hours of opening the trade')).toBeVisible()
  await main.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})

test('the policies state every period, what is never collected, and the minimum age', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/privacy')
  const main = page.getByRole('main')
  const kept = main.getByRole('table', { name: 'How long records are kept' })
  for (const [record, time] of [
    ['Account data', 'until deletion, then 7 years'],
    ['Trade records', '7 years'],
    ['Chat messages', '2 years, or 1 year after the trade is closed, whichever comes first'],
    ['Technical logs', '90 days'],
  ] as const) {
    await expect(kept.getByRole('row').filter({ hasText: record })).toContainText(time)
  }
  for (const text of [
    'Wallet private keys or recovery phrases',
    'Government ID, unless required by law',
    'We answer within 30 days',
    'announced here 30 days before they apply',
    'No one under 18 may register',
  ]) {
    await expect(main.getByText(text)).toBeVisible()
  }
  await main.getByRole('link', { name: 'terms of service' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('main')).toContainText('0.5% of the USDT amount')
})

/** The addresses on this site that the main part of the page links to. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page.getByRole('main').getByRole('link').all()
  const addresses = await Promise.all(links.map((link) => link.evaluate((element: HTMLAnchorElement) => element.href)))
  return addresses.filter((address) => address.startsWith(new URL(page.url()).origin))
}

/** The ids of the questions on the page. */
function questionsOf(page: Page): Promise<string[]> {
  return page.locator('details').evaluateAll((all) => all.map(({ id }) => id))
}
