/** After each move of its reader the page of a trade shows its status: what was done, whose turn it is, and what then. */
import type { Locator, Page } from '@playwright/test'
import { PAYER } from '../server/testing/move-body.ts'
import type { Language } from '../domain/languages.ts'
import { sampleOf } from '../server/testing/sample.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { expectAnnounced, listen, tabTo } from './keyboard.ts'
import { ageTrade } from './time-travel.ts'
import { addProof, confirmReceipt, fillReceipt } from './trade-room.ts'
import { expect, test, type User } from './users.ts'

const PHONE = { width: 390, height: 844 }
/** A laptop at 400 %. */
const LOW = { width: 320, height: 256 }
const LAPTOP = { width: 1280, height: 800 }
const STATEMENT = 'My account shows no payment since yesterday.'

type Room = { page: Page; say: (english: string) => string }

/** The first and the fourth are the sample: each size once, and the language with the longest texts on the lowest screen. */
const SCREENS: readonly Screen[] = [
  { language: 'ar', size: PHONE },
  { language: 'en', size: PHONE },
  { language: 'en', size: LOW },
  { language: 'fr', size: LOW },
  { language: 'fr', size: PHONE },
  { language: 'ar', size: LOW },
]

for (const screen of sampleOf(SCREENS, 0, 2)) {
  const { language, size } = screen
  test(
    `${size.width} x ${size.height}, ${language}: the status is in sight and has the focus after each move, to the end of the trade`,
    { tag: ['@phone', '@phone-only'] },
    async ({ newUser }) => {
      test.slow()
      await wholeTrade(await newUser('seller'), await newUser('buyer'), screen)
    },
  )
  test(
    `${size.width} x ${size.height}, ${language}: the status is in sight and has the focus after a dispute is opened and ended by a confirmation`,
    { tag: ['@phone', '@phone-only'] },
    async ({ newUser }) => {
      await disputedTrade(await newUser('seller'), await newUser('buyer'), screen)
    },
  )
}

test('on a wide screen too, and it is announced', async ({ newUser }) => {
  test.slow()
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  for (const { page } of [seller, buyer]) await listen(page)
  await wholeTrade(seller, buyer, { language: 'en', size: LAPTOP })
  await expectAnnounced(buyer.page, 'You marked the trade as paid.')
  await expectAnnounced(seller.page, 'Completed: you confirmed the payment')
  await disputedTrade(seller, buyer, { language: 'en', size: LAPTOP })
})

test(
  'a move in the open chat of a phone closes the chat, and shows the status',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    const room = await enter(buyer, trade, { language: 'en', size: PHONE })
    await press(room, 'Show payment details')
    await expect(room.page.getByText('IBAN', { exact: true })).toBeVisible()
    await room.page.getByRole('button', { name: /^Open the chat/ }).click()
    const chat = room.page.getByRole('dialog', { name: /^Chat with/ })
    await chat.getByRole('button', { name: 'I have sent the payment' }).click()
    await sendPaymentMark(room)
    await expect(chat).toBeHidden()
    await expectStatusInSight(room, 'You marked the trade as paid.')
  },
)

test(
  'on a very low screen nothing covers the page: the bar stands below the status',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    const { page } = await enter(buyer, trade, { language: 'en', size: LOW })
    const bar = page.locator('[data-room-bar]')
    await expect(bar).toHaveCSS('position', 'static')
    const [above, below] = [await status(page).boundingBox(), await bar.boundingBox()]
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    for (const part of [bar, page.getByRole('banner')]) await expect(part).not.toBeInViewport()
    await page.setViewportSize(PHONE)
    await expect(bar).toHaveCSS('position', 'fixed')
    await expect(bar).toBeInViewport({ ratio: 1 })
  },
)

test('what is still read then pushes no control that has the focus out of sight', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  const { page } = await enter(seller, trade, { language: 'en', size: LAPTOP })
  const { promise: isFocused, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/ratings', async (route) => {
    await isFocused
    await route.continue()
  })
  await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
  await confirmReceipt(page)
  await expect(status(page)).toBeFocused()
  const link = page.getByRole('link', { name: 'anyone can verify it' })
  await tabTo(page, link)
  answer()
  await expect(page.getByRole('button', { name: 'Submit rating' })).toBeVisible()
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
})

type Screen = { language: Language; size: { width: number; height: number } }

