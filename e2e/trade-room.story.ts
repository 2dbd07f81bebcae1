import type { Locator, Page } from '@playwright/test'
import { inLanguage, word } from './catalogue.ts'
import { announcedWith, clearAnnouncements, listen } from './keyboard.ts'
import { ask, expect, test, type User } from './users.ts'
import { closeChat, enter, expectInSight, expectStatus, fact, make, openChat, openEscrow, write } from './trade-room.ts'
import { markPaid, openTrade, postOffer, say } from './fixtures.ts'
import { ageTrade, insertSellerMessages } from './time-travel.ts'

test('the trade page shows its progress, its terms, an address that no wallet accepts, and a link back', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller, { terms: 'From an account\nin your own name.' }))
  const { page, context } = buyer
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const steps = page.getByRole('list', { name: 'Progress of this trade' }).getByRole('listitem')
  await page.goto('/trades')
  await page.getByRole('link', { name: `Trade with ${seller.username}` }).click()
  await expect(steps).toContainText(['Created (done)', 'USDT locked', 'Payment (now)', 'Complete'])
  await expect(page.getByText('Waiting for buyer to send fiat payment')).toBeVisible()
  await expect(page.getByText('The smart-contract escrow is still being built.')).toBeVisible()
  // The chat begins with the terms; their card is closed, so that they are read once.
  const terms = page.locator('details').filter({ hasText: 'Offer terms' })
  await expect(terms.locator('p')).toBeHidden()
  await terms.getByText('Offer terms').click()
  await expect(terms).toContainText('From an account\nin your own name.', { useInnerText: true })
  await openEscrow(page)
  const card = page.locator('details').filter({ hasText: 'Escrow address' })
  for (const text of ['Demo', 'Polygon']) await expect(card.getByText(text, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the demo address' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toMatch(/^DEMO-0x[0-9a-fA-F]{40}$/)
  await page.getByRole('button', { name: 'Copy the reference' }).click()
  await expect.poll(copied).toBe(`FP-${trade.id.slice(0, 8).toUpperCase()}`)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/trades')

  await enter(seller, trade)
  await page.goForward()
  await make(page, 'I have sent the payment')
  await expect(steps).toContainText(['Created (done)', 'USDT locked', 'Marked as paid (done)', 'Confirmation (now)'])
  await expectStatus(seller.page, 'Marked as paid')
  await expect(seller.page.getByText('Marked as paid, waiting for the seller to confirm')).toBeVisible()
  await make(seller.page, 'Confirm payment received')
  await expect(steps).toContainText([
    'Created (done)',
    'USDT was locked (done)',
    'Marked as paid (done)',
    'Complete: USDT released (done)',
  ])
})

test(
  'the message field grows from 40 to 120 pixels; a reader of older messages keeps their position, and sees that there are newer ones',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    await insertSellerMessages(trade, 25)
    await enter(buyer, trade)
    const log = await openChat(buyer.page)
    await expectGrowing(buyer.page)
    await buyer.page.getByRole('textbox', { name: 'Message' }).scrollIntoViewIfNeeded()
    await expect(log.getByText('Message 25')).toBeInViewport()
    await log.evaluate((element) => element.scrollTo(0, 0))
    await expect(log.getByText('Trade instructions', { exact: true })).toBeInViewport()

    await say(seller, trade, 'The newest one')
    await expect(log.getByText('The newest one')).not.toBeInViewport()
    await buyer.page.getByRole('button', { name: 'New messages' }).click()
    await expect(log.getByText('The newest one')).toBeInViewport()
    await expect(buyer.page.getByRole('button', { name: 'New messages' })).toBeHidden()

    await log.evaluate((element) => element.scrollTo(0, 0))
    await write(buyer.page, 'My own words')
    await expect(log.getByText('My own words')).toBeInViewport()
  },
)

