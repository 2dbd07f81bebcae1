/** What a page asks for and computes, against the budgets in docs/benchmarks.md. */
import type { Page } from '@playwright/test'
import { PAGE_BUDGETS, SCRIPT_BUDGETS } from '../scripts/bench/pages/targets.ts'
import { filesOf, kbOf } from '../scripts/bench/pages/transfers.ts'
import { readMarks, readTransfers, watchPage } from '../scripts/bench/pages/watch.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { expect, test, type Visitor } from './users.ts'

const FILTER = 'main search select'

for (const { path, control, kb } of [
  { path: '/', control: 'main form [type=submit]', kb: SCRIPT_BUDGETS.landingKb },
  { path: '/offers', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
  { path: '/marketplace', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
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

test('the scripts of other pages, until nothing more is loaded, are within their budgets', async ({
  newUser,
  newVisitor,
}) => {
  const [seller, buyer, reader, visitor] = [
    await newUser('seller'),
    await newUser('buyer'),
    await newUser('reader'),
    await newVisitor(),
  ]
  const offer = await postOffer(seller)
  const trade = await openTrade(buyer, offer)
  const { offer: ofOffer, trader, signUp, tradeForm, dashboard, room } = PAGE_BUDGETS
  await expectWithin(visitor, `/offer/${offer.id}`, ofOffer)
  await expectWithin(visitor, `/trader/${seller.username}`, trader)
  await expectWithin(visitor, '/register', signUp)
  await expectWithin(reader, `/trade/new?offer=${offer.id}`, tradeForm)
  await expectWithin(seller, '/dashboard', dashboard)
  await expectWithin(buyer, `/trade/${trade.id}`, room)
})

async function expectWithin({ context }: Visitor, path: string, kb: number): Promise<void> {
  const page = await context.newPage()
  await preventPrefetching(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { fetched } = await page.evaluate(readTransfers)
  expect(kbOf(filesOf(fetched, /\.js$/)), path).toBeLessThanOrEqual(kb)
  await page.close()
}

/** A page prefetches others as soon as it is idle, unless the reader saves data. */
async function preventPrefetching(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

for (const { path, control } of [
  { path: '/offers', control: 'main td a[href*="/trade/new"]' },
  { path: '/marketplace', control: 'main td button' },
]) {
  test(`a signed-in reader of ${path} opens a trade with the scripts that the page names`, async ({ newUser }) => {
    await postOffer(await newUser('owner'))
    const { page } = await newUser('reader')
    const html = await (await page.request.get(path)).text()
    const names = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([name]) => name)
    const [, signedIn = ''] = /<meta name="signed-in-scripts" content="([^"]*)"/.exec(html) ?? []
    const ofReader = signedIn.split(' ')
    // Every other script, and every read but those of the session and the list, would be one more round on a slow line.
    await page.route(/\/assets\/.*\.js$/, (route, request) =>
      names.includes(new URL(request.url()).pathname) ? route.continue() : undefined,
    )
    await page.route(/\/api\/offers\/[\w-]+$/, () => {})
    await page.goto(path)
    await page.locator(control).first().click()
    await expect(page.getByLabel('You pay').or(page.getByLabel('You are paid')).first()).toBeVisible()
    const { fetched } = await page.evaluate(readTransfers)
    const scripts = filesOf(fetched, /\.js$/).filter(({ name }) => ofReader.includes(new URL(name).pathname))
    expect(scripts).toHaveLength(ofReader.length)
    expect(scripts.length).toBeLessThanOrEqual(SCRIPT_BUDGETS.signedInFiles)
    expect(kbOf(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGETS.signedInKb)
  })
}

test('the menu of a visitor needs no script of signed-in users', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await preventPrefetching(page)
  const html = await (await page.request.get('/offers')).text()
  const [, signedIn = ''] = /<meta name="signed-in-scripts" content="([^"]*)"/.exec(html) ?? []
  await page.goto('/offers')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Sign in' })).toBeVisible()
  const { fetched } = await page.evaluate(readTransfers)
  const scripts = filesOf(fetched, /\.js$/).map(({ name }) => new URL(name).pathname)
  expect(signedIn).not.toBe('')
  expect(scripts.filter((name) => signedIn.split(' ').includes(name))).toEqual([])
  await context.close()
})

/** Otherwise each part that React adds would keep the reader waiting for the styles of the whole page. */
for (const path of ['/', '/offers', '/marketplace']) {
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
