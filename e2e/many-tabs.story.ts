/** Ten tabs of one browser, which has six connections to a host. */
import type { Locator, Page } from '@playwright/test'
import { openTrade, postOffer, say } from './fixtures.ts'
import { openCuttableConnection } from './network-cut.ts'
import { heard, openChat } from './trade-room.ts'
import { expect, test } from './users.ts'

const TABS = 10

test('ten tabs share one stream, and another browser has its own: all are live, and another tab leads when the leader is closed', async ({
  newUser,
  newVisitor,
}) => {
  test.slow()
  const connection = await openCuttableConnection()
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  seller.allow(/^net::ERR_/)
  const pages = [seller.page]
  while (pages.length < TABS) pages.push(await seller.context.newPage())
  const openRoom = async (page: Page) => {
    await page.goto(`${connection.address}/trade/${trade.id}`)
    return openChat(page)
  }
  // The first tab leads, since there is no other yet.
  const logs: Locator[] = []
  for (const page of pages) logs.push(await openRoom(page))
  const said: string[] = []
  let browsers = 1

  async function expectInEveryTab(text: string): Promise<void> {
    said.push(text)
    await say(buyer, trade, text)
    await Promise.all(logs.map((log) => expect.poll(() => heard(log, said)).toEqual(said)))
    await expect.poll(connection.openStreams).toBe(browsers)
  }

  await expectInEveryTab('to ten tabs')
  await pages[0]!.close()
  logs.shift()
  await expectInEveryTab('to nine tabs')

  await test.step('the server ends all connections', async () => {
    connection.cut()
    said.push('while away')
    await say(buyer, trade, 'while away')
    connection.restore()
    await expectInEveryTab('after the return')
  })

  await test.step('a new tab is live', async () => {
    logs.push(await openRoom(await seller.context.newPage()))
    await expectInEveryTab('to a new tab too')
  })

  await test.step('another browser of the same user is live too, and so are both after a cut', async () => {
    const other = await newVisitor()
    other.allow(/^net::ERR_/)
    await other.context.addCookies(await seller.context.cookies())
    logs.push(await openRoom(other.page))
    browsers = 2
    await expectInEveryTab('to two browsers')
    connection.cut()
    said.push('missed by both')
    await say(buyer, trade, 'missed by both')
    connection.restore()
    await expectInEveryTab('with both back')
  })
  connection.remove()
})
