/** The header and footer of every page: their links, each of which leads to the top of a page. */
import type { Page } from '@playwright/test'
import { LANGUAGES, prefixOf } from '../domain/languages.ts'
import { expectHydrated } from './hydrated.ts'
import { isPhone } from './layout.ts'
import { expect, test } from './users.ts'
import { openTrade, postOffer } from './fixtures.ts'

const STRANGERS = ['Browse offers', 'How it works', 'About', 'Contact']
const MEMBERS = ['Browse offers', 'How it works', 'Create offer', 'Dashboard']

test(
  'the header has its links for visitors, and others for signed-in users',
  { tag: '@phone' },
  async ({ newVisitor, newUser }) => {
    const [stranger, member] = [await newVisitor(), await newUser('member')]
    await stranger.page.goto('/')
    await member.page.goto('/')
    if (isPhone(stranger.page)) {
      const theirs = await openMenu(stranger.page)
      await expect(theirs.getByRole('link')).toHaveText([...STRANGERS, 'Get started', 'Sign in'])
      await theirs.getByRole('link', { name: 'Get started' }).click()
      await expect(stranger.page).toHaveURL('/register')
      await expect(theirs).toBeHidden()
      const mine = await openMenu(member.page)
      await expect(mine.getByRole('link')).toHaveText([...MEMBERS, 'Trades', 'Offers', 'Account', 'Settings'])
      await expect(mine.getByRole('button', { name: 'Sign out' })).toBeVisible()
      return
    }
    await expect(mainLinks(stranger.page)).toHaveText(STRANGERS)
    for (const name of ['Sign in', 'Get started']) {
      await expect(stranger.page.getByRole('banner').getByRole('link', { name })).toBeVisible()
    }
    await expect(mainLinks(member.page)).toHaveText(MEMBERS)
    await member.page.getByRole('button', { name: `Account: ${member.username}` }).click()
    const items = member.page.getByRole('menuitem')
    await expect(items).toHaveText(['Overview', 'Trades', 'Offers', 'Account', 'Settings', 'Sign out'])
    await items.getByText('Account').click()
    await expect(member.page).toHaveURL('/account')
  },
)

test('the header of a signed-in user ends where the page’s content does, with room between its links, in every language', async ({
  newUser,
}) => {
  const { page } = await newUser('member')
  for (const language of LANGUAGES) {
    await page.goto(`${prefixOf(language)}/faq`)
    await expect(page.getByRole('banner').locator('button[aria-haspopup=menu]').last()).toBeVisible()
    for (const width of [1024, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = () =>
        page
          .locator('header .wrap')
          .first()
          .evaluate((band) => band.scrollWidth - band.clientWidth)
      await expect.poll(overflow, `${language}, ${width} px`).toBeLessThanOrEqual(0)
      const gap = await page.locator('header nav').evaluate(leastGap)
      expect(gap, `between two links in ${language}, ${width} px`).toBeGreaterThanOrEqual(16)
    }
  }
})

test('a link in the footer leads to the top of its page, with the focus on the heading', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/')
  await expectHydrated(page.getByRole('contentinfo').getByRole('link').first())
  for (const [label, path] of [
    ['How it works', '/how-it-works'],
    ['Sell USDT', '/offers/sell'],
    ['Terms of service', '/terms'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('contentinfo').getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }
})

test('going back leads to where the reader was, and the logo to the landing page', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const place = () => page.evaluate(() => window.scrollY)
  await page.goto('/about')
  const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })
  await expectHydrated(privacy)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const left = await place()
  expect(left).toBeGreaterThan(0)
  await privacy.click()
  await expect(page).toHaveURL('/privacy')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /money changer/ })).toBeFocused()
  await expect.poll(place).toBe(left)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
})

test('sign-in and registration link to each other, and to the terms and the policy', async ({ newVisitor }) => {
  const { page, context } = await newVisitor()
  const main = page.getByRole('main')
  await page.goto('/login')
  await main.getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/register')
  for (const [name, heading] of [
    ['Terms of service', /Terms/],
    ['Privacy Policy', 'Privacy Policy'],
  ] as const) {
    // In a new tab: the form keeps what the user typed.
    const opened = context.waitForEvent('page')
    await main.getByRole('link', { name }).click()
    await expect((await opened).getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await main.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})

/** Pixels between the labels of two links that are next to each other; the least of all. */
function leastGap(nav: Element): number {
  const labels = [...nav.querySelectorAll('a')].map((link) => {
    const text = document.createRange()
    text.selectNodeContents(link)
    return text.getBoundingClientRect()
  })
  const shown = labels.filter(({ width }) => width > 0).toSorted((one, other) => one.left - other.left)
  return Math.min(...shown.slice(1).map(({ left }, at) => Math.round(left - shown[at]!.right)))
}

const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

test('a heading that appears with its data gets the focus then', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = buyer
  await page.goto('/trades')
  const gate = Promise.withResolvers<void>()
  await page.route(`**/api/trades/${trade.id}`, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('link', { name: `Trade with ${seller.username}` }).click()
  await expect(page).toHaveURL(`/trade/${trade.id}`)
  await expect(page.getByText('Loading trade…').first()).toBeVisible()
  gate.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
