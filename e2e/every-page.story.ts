/** Every page as its readers find it: accessible, no wider than any screen, and on a phone with controls for a finger. */
import type { Locator, Page } from '@playwright/test'
import { COLOURS, EVERY_WIDTH, expectAccessible, expectToFit, expectToFitInOwnDirection } from './accessible.ts'
import { isPhone } from './layout.ts'
import { expect, test, type User } from './users.ts'
import { closeChat, confirmReceipt, enter, expectStatus, make, openChat } from './trade-room.ts'
import { openTrade, postOffer, say } from './fixtures.ts'
import { createButton, fillOffer } from './offer-form.ts'
import { inLanguage, word } from './catalogue.ts'

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(4)

/** An open menu or list is outside the page's landmarks. */
const POPUP = { without: ['region'] }

/** web/theme.test.ts compares every pair of colours; these pages show that the pages use those pairs. */
const IN_BOTH_COLOURS = ['/', '/login', '/offers', '/dashboard']

const LIGHT = { colours: ['light'] } as const

/** A page takes a quiet machine about 4 seconds, a busy one more. */
const MS_PER_PAGE = 30_000

const PUBLIC_PAGES: readonly { path: string; heading: string | RegExp }[] = [
  { path: '/', heading: /./ },
  { path: '/login', heading: 'Welcome back' },
  { path: '/register', heading: 'Create account' },
  { path: '/forgot-password', heading: 'Forgot your password?' },
  { path: '/reset-password', heading: 'Set a new password' },
  { path: '/verify-email', heading: 'Confirm your email address' },
  { path: '/offers', heading: 'Buy USDT' },
  { path: '/offers/buy?currency=EUR', heading: 'Buy USDT' },
  { path: '/offers/sell?trader=nobody_has_this', heading: 'Sell USDT' },
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

/** Of a trader without offers and trades. */
const NEW_TRADER_PAGES = ['/trades', '/my-offers', '/dashboard', '/account', '/settings']
const SETTINGS_PAGES = ['/limits', '/saved-searches', '/business-hours', '/rehearsal', '/rehearsal/fake_receipt']
/** Of a trader who has an offer and a trade. */
const TRADER_PAGES = ['/trades', '/my-offers', '/offers', '/create-offer', '/create-offer?step=terms']
const TABS = [
  '/dashboard?tab=alerts',
  ...['reputation', 'payments', 'limits', 'traders', 'team'].map((tab) => `/account?tab=${tab}`),
  ...['notifications', 'keys', 'data'].map((tab) => `/settings?tab=${tab}`),
]

/** What a finger must hit on the phone, in the words of the language. */
type Targets = Record<string, (page: Page, words: (english: string) => string) => Locator[]>

const VISITOR_TARGETS: Targets = {
  '/faq?open=fee': (page, words) => [page.getByRole('contentinfo').getByRole('link', { name: words('Contact') })],
}

const TRADER_TARGETS: Targets = {
  '/dashboard?tab=alerts': (page, words) => [
    page
      .getByRole('main')
      .getByRole('button', { name: words('Mark as read') })
      .first(),
    page.getByRole('main').getByRole('link', { name: words('Notification settings') }),
  ],
  '/settings': (page, words) => [page.getByRole('main').getByRole('button', { name: words('Set up') })],
  '/account': (page, words) => [
    page.getByRole('main').getByRole('link', { name: words('View public page') }),
    page.getByRole('main').getByRole('button', { name: words('Edit username') }),
    page.getByRole('navigation').getByRole('link', { name: words('Settings') }),
  ],
  '/create-offer?step=terms': (page, words) => [page.getByRole('main').getByText(words('More settings'))],
  '/create-offer': (page, words) => [
    page.locator('main label', { has: page.getByRole('radio', { name: words('Sell USDT') }) }),
  ],
  '/settings?tab=notifications': (page, words) => [
    page.locator('main label', { hasText: words('By email, even for events where email is off') }),
  ],
}

/*
 * The colours change the contrast only, the language the texts and the direction, and the phone the layout. So each page
 * is opened twice: on the desktop in English, and on the phone in Arabic.
 */
for (const { path, heading } of PUBLIC_PAGES) {
  test(`a visitor can use ${path}`, async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/404 GET \/nowhere/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectUsable(page, path)
  })

  test(`a visitor can use ${path} in Arabic`, { tag: '@phone-only' }, async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/404 GET \/ar\/nowhere/)
    await expectUsableInArabic(page, path, VISITOR_TARGETS)
  })
}

