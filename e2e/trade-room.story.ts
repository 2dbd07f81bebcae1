import type { Locator, Page } from '@playwright/test'
import { expect, test, type User } from './users.ts'
import { closeChat, enter, expectStatus, make, openChat, write } from './trade-room.ts'
import { openTrade, postOffer, say } from './fixtures.ts'
import { insertSellerMessages, withoutMessages } from './time-travel.ts'

test('the trade page shows its progress, its terms, and a link back', { tag: '@phone' }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller, { terms: 'From an account\nin your own name.' }))
  const { page } = buyer
  const steps = page.getByRole('list', { name: 'Progress of this trade' }).getByRole('listitem')
  await page.goto('/trades')
  await page.getByRole('link', { name: `Trade with ${seller.username}` }).click()
  await expect(steps).toContainText(['Created (done)', 'USDT locked', 'Payment (now)', 'Complete'])
  await expect(page.getByText('Waiting for buyer to send fiat payment')).toBeVisible()
  await expect(page.getByText('The smart-contract escrow is still being built.')).toBeVisible()
  const terms = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Offer terms' }) })
  await expect(terms).toContainText('From an account\nin your own name.', { useInnerText: true })
  const card = page.locator('section').filter({ hasText: 'Escrow address' })
  for (const text of ['Demo', 'Polygon']) await expect(card.getByText(text, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/trades')

  await enter(seller, trade)
  await make(seller.page, 'Extend payment window')
  await page.goForward()
  await make(page, 'I have sent the payment')
  await expect(steps).toContainText(['Created (done)', 'USDT locked', 'Marked as paid (done)', 'Complete (now)'])
  await expectStatus(seller.page, 'Marked as paid')
  await expect(seller.page.getByText('Marked as paid, waiting for the seller to confirm')).toBeVisible()
  await make(seller.page, 'Confirm payment received', { isAsked: true })
  await expect(steps).toContainText([
    'Created (done)',
    'USDT was locked (done)',
    'Marked as paid (done)',
    'Complete: USDT released (done)',
  ])
})

test('a user who arrived by an external link is led back to their trades', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const tab = await buyer.context.newPage()
  await tab.goto(`/trade/${trade.id}`)
  await tab.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tab).toHaveURL('/trades')
})

test('the chat counts its messages and says when each was written', { tag: '@phone' }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = buyer
  await withoutMessages(trade, async () => {
    await enter(buyer, trade)
    await expect((await openChat(page)).getByRole('listitem')).toHaveText('No messages yet. Start the conversation!')
    await expect(chatTitle(page, seller)).toHaveText(`Chat with ${seller.username}0 messages`)
  })
  await page.reload()
  const log = await openChat(page)
  await expect(chatTitle(page, seller)).toHaveText(`Chat with ${seller.username}1 message`)
  await write(page, 'Which account?')
  await expect(chatTitle(page, seller)).toHaveText(`Chat with ${seller.username}2 messages`)
  await expect(log.getByRole('time')).toHaveText([/^\d\d:\d\d$/, /^\d\d:\d\d$/])
  await expect(page.locator('input[type="file"]')).toHaveAttribute('accept', 'image/*')
})

test('the message field grows with its text from 40 to 120 pixels', { tag: '@phone' }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await openChat(buyer.page)
  const box = buyer.page.getByRole('textbox', { name: 'Message' })
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
})

test('the address copied from the escrow card is not valid for a wallet', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page, context } = buyer
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(buyer, trade)
  const copy = page.getByRole('button', { name: 'Copy the demo address' })
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^DEMO-0x[0-9a-fA-F]{40}$/)
  await expect(copy).toBeVisible()
  await page.getByRole('button', { name: 'Copy the reference' }).click()
  const reference = `FP-${trade.id.slice(0, 8).toUpperCase()}`
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
})

test(
  'a reader of older messages keeps their position, and sees that there are newer ones',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    for (let number = 1; number <= 25; number++) await say(seller, trade, `Message number ${number}`)
    await enter(buyer, trade)
    const log = await openChat(buyer.page)
    await buyer.page.getByRole('textbox', { name: 'Message' }).scrollIntoViewIfNeeded()
    await expect(log.getByText('Message number 25')).toBeInViewport()
    await log.evaluate((element) => element.scrollTo(0, 0))
    await expect(log.getByText('Trade instructions')).toBeInViewport()

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

test('on a phone the chat counts unread messages', { tag: ['@phone', '@phone-only'] }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  const { page } = buyer
  await expect(page.getByRole('button', { name: 'Open the chat, 1 unread' })).toBeVisible()
  await openChat(page)
  await closeChat(page)
  await expect(page.getByRole('button', { name: 'Open the chat', exact: true })).toBeVisible()
  for (const text of ['one', 'two', 'three']) await say(seller, trade, text)
  await expect(page.getByRole('button', { name: 'Open the chat, 3 unread' })).toBeVisible()
})

test('a hundred unread messages are shown as 99+', { tag: ['@phone', '@phone-only'] }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  // 99 with the instructions, which is shown exactly.
  await insertSellerMessages(trade, 98)
  await enter(buyer, trade)
  const open = buyer.page.getByRole('button', { name: /^Open the chat/ })
  await expect(open).toHaveAccessibleName('Open the chat, 99 unread')
  await say(seller, trade, 'One more')
  await expect(open).toHaveAccessibleName('Open the chat, 99+ unread')
  await expect(open).toContainText('99+')
  await openChat(buyer.page)
  await closeChat(buyer.page)
  await expect(open).toHaveAccessibleName('Open the chat')
})

/** The header above the messages: the counterparty, and the number of messages. */
function chatTitle(page: Page, other: User): Locator {
  return page.getByRole('heading', { level: 2, name: `Chat with ${other.username}` })
}
