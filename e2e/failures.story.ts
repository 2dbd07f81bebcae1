/** The server fails: each action says so, keeps what the user typed, and works once the server does. */
import type { Page, Route } from '@playwright/test'
import { breakCalls } from './faults.ts'
import { signOut } from './layout.ts'
import { expect, fillSignIn, PASSWORD, test, uniqueName, type User } from './users.ts'
import { enter, expectStatus, heard, make, openChat } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const TERMS = 'From an account in your own name.'
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const passing = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('an offer that could not be created keeps its form', async ({ newUser }) => {
  const owner = await newUser('owner')
  const { page } = owner
  await page.goto('/create-offer')
  await field(page, 'Minimum amount').fill('20')
  await field(page, 'Maximum amount').fill('800')
  await field(page, 'Offer terms').fill(TERMS)
  const create = page.getByRole('main').getByRole('button', { name: 'Create offer' })
  for (const [fault, text] of [
    ['failed', 'Failed to create offer. Please try again.'],
    ['garbled', UNEXPECTED],
  ] as const) {
    const restore = await breakCalls(owner, 'POST', '/offers', fault)
    await create.click()
    await expect(alert(page)).toHaveText(text)
    await expect(field(page, 'Maximum amount')).toHaveValue('800')
    await expect(field(page, 'Offer terms')).toHaveValue(TERMS)
    await restore()
  }
  await create.click()
  await expect(page).toHaveURL('/my-offers')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
})

test('an offer that could not be paused or deleted stays as it is', async ({ newUser }) => {
  const owner = await newUser('owner')
  const offer = await postOffer(owner)
  const { page } = owner
  await page.goto('/my-offers')
  const mine = page.getByRole('main').getByRole('listitem')
  const restore = [await breakCalls(owner, 'POST', '/pause'), await breakCalls(owner, 'DELETE', `/offers/${offer.id}`)]
  await pick(page, 'Pause')
  await expect(passing(page)).toContainText(UNEXPECTED)
  await expect(mine).toContainText('Active')
  await pick(page, 'Delete')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText(UNEXPECTED)
  for (const each of restore) await each()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No offers yet')).toBeVisible()
})

