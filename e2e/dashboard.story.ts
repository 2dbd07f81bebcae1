/** A user's dashboard and profile: statistics, alerts, username, sessions. */
import type { Trade } from '../domain/api/trades/trades.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { ask, fillSignIn, expect, test, uniqueName, type User } from './users.ts'
import { fact } from './trade-room.ts'
import { markPaid, openTrade, postOffer, say } from './fixtures.ts'
import { moveBody } from '../server/testing/move-body.ts'

test('the dashboard counts the user’s trades, and hides the volume', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  await completeTrade(seller, buyer)
  await openTrade(buyer, await postOffer(seller), '30')
  const { page } = seller
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${seller.username}` })).toBeVisible()
  await expect(page.getByRole('main').getByText('50.0%')).toBeVisible()
  await expect(page.getByText('No ratings yet')).toBeVisible()

  const chart = page.getByRole('slider', { name: 'Completed trades' })
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1 trade$/)
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 trades$/)
  await page.getByRole('radio', { name: '90 days' }).click()
  await expect(chart).toHaveAttribute('aria-valuemax', '90')
  await expectAccessible(page)
  await expectToFit(page)

  await page.getByRole('button', { name: 'Hide total volume' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show total volume' })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Volume, USDT' })).toBeHidden()
})

test('the overview shows the three latest trades with a link to all; the lists show every trade and offer', async ({
  newUser,
}) => {
  const seller = await newUser('seller')
  const offer = await postOffer(seller)
  const trades: Trade[] = []
  for (const amount of ['20', '30', '40', '50']) trades.push(await openTrade(await newUser('buyer'), offer, amount))
  const { page } = seller
  await page.goto('/dashboard')
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText('New user')).toBeVisible()
  await expect(panel.getByRole('definition')).toHaveText([
    /^\d+\.\d\d USDT$/,
    'as seller, in open trades',
    '0.00 USDT',
    'as buyer, when your open trades are completed',
    /0\.00 USDT/,
    '0.0%',
    'of all trades, open ones included',
    '0',
    '4',
    '1',
    'New user',
  ])
  const recent = panel.getByRole('listitem')
  await expect(recent).toContainText(['50.00 EUR', '40.00 EUR', '30.00 EUR'])
  await expect(recent).toHaveCount(3)
  for (const [name, path] of [
    ['Create offer', '/create-offer'],
    ['Buy USDT', '/offers/buy'],
    ['Sell USDT', '/offers/sell'],
  ] as const) {
    await expect(panel.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }

  const places = page.getByRole('main').getByRole('navigation')
  await places.getByRole('link', { name: 'Offers' }).click()
  const row = panel.getByRole('listitem').filter({ hasText: 'Selling USDT' })
  await expect(row).toContainText('10.00 – 1,000.00 EUR')
  await expect(row).toContainText('SEPA Instant')
  await row.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: 'Change price' }).click()
  await page.getByLabel('Percentage points').fill('0.5')
  await page.getByRole('dialog').getByRole('button', { name: 'Change price' }).click()
  await expect(row).toContainText('+2.0% vs market')
  await places.getByRole('link', { name: 'Trades' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('radio', { name: 'Cancelled' }).click()
  await expect(panel.getByText('No trades in this state')).toBeVisible()
  await page.getByRole('radio', { name: 'Open' }).click()
  await expect(page).toHaveURL('/trades?state=open')
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  const name = trades[0]?.id.slice(0, 8).toUpperCase()
  await panel.getByRole('link', { name: `#${name}` }).click()
  await expect(page).toHaveURL(`/trade/${trades[0]?.id}`)
})

test('the columns of the trades stand one below the other, also where a row has one button more', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  await completeTrade(seller, buyer)
  await openTrade(buyer, await postOffer(seller), '30')
  const { page } = seller
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/trades')
    const names = page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .getByRole('paragraph')
      .filter({ hasText: `Trade with ${buyer.username}` })
    await expect(names).toHaveCount(2)
    const starts = await names.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().x))
    expect(Math.abs(starts[0]! - starts[1]!), `at ${width} px`).toBeLessThan(1)
    const [button, name] = await Promise.all([
      page
        .getByRole('link', { name: /^View details/ })
        .first()
        .boundingBox(),
      names.first().boundingBox(),
    ])
    expect(button!.y, `the button is beside the row's lines at ${width} px`).toBeLessThan(name!.y + 3 * name!.height)
  }
})

