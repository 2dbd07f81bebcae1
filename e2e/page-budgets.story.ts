/** What a page asks for and computes, against the budgets in scripts/bench/pages/targets.ts. */
import type { Page, Request } from '@playwright/test'
import type { FoundUser } from '../domain/api/staff/staff.ts'
import { INDEXED_PAGES } from '../domain/pages.ts'
import { PAGE_BUDGETS, SCRIPT_BUDGETS } from '../scripts/bench/pages/targets.ts'
import { filesOf, kbOf } from '../scripts/bench/pages/transfers.ts'
import { readMarks, readTransfers, watchPage } from '../scripts/bench/pages/watch.ts'
import { enableTotp } from './factors.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { grantRole } from './staff-roles.ts'
import { ageTrade } from './time-travel.ts'
import { ask, expect, test, type Visitor } from './users.ts'

type OtherPage = keyof typeof PAGE_BUDGETS

const OTHER_PAGES = Object.keys(PAGE_BUDGETS) as OtherPage[]
const isIndexed = (page: OtherPage) => INDEXED_PAGES.some((indexed) => indexed === page)
const isOfStaff = (page: OtherPage) => page.startsWith('/admin')

const FILTER = 'main search select'

for (const { path, control, kb } of [
  { path: '/', control: 'main form [type=submit]', kb: SCRIPT_BUDGETS.landingKb },
  { path: '/offers', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
  { path: '/offers/buy', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
  { path: '/offers/sell', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
]) {
  test(`the scripts of ${path} are within their budget`, async ({ browser }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(watchPage, { content: 'main', text: '.', control })
    await preventPrefetching(page)
    await page.goto(path)
    await expect.poll(async () => (await page.evaluate(readMarks)).takenOverAt).toBeDefined()
    await page.waitForLoadState('networkidle')
    const { takenOverAt = Infinity } = await page.evaluate(readMarks)
    const { fetched } = await page.evaluate(readTransfers)
    const scripts = filesOf(fetched, /\.js$/).filter(({ startTime }) => startTime <= takenOverAt)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.map(({ name }) => name).slice(SCRIPT_BUDGETS.files)).toEqual([])
    expect(kbOf(scripts)).toBeLessThanOrEqual(kb)
    await context.close()
  })
}

test('what a visitor loads of each page, until nothing more comes, is within its budget', async ({
  newUser,
  newVisitor,
}) => {
  const seller = await newUser('seller')
  const offer = await postOffer(seller)
  const pages = OTHER_PAGES.filter(isIndexed)
  await expectWithin(await newVisitor(), pages, { offerId: offer.id, username: seller.username })
})

test('what a trader loads of each page, until nothing more comes, is within its budget', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const offer = await postOffer(seller)
  const trade = await openTrade(buyer, offer)
  const pages = OTHER_PAGES.filter((page) => !isIndexed(page) && !isOfStaff(page))
  const values = { tradeId: trade.id, username: seller.username, scenario: 'fake_receipt', offer: offer.id }
  await expectWithin(buyer, pages, values)
})

test('what staff load of each page, until nothing more comes, is within its budget', async ({ newUser }) => {
  const [seller, buyer, staff] = [await newUser('seller'), await newUser('buyer'), await newUser('staff')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  await ageTrade(trade, 11)
  const opening = { seenStatus: 'payment_sent', reason: 'not_received', statement: 'No payment since yesterday.' }
  await ask(seller, 'POST', `/api/trades/${trade.id}/open-dispute`, opening)
  for (const role of ['admin', 'arbiter'] as const) await grantRole(staff, role)
  await enableTotp(staff)
  const pages = OTHER_PAGES.filter(isOfStaff)
  await ask(staff, 'POST', `/api/staff/disputes/${trade.id}/take`)
  const { users } = await ask<{ users: FoundUser[] }>(staff, 'GET', `/api/staff/users?username=${buyer.username}`)
  await expectWithin(staff, pages, { tradeId: trade.id, userId: users[0]!.id })
})

/** Opens each page with the values of its parameters, and compares the KB of its scripts with its budget. */
async function expectWithin({ context }: Visitor, pages: OtherPage[], values: Record<string, string>): Promise<void> {
  test.setTimeout(30_000 + pages.length * 15_000)
  const over: string[] = []
  const page = await context.newPage()
  await preventPrefetching(page)
  const settled = watchScripts(page)
  for (const path of pages) {
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) => valueOf(values, name))
    await page.goto(path === '/trade/new' ? `${address}?offer=${valueOf(values, 'offer')}` : address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled()
    expect(new URL(page.url()).pathname).toBe(address)
    const scripts = filesOf((await page.evaluate(readTransfers)).fetched, /\.js$/)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter(({ size }) => size === 0)).toEqual([])
    const loaded = kbOf(scripts)
    if (loaded > PAGE_BUDGETS[path]) over.push(`${path}: ${loaded.toFixed(1)} KB`)
  }
  await page.close()
  expect(over).toEqual([])
}

