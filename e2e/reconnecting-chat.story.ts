import { openCuttableConnection } from './network-cut.ts'
import { expect, test, type User } from './users.ts'
import { enter, heard, openChat, write } from './trade-room.ts'
import { openTrade, postOffer, say } from './fixtures.ts'

const STREAM = /\/api\/events(\?|$)/

test('a user who was offline receives every message once and in order, and their own messages are sent', async ({
  newUser,
}) => {
  const connection = await openCuttableConnection()
  const { seller, buyer, trade } = await twoInAChat(newUser, connection.address)
  const log = await openChat(seller.page)
  await say(buyer, trade, 'before the cut')
  await expect(log).toContainText('before the cut')

  seller.allow(/^net::ERR_/)
  connection.cut()
  const missed = ['first while away', 'second while away', 'third while away']
  for (const text of missed) await say(buyer, trade, text)
  await write(seller.page, 'written while away')
  await expect(log).toContainText('Sending…')
  expect(await heard(log, missed)).toEqual([])

  connection.restore()
  await expect(log).toContainText('third while away', { timeout: 20_000 })
  await expect(log).not.toContainText('Sending…', { timeout: 20_000 })
  await say(buyer, trade, 'after the cut')
  const everything = ['before the cut', ...missed, 'written while away', 'after the cut']
  await expect.poll(() => heard(log, everything)).toEqual(everything)

  await enter(buyer, trade)
  const others = await openChat(buyer.page)
  await expect(others).toContainText('after the cut')
  expect(await heard(others, everything)).toEqual(everything)
  await seller.page.reload()
  await expect(await openChat(seller.page)).toContainText('after the cut')
  expect(await heard(log, everything)).toEqual(everything)
  connection.remove()
})

test('a lost connection is reported immediately, and the report ends with it', async ({ newUser }) => {
  const { seller } = await twoInAChat(newUser)
  const notes = seller.page.getByText(/Not live|Reconnecting/).filter({ visible: true })
  await expect(notes).toHaveCount(0)
  seller.allow(/^net::ERR_/)
  await seller.page.context().setOffline(true)
  await expect(notes).not.toHaveCount(0)
  await seller.page.context().setOffline(false)
  await expect(notes).toHaveCount(0)
})

test('while the stream is down the page polls every 3 seconds, and returns to the stream', async ({ newUser }) => {
  const { seller, buyer, trade } = await twoInAChat(newUser)
  seller.allow(/ERR_FAILED GET \/api\/events/)
  const { clock } = seller.page
  await clock.install()
  await seller.page.route(STREAM, (route) => route.abort())
  await seller.page.reload()
  const note = seller.page.getByText('Reconnecting… checking every 3 s').filter({ visible: true })
  await expect(note).toBeVisible()
  const log = await openChat(seller.page)
  const said = ['one by asking', 'two by asking', 'three by asking']
  for (const text of said) await say(buyer, trade, text)
  await clock.runFor(3000)
  await expect.poll(() => heard(log, said)).toEqual(said)

  await seller.page.unroute(STREAM)
  // The longest time between two attempts.
  await clock.runFor(30_000)
  await expect(note).toHaveCount(0)
  await say(buyer, trade, 'four by the stream')
  await expect(log).toContainText('four by the stream', { timeout: 2000 })
  expect(await heard(log, [...said, 'four by the stream'])).toEqual([...said, 'four by the stream'])
})

test('a message that cannot be sent says so and can be sent again, once', async ({ newUser }) => {
  const { seller, buyer, trade } = await twoInAChat(newUser)
  const log = await openChat(seller.page)
  seller.allow(/ERR_FAILED POST .*messages/)
  await seller.page.route(/\/messages/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await seller.page.clock.install()
  await write(seller.page, 'is this getting through?')
  // The page retries for 20 seconds of its clock.
  await expect(async () => {
    await seller.page.clock.runFor(3000)
    await expect(log.getByRole('alert')).toContainText('Not sent.', { timeout: 100 })
  }).toPass({ intervals: [0] })
  await seller.page.unroute(/\/messages/)
  await log.getByRole('button', { name: 'Try again' }).click()
  await expect(log.getByRole('alert')).toBeHidden()
  await enter(buyer, trade)
  const others = await openChat(buyer.page)
  await expect(others).toContainText('is this getting through?')
  expect(await heard(others, ['is this getting through?'])).toHaveLength(1)
})

/** A trade, with the seller in its room. */
async function twoInAChat(newUser: (name: string) => Promise<User>, address = '') {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(seller, trade, address)
  return { seller, buyer, trade }
}