test('a trader who has acted goes from one trade to the next that waits', async ({ newUser }) => {
  const [seller, buyer, other] = [await newUser('seller'), await newUser('buyer'), await newUser('other')]
  const offer = await postOffer(seller)
  const [first, second] = [await openTrade(buyer, offer), await openTrade(other, offer, '80')]
  for (const [user, trade] of [
    [buyer, first],
    [other, second],
  ] as const) {
    await markPaid(user, trade)
  }
  const { page } = seller
  await page.goto(`/trade/${first.id}`)
  await expect(page.getByRole('button', { name: 'Confirm payment received' })).toBeVisible()
  await expect(page.getByText(/also needs you now$/)).toBeHidden()
  await ask(seller, 'POST', `/api/trades/${first.id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
  await page.getByRole('link', { name: `Go to trade: ${other.username}` }).click()
  await expect(page).toHaveURL(`/trade/${second.id}`)
})

test('a trade that waits for the reader is first on the dashboard with its deadline, and leaves after the act', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = seller
  const waiting = page.getByRole('region', { name: 'Action needed' })
  await page.goto('/dashboard')
  await expect(page.getByText('Nothing needs your action.')).toBeVisible()
  await markPaid(buyer, trade)
  await expect(waiting).toContainText(`Check your account for 150.00 EUR from ${buyer.username}`)
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toHaveText('Action needed')
  await expect(waiting.getByRole('timer')).toHaveText(/^23:59:\d\d$/)
  await expectAccessible(page)
  await expectToFit(page)
  await waiting.getByRole('link', { name: `Go to trade: ${buyer.username}` }).click()
  await expect(page).toHaveURL(`/trade/${trade.id}`)
  await ask(seller, 'POST', `/api/trades/${trade.id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
  await page.goBack()
  await expect(page.getByText('as seller, in open trades')).toBeVisible()
  await expect(waiting).toBeHidden()
})

test('the account shows the user’s data, and the settings its checkboxes and the password form', async ({
  newUser,
}) => {
  const { page, username, email } = await newUser('amina')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(page.getByRole('main').getByText(username, { exact: true }).first()).toBeVisible()
  for (const [name, value] of [
    ['Email', email],
    ['Trader since', /\d{4}/],
    ['Completed trades', '0'],
    ['Rating', 'New user'],
    ['Status', 'Email confirmed'],
  ] as const) {
    await expect(fact(page, name)).toHaveText(value)
  }
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await expect(page.getByRole('checkbox', { name: 'Trade updates by email' })).toBeChecked()
})

test('the bell counts the counterparty’s actions, until they are marked read', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const { page } = seller
  await page.goto('/dashboard?tab=alerts')
  await expect(page.getByText('No alerts', { exact: true })).toBeVisible()
  const trade = await openTrade(buyer, await postOffer(seller))
  const bell = (words: string) => page.getByRole('button', { name: `Alerts, ${words}` })
  await expect(bell('1 unread')).toBeVisible()
  await say(buyer, trade, 'Which account?')
  await expect(bell('2 unread')).toBeVisible()
  await expect(page.getByRole('link', { name: `New message from \u2068${buyer.username}\u2069` })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)

  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell('none unread')).toBeVisible()
  await markPaid(buyer, trade)
  await say(buyer, trade, 'Sent!')
  await expect(bell('2 unread')).toBeVisible()
})

test('a username is changed once, and an error keeps the edit open', async ({ newUser }) => {
  const [amina, karim] = [await newUser('amina'), await newUser('karim')]
  const { page, allow } = amina
  allow(/409 POST .*username/)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit username' }).click()
  const field = page.getByLabel('Username', { exact: true })
  await field.fill('')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await field.fill(karim.username)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change username' }).click()
  await expect(field).toHaveAccessibleDescription(/taken or too similar/)
  await expectAccessible(page)
  const name = uniqueName('fresh')
  await field.fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change username' }).click()
  await expect(page.getByText('Next change available on')).toBeVisible()
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.goto(`/trader/${name}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
})

test('another device is signed out here, and a new password signs out the rest', async ({ newUser, newVisitor }) => {
  const amina = await newUser('amina')
  const other = await newVisitor()
  for (const { allow } of [amina, other]) allow(/401 GET |403 POST .*password/)
  await other.page.goto('/login')
  await fillSignIn(other.page, amina)
  await expect(other.page).toHaveURL('/dashboard')
  const { page } = amina
  await page.goto('/settings')
  await page.getByRole('button', { name: /^End session: Chrome on/ }).click()
  await expect(page.getByText('This session')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0)
  await other.page.goto('/dashboard')
  await expect(other.page.getByRole('heading', { level: 1, name: 'Please sign in' })).toBeVisible()

  await page.getByLabel('Current password').fill('not it at all')
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your current password.')
  await page.getByLabel('Current password').fill(amina.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('')
})

test('a signed-out visitor is asked to sign in, and returns to the page', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Please sign in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?next=%2Faccount')
})

async function completeTrade(seller: User, buyer: User): Promise<void> {
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  await ask(seller, 'POST', `/api/trades/${trade.id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
}

test('opening a trade’s page reads its alerts, and the bell stops counting them', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const offer = await postOffer(seller)
  const first = await openTrade(buyer, offer)
  const other = await openTrade(await newUser('other'), offer)
  await say(buyer, first, 'Hello, which account?')
  const { page } = seller
  const bell = page.getByRole('button', { name: /^Alerts, / })
  await page.goto('/terms')
  await expect(bell).toHaveAccessibleName('Alerts, 3 unread')
  await page.goto(`/trade/${first.id}`)
  await expect(bell).toHaveAccessibleName('Alerts, 1 unread')
  await page.goto(`/trade/${other.id}`)
  await expect(bell).toHaveAccessibleName('Alerts, none unread')
})
