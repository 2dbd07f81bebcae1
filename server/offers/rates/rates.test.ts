/** The reference rates: sources that answer, lie, hang or vanish, and what traders and admins see of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MarketRate } from '../../../domain/api/offers/market.ts'
import { MANUAL_RATE_PERCENT } from '../../../domain/offers/rates/sources.ts'
import { openContext } from '../../context.ts'
import { SYSTEM } from '../../db/scope.ts'
import { createPublicReader } from '../../http/public-request.ts'
import { call } from '../../testing/app.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { mailsTo } from '../../testing/accounts/mails.ts'
import { OFFER, askQuote, move, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { OWN_HOST, honest, startRateServices } from '../../testing/servers/rate-services.ts'
import type { RateAnswer, RateHost, RateServices } from '../../testing/servers/rate-services.ts'
import { startServerProcess } from '../../testing/servers/server-process.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { askRateSources } from './ask-sources.ts'
import { distrustFixed } from './rates.ts'
import { rateSettings } from './settings.ts'

const SOURCES = `EUR kraken coinbase ecb open-er-api currency-api; USD kraken coinbase; TND manual json:https://${OWN_HOST}/v1#data.street`
const testApp = useTestApp({ rates: rateSettings('RATES', SOURCES) })
const RATES = { EUR: 0.86, USD: 1, TND: 3.2 }

let services: RateServices
beforeAll(async () => {
  services = await startRateServices()
})
afterAll(() => services.close())
beforeEach(() => ask(RATES))
afterEach(async () => {
  await testApp().owner.query('truncate rate_readings, rate_hours')
})

/** A round in which the services say so, but for the hosts that answer otherwise. */
async function ask(
  rates = RATES,
  others: Partial<Record<RateHost, RateAnswer>> = {},
  reader = services.reader,
): Promise<void> {
  services.answers = { ...honest(rates), ...others }
  await testApp().owner.query(
    `update rate_rounds set next_at = clock_timestamp(); update rate_readings set read_at = read_at - interval '2 hours' where source <> 'manual'`,
  )
  await askRateSources(testApp().context, undefined, reader)
  await testApp().context.rates.reload()
}

/** As if this many hours had passed since the last round. */
async function age(hours: number): Promise<void> {
  await testApp().owner.query(
    `update rate_readings set as_of = as_of - make_interval(hours => $1);
     update reference_rates set as_of = as_of - make_interval(hours => $1)`.replaceAll('$1', String(hours)),
  )
}

const market = async () => (await call(testApp().app, 'GET', '/api/market')).body
const rateOf = async (currency: string) =>
  (await market()).rates.find((each: { fiatCurrency: string }) => each.fiatCurrency === currency)
const user = (name = 'trader') => signUp(testApp().app, name)
async function faults(currency = 'EUR'): Promise<Record<string, string | null>> {
  const { rows } = await testApp().owner.query(
    'select source, fault from rate_readings where fiat_currency = $1 order by source',
    [currency],
  )
  return Object.fromEntries(rows.map(({ source, fault }) => [source, fault]))
}
const quote = (taker: Caller, offerId: string, amount = '150') =>
  taker.post('/api/quotes', { offerId, anchor: 'fiat', amount })