test('a new trader can use each page', async ({ newUser }) => {
  const { page } = await newUser('owner')
  await expectEachUsable(page, NEW_TRADER_PAGES)
})

test('a new trader can use each page in Arabic', { tag: '@phone-only' }, async ({ newUser }) => {
  const { page } = await newUser('owner')
  await expectEachUsableInArabic(page, [...NEW_TRADER_PAGES, ...SETTINGS_PAGES])
})

test('a trader can use each page', async ({ newUser }) => {
  const { owner } = await longOffer(newUser)
  await expectEachUsable(owner.page, TRADER_PAGES)
})

test('a trader can use each page in Arabic', { tag: '@phone-only' }, async ({ newUser }) => {
  const { owner } = await longOffer(newUser)
  await expectEachUsableInArabic(owner.page, [...TRADER_PAGES, '/account', '/settings', ...TABS])
})

test('a trader can read the errors of an offer’s form', async ({ newUser }) => {
  const { page } = await newUser('owner')
  await page.goto('/create-offer')
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Minimum amount is required')).toBeVisible()
  await expectAccessible(page, LIGHT)
  await fillOffer(page, { min: '10', max: '100', terms: '' })
  await createButton(page).click()
  await expect(page.getByText('Terms are required')).toBeVisible()
  await expectAccessible(page, LIGHT)
})

test('a trader can use the pages of an offer', async ({ newUser }) => {
  const { offer } = await longOffer(newUser)
  // The taker has an open trade on this offer already.
  const { page } = await newUser('other_taker')
  await page.goto(`/offer/${offer.id}`)
  await expectUsable(page, '/offer')
  await page.goto(`/trade/new?offer=${offer.id}`)
  await page.getByLabel('You pay').fill('150')
  await expect(page.getByRole('button', { name: 'Open buy trade' })).toBeEnabled()
  await expectAccessible(page, LIGHT)
  await expectToFitInOwnDirection(page, EVERY_WIDTH)
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
  await expectEachUsableInArabic(taker.page, paths)
})

test('a trade can be used by both parties until it is completed', { tag: '@phone' }, async ({ newUser }) => {
  test.slow()
  const { owner: seller, taker: buyer, trade } = await longOffer(newUser)
  await say(buyer, trade, LONG_WORD)
  await say(seller, trade, 'Hello')
  await enter(buyer, trade)
  await enter(seller, trade)
  await expectRoomUsable(buyer)
  await expectRoomUsable(seller)
  await make(buyer.page, 'I have sent the payment')
  await expectStatus(seller.page, 'Marked as paid')
  await expectAccessible(buyer.page, LIGHT)
  await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
  await expectAccessible(seller.page, LIGHT)
  await expectToFit(seller.page, EVERY_WIDTH)
  await confirmReceipt(seller.page)
  await expectStatus(seller.page, 'Completed')
  await expectAccessible(seller.page, LIGHT)
  await expectToFit(seller.page, EVERY_WIDTH)
})

test('a cancelled trade can be read', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'Cancel trade', { isAsked: true })
  await expectStatus(buyer.page, 'Cancelled')
  await expectAccessible(buyer.page, LIGHT)
  await expectToFit(buyer.page, EVERY_WIDTH)
})