test(
  'on a phone the chat counts unread messages, a hundred of them as 99+',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    // 99 with the opening and the terms, which is shown exactly.
    await insertSellerMessages(trade, 97)
    await enter(buyer, trade)
    const open = buyer.page.getByRole('button', { name: /^Open the chat/ })
    await expect(open).toHaveAccessibleName('Open the chat, 99 unread')
    await say(seller, trade, 'One more')
    await expect(open).toHaveAccessibleName('Open the chat, 99+ unread')
    await expect(open).toContainText('99+')
    const marked = buyer.page.waitForResponse(/\/messages\/read$/)
    await openChat(buyer.page)
    await marked
    await closeChat(buyer.page)
    await expect(open).toHaveAccessibleName('Open the chat')
    await say(seller, trade, 'And another')
    await expect(open).toHaveAccessibleName('Open the chat, 1 unread')
    // The server knows what was on the screen, and the other side sees it.
    await buyer.page.reload()
    await expect(open).toHaveAccessibleName('Open the chat, 1 unread')
    await enter(seller, trade)
    const log = await openChat(seller.page)
    const seen = log.getByRole('listitem').filter({ hasText: 'Seen' })
    await expect(seen).toContainText('One more')
    await openChat(buyer.page)
    await expect(seen).toContainText('And another')
    await buyer.page.getByRole('textbox', { name: 'Message' }).fill('I am')
    await expect(seller.page.getByRole('status').filter({ hasText: 'is typing…' })).toHaveCount(1)
  },
)

test(
  'on a phone the next act and its deadline are in sight in every status, and the end leads to the next trade',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const offer = await postOffer(seller)
    const trade = await openTrade(buyer, offer)
    await enter(buyer, trade)
    await enter(seller, trade)

    await test.step('waiting for the payment', async () => {
      await expectInSight(buyer.page, { act: 'Show payment details', time: 'Time left to pay' })
      await expectInSight(seller.page, { time: 'Time left to pay' })
      await buyer.page.evaluate(() => window.scrollTo(0, 0))
      const payment = ['Amount to pay', 'Payment method', 'Payment reference']
      for (const name of payment) await expect(fact(buyer.page, name)).toBeInViewport({ ratio: 1 })
      const notice = buyer.page.getByText('The smart-contract escrow is still being built.')
      await expect(notice).toBeHidden()
      await buyer.page.getByRole('button', { name: /The USDT is not real/ }).click()
      await expect(notice).toBeInViewport({ ratio: 1 })
      await openChat(buyer.page)
      await buyer.page.getByRole('dialog').getByRole('button', { name: 'Show payment details' }).click()
      await expect(buyer.page.getByRole('dialog')).toBeHidden()
      await expect(fact(buyer.page, 'IBAN')).toBeInViewport()
      await expectInSight(buyer.page, { act: 'I have sent the payment', time: 'Time left to pay' })
      await buyer.page.reload()
      await expectInSight(buyer.page, { act: 'I have sent the payment', time: 'Time left to pay' })
      await expect(buyer.page.getByRole('button', { name: 'Show payment details' })).toBeVisible()
    })
    await test.step('marked as paid', async () => {
      await make(buyer.page, 'I have sent the payment')
      await expectInSight(seller.page, { act: 'Confirm payment received', time: 'A dispute opens in' })
      await openChat(seller.page)
      const chat = seller.page.getByRole('dialog')
      await expect(chat.getByText('A dispute opens in')).toBeInViewport({ ratio: 1 })
      await expect(chat.getByRole('timer')).toBeInViewport({ ratio: 1 })
      await chat.getByRole('button', { name: 'Confirm payment received' }).click()
      const form = seller.page.getByRole('dialog', { name: 'Confirm payment received' })
      await expect(form.getByLabel('Sender’s name')).toBeVisible()
      await form.getByRole('button', { name: 'Go back' }).click()
      await expect(form).toBeHidden()
      const field = seller.page.getByRole('textbox', { name: 'Message' })
      await field.fill('One moment, please.')
      await field.click({ trial: true })
      await seller.page.getByRole('button', { name: 'Send' }).click()
      await closeChat(seller.page)
    })
    await test.step('completed', async () => {
      await make(seller.page, 'Confirm payment received')
      await expectStatus(buyer.page, 'Completed')
      await expectInSight(buyer.page, { link: 'Trade again' })
      await buyer.page.getByRole('link', { name: 'Trade again' }).click()
      await expect(buyer.page).toHaveURL(`/trade/new?offer=${offer.id}&amount=150.00&method=sepa_instant`)
      // Its quote would be refused once the next trade is open.
      await expect(buyer.page.getByRole('button', { name: 'Open buy trade' })).toBeEnabled()
    })
    await test.step('refund held', async () => {
      const cancelled = await openTrade(buyer, offer)
      await ask(buyer, 'POST', `/api/trades/${cancelled.id}/payment-details`, {})
      await ask(seller, 'POST', `/api/trades/${cancelled.id}/cancel`, { seenStatus: 'awaiting_payment' })
      await enter(buyer, cancelled)
      await expectInSight(buyer.page, { act: 'Have you already paid?', time: 'Time left to object' })
      await buyer.page.getByRole('button', { name: 'Have you already paid?' }).click()
      await expect(buyer.page.getByRole('button', { name: 'I had already paid' })).toBeInViewport({ ratio: 1 })
      await enter(seller, cancelled)
      await expectInSight(seller.page, { time: 'The USDT returns in' })
    })
    await test.step('disputed', async () => {
      const disputed = await openTrade(buyer, await postOffer(seller))
      await enter(buyer, disputed)
      await make(buyer.page, 'I have sent the payment')
      await ageTrade(disputed, 11)
      const opening = { seenStatus: 'payment_sent', reason: 'not_received', statement: 'No payment since yesterday.' }
      await ask(seller, 'POST', `/api/trades/${disputed.id}/open-dispute`, opening)
      await expectInSight(buyer.page, { act: 'Write your statement', time: 'Your time left' })
      await buyer.page.getByRole('button', { name: 'Write your statement' }).click()
      const field = buyer.page.getByLabel('Your statement')
      await expect(field).toBeInViewport({ ratio: 1 })
      await buyer.page.evaluate(() => window.scrollTo(0, 0))
      await openChat(buyer.page)
      await buyer.page.getByRole('dialog').getByRole('button', { name: 'Write your statement' }).click()
      await expect(buyer.page.getByRole('dialog')).toBeHidden()
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(buyer.page.locator('#dispute').locator(':focus')).toHaveCount(1)
      // The section does not count the time of the bar again.
      await expect(buyer.page.getByRole('timer')).toHaveCount(1)
      await expect(buyer.page.getByText(/^until /)).toBeVisible()
      await enter(seller, disputed)
      await expectInSight(seller.page, { time: 'The other party’s time left' })
    })
  },
)

