import { expect, test } from './users.ts'
import { enter } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { signOut } from './layout.ts'

test.use({ serviceWorkers: 'allow' })

test('the installed app offline shows the last known state of open trades, and nothing after signing out', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page, context, allow } = buyer
  allow(/^net::ERR_/)
  allow(/^503 GET/)
  // The room may still be sending its read mark when the user signs out.
  allow(/^401 POST .*\/messages\/read$/)

  await enter(buyer, trade)
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/app.en.webmanifest')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/open-trades'))?.text())).toContain(trade.id)

  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sarraf can’t be reached' })).toBeVisible()
  await expect(page.getByText('it may have changed since')).toBeVisible()
  await expect(page.getByRole('listitem')).toContainText('Last known state: ')
  await expect(page.getByRole('listitem')).toContainText(seller.username)
  await expect(page.getByRole('listitem')).toContainText('Awaiting payment')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sarraf can’t be reached' })).toBeVisible()

  await context.setOffline(false)
  await page.getByRole('link', { name: /^Trade with / }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()

  await signOut(page)
  await page.waitForURL('/')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await context.setOffline(true)
  await expect(page.goto('/dashboard')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(false)
})

test('a page whose connection is lost while it loads stays, and a link brings the next page whole', async ({
  newVisitor,
}) => {
  const { page, context, allow } = await newVisitor()
  allow(/^net::ERR_/)
  const html = await (await page.request.get('/')).text()
  await page.route('**/assets/*.js', async (route) => {
    if (html.includes(new URL(route.request().url()).pathname)) return route.continue()
    await context.setOffline(true)
    return route.abort('internetdisconnected')
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await page.goto('/')
  await lost
  await page.locator('summary').first().click()
  await expect(page.locator('details').first()).toHaveAttribute('open')
  await expect(page.getByRole('heading', { level: 1, name: 'Dinars, euros or dollars in.' })).toBeVisible()

  await page.unroute('**/assets/*.js')
  await context.setOffline(false)
  const document = page.waitForEvent('request', (request) => request.isNavigationRequest())
  await page.getByRole('main').getByRole('link', { name: 'All questions' }).click()
  await document
  await page.waitForURL('/faq')
  await page.getByRole('searchbox').fill('a word of no question')
  await expect(page.locator('details').filter({ visible: true })).toHaveCount(0)
})

test('a page whose script never arrives is asked of the server once more, and then says so', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/SavedSearchesPage|dynamically imported|^net::ERR_/)
  let navigations = 0
  page.on('request', (request) => (navigations += request.isNavigationRequest() ? 1 : 0))
  await page.route('**/assets/SavedSearchesPage-*.js', (route) => route.abort())
  await page.goto('/saved-searches')
  const failure = page.getByRole('heading', { level: 1, name: 'Something went wrong' })
  await expect(failure).toBeVisible()
  expect(navigations).toBe(2)

  await page.unroute('**/assets/SavedSearchesPage-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(failure).toBeHidden()
})