test('the menu of an offer and its question can be used while they are open', async ({ newUser }) => {
  const owner = await newUser('owner')
  await postOffer(owner)
  const { page } = owner
  await page.goto('/my-offers')
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, { ...POPUP, ...LIGHT })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, LIGHT)
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page, LIGHT)
})

test('menus can be used while they are open', { tag: '@phone' }, async ({ newUser }) => {
  const { page, username } = await newUser('owner')
  await page.goto('/offers')
  for (const name of isPhone(page) ? ['Menu'] : ['Theme', `Account: ${username}`]) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(isPhone(page) ? page.getByRole('dialog', { name }) : page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, { ...POPUP, colours: COLOURS })
    await page.keyboard.press('Escape')
  }
})

test('the pages of a merchant fit every screen in French, which has the longest words', async ({ newUser }) => {
  const { page } = await newUser('marchand')
  const headings = {
    '/create-offer': 'Create offer',
    '/limits': 'Trading limits',
    '/business-hours': 'Offers',
    '/account': 'Account',
    '/settings': 'Settings',
    '/my-offers': 'Offers',
    '/offers/buy': 'Buy USDT',
    '/trades': 'Trades',
  }
  test.setTimeout(Object.keys(headings).length * MS_PER_PAGE)
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(inLanguage('fr', path))
    await expect(page.getByRole('heading', { level: 1, name: word('fr', heading) })).toBeVisible()
    await expectLoadedToFit(page)
  }
})

test('the pages of a trade fit every screen in French', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('vendeur'), await newUser('acheteur')]
  const offer = await postOffer(seller)
  const trade = await openTrade(buyer, offer)
  const { page } = buyer
  const pages = [
    '/',
    '/offers/buy',
    `/offer/${offer.id}`,
    `/trader/${seller.username}`,
    '/dashboard',
    `/trade/${trade.id}`,
  ]
  test.setTimeout(pages.length * MS_PER_PAGE)
  for (const path of pages) {
    await page.goto(inLanguage('fr', path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectLoadedToFit(page)
  }
})

async function expectEachUsable(page: Page, paths: readonly string[]): Promise<void> {
  test.setTimeout(paths.length * MS_PER_PAGE)
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectUsable(page, path)
    })
  }
}

async function expectEachUsableInArabic(page: Page, paths: readonly string[]): Promise<void> {
  test.setTimeout(paths.length * MS_PER_PAGE)
  for (const path of paths) await test.step(path, () => expectUsableInArabic(page, path, TRADER_TARGETS))
}

async function expectUsable(page: Page, path: string): Promise<void> {
  await settled(page)
  await expectAccessible(page, IN_BOTH_COLOURS.includes(path) ? { colours: COLOURS } : LIGHT)
  await expectToFitInOwnDirection(page, EVERY_WIDTH)
}

async function expectUsableInArabic(page: Page, path: string, targets: Targets): Promise<void> {
  await page.goto(inLanguage('ar', path))
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible()
  await settled(page)
  await expectAccessible(page, LIGHT)
  for (const target of targets[path]?.(page, (english) => word('ar', english)) ?? []) await expectHit(target)
  await expectToFitInOwnDirection(page, EVERY_WIDTH)
}

async function expectLoadedToFit(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /…$/ })).toHaveCount(0)
  await expectToFitInOwnDirection(page, EVERY_WIDTH)
}

/** Expects the element where a finger touches 21 px above and below its middle, so that it is 44 px high for it. */
async function expectHit(target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const isHit = () =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [-21, 21].every((from) => {
        const touched = document.elementFromPoint(left + width / 2, top + height / 2 + from)
        return touched !== null && element.contains(touched)
      })
    })
  await expect.poll(isHit, { message: String(target) }).toBe(true)
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
  await expectAccessible(page, isPhone(page) ? LIGHT : { colours: COLOURS })
  if (isPhone(page)) {
    await openChat(page)
    await expectAccessible(page, { colours: COLOURS })
    await closeChat(page)
  }
  await expectToFit(page, EVERY_WIDTH)
}
