import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { isPhone } from './layout.ts'
import { expect, test, type User } from './users.ts'
import { closeChat, enter, expectStatus, make, openChat } from './trade-room.ts'
import { openTrade, postOffer, say } from './fixtures.ts'
import { inLanguage } from './catalogue.ts'

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(4)

/** An open menu or list is outside the page's landmarks. */
const POPUP = { without: ['region'] }

const PUBLIC_PAGES: readonly { path: string; heading: string | RegExp }[] = [
  { path: '/', heading: /./ },
  { path: '/login', heading: 'Welcome back' },
  { path: '/register', heading: 'Create account' },
  { path: '/forgot-password', heading: 'Forgot your password?' },
  { path: '/reset-password', heading: 'Set a new password' },
  { path: '/verify-email', heading: 'Confirm your email address' },
  { path: '/offers', heading: 'Browse offers' },
  { path: '/offers/buy?currency=EUR', heading: 'Buy USDT' },
  { path: '/offers/sell?trader=nobody_has_this', heading: 'Sell USDT' },
  { path: '/marketplace', heading: 'Marketplace' },
  { path: '/create-offer', heading: 'Create offer' },
  { path: '/how-it-works', heading: /Trade directly/ },
  { path: '/how-to-start', heading: 'Your first trade' },
  { path: '/about', heading: /The money changer/ },
  { path: '/faq?open=fee', heading: 'Frequently asked questions' },
  { path: '/security', heading: /How you’re protected/ },
  { path: '/api-docs', heading: /An API/ },
  { path: '/contact', heading: 'Contact' },
  { path: '/terms', heading: /Terms/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/nowhere', heading: 'Page not found' },
]

/*
 * What differs between the visits of a page: the contrast in dark colours, the texts and the direction in Arabic, and the
 * layout on a phone. So each page is visited twice: on the desktop in English, and on the phone in Arabic.
 */
for (const { path, heading } of PUBLIC_PAGES) {
  test(`a visitor can use ${path}`, async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/404 GET \/nowhere/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await settled(page)
    await expectAccessible(page)
    await expectToFit(page)
  })

  test(`a visitor can use ${path} in Arabic`, { tag: '@phone-only' }, async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/404 GET \/ar\/nowhere/)
    await expectUsableInArabic(page, path)
  })
}

test('a new trader can use the pages of their own', { tag: '@phone' }, async ({ newUser }) => {
  const { page } = await newUser('owner')
  for (const path of ['/trades', '/my-offers', '/dashboard', '/profile']) await expectUsable(page, path)
})

test('a trader can use the pages of their own', { tag: '@phone' }, async ({ newUser }) => {
  const { owner } = await longOffer(newUser)
  const { page } = owner
  for (const path of ['/trades', '/my-offers', '/offers', '/create-offer']) await expectUsable(page, path)
  await page.getByRole('main').getByRole('button', { name: 'Create offer' }).click()
  await expect(page.getByText('Minimum amount is required')).toBeVisible()
  await expectAccessible(page)
})

test('a trader can use the pages of an offer', { tag: '@phone' }, async ({ newUser }) => {
  const { offer, taker } = await longOffer(newUser)
  await expectUsable(taker.page, `/offer/${offer.id}`)
  await taker.page.goto(`/trade/new?offer=${offer.id}`)
  await taker.page.getByLabel('You pay').fill('150')
  await expect(taker.page.getByRole('button', { name: 'Open buy trade' })).toBeEnabled()
  await expectAccessible(taker.page)
  await expectToFit(taker.page)
})

test('a trade can be used from its opening to its end', { tag: '@phone' }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller, { terms: `Please read. ${LONG_WORD}` }))
  await say(buyer, trade, LONG_WORD)
  await say(seller, trade, 'Hello')
  await enter(buyer, trade)
  await enter(seller, trade)
  await expectRoomUsable(buyer)
  await expectRoomUsable(seller)
  await make(buyer.page, 'I have sent the payment')
  await expectStatus(seller.page, 'Marked as paid')
  await expectAccessible(buyer.page)
  await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
  await expect(seller.page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(seller.page)
  await seller.page.getByRole('alertdialog').getByRole('button', { name: 'Confirm payment received' }).click()
  await expectStatus(seller.page, 'Completed')
  await expectAccessible(seller.page)
  await expectToFit(seller.page)
})

test('a trader can use the pages of their own in Arabic', async ({ newUser }) => {
  const { owner, taker } = await longOffer(newUser)
  const paths = ['/trades', '/my-offers', '/create-offer', '/dashboard', '/profile', `/trader/${taker.username}`]
  for (const path of paths) await expectUsableInArabic(owner.page, path)
})

test('a trader can use the tabs of the dashboard in Arabic', async ({ newUser }) => {
  const { owner } = await longOffer(newUser)
  const tabs = ['trades', 'offers', 'reputation', 'profile', 'security', 'alerts']
  for (const tab of tabs) await expectUsableInArabic(owner.page, `/dashboard?tab=${tab}`)
})

test('a trader can use the pages of an offer and of a trade in Arabic', async ({ newUser }) => {
  const { offer, trade, taker } = await longOffer(newUser)
  await say(taker, trade, LONG_WORD)
  const paths = [`/offer/${offer.id}`, `/trade/new?offer=${offer.id}`, `/trade/${trade.id}`]
  for (const path of paths) await expectUsableInArabic(taker.page, path)
})

test('a cancelled trade can be read', { tag: '@phone' }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'Cancel trade', { isAsked: true })
  await expectStatus(buyer.page, 'Cancelled')
  await expectAccessible(buyer.page)
  await expectToFit(buyer.page)
})

test('menus, lists and questions can be used while they are open', { tag: '@phone' }, async ({ newUser }) => {
  const owner = await newUser('owner')
  await postOffer(owner)
  const { page } = owner
  await page.goto('/my-offers')
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, POPUP)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page)

  for (const name of isPhone(page) ? ['Menu'] : ['Colours', `Account: ${owner.username}`]) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(isPhone(page) ? page.getByRole('dialog', { name }) : page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, POPUP)
    await page.keyboard.press('Escape')
  }
  await page.goto('/offers')
  await page.getByRole('combobox', { name: 'Payment method' }).click()
  await expect(page.getByRole('option', { name: 'D17' })).toBeVisible()
  await expectAccessible(page, POPUP)
})

async function expectUsable(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  await expectAccessible(page)
  await expectToFit(page)
}

/** Colours and screen sizes do not depend on the language, so one check on a wide screen is enough. */
async function expectUsableInArabic(page: Page, path: string): Promise<void> {
  await page.goto(inLanguage('ar', path))
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible()
  await settled(page)
  await expectAccessible(page, { colours: ['light'] })
  await expectToFit(page)
}

/** An offer whose terms contain a very long word, and a trade opened on it. */
async function longOffer(newUser: (name: string) => Promise<User>) {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner, { terms: `Please read. ${LONG_WORD}` })
  return { owner, taker, offer, trade: await openTrade(taker, offer) }
}

/** Waits until nothing on the page is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
}

async function expectRoomUsable({ page }: User): Promise<void> {
  await expectAccessible(page)
  if (isPhone(page)) {
    await openChat(page)
    await expectAccessible(page)
    await closeChat(page)
  }
  await expectToFit(page)
}
