/** The server is slow: pages say what they wait for, and a button accepts one press. */
import { holdCalls } from './faults.ts'
import { expect, test } from './users.ts'
import { fact } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'

test('a page says what it is waiting for', async ({ newUser }) => {
  const user = await newUser()
  const trade = await openTrade(await newUser('taker'), await postOffer(user))
  const { page } = user
  for (const [path, address, text, shown] of [
    ['/marketplace', '/marketplace', 'Loading marketplace…', /Selling USDT for/],
    ['/dashboard', '/dashboard', 'Loading dashboard…', 'Total volume'],
    ['/profile', '/profile', 'Loading profile…', user.email],
    [`/trade/${trade.id}`, `/trades/${trade.id}`, 'Loading trade…', 'Escrow address'],
  ] as const) {
    const letGo = await holdCalls(user, 'GET', address)
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText(text).first()).toBeVisible()
    await letGo()
    await expect(main.getByText(shown).first()).toBeVisible()
    await expect(main.getByText(text)).toHaveCount(0)
  }
})

test('an offer is created by one press, however long it takes', async ({ newUser }) => {
  const owner = await newUser('owner')
  const { page } = owner
  const main = page.getByRole('main')
  await page.goto('/create-offer')
  await main.getByLabel('Minimum amount').fill('20')
  await main.getByLabel('Maximum amount').fill('800')
  await main.getByLabel('Offer terms', { exact: true }).fill('From an account in your own name.')
  const letGo = await holdCalls(owner, 'POST', '/offers')
  await main.getByRole('button', { name: 'Create offer' }).click()
  await expect(main.getByRole('button', { name: 'Creating…' })).toBeDisabled()
  await letGo()
  await expect(page).toHaveURL('/my-offers')
})

test('a trade is opened by one press, from the page and from the dialog', async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner, { type: 'buy' })
  const { page } = taker
  const heading = page.getByRole('heading', { level: 1, name: /^Trade #/ })
  await page.goto(`/trade/new?offer=${offer.id}`)
  await expect(page.getByText(`Open a trade with ${owner.username}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Offer terms' })).toBeVisible()
  await page.getByLabel('You are paid').fill('150')
  await expect(fact(page, 'Total to send')).toBeVisible()
  const letPage = await holdCalls(taker, 'POST', '/trades')
  await page.getByRole('button', { name: 'Open sell trade' }).click()
  await expect(page.getByRole('button', { name: 'Opening trade…' })).toBeDisabled()
  await letPage()
  await expect(heading).toBeVisible()

  await page.goto(`/marketplace?search=${owner.username}`)
  await page.getByRole('button', { name: 'Open trade' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sell USDT' })
  await dialog.getByLabel('You are paid').fill('150')
  const letDialog = await holdCalls(taker, 'POST', '/trades')
  await dialog.getByRole('button', { name: 'Confirm sell' }).click()
  await expect(dialog.getByRole('button', { name: 'Opening trade…' })).toBeDisabled()
  await letDialog()
  await expect(heading).toBeVisible()
  await expect(dialog).toBeHidden()
})
