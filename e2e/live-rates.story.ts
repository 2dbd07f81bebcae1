/** A market whose reference rates come from sources, in Arabic: prices follow them, and wait where there is none. */
import pg from 'pg'
import { expectAccessible, expectToFitInOwnDirection } from './accessible.ts'
import { joinEmptyMarket, openEmptyMarket } from './empty-market.ts'
import { OFFER } from './fixtures.ts'
import { offerRows } from './layout.ts'
import { expect, test } from './users.ts'

/** Names below .invalid resolve to nothing (RFC 2606): what the source said is written by the story. */
const SOURCE = 'json:rates.invalid'
const RATES = ['EUR', 'USD', 'TND'].map((currency) => `${currency} json:https://rates.invalid/#rate`).join('; ')

test(
  'a reader sees where a price comes from and when, the price follows, and without a rate new trades wait',
  { tag: '@phone' },
  async ({ newVisitor }) => {
    test.slow()
    const market = await openEmptyMarket(async () => ({ RATES }))
    const { address, close } = market
    const database = new pg.Client({ connectionString: market.databaseUrl })
    await database.connect()
    /** The source's last value, of so many hours ago; the server computes the rate in its next round. */
    const say = async (rate: number, hoursAgo = 0) => {
      await database.query(
        `insert into rate_readings (fiat_currency, source, rate_e6, as_of, read_at)
         select code, $1, $2, clock_timestamp() - make_interval(hours => $3), clock_timestamp() from currencies
         on conflict (fiat_currency, source) do update set rate_e6 = excluded.rate_e6, as_of = excluded.as_of`,
        [SOURCE, Math.round(rate * 1e6), hoursAgo],
      )
      await database.query('update rate_rounds set next_at = clock_timestamp()')
    }
    try {
      await say(0.86)
      const owner = await newVisitor()
      const { send, paymentAccountId } = await joinEmptyMarket(owner.context, market)
      const { id: offerId } = await send('/api/offers', { ...OFFER, paymentAccountIds: [paymentAccountId] })
      await owner.page.close()
      const { page } = await newVisitor()

      await test.step('the list says the rate and its time, and a press names the source', async () => {
        await expect
          .poll(async () => {
            await page.goto(`${address}/ar/offers/buy?currency=EUR`)
            return page.getByRole('main').innerText()
          })
          .toMatch(/السعر المرجعي 0,860، \d\d:\d\d/)
        await expect(offerRows(page)).toContainText('0,873')
        await expectToFitInOwnDirection(page)
        await page.getByRole('button', { name: /^السعر المرجعي/ }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText('من rates.invalid')
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: /^السعر المرجعي/ })).toBeFocused()
      })

      await test.step('the open list follows the rate', async () => {
        await say(0.88)
        await expect(offerRows(page)).toContainText('0,893', { timeout: 40_000 })
      })

      await test.step('without a rate the offer says that new trades wait, and keeps the last price', async () => {
        await say(0.88, 1)
        await expect
          .poll(async () => {
            await page.goto(`${address}/ar/offer/${offerId}`)
            return page.getByRole('main').innerText()
          })
          .toContain('غير حالي')
        await expect(page.getByRole('main')).toContainText('0,893')
        await expect(page.getByRole('main')).toContainText('على الصفقات الجديدة بها الانتظار')
        await expectToFitInOwnDirection(page)
      })
      // Leaves the market before its server stops: the page may still fetch.
      await page.close()
    } finally {
      await database.end()
      await close()
    }
  },
)
