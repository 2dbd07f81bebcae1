import { isPhone } from './layout.ts'
import { expect, test } from './people.ts'
import { closeChat, enter, openChat, write } from './room.ts'
import { openTrade, postOffer, say } from './scene.ts'

test('what is copied from the escrow card is no address a wallet would take', async ({ newPerson }) => {
  const [seller, buyer] = [await newPerson('seller'), await newPerson('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page, context } = buyer
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(buyer, trade)
  const copy = page.getByRole('button', { name: 'Copy the demonstration address' })
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^DEMO-0x[0-9a-fA-F]{40}$/)
  await expect(copy).toBeVisible()
  await page.getByRole('button', { name: 'Copy the reference' }).click()
  const reference = `FP-${trade.id.slice(0, 8).toUpperCase()}`
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
})

test('a reader of older messages is not pulled away, and told that there are newer ones', async ({ newPerson }) => {
  const [seller, buyer] = [await newPerson('seller'), await newPerson('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  for (let number = 1; number <= 25; number++) await say(seller, trade, `Message number ${number}`)
  await enter(buyer, trade)
  const log = await openChat(buyer.page)
  await buyer.page.getByRole('textbox', { name: 'Message' }).scrollIntoViewIfNeeded()
  await expect(log.getByText('Message number 25')).toBeInViewport()
  await log.evaluate((element) => element.scrollTo(0, 0))
  await expect(log.getByText('Trade Instructions')).toBeInViewport()

  await say(seller, trade, 'The newest one')
  await expect(log.getByText('The newest one')).not.toBeInViewport()
  await buyer.page.getByRole('button', { name: 'New messages' }).click()
  await expect(log.getByText('The newest one')).toBeInViewport()
  await expect(buyer.page.getByRole('button', { name: 'New messages' })).toBeHidden()

  await log.evaluate((element) => element.scrollTo(0, 0))
  await write(buyer.page, 'My own words')
  await expect(log.getByText('My own words')).toBeInViewport()
})

test('on a phone the chat counts what was not read yet', async ({ newPerson }) => {
  const [seller, buyer] = [await newPerson('seller'), await newPerson('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  test.skip(!isPhone(buyer.page), 'a wide screen shows the chat beside the trade')
  await enter(buyer, trade)
  const { page } = buyer
  await expect(page.getByRole('button', { name: 'Open the chat, 1 unread' })).toBeVisible()
  await openChat(page)
  await closeChat(page)
  await expect(page.getByRole('button', { name: 'Open the chat', exact: true })).toBeVisible()
  for (const text of ['one', 'two', 'three']) await say(seller, trade, text)
  await expect(page.getByRole('button', { name: 'Open the chat, 3 unread' })).toBeVisible()
})