describe('the rate', () => {
  test('is the median of what the sources say, and names those that agree', async () => {
    expect(await rateOf('EUR')).toMatchObject({
      rate: '0.860000',
      sources: ['kraken', 'coinbase', 'ecb', 'open-er-api', 'currency-api'],
      unavailableSince: null,
    })
    expect(await rateOf('USD')).toMatchObject({ rate: '1.000000', sources: ['kraken', 'coinbase'] })
    expect(await rateOf('TND')).toMatchObject({ rate: '3.200000', sources: [`json:${OWN_HOST}`] })
    const { asOf } = await rateOf('EUR')
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000)
  })

  test('prices quotes, offers and lists from the next round on', async () => {
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker)
    expect((await askQuote(taker, offer.id)).rate).toBe('0.860000')
    await ask({ ...RATES, EUR: 0.88 })
    expect((await askQuote(taker, offer.id)).rate).toBe('0.880000')
    const { offers } = (await taker.get(`/api/offers?trader=${maker.username}`)).body
    expect(offers[0].price).toBe('0.8932')
  })

  test('is heard of by another process, which asks no source', async () => {
    const { context, database } = testApp()
    const other = await openContext(context.config, database.appUrl, SYSTEM)
    try {
      await expect.poll(() => other.live.isListening() && context.live.isListening()).toBe(true)
      await ask({ ...RATES, EUR: 0.87 })
      await expect.poll(() => other.rates.rateOf('EUR').rateE6).toBe(870_000n)
      const before = services.asked.length
      await Promise.all([
        askRateSources(other, undefined, services.reader),
        askRateSources(context, undefined, services.reader),
      ])
      expect(services.asked).toHaveLength(before)
    } finally {
      await other.close()
    }
  })

  test('of one round is asked for by one of several processes, and an address for two currencies once', async () => {
    services.asked.length = 0
    await testApp().owner.query(`update rate_rounds set next_at = clock_timestamp(); delete from rate_readings`)
    const { context } = testApp()
    await Promise.all([1, 2, 3, 4].map(() => askRateSources(context, undefined, services.reader)))
    // Kraken and Coinbase have an address for each pair.
    const counts = Object.groupBy(services.asked, (host) => host)
    expect(Object.fromEntries(Object.entries(counts).map(([host, asked]) => [host, asked!.length]))).toEqual({
      'api.kraken.com': 2,
      'api.exchange.coinbase.com': 2,
      'www.ecb.europa.eu': 1,
      'open.er-api.com': 1,
      'cdn.jsdelivr.net': 1,
      [OWN_HOST]: 1,
    })
  })

  test('of a daily source is not asked for again within the hour', async () => {
    services.asked.length = 0
    await testApp().owner.query(
      `update rate_rounds set next_at = clock_timestamp(); update rate_readings set read_at = read_at - interval '2 minutes'`,
    )
    await askRateSources(testApp().context, undefined, services.reader)
    expect(new Set(services.asked)).toEqual(new Set(['api.kraken.com', 'api.exchange.coinbase.com', OWN_HOST]))
  })

  test('that moves by 3% while ten traders type: none of them gets a price that they were not shown', async () => {
    const maker = await user('maker')
    const offer = await postOffer(maker, { maxOpenTrades: 10 })
    const takers = await Promise.all(Array.from({ length: 10 }, () => user('taker')))
    const quotes = await Promise.all(
      takers.map(async (taker, at) => {
        if (at === 5) await ask({ ...RATES, EUR: 0.86 * 1.03 })
        return (await quote(taker, offer.id, '20')).body
      }),
    )
    expect(new Set(quotes.map(({ rate }) => rate)).isSubsetOf(new Set(['0.860000', '0.885800']))).toBe(true)
    for (const [at, { id, price, amountUsdt }] of quotes.entries()) {
      const opened = (await takers[at]!.post('/api/trades', { quoteId: id })).body
      // Sellers keep a part for takers with a record: what is refused is refused by name.
      if (opened.code) expect(opened.code).toMatch(/^new_taker_|^offer_/)
      else expect(opened).toMatchObject({ price, amountUsdt })
    }
  })

  test('has a history by the hour and by the day, with its range', async () => {
    await ask({ ...RATES, EUR: 0.9 })
    await ask({ ...RATES, EUR: 0.88 })
    for (const [days, from] of [
      ['7', /:00:00\.000Z$/],
      ['30', /T00:00:00\.000Z$/],
    ] as const) {
      expect((await call(testApp().app, 'GET', `/api/market/rates/EUR?days=${days}`)).body.points).toEqual([
        { from: expect.stringMatching(from), rate: '0.880000', low: '0.860000', high: '0.900000' },
      ])
    }
    expect((await call(testApp().app, 'GET', '/api/market/rates/GBP')).status).toBe(400)
  })
})