test('on a wide screen the buyer’s next step is above the fold, and the payment mark below the payment', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = buyer
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(buyer, trade)
  const show = page.getByRole('button', { name: 'Show payment details' })
  await expect(show).toBeInViewport({ ratio: 1 })
  const mark = page.getByRole('button', { name: 'I have sent the payment' })
  const top = async (part: Locator) => (await part.boundingBox())!.y
  expect(await top(mark)).toBeGreaterThan(await top(show))
})

for (const language of ['en', 'ar', 'fr'] as const) {
  test(
    `on the first screen of a small phone (${language}) are the status, what is paid, and the next act`,
    { tag: ['@phone', '@phone-only'] },
    async ({ newUser }) => {
      const words = (english: string) => (language === 'en' ? english : word(language, english))
      const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
      const trade = await openTrade(buyer, await postOffer(seller))
      const { page } = buyer
      const enterSmall = async (user: User) => {
        await user.page.setViewportSize({ width: 360, height: 640 })
        await user.page.goto(inLanguage(language, `/trade/${trade.id}`))
      }
      const rows = ['Payment method', 'Payment reference'].map(words)
      await enterSmall(buyer)
      await expectAboveBar(page, words('Show payment details'), [
        page.getByRole('region', { name: words('Trade status'), exact: true }),
        ...[words('Amount to pay'), ...rows].map((name) => fact(page, name)),
        page.getByRole('button', { name: words('Copy the amount') }),
        page.getByRole('button', { name: words('Copy the reference') }),
      ])
      await page.getByRole('button', { name: words('Show payment details') }).click()
      // The focus follows the pressed button to what takes its place, and the page scrolls to it.
      await expectAboveBar(
        page,
        words('I have sent the payment'),
        [words('Amount to pay'), ...rows, words('Account holder'), 'IBAN'].map((name) => fact(page, name)),
      )
      await expect(page.locator(':focus')).toContainText('IBAN')

      await markPaid(buyer, trade)
      await enterSmall(seller)
      await expectAboveBar(seller.page, words('Confirm payment received'), [
        seller.page.getByRole('region', { name: words('Trade status'), exact: true }),
        ...[words('Payment amount'), ...rows].map((name) => fact(seller.page, name)),
      ])
    },
  )
}

