import type { Page } from '@playwright/test'
import { COLOURS, expectAccessible, expectToFit, expectToFitInOwnDirection } from './accessible.ts'
import { isPhone } from './layout.ts'
import { expect, test, type User } from './users.ts'
import { closeChat, confirmReceipt, enter, expectStatus, make, openChat } from './trade-room.ts'
import { openTrade, postOffer, say } from './fixtures.ts'
import { inLanguage } from './catalogue.ts'

test.use({ reusesPages: true })

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
  { path: '/transparency', heading: 'Transparency' },
  { path: '/verify', heading: 'Verify a receipt' },
  { path: '/contact', heading: 'Contact' },
  { path: '/terms', heading: /Terms/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/nowhere', heading: 'Page not found' },
]

/*
 * The colours change the contrast only, the language the texts and the direction, and the phone the layout. So each page
 * is visited twice: on the desktop in English and in both colours, and on the phone in Arabic.
 */
for (const { path, heading } of PUBLIC_PAGES) {
  test(`a visitor can use ${path}`, async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/404 GET \/nowhere/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectUsable(page)
  })

  test(`a visitor can use ${path} in Arabic`, { tag: '@phone-only' }, async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/404 GET \/ar\/nowhere/)
    await expectUsableInArabic(page, path)
  })
}

for (const path of ['/trades', '/my-offers', '/dashboard', '/profile']) {
  test(`a new trader can use ${path}`, async ({ newUser }) => {
    const { page } = await newUser('owner')
    await page.goto(path)
    await expectUsable(page)
  })

  test(`a new trader can use ${path} in Arabic`, { tag: '@phone-only' }, async ({ newUser }) => {
    const { page } = await newUser('owner')
    await expectUsableInArabic(page, path)
  })
}

/** The pages of a trader who has an offer and a trade. */
const TRADER_PAGES = ['/trades', '/my-offers', '/offers', '/create-offer', '/dashboard', '/profile']
const TABS = ['trades', 'offers', 'reputation', 'profile', 'security', 'alerts']

for (const path of TRADER_PAGES.slice(0, 4)) {
  test(`a trader can use ${path}`, async ({ newUser }) => {
    const { owner } = await longOffer(newUser)
    await owner.page.goto(path)
    await expectUsable(owner.page)
  })
}

for (const path of [...TRADER_PAGES, ...TABS.map((tab) => `/dashboard?tab=${tab}`)]) {
  test(`a trader can use ${path} in Arabic`, { tag: '@phone-only' }, async ({ newUser }) => {
    const { owner } = await longOffer(newUser)
    await expectUsableInArabic(owner.page, path)
  })
}

test('a trader can read the errors of an offer’s form', { tag: '@phone' }, async ({ newUser }) => {
  const { page } = await newUser('owner')
  await page.goto('/create-offer')
  await page.getByRole('main').getByRole('button', { name: 'Create offer' }).click()
  await expect(page.getByText('Minimum amount is required')).toBeVisible()
  await expectAccessible(page)
})

test('a trader can use the pages of an offer', async ({ newUser }) => {
  const { offer } = await longOffer(newUser)
  // The taker has an open trade on this offer already.
  const { page } = await newUser('other_taker')
  await page.goto(`/offer/${offer.id}`)
  await expectUsable(page)
  await page.goto(`/trade/new?offer=${offer.id}`)
  await page.getByLabel('You pay').fill('150')
  await expect(page.getByRole('button', { name: 'Open buy trade' })).toBeEnabled()
  await expectAccessible(page)
  await expectToFitInOwnDirection(page)
})

test('a trader can use the pages of an offer and of a trade in Arabic', { tag: '@phone-only' }, async ({ newUser }) => {
  const { offer, trade, owner, taker } = await longOffer(newUser)
  await say(taker, trade, LONG_WORD)
  const paths = [
    `/offer/${offer.id}`,
    `/trade/new?offer=${offer.id}`,
    `/trade/${trade.id}`,
    `/trader/${owner.username}`,
  ]
  for (const path of paths) await expectUsableInArabic(taker.page, path)
})

test('a trade can be used by both parties', { tag: '@phone' }, async ({ newUser }) => {
  const { owner, taker, trade } = await longOffer(newUser)
  await say(taker, trade, LONG_WORD)
  await say(owner, trade, 'Hello')
  await enter(taker, trade)
  await enter(owner, trade)
  await expectRoomUsable(taker)
  await expectRoomUsable(owner)
})

test('a trade that is paid and completed can be used', { tag: '@phone' }, async ({ newUser }) => {
  const { owner: seller, taker: buyer, trade } = await longOffer(newUser)
  await enter(buyer, trade)
  await enter(seller, trade)
  await make(buyer.page, 'I have sent the payment')
  await expectStatus(seller.page, 'Marked as paid')
  await expectAccessible(buyer.page)
  await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
  await expectAccessible(seller.page)
  await expectToFit(seller.page)
  await confirmReceipt(seller.page)
  await expectStatus(seller.page, 'Completed')
  await expectAccessible(seller.page)
  await expectToFit(seller.page)
})

test('a cancelled trade can be read', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'Cancel trade', { isAsked: true })
  await expectStatus(buyer.page, 'Cancelled')
  await expectAccessible(buyer.page)
  await expectToFit(buyer.page)
})

test(
  'the menu of an offer and its question can be used while they are open',
  { tag: '@phone' },
  async ({ newUser }) => {
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
  },
)

test('menus can be used while they are open', { tag: '@phone' }, async ({ newUser }) => {
  const { page, username } = await newUser('owner')
  await page.goto('/offers')
  for (const name of isPhone(page) ? ['Menu'] : ['Colours', `Account: ${username}`]) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(isPhone(page) ? page.getByRole('dialog', { name }) : page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, { ...POPUP, colours: COLOURS })
    await page.keyboard.press('Escape')
  }
})

async function expectUsable(page: Page): Promise<void> {
  await settled(page)
  await expectAccessible(page)
  await expectToFitInOwnDirection(page)
}

async function expectUsableInArabic(page: Page, path: string): Promise<void> {
  await page.goto(inLanguage('ar', path))
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible()
  await expectUsable(page)
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
    await expectAccessible(page, { colours: COLOURS })
    await closeChat(page)
  }
  await expectToFit(page)
}