describe('a source', () => {
  const sure = { rate: '0.860000', unavailableSince: null }
  const text = (body: string) => () => body
  const status =
    (code: number, headers: Record<string, string> = {}): RateAnswer =>
    (_path, response) =>
      void response.writeHead(code, headers).end('{}')
  test.each<[string, RateAnswer, string]>([
    ['is slow', () => undefined, 'timed_out'],
    [
      'sends its answer drop by drop',
      (_path, response) => {
        const timer = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(timer))
      },
      'timed_out',
    ],
    ['is wrong', text('<html>Sign in</html>'), 'wrong_answer'],
    ['has another form', text('{"result":[]}'), 'wrong_answer'],
    ['says null', text('null'), 'wrong_answer'],
    ['says nothing', text(''), 'wrong_answer'],
    ['says 0', text(JSON.stringify({ bid: '0', ask: '0' })), 'wrong_answer'],
    ['has nothing bid', text(JSON.stringify({ bid: '0', ask: '0.86' })), 'wrong_answer'],
    ['has nothing asked for', text(JSON.stringify({ bid: '0.86', ask: null })), 'wrong_answer'],
    ['has its book the wrong way round', text(JSON.stringify({ bid: '0.87', ask: '0.85' })), 'wrong_answer'],
    ['says less than 0', text(JSON.stringify({ bid: '-1', ask: '-1' })), 'wrong_answer'],
    ['says infinity', text('{"bid":1e999,"ask":1e999}'), 'wrong_answer'],
    ['says a text', text(JSON.stringify({ bid: 'one', ask: 'two' })), 'wrong_answer'],
    ['is huge', (_path, response) => void response.end(Buffer.alloc(2_000_000, 32)), 'too_large'],
    ['redirects', status(302, { location: 'https://127.0.0.1/' }), 'redirected'],
    ['refuses', status(429), 'refused'],
    ['fails', status(500), 'refused'],
    ['hangs up', (_path, response) => void response.destroy(), 'no_connection'],
    ['lies by a factor of ten', text(JSON.stringify({ bid: '8.6', ask: '8.6' })), 'off'],
    ['is 6% off', text(JSON.stringify({ bid: '0.9116', ask: '0.9116' })), 'off'],
  ])('that %s is left out and named', async (_name, answer, fault) => {
    await testApp().owner.query(`delete from rate_readings where source = 'coinbase'`)
    // What the others said before counts where they are too slow as well.
    await ask(
      RATES,
      { 'api.exchange.coinbase.com': answer },
      fault === 'timed_out' ? services.readerWithin(500) : undefined,
    )
    expect((await faults()).coinbase).toBe(fault)
    expect(await rateOf('EUR')).toMatchObject({
      ...sure,
      sources: ['kraken', 'ecb', 'open-er-api', 'currency-api'],
    })
  })

  test.each<[string, string, RateAnswer]>([
    ['ecb', 'www.ecb.europa.eu', text(`<Cube time='2026-01-05'><Cube currency='USD' rate='1.1628'/></Cube>`)],
    [
      'open-er-api',
      'open.er-api.com',
      text(JSON.stringify({ time_last_update_unix: 1_700_000_000, rates: { EUR: 0.86, TND: 3.2 } })),
    ],
  ])('of the day, %s, that has not changed for days is stale', async (source, host, answer) => {
    await testApp().owner.query('delete from rate_readings where source = $1', [source])
    await ask(RATES, { [host]: answer })
    expect((await faults())[source]).toBe('stale')
    expect(await rateOf('EUR')).toMatchObject(sure)
  })

  test('with a time in the future is not believed', async () => {
    await testApp().owner.query(`delete from rate_readings where source = 'currency-api'`)
    await ask(RATES, { 'cdn.jsdelivr.net': text(JSON.stringify({ date: '2999-01-01', usd: { eur: 0.86, tnd: 3.2 } })) })
    expect((await faults())['currency-api']).toBe('wrong_answer')
  })

  test('that fails counts with its last value as long as that is fresh', async () => {
    await ask(RATES, { 'api.exchange.coinbase.com': status(500) })
    expect((await faults()).coinbase).toBeNull()
    await age(1)
    await ask(RATES, { 'api.exchange.coinbase.com': status(500) })
    expect((await faults()).coinbase).toBe('refused')
  })

  test('with a private address is not asked', async () => {
    const lying = createPublicReader({ resolve: (_name, done) => done(null, [{ address: '10.0.0.1', family: 4 }]) })
    await testApp().owner.query(`update rate_rounds set next_at = clock_timestamp(); delete from rate_readings`)
    await askRateSources(testApp().context, undefined, lying)
    expect(new Set(Object.values(await faults()))).toEqual(new Set(['private_address']))
  })

  test('that the operator no longer names leaves the list', async () => {
    await testApp().owner.query(
      `insert into rate_readings (fiat_currency, source, rate_e6, as_of, read_at) values ('EUR', 'former', 1, now(), now())`,
    )
    await ask()
    expect(await faults()).not.toHaveProperty('former')
  })
})