test(
  'a move is announced once: by the rail beside the chat, and by the open chat over it',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    await listen(seller.page)
    await listen(buyer.page)
    await enter(seller, trade)
    await enter(buyer, trade)
    // The other party reads in the open chat, which covers the rail of a phone.
    const log = await openChat(buyer.page)
    await expect(log.getByText('The trade is open.', { exact: false })).toBeVisible()
    const expectOne = async (user: User, words: RegExp) => {
      await expect.poll(() => announcedWith(user.page, words)).toHaveLength(1)
      await clearAnnouncements(user.page)
    }
    await expect(seller.page.getByText('Waiting for the buyer')).toBeVisible()
    for (const { page } of [seller, buyer]) await clearAnnouncements(page)

    await markPaid(buyer, trade)
    for (const { page } of [seller, buyer]) await expectStatus(page, 'Marked as paid')
    await expect(log.getByText('The buyer marked this trade as paid.', { exact: false })).toBeVisible()
    await expectOne(seller, /check your account|marked this trade/)
    await expectOne(buyer, /Waiting for the seller|marked this trade/)

    await ageTrade(trade, 11)
    const opening = { seenStatus: 'payment_sent', reason: 'not_received', statement: 'No payment since yesterday.' }
    await ask(seller, 'POST', `/api/trades/${trade.id}/open-dispute`, opening)
    for (const { page } of [seller, buyer]) await expectStatus(page, 'Disputed')
    await expect(log.getByText('The seller opened a dispute.', { exact: false })).toBeVisible()
    await expect(buyer.page.getByText('Your turn: submit your statement')).toBeAttached()
    await expectOne(seller, /dispute/i)
    await expectOne(buyer, /dispute/i)
  },
)

test('of two tabs with the same trade, one plays the tone', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page, context } = seller
  await context.addInitScript(() => {
    window.notes = 0
    const start = Reflect.get(OscillatorNode.prototype, 'start') as (this: OscillatorNode, when?: number) => void
    OscillatorNode.prototype.start = function (...when) {
      window.notes++
      start.apply(this, when)
    }
  })
  const other = await context.newPage()
  const toggle = (tab: Page) => tab.getByRole('switch', { name: 'Sound for your turn and new messages' })
  await page.goto(`/trade/${trade.id}`)
  await toggle(page).click()
  await expect(toggle(page)).toBeChecked()
  await other.goto(`/trade/${trade.id}`)
  await expect(toggle(other)).toBeChecked()
  // A press allows sound in the tab.
  await other.getByRole('heading', { level: 1 }).click()
  const played = async () => {
    const notes = await Promise.all([page, other].map((tab) => tab.evaluate(() => window.notes)))
    return notes[0]! + notes[1]!
  }
  // Two notes make one tone, here the sample of the switch.
  await expect.poll(played).toBe(2)
  await say(buyer, trade, 'Hello')
  for (const tab of [page, other]) await expect(tab.getByText('Hello', { exact: true })).toBeVisible()
  await expect.poll(played).toBe(4)
  await markPaid(buyer, trade)
  for (const tab of [page, other]) await expectStatus(tab, 'Marked as paid')
  await expect.poll(played).toBe(6)
})

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of the window
  var notes: number
}

/** Each part is whole in the window, above the bar with the act. */
async function expectAboveBar(page: Page, act: string, parts: Locator[]): Promise<void> {
  const button = page.locator('[data-room-bar]').getByRole('button', { name: act, exact: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.evaluate(showOwnFonts)
  for (const part of parts) {
    await expect(part).toBeInViewport({ ratio: 1 })
    const ends = async () => {
      const [box, bar] = [await part.boundingBox(), await page.locator('[data-room-bar]').boundingBox()]
      return box!.y + box!.height - bar!.y
    }
    await expect.poll(ends, part.toString()).toBeLessThanOrEqual(0)
  }
}

/** In the page, which a busy browser shows in the system's wider font for good (`font-display: optional`). */
async function showOwnFonts(): Promise<void> {
  for (const face of document.fonts) face.display = 'block'
  await document.fonts.ready
}

async function expectGrowing(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(box).toHaveAttribute('placeholder', 'Type a message…')
  const height = async () => (await box.boundingBox())?.height
  await expect.poll(height).toBe(40)
  await box.fill('one\ntwo\nthree')
  const grown = Number(await height())
  expect(grown).toBeGreaterThan(40)
  expect(grown).toBeLessThan(120)
  await box.fill('line\n'.repeat(30))
  await expect.poll(height).toBe(120)
  await box.fill('')
  await expect.poll(height).toBe(40)
}
