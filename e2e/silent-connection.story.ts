/** Connections that fail without telling the browser: the page says so within a minute, and nothing is lost or shown twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { urlsOf } from '../server/db/logins.ts'
import { startServerProcess } from '../server/testing/servers/server-process.ts'
import { openTrade, postOffer, say } from './fixtures.ts'
import { openCuttableConnection } from './network-cut.ts'
import { enter, heard, openChat } from './trade-room.ts'
import { expect, test } from './users.ts'

const MINUTE_MS = 60_000
const HEALED_MS = 5000
/** What a second of the page's clock takes at least: requests take real time, and a whole minute would end them before they are sent. */
const SECOND_MS = 25

test('a connection that is swallowed, held, cut or slow: the page is not silently old, and heals', async ({
  newUser,
}) => {
  test.slow()
  const connection = await openCuttableConnection()
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = seller
  seller.allow(/^net::ERR_/)
  await page.clock.install()
  await enter(seller, trade, connection.address)
  const log = await openChat(page)
  const expected: string[] = []
  await sayAndHear()

  async function sayTwice(): Promise<void> {
    for (let n = 0; n < 2; n++) {
      const text = `message ${expected.length + 1}.`
      await say(buyer, trade, text)
      expected.push(text)
    }
  }

  async function expectHeard(): Promise<void> {
    await expect.poll(() => heard(log, expected)).toEqual(expected)
  }

  async function sayAndHear(): Promise<void> {
    await sayTwice()
    await expectHeard()
  }

  const failures: [string, () => void, RegExp][] = [
    ['swallowed in both directions', () => connection.swallow(), /no connection/],
    ['swallowed on the way to the browser', () => connection.swallow(['down']), /no connection/],
    ['held by a proxy', () => connection.hold(['down']), /no connection/],
    ['cut', () => connection.cut(), /no connection/],
  ]
  for (const [name, fail, words] of failures) {
    await test.step(name, async () => {
      const known = [...expected]
      fail()
      await sayTwice()
      expect(await heard(log, expected)).toEqual(known)
      await pass(page, MINUTE_MS)
      await expect(note(page, words)).toBeVisible()
      connection.restore()
      await pass(page, HEALED_MS)
      await expectHeard()
      await expect(note(page, /Reconnecting|Not live/)).toHaveCount(0)
      await expect.poll(connection.openStreams).toBe(1)
      await sayAndHear()
    })
  }

  await test.step('slow', async () => {
    connection.delay(700)
    await sayAndHear()
    connection.restore()
  })

  await test.step('the server restarts', async () => {
    const { appUrl } = urlsOf(String(process.env.E2E_DATABASE_URL))
    const other = await startServerProcess(appUrl, { DEMO: '1', DEMO_HISTORY: '0' })
    connection.moveTo(Number(new URL(other.url).port))
    connection.cut()
    connection.restore()
    await pass(page, HEALED_MS)
    await expect.poll(connection.openStreams).toBe(1)
    await sayAndHear()
    connection.moveTo(Number(process.env.E2E_PORT))
    // It ends its streams before it stops, and refuses what comes meanwhile.
    seller.allow(/^503 /)
    await other.stop()
    await sayTwice()
    await pass(page, HEALED_MS)
    await expectHeard()
    await expect.poll(connection.openStreams).toBe(1)
  })

  await test.step('after an hour of sleep', async () => {
    connection.swallow()
    await sayTwice()
    connection.restore()
    await page.clock.fastForward(60 * MINUTE_MS)
    await pass(page, HEALED_MS)
    await expectHeard()
    await expect(note(page, /Reconnecting|Not live/)).toHaveCount(0)
    await sayAndHear()
  })
  connection.remove()
})

async function pass(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await page.clock.runFor(1000)
    await sleep(SECOND_MS)
  }
}

function note(page: Page, words: RegExp): Locator {
  return page.getByRole('status').filter({ hasText: words, visible: true })
}