describe('without any usable source', () => {
  const broken: Record<RateHost, RateAnswer> = Object.fromEntries(
    Object.keys(honest(RATES)).map((host) => [
      host,
      (_path: string, response: { destroy(): unknown }) => {
        response.destroy()
      },
    ]),
  ) as never

  /** So late that no value is fresh any more; and only the dollar has an answer. */
  async function lose(): Promise<void> {
    await age(200)
    await ask(RATES, {
      ...broken,
      'api.exchange.coinbase.com': (path) =>
        path.includes('USD') && !path.includes('EUR') ? JSON.stringify({ bid: '1', ask: '1' }) : '',
    })
  }

  test('the last rate stays with its time, quotes are refused, open trades go on', async () => {
    const [maker, taker, visitor] = [await user('maker'), await user('taker'), await user('visitor')]
    const offer = await postOffer(maker)
    const trade = await openTradeBetween(taker, offer.id)
    await lose()
    expect(await rateOf('EUR')).toMatchObject({ rate: '0.860000', unavailableSince: expect.any(String) })
    expect((await rateOf('USD')).unavailableSince).toBeNull()
    const refused = { status: 409, body: { code: 'rate_unavailable', values: { currency: 'EUR' } } }
    expect(await quote(visitor, offer.id)).toMatchObject(refused)
    expect(await visitor.get(`/api/offers/${offer.id}/estimate?amount=150`)).toMatchObject(refused)
    expect((await visitor.get(`/api/offers/${offer.id}`)).body).toMatchObject({
      price: '0.8729',
      refusal: { code: 'rate_unavailable', values: { currency: 'EUR' } },
    })
    expect((await visitor.post('/api/offers', { ...OFFER, type: 'buy', paymentAccountIds: [] })).status).toBe(201)
    await move(taker, trade, 'mark-paid', 'awaiting_payment')
    await ask()
    expect((await quote(visitor, offer.id)).status).toBe(201)
  })

  test('a quote from before opens its trade', async () => {
    const [maker, taker] = [await user('maker'), await user('taker')]
    const asked = await askQuote(taker, (await postOffer(maker)).id)
    await lose()
    expect((await taker.post('/api/trades', { quoteId: asked.id })).body).toMatchObject({ price: asked.price })
    await ask()
  })

  test('the admins get one email, and none within an hour of it', async () => {
    const admin = await createStaffUser(testApp())
    await testApp().owner.query('update reference_rates set reported_at = null')
    const mails = async () =>
      (await mailsTo(testApp().owner, admin.email))
        .filter(({ kind }) => kind === 'rate_unavailable')
        .map(({ values }) => values)
    for (let round = 0; round < 3; round++) {
      await lose()
      await ask(RATES, broken)
      await ask()
    }
    expect(await mails()).toEqual(expect.arrayContaining([{ currency: 'EUR' }, { currency: 'TND' }]))
    expect((await mails()).filter(({ currency }) => currency === 'EUR')).toHaveLength(1)
  })

  test('is reported to the first admin, where there was none when it began', async () => {
    const { owner } = testApp()
    await owner.query(`delete from staff_members where role = 'admin'`)
    await owner.query('update reference_rates set reported_at = null')
    await lose()
    const admin = await createStaffUser(testApp())
    await ask(RATES, broken)
    const reported = (await mailsTo(owner, admin.email)).filter(({ kind }) => kind === 'rate_unavailable')
    expect(reported.map(({ values }) => values.currency)).toEqual(expect.arrayContaining(['EUR', 'TND']))
    await ask()
  })

  test('of a currency that is switched off is no email, until it is on again', async () => {
    const { owner } = testApp()
    const admin = await createStaffUser(testApp())
    const reported = async () =>
      (await mailsTo(owner, admin.email))
        .filter(({ kind }) => kind === 'rate_unavailable')
        .map(({ values }) => values.currency)
    await owner.query('update reference_rates set reported_at = null')
    await asOutsider(owner, [`update currencies set switched_off_at = clock_timestamp() where code = 'EUR'`])
    await lose()
    expect(await reported()).toEqual(['TND'])
    await asOutsider(owner, [`update currencies set switched_off_at = null where code = 'EUR'`])
    await ask(RATES, broken)
    expect(new Set(await reported())).toEqual(new Set(['EUR', 'TND']))
    await ask()
  })

  test('the fixed table, which a new market begins with, is no rate until a source has answered', async () => {
    const { owner, context } = testApp()
    await owner.query(`update reference_rates set sources = array['fixed']`)
    await distrustFixed(context)
    expect(await rateOf('EUR')).toMatchObject({ sources: ['fixed'], unavailableSince: expect.any(String) })
    await ask()
    expect(await rateOf('EUR')).toMatchObject({ rate: '0.860000', unavailableSince: null })
  })

  test('a process that starts after a long stop asks before it serves: what has grown old is no rate', async () => {
    await age(48)
    const { owner, database, context } = testApp()
    await owner.query('update rate_rounds set next_at = clock_timestamp()')
    // Names below .invalid resolve to nothing (RFC 2606).
    const source = 'json:https://rates.invalid/#rate'
    const server = await startServerProcess(database.appUrl, {
      RATES: `EUR ${source}; USD ${source}; TND ${source}`,
    })
    try {
      const { rates } = (await (await fetch(`${server.url}/api/market`)).json()) as { rates: MarketRate[] }
      expect(rates.map(({ unavailableSince }) => typeof unavailableSince)).toEqual(['string', 'string', 'string'])
    } finally {
      await server.stop()
    }
    await context.rates.reload()
    await ask()
  })

  describe('one source alone', () => {
    const says =
      (price: string): RateAnswer =>
      () =>
        JSON.stringify({ result: { X: { a: [price], b: [price] } } })
    const only = async (price: string) => {
      await testApp().owner.query(`delete from rate_readings where source <> 'kraken'`)
      await ask(RATES, { ...broken, 'api.kraken.com': says(price) })
      return rateOf('EUR')
    }

    test('that is off by ten is no rate, however long the last one is ago', async () => {
      for (const hours of [0, 100]) {
        await age(hours)
        await testApp().owner.query(`update rate_hours set hour = hour - make_interval(hours => ${hours})`)
        expect(await only('8.6')).toMatchObject({ rate: '0.860000', unavailableSince: expect.any(String) })
        expect((await faults()).kraken).toBe('off')
      }
      await ask()
    })

    test('moves the rate by no more than the tolerance in a day, in however many steps', async () => {
      expect(await only('0.89')).toMatchObject({ rate: '0.890000', unavailableSince: null })
      expect(await only('0.92')).toMatchObject({ rate: '0.890000', unavailableSince: expect.any(String) })
      expect(await only('0.86')).toMatchObject({ rate: '0.860000', unavailableSince: null })
      expect(await only('0.84')).toMatchObject({ rate: '0.860000', unavailableSince: expect.any(String) })
      await ask()
    })
  })
})