async function wholeTrade(seller: User, buyer: User, screen: Screen): Promise<void> {
  const trade = await openTrade(buyer, await postOffer(seller))
  const [buying, selling] = [await enter(buyer, trade, screen), await enter(seller, trade, screen)]
  const { page, say } = buying

  await test.step('the seller extends the window', async () => {
    await press(selling, 'Extend payment window')
    await expectStatusInSight(selling)
  })
  await test.step('the buyer marks the trade as paid, takes that back, and marks it again', async () => {
    await press(buying, 'Show payment details')
    await expect(page.getByText('IBAN', { exact: true })).toBeVisible()
    await press(buying, 'I have sent the payment')
    await sendPaymentMark(buying)
    await expectStatusInSight(buying, 'You marked the trade as paid.')
    await expectNothingToPay(buying)
    await press(buying, 'Undo “paid”')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('Undo “paid”') })
      .click()
    await expectStatusInSight(buying, 'You undid “paid”.')
    await press(buying, 'I have sent the payment')
    await sendPaymentMark(buying)
    await expectStatusInSight(buying, 'You marked the trade as paid.')
  })
  await test.step('the seller confirms', async () => {
    await expect(status(selling.page)).toContainText(say('The buyer marked the trade as paid.'))
    await press(selling, 'Confirm payment received')
    const form = selling.page.getByRole('dialog')
    await form.getByRole('checkbox').check()
    await form.getByLabel(say('Sender’s name')).fill(PAYER)
    await form.getByRole('button', { name: say('Confirm payment received') }).click()
    await expectStatusInSight(selling, 'You received')
    await expect(status(selling.page)).toContainText(say('Test environment: no real USDT left your wallet.'))
  })
  await test.step('both read what they received, and rate in place', async () => {
    const place = say('Test environment: this USDT is not real, so it is in no wallet and can’t be sent.')
    await expect(status(page)).toContainText(place)
    await expect(status(page)).toContainText(/159[.,]830799/)
    await expect(page.getByRole('button', { name: say('Submit rating') })).toBeVisible()
    await expect(page.getByRole('link', { name: say('Trade again') }).filter({ visible: true })).toHaveCount(1)
    for (const each of [page, selling.page]) {
      await expectAccessible(each)
      await expectToFit(each)
    }
  })
}

async function disputedTrade(seller: User, buyer: User, screen: Screen): Promise<void> {
  const trade = await openTrade(buyer, await postOffer(seller))
  const buying = await enter(buyer, trade, screen)
  await press(buying, 'I have sent the payment')
  await sendPaymentMark(buying)
  await expectStatusInSight(buying, 'You marked the trade as paid.')
  await ageTrade(trade, 11)
  const selling = await enter(seller, trade, screen)
  const { page, say } = selling
  await press(selling, 'Open a dispute')
  const form = page.getByRole('dialog')
  await form.getByLabel(say('Your statement')).fill(STATEMENT)
  await form.getByRole('button', { name: say('Open dispute'), exact: true }).click()
  await expectStatusInSight(selling)
  await expect(page.getByRole('main').getByText(say('Disputed'), { exact: true }).first()).toBeVisible()

  await buying.page.getByLabel(say('Your statement')).fill('I paid at noon from my own account.')
  await press(buying, 'Submit statement')
  await expectStatusInSight(buying)
  await press(selling, 'Confirm payment received')
  const receipt = page.getByRole('dialog')
  await fillReceipt(page, PAYER, say)
  await receipt.getByRole('button', { name: say('Confirm payment received') }).click()
  await expectStatusInSight(selling, 'Released to the buyer')
}

async function enter({ page }: User, trade: { id: string }, { language, size }: Screen): Promise<Room> {
  await page.setViewportSize(size)
  await page.goto(inLanguage(language, `/trade/${trade.id}`))
  await expect(status(page)).toBeVisible()
  return { page, say: (english) => (language === 'en' ? english : word(language, english)) }
}

/** Presses it where it is on the page, which scrolls there as a user would. */
async function press({ page, say }: Room, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: say(name), exact: true })
    .filter({ visible: true })
    .first()
    .click()
}

async function sendPaymentMark({ page, say }: Room): Promise<void> {
  const form = page.getByRole('dialog', { name: say('I have sent the payment') })
  await form.getByLabel(say('Name on the account you paid from')).fill(PAYER)
  // Not when the trade is marked again: the seller has seen one.
  if (await form.getByText(say('Proof of payment'), { exact: true }).isVisible()) await addProof(form, say)
  await form.getByRole('button', { name: say('I have sent the payment') }).click()
}

/** The card of the status, by its id: its name is that of the region in each language. */
const status = (page: Page): Locator => page.locator('#status')

/** The status begins in the window, its sentences are whole in it above the bar, and it has the focus. */
async function expectStatusInSight({ page, say }: Room, words?: string): Promise<void> {
  const card = status(page)
  await expect(card).toBeFocused()
  if (words !== undefined) await expect(card).toContainText(say(words))
  await expect.poll(async () => (await card.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
  const sentence = card.getByRole('status')
  await expect(sentence).toBeInViewport({ ratio: 1 })
  const bar = page.locator('[data-room-bar]')
  if (!(await bar.isVisible())) return
  const [{ y, height }, cover] = [(await sentence.boundingBox())!, (await bar.boundingBox())!]
  expect(y + height).toBeLessThanOrEqual(cover.y)
}

/** After the payment mark nothing reads as an invitation to pay, and no countdown leads to a dispute. */
async function expectNothingToPay({ page, say }: Room): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByText(say('Your payment'), { exact: true })).toBeVisible()
  await expect(main.getByText(say('Waiting since')).filter({ visible: true })).toHaveCount(1)
  for (const words of ['Payment instructions', 'A dispute opens in', 'Cancel trade', 'Show payment details'])
    await expect(main.getByText(say(words), { exact: true }).filter({ visible: true })).toHaveCount(0)
}
