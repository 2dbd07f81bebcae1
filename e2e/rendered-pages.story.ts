/** Public pages arrive with their rows, the same for every reader, and follow the market. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '../domain/languages.ts'
import { INDEXED_PAGES } from '../domain/pages.ts'
import { RATINGS_PAGE_SIZE } from '../domain/profiles/ratings.ts'
import { offerRows, openFilters } from './layout.ts'
import { inLanguage, word } from './catalogue.ts'
import { OFFER, openTrade, postOffer } from './fixtures.ts'
import { insertRatings } from './time-travel.ts'
import { ask, expect, test } from './users.ts'

test('without scripts the public pages show offers, prices and traders in three languages', async ({
  newUser,
  newVisitor,
  browser,
}) => {
  const owner = await newUser('trader')
  const offer = await postOffer(owner)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.locator('main')
  for (const [language, act, price] of [
    ['en', 'Buy from', '0.934'],
    ['fr', 'Acheter à', '0,934'],
    ['ar', 'الشراء من', '0,934'],
  ] as const) {
    await page.goto(inLanguage(language, `/offers?trader=${owner.username}`))
    const row = offerRows(page).filter({ hasText: owner.username })
    await expect(row).toContainText(act)
    await expect(row).toContainText(price)
    await expect(row).toContainText('SEPA Instant only')
    await page.goto(inLanguage(language, `/offer/${offer.id}`))
    await expect(main).toContainText(owner.username)
    const head = page.locator('head')
    await expect(head.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`^http://localhost(:\\d+)?${inLanguage(language, `/offer/${offer.id}`)}$`),
    )
    await expect(head.locator('link[rel="alternate"][hreflang="x-default"]')).toHaveAttribute(
      'href',
      new RegExp(`^http://localhost(:\\d+)?/offer/${offer.id}$`),
    )
    await expect(head.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/og\/offer\/[\w-]+\.png\?v=1$/)
    await page.goto(inLanguage(language, `/trader/${owner.username}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(owner.username)
    await expect(main).toContainText(price)
    await expect(page.locator('#ratings')).toContainText(word(language, 'No ratings yet'))
    await page.goto(inLanguage(language, '/'))
    await expect(main.getByRole('listitem').filter({ hasText: 'SEPA Instant' }).first()).toBeVisible()
  }
  await context.close()

  // The browser takes the head over and adds nothing to it.
  const visitor = await newVisitor()
  await visitor.page.goto(`/fr/offer/${offer.id}`)
  await expect(visitor.page.getByRole('link', { name: 'Se connecter pour échanger' })).toBeVisible()
  for (const element of ['title', 'link[rel="canonical"]', 'meta[property="og:title"]', 'meta[name="description"]'])
    await expect(visitor.page.locator(element), element).toHaveCount(1)
  await expect(visitor.page).toHaveTitle('Vend des USDT contre EUR à 0,934 par SEPA Instant · Sarraf')
})

let removeRatings: (() => Promise<void>) | undefined
test.afterEach(async () => {
  await removeRatings?.()
  removeRatings = undefined
})

test('without scripts the pages of a trader’s ratings follow each other by links, in three languages', async ({
  newUser,
  browser,
}) => {
  const [trader, rater] = [await newUser('rated'), await newUser('rater')]
  removeRatings = await insertRatings(trader, rater, RATINGS_PAGE_SIZE + 1)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const ratings = page.locator('#ratings').getByRole('listitem')
  for (const language of LANGUAGES) {
    await page.goto(inLanguage(language, `/trader/${trader.username}`))
    await expect(ratings).toHaveCount(RATINGS_PAGE_SIZE)
    await expect(ratings.first()).toContainText('Comment 1')
    await page.getByRole('link', { name: word(language, 'Show more') }).click()
    await expect(ratings).toHaveCount(1)
    await expect(ratings).toContainText(`Comment ${RATINGS_PAGE_SIZE + 1}`)
    await page.getByRole('link', { name: word(language, 'Newest ratings') }).click()
    await expect(ratings).toHaveCount(RATINGS_PAGE_SIZE)
  }
  await context.close()
  await rater.page.goto(`/trader/${trader.username}`)
  // Before the hydration the link leads to the page on its own.
  await expect(rater.page.getByRole('button', { name: 'Report', exact: true }).first()).toBeVisible()
  const shown = rater.page.locator('#ratings').getByRole('listitem')
  await rater.page.getByRole('link', { name: 'Show more' }).click()
  await expect(shown).toHaveCount(RATINGS_PAGE_SIZE + 1)
  expect(new URL(rater.page.url()).search).toBe('')
})

test('without scripts no public page waits for anything, and the questions of a category are chosen by a link', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of INDEXED_PAGES.filter((path) => !path.includes(':'))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main .animate-pulse').filter({ visible: true }), path).toHaveCount(0)
  }
  await page.goto('/about')
  // What the statistics say once they are read.
  await expect(page.locator('dd', { hasText: 'Too few trades yet' })).toBeVisible()

  await page.goto('/faq')
  const questions = page.getByRole('main').getByRole('group')
  const all = await questions.count()
  await page.getByRole('link', { name: 'Fees', exact: true }).click()
  await expect(page).toHaveURL('/faq?category=fees')
  await expect(page.getByRole('link', { name: 'Fees', exact: true })).toHaveAttribute('aria-current', 'true')
  expect(await questions.count()).toBeLessThan(all)
  await page.goto('/faq?open=api')
  await expect(page.locator('#api')).toHaveAttribute('open')
  await context.close()
})

test('without scripts offers are filtered, ordered and paged by forms and links, in the language of choice', async ({
  newUser,
  newVisitor,
  browser,
}) => {
  // Two owners of one name part, because a trader has at most 20 active offers.
  const owners = [await newUser('plain'), await newUser('plain')]
  await postOffer(owners[0]!, { maxAmount: '4000', pricePercentage: '3' })
  for (let count = 1; count <= 20; count++) await postOffer(owners[count % 2]!)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.getByRole('main')
  const rows = offerRows(page)

  await page.goto('/fr/offers')
  await openFilters(page)
  await main.getByLabel(word('fr', 'Trader name')).fill('plain')
  await main.getByLabel(word('fr', 'Amount')).fill('150,5')
  await main.getByLabel(word('fr', 'Currency')).selectOption('EUR')
  await main.getByRole('button', { name: word('fr', 'Apply') }).click()
  await expect(rows).toHaveCount(10)
  await expect(main.getByLabel(word('fr', 'Amount'))).toHaveValue('150,5')
  await main.getByRole('link', { name: word('fr', 'Next') }).click()
  await main.getByRole('link', { name: word('fr', 'Next') }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('2 369,00 EUR')
  const last = new URL(page.url())
  await main.getByRole('link', { name: word('fr', 'Previous') }).click()
  await expect(rows).toHaveCount(10)
  await main.getByLabel(word('fr', 'Sort by')).selectOption('max_amount')
  await main.getByRole('button', { name: word('fr', 'Apply') }).click()
  await expect(rows.first()).toContainText('2 369,00 EUR')
  await main.getByRole('link', { name: word('fr', 'Sell'), exact: true }).click()
  await expect(rows).toHaveCount(0)
  await page.goBack()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page).toHaveURL(/\/ar\/offers\?.*sort=max_amount/)
  await expect(rows).toHaveCount(10)
  await main.getByRole('link', { name: word('ar', 'Reset filters') }).click()
  await expect(page).toHaveURL('/ar/offers?sort=max_amount')

  await page.goto('/offers')
  await openFilters(page)
  await main.getByLabel('Search').fill('plain')
  await main.getByLabel('Sort by').selectOption('max_amount')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('2,369.00 EUR')
  await main.getByRole('link', { name: 'Descending' }).click()
  await main.getByRole('link', { name: 'Next' }).click()
  await main.getByRole('link', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('2,369.00 EUR')

  await page.goto('/')
  await main.getByRole('radio', { name: 'Sell' }).check()
  await main.getByLabel('Currency').selectOption('EUR')
  await main.getByRole('button', { name: 'Browse buyers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sell USDT' })).toBeVisible()
  await expect(main.getByLabel('Amount')).toHaveValue('100')
  for (const name of ['Menu', 'Theme', 'Pause ticker', 'Reset filters'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await context.close()

  const scripted = await newVisitor()
  await scripted.page.goto(last.href)
  await expect(offerRows(scripted.page)).toContainText(['2 369,00 EUR'])
  await scripted.page.getByRole('link', { name: word('fr', 'Previous') }).click()
  await expect(offerRows(scripted.page)).toHaveCount(10)
})

test('the page of a signed-in reader is that of a visitor, and shows them their own view of it afterwards', async ({
  newUser,
  newVisitor,
}) => {
  const [owner, other, visitor] = [await newUser('owner'), await newUser('other'), await newVisitor()]
  await postOffer(owner)
  const address = `/offers?search=${owner.username}`
  const read = async ({ context }: typeof visitor) => (await context.request.get(address)).text()
  const first = await read(visitor)
  // Another story's new offer changes the counts on the page, and it is rendered again.
  await expect(async () => {
    const pages = [await read(visitor), await read(owner), await read(other)]
    expect(new Set(pages).size).toBe(1)
  }).toPass()
  expect(first).not.toContain(other.username)
  expect(first).toContain(`"isMine":false`)
  await owner.page.goto(address)
  await expect(owner.page.getByText('No offers match your current filters')).toBeVisible()
  await other.page.goto(address)
  await expect(other.page.getByRole('button', { name: `Buy from ${owner.username}` })).toBeVisible()
})

test('a kept page is rendered again when a price, the availability or a name changes', async ({
  newUser,
  newVisitor,
}) => {
  const [owner, taker, visitor] = [await newUser('owner'), await newUser('taker'), await newVisitor()]
  const offer = await postOffer(owner, { maxOpenTrades: 1 })
  const read = async (address: string) => (await visitor.context.request.get(address)).text()
  const offers = `/offers?trader=${owner.username}`
  expect(await read(offers)).toContain('0.934')
  const edited = {
    ...OFFER,
    paymentAccountIds: offer.paymentAccountIds,
    maxOpenTrades: 1,
    pricePercentage: '-5.0',
    seenVersion: offer.version,
    seenInventoryUsdt: '',
  }
  await ask(owner, 'POST', `/api/offers/${offer.id}`, edited)
  await expect.poll(() => read(offers)).toContain('0.874')
  await openTrade(taker, offer)
  await expect.poll(() => read(offers)).toContain('No offers found')
})

test('the first paint waits until the whole HTML has arrived', async ({ browser, newVisitor }) => {
  const { page: visitor } = await newVisitor()
  const html = await (await visitor.request.get('/offers')).text()
  const wait = '<link rel="expect" href="#page-data" blocking="render"/>'
  expect(html).toContain(wait)
  // The page as it is, and without the link, both held back in the middle of the rows.
  const rests: (() => void)[] = []
  const server = createServer(({ url = '' }, response) => {
    if (!url.startsWith('/offers')) return void response.writeHead(404).end()
    sendInTwoParts(response, url === '/offers?early' ? html.replace(wait, '') : html, rests)
  }).listen(0)
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const context = await browser.newContext()
  const [late, early] = [await context.newPage(), await context.newPage()]
  for (const [page, path] of [
    [late, '/offers'],
    [early, '/offers?early'],
  ] as const) {
    await page.goto(origin + path, { waitUntil: 'commit' })
    await expect(page.locator('main')).toBeAttached()
  }
  await expect.poll(() => hasPainted(early)).toBe(true)
  expect(await hasPainted(late)).toBe(false)
  for (const sendRest of rests) sendRest()
  await expect.poll(() => hasPainted(late)).toBe(true)
  await context.close()
  server.close()
})

function sendInTwoParts(response: ServerResponse, html: string, rests: (() => void)[]): void {
  const middle = html.indexOf('</main>')
  response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, middle))
  rests.push(() => response.end(html.slice(middle)))
}

function hasPainted(page: Page): Promise<boolean> {
  return page.evaluate(() => performance.getEntriesByType('paint').length > 0)
}