describe('a rate set by hand', () => {
  const REASON = 'The street rate of this morning in Tunis.'
  const set = (admin: Caller, rate: string, currency = 'TND') =>
    admin.post(`/api/staff/rates/${currency}`, { rate, reason: REASON })
  afterEach(async () => {
    await testApp().owner.query('alter table manual_rates disable trigger user')
    await testApp().owner.query('delete from manual_rates')
    await testApp().owner.query('alter table manual_rates enable trigger user')
  })

  test('counts immediately as one source among the others, for a day, and is in the audit log', async () => {
    const admin = await createStaffUser(testApp())
    expect((await set(admin, '٣٫٣')).body).toEqual({ done: true })
    await expect.poll(() => rateOf('TND')).toMatchObject({ rate: '3.250000', sources: ['manual', `json:${OWN_HOST}`] })
    const { rates } = (await admin.get('/api/staff/rates')).body
    expect(rates.find((each: { fiatCurrency: string }) => each.fiatCurrency === 'TND')).toMatchObject({
      isFixed: false,
      isManual: true,
      readings: [
        { source: 'manual', rate: '3.300000', fault: null },
        { source: `json:${OWN_HOST}`, rate: '3.200000', fault: null },
      ],
    })
    const { entries } = (await admin.get('/api/staff/audit-log')).body
    expect(entries[0]).toMatchObject({ action: 'set_rate', reason: REASON })
    await testApp().owner.query(`
      alter table manual_rates disable trigger user;
      update manual_rates set at = at - interval '25 hours';
      alter table manual_rates enable trigger user`)
    await ask()
    expect(await rateOf('TND')).toMatchObject({ rate: '3.200000', sources: [`json:${OWN_HOST}`] })
    expect((await faults('TND')).manual).toBe('stale')
  })

  test('is refused where the operator does not list it, too far from those of the day, and without a number', async () => {
    const admin = await createStaffUser(testApp())
    expect(await set(admin, '0.86', 'EUR')).toMatchObject({ status: 409, body: { code: 'rate_not_manual' } })
    for (const rate of ['32', '0.32', '3.9', '2.5']) {
      expect([rate, await set(admin, rate)]).toMatchObject([
        rate,
        { status: 409, body: { code: 'rate_too_far', field: 'rate', values: { percent: MANUAL_RATE_PERCENT } } },
      ])
    }
    for (const rate of ['', '0', '-3', 'three', '3.1234567']) {
      expect([rate, (await set(admin, rate)).body]).toMatchObject([rate, { code: 'invalid_input' }])
    }
    expect((await (await user()).post('/api/staff/rates/TND', { rate: '3.2', reason: REASON })).status).toBe(404)
  })

  test('in small steps goes no further in a day than in one step, and back to where it was', async () => {
    const admin = await createStaffUser(testApp())
    expect((await set(admin, '3.8')).status).toBe(200)
    expect((await set(admin, '4.5')).body.code).toBe('rate_too_far')
    expect((await set(admin, '3')).body.code).toBe('rate_too_far')
    expect((await set(admin, '3.2')).status).toBe(200)
  })

  test('alone is not compared with the rates of the day by the tolerance of services', async () => {
    const admin = await createStaffUser(testApp())
    await testApp().owner.query(`delete from rate_readings where source <> 'manual'`)
    expect((await set(admin, '3.7')).status).toBe(200)
    await expect.poll(() => rateOf('TND')).toMatchObject({ rate: '3.700000', sources: ['manual'] })
  })
})

