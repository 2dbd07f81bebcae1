/** An outage in three browsers, on a server of its own: it stops the deadlines of all trades. */
import pg from 'pg'
import type { Page } from '@playwright/test'
import type { MyOffer } from '../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../domain/api/trades/trades.ts'
import { SOURCE_LANGUAGE } from '../domain/languages.ts'
import { urlsOf } from '../server/db/logins.ts'
import { openPool } from '../server/db/pool.ts'
import { SYSTEM } from '../server/db/scope.ts'
import { createUser } from '../server/testing/accounts/create-user.ts'
import { authenticatorAppWith, waitForStableTotp } from '../server/testing/accounts/factors.ts'
import { DETAILS } from '../server/testing/accounts/payment-accounts.ts'
import { TEST_SECRET } from '../server/testing/accounts/secret.ts'
import { ageOutages } from '../server/testing/time-travel.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { openEmptyMarket } from './empty-market.ts'
import { OFFER } from './fixtures.ts'
import { expect, PASSWORD, test, uniqueName, type Visitor } from './users.ts'

const REASON = 'The database moves to another machine.'

test('an admin starts an outage: the parties see the banner and a countdown that stands, and get the time back at its end', async ({
  newVisitor,
}) => {
  test.slow()
  const { address, databaseUrl, close } = await openEmptyMarket()
  const pool = await openPool(urlsOf(databaseUrl).appUrl, 2, SYSTEM)
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 })

  const visitors: Visitor[] = []
  async function newUser(name: string): Promise<Visitor> {
    const visitor = await newVisitor()
    visitors.push(visitor)
    const username = uniqueName(name)
    const names = { username, email: `${username.toLowerCase()}@example.org`, password: PASSWORD }
    const userAgent = await visitor.page.evaluate(() => navigator.userAgent)
    const secrets = { current: TEST_SECRET, previous: null }
    const { session } = await createUser(pool.db, secrets, { ...names, language: SOURCE_LANGUAGE, userAgent })
    await visitor.context.addCookies([
      { url: address, httpOnly: true, sameSite: 'Lax', name: 'sid', value: encodeURIComponent(session) },
    ])
    if (name !== 'admin') return visitor
    await owner.query("insert into staff_members (user_id, role) select id, 'admin' from users where username = $1", [
      username,
    ])
    const { secret } = await post<{ secret: string }>(visitor, '/api/factors/totp/start')
    await waitForStableTotp()
    await post(visitor, '/api/factors/totp/confirm', { code: authenticatorAppWith(secret)(-1) })
    return visitor
  }

  async function post<Answer>({ context }: Visitor, path: string, data: object = {}): Promise<Answer> {
    const headers = { origin: address, 'idempotency-key': crypto.randomUUID() }
    const answer = await context.request.post(`${address}${path}`, { headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Answer
  }

  const openRoom = async (page: Page, trade: Trade) => {
    await page.goto(`${address}/trade/${trade.id}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  }

  try {
    const [seller, buyer, admin] = [await newUser('seller'), await newUser('buyer'), await newUser('admin')]
    await post(seller, '/api/payment-accounts', DETAILS.sepa_instant)
    const { rows } = await owner.query<{ id: string }>('select id from payment_accounts')
    const offer = await post<MyOffer>(seller, '/api/offers', { ...OFFER, paymentAccountIds: [rows[0]!.id] })
    const wish = { offerId: offer.id, anchor: 'fiat', amount: '150' }
    const quote = await post<Quote>(buyer, '/api/quotes', wish)
    const trade = await post<Trade>(buyer, '/api/trades', { quoteId: quote.id })
    for (const { page } of [seller, buyer]) await openRoom(page, trade)
    const left = await secondsLeft(buyer.page)
    expect(left).toBeGreaterThan(25 * 60)

    const { page } = admin
    await test.step('an admin reads what an outage does, and starts one', async () => {
      await page.goto(`${address}/admin?tab=outages`)
      await expect(page.getByRole('heading', { name: 'No ongoing outage' })).toBeVisible()
      await expect(page.getByText('1 open trade')).toBeVisible()
      await giveReason(page, 'Start an outage')
      await expect(page.getByRole('heading', { name: 'Ongoing outage' })).toBeVisible()
      await expectAccessible(page)
      await expectToFit(page)
    })

    await test.step('both parties see the banner, without a reload, and a countdown that stands', async () => {
      for (const party of [seller, buyer]) {
        await expect(party.page.getByText(/^Outage since/)).toBeVisible()
        await expectStopped(party.page)
      }
      await expectAccessible(buyer.page)
      await expectToFit(buyer.page)
    })

    await test.step('after 20 minutes the trade has the time left that it had', async () => {
      await ageOutages(owner, [trade.id], 20)
      await openRoom(buyer.page, trade)
      await expectStopped(buyer.page)
      expect(Math.abs((await secondsLeft(buyer.page)) - left)).toBeLessThan(60)
    })

    await test.step('the admin ends it: the banner is gone, and the countdown goes on where it stopped', async () => {
      await page.reload()
      await giveReason(page, 'End the outage')
      await expect(page.getByRole('heading', { name: 'No ongoing outage' })).toBeVisible()
      await expect(page.getByText(/^Ended /)).toBeVisible()
      for (const party of [seller, buyer]) await expect(party.page.getByText(/^Outage since/)).toBeHidden()
      const resumed = await secondsLeft(buyer.page)
      expect(Math.abs(resumed - left)).toBeLessThan(60)
      await expect.poll(() => secondsLeft(buyer.page)).toBeLessThan(resumed)
    })
  } finally {
    // An open page would ask the closed server for its events.
    for (const { page } of visitors) await page.goto('about:blank')
    await owner.end()
    await pool.close()
    await close()
  }
})

/** The admin's button, and its dialog. */
async function giveReason(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog', { name: action })
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

async function secondsLeft(page: Page): Promise<number> {
  const shown = await page.getByRole('main').getByRole('timer').filter({ visible: true }).first().innerText()
  const [minutes, seconds] = shown.split(':').map(Number)
  return minutes! * 60 + seconds!
}

async function expectStopped(page: Page): Promise<void> {
  await expect(
    page.getByRole('main').getByText('suspended', { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible()
  const before = await secondsLeft(page)
  await page.waitForTimeout(2500)
  expect(await secondsLeft(page)).toBe(before)
}
