/** The bond of a new buyer, on a server of its own: the operator's switch holds for every buyer of a database. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { OfferInput } from '../domain/offers/offer-form.ts'
import type { MyOffer } from '../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../domain/api/trades/trades.ts'
import { SOURCE_LANGUAGE } from '../domain/languages.ts'
import { BOND_END_TEXTS } from '../domain/trades/bond-texts.ts'
import { urlsOf } from '../server/db/logins.ts'
import { openPool } from '../server/db/pool.ts'
import { SYSTEM } from '../server/db/scope.ts'
import { createUser } from '../server/testing/accounts/create-user.ts'
import { accountOf } from '../server/testing/accounts/payment-accounts.ts'
import { TEST_SECRET } from '../server/testing/accounts/secret.ts'
import { BOND_FREE_MINUTES } from '../domain/trades/bonds.ts'
import { REFUND_HOLD_MINUTES } from '../domain/trades/trades.ts'
import { createKeyring } from '../server/db/encryption/keyring.ts'
import { ageTrade } from '../server/testing/time-travel.ts'
import { expectAccessible, expectToFitInOwnDirection } from './accessible.ts'
import { word } from './catalogue.ts'
import { openEmptyMarket } from './empty-market.ts'
import { OFFER } from './fixtures.ts'
import { confirmReceipt, enter, expectStatus, fact, make } from './trade-room.ts'
import { expect, PASSWORD, test, uniqueName, type User } from './users.ts'

const LIMITS_COMMAND = fileURLToPath(new URL('../scripts/limits.ts', import.meta.url))
/** Of 150 EUR, whose 2% are less. */
const BOND = '5.000000 USDT'
const SECRETS = { current: TEST_SECRET, previous: null }
const NOTE = 'with a bond of 2% of the trade (at least 5.00 USDT)'
const KEEPS_BOND = 'First ask the seller in the chat to cancel the trade: your bond is then returned to you'
const RETURNS_BOND = 'your bond is returned to you immediately'
const RULE = 'You lose the bond to the seller if you let the payment window run out'

