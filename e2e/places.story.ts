/** The places of a signed-in user: one navigation, and a tab with an address for each section. */
import { EVERY_WIDTH, expectAccessible, expectToFit } from './accessible.ts'
import { expect, test } from './users.ts'
import { openTrade, postOffer } from './fixtures.ts'

const PLACES = {
  Overview: { tabs: ['Overview', 'Alerts'], addresses: ['/dashboard', '/dashboard?tab=alerts'] },
  Trades: { tabs: ['My trades', 'Rehearsal'], addresses: ['/trades', '/rehearsal'] },
  Offers: {
    tabs: ['My offers', 'Saved searches', 'Business hours'],
    addresses: ['/my-offers', '/saved-searches', '/business-hours'],
  },
  Account: {
    tabs: ['Profile', 'Reputation', 'Payment accounts', 'Limits', 'Traders', 'Team'],
    addresses: [
      '/account',
      ...['reputation', 'payments', 'limits', 'traders', 'team'].map((tab) => `/account?tab=${tab}`),
    ],
  },
  Settings: {
    tabs: ['Security', 'Notifications', 'API keys', 'Language and data'],
    addresses: ['/settings', ...['notifications', 'keys', 'data'].map((tab) => `/settings?tab=${tab}`)],
  },
} as const

test('every section of every place can be used, and the address names it', async ({ newUser }) => {
  test.setTimeout(180_000)
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  await openTrade(buyer, await postOffer(seller))
  const { page } = seller
  await page.goto('/dashboard')
  const places = page.getByRole('main').getByRole('navigation', { name: 'Your account' })
  await expect(places.getByRole('link')).toHaveText(Object.keys(PLACES))
  for (const [place, { tabs, addresses }] of Object.entries(PLACES)) {
    await places.getByRole('link', { name: place }).click()
    await expect(places.getByRole('link', { name: place })).toHaveAttribute('aria-current', 'page')
    for (const [at, tab] of tabs.entries()) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page).toHaveURL(addresses[at]!)
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tabpanel').locator('.animate-pulse')).toHaveCount(0)
      await expectAccessible(page, { colours: ['light'] })
      await expectToFit(page, EVERY_WIDTH)
    }
  }
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'API keys' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'API keys' }).press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings?tab=data')
})

test('on a tablet, every place and every tab of the account is in view', async ({ newUser }) => {
  const { page } = await newUser('tablet')
  await page.setViewportSize({ width: 820, height: 1100 })
  await page.goto('/account')
  const places = page.getByRole('main').getByRole('navigation').getByRole('link')
  await expect(places).toHaveCount(5)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(6)
  for (const each of [...(await places.all()), ...(await tabs.all())]) await expect(each).toBeInViewport({ ratio: 1 })
})

test('the row of tabs fades at the edge behind which it goes on', async ({ newUser }) => {
  const { page } = await newUser('trader')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/account')
  const tabs = page.getByRole('tablist', { name: 'Account' })
  const fades = () =>
    tabs.evaluate((row) => ['--fade-start', '--fade-end'].map((edge) => getComputedStyle(row).getPropertyValue(edge)))
  await expect.poll(fades).toEqual(['0px', '48px'])
  await tabs.evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
  await expect.poll(fades).toEqual(['48px', '0px'])
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(fades).toEqual(['0px', '0px'])
})

test('every section of a new account leads on', async ({ newUser }) => {
  const { page } = await newUser('beginner')
  const main = page.getByRole('main')
  const ways = {
    '/dashboard': main.getByRole('link', { name: 'Browse offers' }),
    '/dashboard?tab=alerts': main.getByRole('link', { name: 'Notification settings' }),
    '/trades': main.getByRole('link', { name: 'Browse offers' }),
    '/rehearsal': main.getByRole('link', { name: /^Start/ }),
    '/my-offers': main.getByRole('link', { name: 'Create offer' }),
    '/saved-searches': main.getByRole('link', { name: 'Browse offers' }),
    '/account?tab=reputation': main.getByRole('link', { name: 'See your limits' }),
    '/account?tab=payments': main.getByRole('button', { name: 'Add payment account' }),
    '/account?tab=limits': main.getByRole('link', { name: 'Go to the rehearsal' }),
    '/account?tab=traders': main.getByRole('link', { name: 'Browse offers' }),
    '/account?tab=team': main.getByRole('button', { name: 'Invite a trader' }),
    '/settings?tab=keys': main.getByRole('button', { name: 'Create a key' }),
  }
  for (const [address, way] of Object.entries(ways)) {
    await page.goto(address)
    await expect(way.first(), address).toBeVisible()
  }
})