describe('the database', () => {
  test('refuses a quote at another rate, and one while there is no rate', async () => {
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker)
    const { owner, context } = testApp()
    // A process that has heard of no change for longer than ten seconds.
    await owner.query(`update reference_rates set rate_e6 = rate_e6 * 2 where fiat_currency = 'EUR'`)
    await owner.query(
      `update reference_rates set changed_at = changed_at - interval '11 seconds' where fiat_currency = 'EUR'`,
    )
    expect(await quote(taker, offer.id)).toMatchObject({ status: 503, body: { code: 'busy' } })
    await context.rates.reload()
    expect((await quote(taker, offer.id)).status).toBe(201)
    await owner.query(`update reference_rates set unavailable_since = clock_timestamp() where fiat_currency = 'EUR'`)
    expect(await quote(taker, offer.id)).toMatchObject({ status: 503, body: { code: 'busy' } })
    await context.rates.reload()
    expect(await quote(taker, offer.id)).toMatchObject({ status: 409, body: { code: 'rate_unavailable' } })
    await owner.query(`update reference_rates set unavailable_since = null where fiat_currency = 'EUR'`)
    await ask()
  })

  test('takes the rate of before for ten seconds, until all processes have heard of the change', async () => {
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker)
    await testApp().owner.query(`update reference_rates set rate_e6 = rate_e6 + 1000 where fiat_currency = 'EUR'`)
    expect((await quote(taker, offer.id)).body).toMatchObject({ rate: '0.860000' })
    await ask()
  })
})