test('a new buyer reads what is locked before the trade, gets it back after a completed one, and loses it with the payment window', async ({
  newVisitor,
}) => {
  // A server of its own and six users: two minutes on a busy machine.
  test.setTimeout(240_000)
  const { address, databaseUrl, close } = await openEmptyMarket()
  const { appUrl, ownerUrl } = urlsOf(databaseUrl)
  const pool = await openPool(appUrl, 2, SYSTEM)
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const users: User[] = []

  /** The operator's command. */
  async function switchBond(state: 'on' | 'off'): Promise<void> {
    const env = { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
    const { stdout } = await promisify(execFile)(process.execPath, [LIMITS_COMMAND, 'bond', state], { env })
    expect(stdout).toContain(`bond ${state}`)
  }

  async function newUser(name: string): Promise<User> {
    const visitor = await newVisitor()
    const username = uniqueName(name)
    const names = { username, email: `${username.toLowerCase()}@example.org`, password: PASSWORD }
    users.push({ ...visitor, ...names })
    const userAgent = await visitor.page.evaluate(() => navigator.userAgent)
    const { session } = await createUser(pool.db, SECRETS, { ...names, language: SOURCE_LANGUAGE, userAgent })
    await visitor.context.addCookies([
      { url: address, httpOnly: true, sameSite: 'Lax', name: 'sid', value: encodeURIComponent(session) },
    ])
    return { ...visitor, ...names }
  }

  async function post<Answer>({ context }: User, path: string, data: object): Promise<Answer> {
    const headers = { origin: address, 'idempotency-key': crypto.randomUUID() }
    const answer = await context.request.post(`${address}${path}`, { headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Answer
  }

  async function postOffer(seller: User, changes: Partial<OfferInput> = {}): Promise<MyOffer> {
    const { rows } = await owner.query<{ id: string }>('select id from users where username = $1', [seller.username])
    const paymentAccountId = await accountOf(owner, createKeyring(SECRETS), rows[0]!.id, OFFER.paymentMethods[0]!)
    return post(seller, '/api/offers', { ...OFFER, ...changes, paymentAccountIds: [paymentAccountId] })
  }

  async function openTrade(buyer: User, offer: MyOffer, amount = '150'): Promise<Trade> {
    const quote = await post<Quote>(buyer, '/api/quotes', { offerId: offer.id, anchor: 'fiat', amount })
    return post(buyer, '/api/trades', { quoteId: quote.id })
  }

  const openAlerts = ({ page }: User) => page.goto(`${address}/dashboard?tab=alerts`)

  try {
    await switchBond('on')
    const [seller, buyer, late] = [await newUser('seller'), await newUser('buyer'), await newUser('late')]
    // One of its three trades is free to new takers: another one has it.
    const offer = await postOffer(seller, { newTakerShare: 'third', maxOpenTrades: 3 })
    await openTrade(await newUser('first'), offer, '20')

    await test.step('before the form is sent it names the amount and what loses it', async () => {
      const { page } = buyer
      await page.goto(`${address}/trade/new?offer=${offer.id}`)
      await expect(page.getByText(NOTE)).toBeVisible()
      await page.getByLabel('You pay').fill('150')
      await expect(fact(page, 'You lock as a bond')).toHaveText(BOND)
      await expect(page.getByText(RULE)).toBeVisible()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
      await page.getByRole('button', { name: 'Open buy trade' }).click()
      await expect(page).toHaveURL(/\/trade\/[0-9a-f-]{36}$/)
    })
    const trade = { id: buyer.page.url().split('/').at(-1)! }

    await test.step('while the trade is open, both see it as locked, and what loses it', async () => {
      await enter(seller, trade, address)
      await expect(fact(buyer.page, 'Your bond · locked')).toHaveText(BOND)
      await expect(buyer.page.getByText(RULE)).toBeVisible()
      await expect(fact(seller.page, 'The buyer’s bond · locked')).toHaveText(BOND)
      await expect(seller.page.getByText('It is paid to you if they let the payment window run out')).toBeVisible()
      for (const { page } of [buyer, seller]) {
        await expectAccessible(page)
        await expectToFitInOwnDirection(page)
      }
    })

    await test.step('the completed trade returns it, which its page and the alert say', async () => {
      await make(buyer.page, 'I have sent the payment')
      await expectStatus(seller.page, 'Marked as paid')
      await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
      await confirmReceipt(seller.page)
      await expectStatus(buyer.page, 'Completed')
      await expect(fact(buyer.page, 'Your bond · returned to you')).toHaveText(BOND)
      await expect(fact(seller.page, 'The buyer’s bond · returned to the buyer')).toHaveText(BOND)
      await expect(buyer.page.getByText(RULE)).toBeHidden()
      await openAlerts(buyer)
      await expect(alert(buyer, BOND_END_TEXTS.buyer.returned)).toBeVisible()
      await expectAccessible(buyer.page)
      await expectToFitInOwnDirection(buyer.page)
    })

    await test.step('where the bank names another holder, the page says how to keep it, and the seller’s cancellation returns it', async () => {
      const refused = await openTrade(late, offer)
      await enter(late, refused, address)
      const { page } = late
      const main = page.getByRole('main')
      await main.getByRole('button', { name: 'Show payment details' }).click()
      await main.getByRole('radio', { name: 'The name doesn’t match' }).check()
      await main.getByRole('button', { name: 'Record the answer' }).click()
      await expect(main.getByText(RETURNS_BOND)).toBeVisible()
      await ageTrade(owner, refused.id, BOND_FREE_MINUTES)
      await page.reload()
      await expect(main.getByText(KEEPS_BOND)).toBeVisible()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
      await main.getByRole('button', { name: 'Cancel trade' }).click()
      await expect(page.getByRole('alertdialog').getByText(KEEPS_BOND)).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await enter(seller, refused, address)
      await make(seller.page, 'Cancel trade', { isAsked: true })
      await ageTrade(owner, refused.id, REFUND_HOLD_MINUTES + 1)
      await expectStatus(page, 'Cancelled')
      await expect(fact(page, 'Your bond · returned to you')).toHaveText(BOND)
    })

    await test.step('a window that runs out pays it to the seller, which both read', async () => {
      const expired = await openTrade(late, offer)
      for (const party of [late, seller]) await enter(party, expired, address)
      await ageTrade(owner, expired.id, OFFER.paymentWindowMinutes + 1)
      for (const { page } of [late, seller]) await expectStatus(page, 'Cancelled')
      await expect(fact(late.page, 'Your bond · paid to the seller')).toHaveText(BOND)
      await expect(fact(seller.page, 'The buyer’s bond · paid to you')).toHaveText(BOND)
      for (const party of [late, seller]) await openAlerts(party)
      await expect(alert(late, BOND_END_TEXTS.buyer.awarded)).toBeVisible()
      await expect(alert(seller, BOND_END_TEXTS.seller.awarded)).toBeVisible()
      await expectAccessible(seller.page)
    })

    await test.step('the same in Arabic', async () => {
      const { page } = late
      await page.goto(`${address}/ar/dashboard?tab=alerts`)
      await expect(alert(late, word('ar', BOND_END_TEXTS.buyer.awarded), '5,000000 USDT')).toBeVisible()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
    })

    await test.step('a new buyer within the free part of another offer is asked for none, nor once the operator switches it off', async () => {
      const free = await postOffer(seller)
      for (const state of ['on', 'off'] as const) {
        await switchBond(state)
        const { page } = await newUser('other')
        await page.goto(`${address}/trade/new?offer=${free.id}`)
        await page.getByLabel('You pay').fill('150')
        await expect(fact(page, 'You will receive')).toHaveText('159.830799 USDT')
        await expect(page.getByRole('main').getByText(/bond/)).toBeHidden()
      }
    })
  } finally {
    // An open page would ask the closed server for its events.
    for (const { page } of users) await page.goto('about:blank')
    await owner.end()
    await pool.close()
    await close()
  }
})

/** The line of an alert, with the amount in it. U+2068 and U+2069 isolate it. */
function alert({ page }: User, text: string, amount = BOND) {
  const line = text.replace('{bond}', `\u2068${amount}\u2069`)
  return page.getByRole('main').getByText(line, { exact: true })
}