test('a trade that could not be created keeps the user on the page', async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner)
  const { page } = taker
  await page.goto(`/trade/new?offer=${offer.id}`)
  await expect(page.getByText(`Open a trade with ${owner.username}`)).toBeVisible()
  await page.getByLabel('You pay').fill('150')
  await expectFailedOpening(taker, 'Open buy trade')
  await expect(page).toHaveURL(`/trade/new?offer=${offer.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/offers')

  await page.goto(`/marketplace?search=${owner.username}`)
  await page.getByRole('button', { name: 'Open trade' }).click()
  await page.getByLabel('You pay').fill('150')
  await expectFailedOpening(taker, 'Confirm buy')
  await expect(page.getByRole('dialog', { name: 'Buy USDT' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm buy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
})

test('a trade is opened once, although the answer to its opening is lost', async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  const offer = await postOffer(owner)
  const { page, allow } = taker
  await page.goto(`/trade/new?offer=${offer.id}`)
  await page.getByLabel('You pay').fill('150')
  allow(/ERR_FAILED POST \/api\/trades$/)
  const loseAnswer = async (route: Route) => {
    expect((await route.fetch()).ok()).toBe(true)
    await route.abort()
  }
  await page.route('**/api/trades', loseAnswer, { times: 1 })
  await page.getByRole('button', { name: 'Open buy trade' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  await page.goto('/trades')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
})

test('a move that failed shows an error, and can be repeated', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await enter(seller, trade)
  const restoreCancel = await breakCalls(buyer, 'POST', '/cancel')
  await buyer.page.getByRole('button', { name: 'Cancel trade' }).click()
  const question = buyer.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel trade' }).click()
  await expect(question).toContainText('Failed to cancel trade. Please try again.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expectStatus(buyer.page, 'Awaiting payment')
  await restoreCancel()

  const restorePaid = await breakCalls(buyer, 'POST', '/mark-paid')
  await make(buyer.page, 'I have sent the payment')
  await expect(alert(buyer.page)).toHaveText(UNEXPECTED)
  await restorePaid()
  await make(buyer.page, 'I have sent the payment')
  await expect(alert(buyer.page)).toBeHidden()
  await expectStatus(seller.page, 'Marked as paid')

  const restoreConfirm = await breakCalls(seller, 'POST', '/confirm-receipt')
  await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
  const confirm = seller.page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Confirm payment received' }).click()
  await expect(confirm).toContainText('Failed to complete trade. Please try again.')
  await expectStatus(buyer.page, 'Marked as paid')
  await restoreConfirm()
  await confirm.getByRole('button', { name: 'Confirm payment received' }).click()
  await expectStatus(buyer.page, 'Completed')
})

test('a picture whose upload failed stays in the form, and is sent once', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = buyer
  await enter(buyer, trade)
  await enter(seller, trade)
  const [mine, theirs] = [await openChat(page), await openChat(seller.page)]
  const restore = await breakCalls(buyer, 'POST', '/images', 'cut')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach image' }).click()
  await (await choosing).setFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByRole('textbox', { name: 'Message' }).fill('My receipt')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(mine.getByRole('alert')).toContainText('Failed to upload image. Please try again.')
  await expect(mine).toContainText('My receipt')
  await expect(theirs.getByRole('listitem')).toHaveCount(1)
  await restore()
  await mine.getByRole('button', { name: 'Try again' }).click()
  await expect(mine.getByRole('alert')).toBeHidden()
  await expect(theirs).toContainText('My receipt')
  expect(await heard(theirs, ['My receipt'])).toHaveLength(1)
})

test('a failed sign-in or registration keeps what the user typed', async ({ newUser, newVisitor }) => {
  const user = await newUser()
  const visitor = await newVisitor()
  const { page } = visitor
  await page.goto('/register')
  const username = uniqueName('nadia')
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(`${username}@example.org`)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox').click()
  const restore = [await breakCalls(visitor, 'POST', '/register'), await breakCalls(visitor, 'POST', '/sign-in')]
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(alert(page)).toHaveText(UNEXPECTED)
  await expect(field(page, 'Email')).toHaveValue(`${username}@example.org`)

  await page.goto('/login')
  await fillSignIn(page, user)
  await expect(alert(page)).toHaveText(UNEXPECTED)
  await expect(field(page, 'Password')).toHaveValue(user.password)
  for (const each of restore) await each()
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a failed sign-out says so, since the session is still open', async ({ newUser }) => {
  const user = await newUser()
  const { page } = user
  await page.goto('/my-offers')
  const restore = await breakCalls(user, 'POST', '/sign-out')
  await signOut(page)
  await expect(passing(page)).toContainText(UNEXPECTED)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'My offers' })).toBeVisible()
  await restore()
  await signOut(page)
  await expect(page).toHaveURL('/')
})

test('a page whose data could not be loaded says so, and loads them again', async ({ newUser }) => {
  const user = await newUser()
  const trade = await openTrade(await newUser('taker'), await postOffer(user))
  // In parallel tabs: a page gives up after three attempts, which take 3 seconds.
  await Promise.all(
    [
      { path: '/profile', address: '/profile', text: 'Failed to load profile', shown: user.email },
      { path: '/dashboard', address: '/dashboard', text: UNEXPECTED, shown: 'Total volume' },
      { path: '/offers', address: '/offers', text: UNEXPECTED, shown: 'No KYC' },
      { path: '/trades', address: '/trades', text: UNEXPECTED, shown: 'Waiting for the buyer' },
      { path: `/trade/${trade.id}`, address: `/trades/${trade.id}`, text: UNEXPECTED, shown: 'Escrow address' },
    ].map((reading) => expectReadAgain(user, reading)),
  )
})

type Reading = { path: string; address: string; text: string; shown: string }

async function expectReadAgain(user: User, { path, address, text, shown }: Reading): Promise<void> {
  const page = await user.context.newPage()
  const restore = await breakCalls({ ...user, page }, 'GET', address)
  await page.goto(path)
  const note = alert(page).filter({ hasText: text })
  await expect(note).toBeVisible({ timeout: 15_000 })
  await restore()
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toBeHidden()
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
}

async function expectFailedOpening(taker: User, button: string): Promise<void> {
  const { page } = taker
  for (const [fault, text] of [
    ['failed', 'Failed to open the trade. Please try again.'],
    ['garbled', UNEXPECTED],
  ] as const) {
    const restore = await breakCalls(taker, 'POST', '/trades', fault)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(page.getByLabel('You pay')).toHaveValue('150')
    await restore()
  }
}

async function pick(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