function valueOf(values: Record<string, string>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`no value for :${name}`)
  return value
}

/** The function waits until every script has arrived that was asked for, and the idle page asks for no more. */
function watchScripts(page: Page): () => Promise<void> {
  let asked = 0
  let arrived = 0
  const isScript = (request: Request) => request.resourceType() === 'script'
  page.on('request', (request) => void (isScript(request) && asked++))
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => void (isScript(request) && arrived++))
  }
  return async () => {
    await page.waitForLoadState('networkidle')
    await expect
      .poll(async () => {
        const before = asked
        for (let idle = 0; idle < 5; idle++) {
          await page.evaluate(() => new Promise<unknown>((done) => requestIdleCallback(done)))
        }
        return asked === before && arrived === asked
      })
      .toBe(true)
  }
}

/** A page prefetches others as soon as it is idle, unless the reader saves data. */
async function preventPrefetching(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

test('a signed-in reader of the market opens a trade with the scripts that the page names', async ({ newUser }) => {
  await postOffer(await newUser('owner'))
  const { page } = await newUser('reader')
  const html = await (await page.request.get('/offers')).text()
  const names = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([name]) => name)
  const [, signedIn = ''] = /<meta name="signed-in-scripts" content="([^"]*)"/.exec(html) ?? []
  const ofReader = signedIn.split(' ')
  // Every other script, and every read but those of the session and the list, would be one more round on a slow line.
  await page.route(/\/assets\/.*\.js$/, (route, request) =>
    names.includes(new URL(request.url()).pathname) ? route.continue() : undefined,
  )
  await page.route(/\/api\/offers\/[\w-]+$/, () => {})
  await page.goto('/offers')
  await page.locator('main td button').first().click()
  await expect(page.getByLabel('You pay').or(page.getByLabel('You are paid')).first()).toBeVisible()
  const { fetched } = await page.evaluate(readTransfers)
  const scripts = filesOf(fetched, /\.js$/).filter(({ name }) => ofReader.includes(new URL(name).pathname))
  expect(scripts).toHaveLength(ofReader.length)
  expect(scripts.length).toBeLessThanOrEqual(SCRIPT_BUDGETS.signedInFiles)
  expect(kbOf(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGETS.signedInKb)
})

test('the menu of a visitor needs no script of signed-in users', async ({ browser, newUser }) => {
  const { username } = await newUser('owner')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await preventPrefetching(page)
  const html = await (await page.request.get(`/trader/${username}`)).text()
  const [, signedIn = ''] = /<meta name="signed-in-scripts" content="([^"]*)"/.exec(html) ?? []
  await page.goto(`/trader/${username}`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Sign in' })).toBeVisible()
  const { fetched } = await page.evaluate(readTransfers)
  const scripts = filesOf(fetched, /\.js$/).map(({ name }) => new URL(name).pathname)
  expect(signedIn).not.toBe('')
  expect(scripts.filter((name) => signedIn.split(' ').includes(name))).toEqual([])
  await context.close()
})

/** Otherwise each part that React adds would keep the reader waiting for the styles of the whole page. */
for (const path of ['/', '/offers']) {
  test(`the style of an element that is added to ${path} is computed alone`, async ({ browser }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await browser.startTracing(page, { categories: ['blink.user_timing', 'devtools.timeline'] })
    await page.evaluate(() => {
      document.body.getBoundingClientRect()
      performance.mark('added')
      const paragraph = document.createElement('p')
      document.querySelector('main h1')!.after(paragraph)
      paragraph.getBoundingClientRect()
      paragraph.remove()
      document.body.getBoundingClientRect()
      performance.mark('removed')
    })
    expect(elementsStyled(await browser.stopTracing())).toEqual([1, 0])
    await context.close()
  })
}

type TraceEvent = { name: string; ts: number; args?: { elementCount?: number } }

/** How many elements each computation of styles between the two marks had. */
function elementsStyled(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const [start = NaN, end = NaN] = ['added', 'removed'].map((mark) => traceEvents.find(({ name }) => name === mark)?.ts)
  return traceEvents
    .filter(({ name, ts }) => name === 'UpdateLayoutTree' && ts > start && ts < end)
    .map(({ args }) => args?.elementCount ?? Infinity)
}
