/** The switch of a currency and its legal notice: what a switch stops, what goes on, and who may change either. */
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Currency } from '../../domain/api/offers/currencies.ts'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { CURRENCY_NOTICE_MAX } from '../../domain/offers/currency-notices.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { notifyOwners } from '../offers/currencies/notify-owners.ts'
import { matchSavedSearches } from '../offers/saved-searches/match-saved-searches.ts'
import { opening, refusalOf } from '../testing/attacks/attack.ts'
import { call } from '../testing/app.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { OFFER, askQuote, move, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const REASON = 'The law of the country changes today.'
const DOLLARS = { fiatCurrency: 'USD', paymentMethods: ['paypal'] } satisfies Partial<OfferInput>

let admin: Caller
beforeEach(async () => {
  admin = await createStaffUser(testApp())
})
afterEach(async () => {
  await turn('on')
})

const turn = (to: 'on' | 'off', currency: FiatCurrency = 'EUR', by = admin) =>
  by.post(`/api/staff/currencies/${currency}/switch-${to}`, { reason: REASON })
const read = async (url: string) => (await call(testApp().app, 'GET', url)).body
const user = (name = 'trader') => signUp(testApp().app, name)
const askEuros = (taker: Caller, offerId: string) =>
  taker.post('/api/quotes', { offerId, anchor: 'fiat', amount: '150' })
const refusedFor = (currency: FiatCurrency) => ({
  status: 409,
  body: { code: 'currency_unavailable', values: { currency } },
})

describe('a currency that is switched off', () => {
  test('is for sale nowhere: no list, count, profile or sitemap has its offers, and no call makes one', async () => {
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker)
    const dollars = await postOffer(maker, DOLLARS)
    const quote = await askQuote(taker, offer.id)
    const before = (await taker.get('/api/market/counts')).body
    expect((await turn('off')).body).toEqual({ done: true })

    const listed = async (query: string) =>
      (await taker.get(`/api/offers?${query}`)).body.offers.map(({ id }: { id: string }) => id)
    for (const query of ['', '&sort=best_price', '&amount=50', '&search=window']) {
      expect([query, await listed(`trader=${maker.username}${query}`)]).toEqual([query, [dollars.id]])
    }
    for (const query of ['&currency=EUR', '&country=Europe', '&method=sepa_instant&amount=50']) {
      expect([query, await listed(`trader=${maker.username}${query}`)]).toEqual([query, []])
    }
    const { offers } = (await taker.get(`/api/traders/${maker.username}/open-offers`)).body
    expect(offers.map(({ id }: { id: string }) => id)).toEqual([dollars.id])
    const after = (await taker.get('/api/market/counts')).body
    expect([after.offers.count, after.traders.count]).toEqual([before.offers.count - 1, before.traders.count])
    const sitemap = await testApp().app.inject('/sitemap/offers-sell-sepa-instant.xml')
    expect(sitemap.body).not.toContain(offer.id)
    const pages = (await testApp().app.inject('/sitemap/pages.xml')).body
    expect([pages.includes('/offers/buy?currency=EUR'), pages.includes('/offers/buy?currency=USD')]).toEqual([
      false,
      true,
    ])

    expect(await askEuros(taker, offer.id)).toMatchObject(refusedFor('EUR'))
    expect(await taker.post('/api/trades', { quoteId: quote.id })).toMatchObject(refusedFor('EUR'))
    const refused = await maker.post('/api/offers', OFFER)
    expect([refused, refused.body.field]).toMatchObject([refusedFor('EUR'), 'fiatCurrency'])
    await openTradeBetween(taker, dollars.id)
  })

  test('notifies everyone on the offer, its owner in their list, and keeps the status that the owner gave it', async () => {
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker)
    await turn('off')
    const refusal = { code: 'currency_unavailable', values: { currency: 'EUR' } }
    expect((await taker.get(`/api/offers/${offer.id}`)).body).toMatchObject({ status: 'active', refusal })
    expect(await read(`/api/offers/${offer.id}`)).toMatchObject({ refusal })
    const mine = `/api/my-offers/${offer.id}`
    expect((await maker.get(mine)).body).toMatchObject({ status: 'active', isCurrencyAvailable: false })
    expect((await maker.get('/api/my-offers')).body.offers[0]).toMatchObject({ isCurrencyAvailable: false })
    const market = await read('/api/market')
    expect(market.rates.filter((each: { isAvailable: boolean }) => each.isAvailable)).toHaveLength(2)
    await turn('on')
    expect((await maker.get(mine)).body).toMatchObject({ status: 'active', isCurrencyAvailable: true })
    expect((await read(`/api/offers/${offer.id}`)).refusal).toBeNull()
    await openTradeBetween(taker, offer.id)
  })

  test('lets its owner pause, edit and delete an offer, but neither activate it nor bring another to the currency', async () => {
    const maker = await user('maker')
    const offer = await postOffer(maker, { type: 'buy', paymentAccountIds: [] })
    const dollars = await postOffer(maker, { ...DOLLARS, type: 'buy', paymentAccountIds: [] })
    await turn('off')
    const form = { ...OFFER, type: 'buy', paymentAccountIds: [], seenVersion: 1, seenInventoryUsdt: '' }
    const edited = await maker.post(`/api/offers/${offer.id}`, { ...form, terms: 'Only by the account in my name.' })
    expect(edited.body).toMatchObject({ status: 'active', version: 2 })
    expect((await maker.post(`/api/offers/${offer.id}/pause`)).body.status).toBe('paused')
    expect(await maker.post(`/api/offers/${offer.id}/activate`)).toMatchObject(refusedFor('EUR'))
    expect(await maker.post(`/api/offers/${dollars.id}`, form)).toMatchObject(refusedFor('EUR'))
    const offers = [{ offerId: offer.id, seenVersion: 2, status: 'active' }]
    const refused = [{ offerId: offer.id, code: 'currency_unavailable', values: { currency: 'EUR' } }]
    const together = await maker.post('/api/my-offers/changes', { offers })
    expect(together).toMatchObject({ status: 409, body: { code: 'offers_unchanged', details: { refused } } })
    expect((await maker.delete(`/api/offers/${offer.id}`)).status).toBe(200)
  })

  test('lets every open trade go on to its end', async () => {
    const [maker, taker, other] = [await user('maker'), await user('taker'), await user('other')]
    const offer = await postOffer(maker)
    const [paid, unpaid] = [await openTradeBetween(taker, offer.id), await openTradeBetween(other, offer.id)]
    await turn('off')
    await move(taker, paid, 'mark-paid', 'awaiting_payment')
    await taker.post(`/api/trades/${paid.id}/messages`, { text: 'Paid just now.' })
    expect((await move(maker, paid, 'confirm-receipt', 'payment_sent')).body.status).toBe('completed')
    expect((await move(other, unpaid, 'cancel', 'awaiting_payment')).body.status).toBe('cancelled')
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('notifies the owners of its active offers once, and no saved search', async () => {
    const { context } = testApp()
    const [maker, pauser, reader] = [await user('maker'), await user('pauser'), await user('reader')]
    await postOffer(maker)
    await postOffer(maker)
    const paused = await postOffer(pauser)
    await pauser.post(`/api/offers/${paused.id}/pause`)
    const search = { type: null, fiatCurrency: 'EUR', paymentMethods: [], amount: '', pricePercentage: '', price: '' }
    await reader.post('/api/saved-searches', { ...search, trader: maker.username })
    await postOffer(maker, { availableUsdt: '900' })
    await turn('off')
    await matchSavedSearches(context)
    await Promise.all([notifyOwners(context.db), notifyOwners(context.db)])
    const eventsOf = async (of: Caller) =>
      (await of.get('/api/notifications')).body.notifications.map(({ event, values }: Notification) => [event, values])
    expect(await eventsOf(maker)).toEqual([['currency_switched_off', { currency: 'EUR' }]])
    expect([await eventsOf(pauser), await eventsOf(reader)]).toEqual([[], []])
    await turn('on')
    await turn('off')
    await turn('on')
    await notifyOwners(context.db)
    expect((await eventsOf(maker)).map(([event]: [string]) => event)).toEqual([
      'currency_switched_on',
      'currency_switched_off',
    ])
  })

  test('and what is done in it at the same time: each is before the switch, or refused', async () => {
    for (let round = 0; round < 6; round++) {
      const by = await createStaffUser(testApp())
      const [maker, taker] = [await user('maker'), await user('taker')]
      const offer = await postOffer(maker)
      const paused = await postOffer(maker)
      await maker.post(`/api/offers/${paused.id}/pause`)
      const { id } = await askQuote(taker, offer.id)
      const [off, ...others] = await Promise.all([
        turn('off', 'EUR', by),
        taker.post('/api/trades', { quoteId: id }),
        maker.post('/api/offers', OFFER),
        maker.post(`/api/offers/${paused.id}/activate`),
      ])
      expect(off.status).toBe(200)
      for (const reply of others) if (reply.status >= 300) expect(reply).toMatchObject(refusedFor('EUR'))
      expect((await taker.get(`/api/offers?trader=${maker.username}`)).body.offers).toEqual([])
      expect((await turn('on', 'EUR', by)).status).toBe(200)
      expect(await violations(testApp().owner)).toEqual([])
    }
  })
})

describe('the switch', () => {
  test('is pressed by one of two admins, is in the audit log, and shows what it concerns', async () => {
    const other = await createStaffUser(testApp())
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker, DOLLARS)
    await openTradeBetween(taker, offer.id)
    const replies = await Promise.all([turn('off', 'USD'), turn('off', 'USD', other)])
    expect(replies.map(({ body }) => String(body.code)).toSorted()).toEqual(['already_done', 'undefined'])
    const { currencies } = (await admin.get('/api/staff/currencies')).body
    expect(currencies.map(({ fiatCurrency }: Currency) => fiatCurrency)).toEqual([...FIAT_CURRENCIES])
    const dollars = currencies.find(({ fiatCurrency }: Currency) => fiatCurrency === 'USD')
    expect(dollars.switchedOff).toMatchObject({ reason: REASON })
    expect(dollars.openOffers).toBeGreaterThanOrEqual(1)
    expect(dollars.openTrades).toBeGreaterThanOrEqual(1)
    expect((await admin.get('/api/staff/audit-log')).body.entries[0]).toMatchObject({
      action: 'switch_currency_off',
      about: 'USD',
      userId: null,
      reason: REASON,
    })
    expect((await turn('on', 'USD')).status).toBe(200)
    expect((await turn('on', 'USD')).body.code).toBe('already_done')
  })

  test.each([
    ['a visitor', async () => testApp().app, 401],
    ['a trader', () => user(), 404],
    ['an arbiter', () => createStaffUser(testApp(), 'arbiter'), 404],
  ])('is not for %s', async (_, who, status) => {
    const caller = await who()
    const url = '/api/staff/currencies/EUR/switch-off'
    const reply =
      'username' in caller
        ? await caller.post(url, { reason: REASON })
        : await call(caller, 'POST', url, { body: { reason: REASON } })
    expect(reply.status).toBe(status)
    expect((await read('/api/currencies')).currencies.map((each: Currency) => each.isAvailable)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('cannot be forged in the database', async () => {
    const { owner } = testApp()
    const [maker, taker] = [await user('maker'), await user('taker')]
    const offer = await postOffer(maker)
    const { id: quoteId } = await askQuote(taker, offer.id)
    await turn('off')
    const record = (action: string, subject = "(select id from currencies where code = 'EUR')") =>
      `insert into audit_log (actor_id, role, action, subject, reason) values ('${admin.id}', 'admin', '${action}', ${subject}, '${REASON}');`
    const press = 'insert into currency_switches (audit_id) select max(id) from audit_log;'
    const notice = (columns: string, values: string) => `insert into currency_notices (${columns}) values (${values});`
    const attacks: [string, string][] = [
      ["update currencies set switched_off_at = null where code = 'EUR'", 'currencies_only_by_triggers'],
      ['insert into currency_switches (audit_id) values (0)', 'currency_switches_currency'],
      [record('switch_currency_off') + press, 'currency_switches_change'],
      [record('edit_currency_notice') + press, 'currency_switches_action'],
      [record('switch_currency_on', `'${maker.id}'`) + press, 'currency_switches_currency'],
      ['delete from currency_switches', 'currency_switches_append_only'],
      ["update currency_switches set action = 'switch_currency_on'", 'currency_switches_append_only'],
      ['truncate currency_switches cascade', 'currency_switches_append_only'],
      [opening(quoteId), 'trades_currency_available'],
      [
        `insert into quotes (taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor,
           rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, created_at, expires_at)
         select taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor,
           rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, clock_timestamp(), clock_timestamp() + interval '60 seconds'
         from quotes where id = '${quoteId}'`,
        'quotes_currency_available',
      ],
      [
        `insert into offers (owner_id, type, fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli, percentage_tenths, terms)
         select owner_id, 'buy', fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli, percentage_tenths, terms
         from offers where id = '${offer.id}'`,
        'offers_currency_available',
      ],
      [
        `update offers set status = 'paused' where id = '${offer.id}'; update offers set status = 'active' where id = '${offer.id}'`,
        'offers_currency_available',
      ],
      ["update currency_notices set notice = ''", 'currency_notices_append_only'],
      ['delete from currency_notices', 'currency_notices_append_only'],
      [
        notice('fiat_currency, version, language, notice', "'EUR', 2, 'en', 'Forged.'"),
        'currency_notices_version_steps',
      ],
      [
        record('switch_currency_on') +
          notice(
            'audit_id, fiat_currency, version, language, notice',
            "(select max(id) from audit_log), 'EUR', 2, 'en', 'Forged.'",
          ),
        'currency_notices_on_record',
      ],
      [
        record('edit_currency_notice') +
          notice(
            'audit_id, fiat_currency, version, language, notice',
            "(select max(id) from audit_log), 'USD', 2, 'en', 'Of another.'",
          ),
        'currency_notices_own_currency',
      ],
      [
        record('edit_currency_notice') +
          notice(
            'audit_id, fiat_currency, version, language, notice',
            "(select max(id) from audit_log), 'EUR', 9, 'en', 'Later.'",
          ),
        'currency_notices_version_steps',
      ],
    ]
    for (const [attack, constraint] of attacks)
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
  })

  test('refuses what began before it and comes after it: the opener who waited is not served', async () => {
    const { owner } = testApp()
    const [maker, taker] = [await user('maker'), await user('taker')]
    const { id } = await askQuote(taker, (await postOffer(maker)).id)
    const switching = await owner.connect()
    try {
      await switching.query(`begin; insert into audit_log (actor_id, role, action, subject, reason)
        select '${admin.id}', 'admin', 'switch_currency_off', id, '${REASON}' from currencies where code = 'EUR';
        insert into currency_switches (audit_id) select max(id) from audit_log`)
      const opened = taker.post('/api/trades', { quoteId: id })
      await expect
        .poll(
          async () =>
            (await owner.query("select from pg_locks where locktype = 'advisory' and not granted")).rows.length,
        )
        .toBe(1)
      await switching.query('commit')
      expect(await opened).toMatchObject(refusedFor('EUR'))
    } finally {
      switching.release()
    }
  })
})

describe('the legal notice', () => {
  const edit = (notices: object, currency: FiatCurrency = 'TND', by = admin) =>
    by.post(`/api/staff/currencies/${currency}/notice`, { en: '', fr: '', ar: '', ...notices, reason: REASON })
  const noticeOf = async (currency: FiatCurrency, language = 'en') =>
    (await read(`/api/currencies?language=${language}`)).currencies.find(
      (each: Currency) => each.fiatCurrency === currency,
    ).notice

  test('of each currency is there from the beginning, in each language, and says that it is no advice', async () => {
    const words = { en: 'not legal advice', fr: 'pas un conseil juridique', ar: 'ليس استشارة قانونية' }
    for (const language of LANGUAGES) {
      for (const currency of FIAT_CURRENCIES) expect(await noticeOf(currency, language)).toContain(words[language])
    }
    expect(await noticeOf('TND')).toContain('exchange-control law applies')
  })

  test('can be written in a language that has none, while those of the others stay as they are', async () => {
    await asOutsider(testApp().owner, ["delete from currency_notices where fiat_currency = 'USD' and language = 'ar'"])
    const stored = async () => {
      const { currencies } = (await admin.get('/api/staff/currencies')).body
      return currencies.find(({ fiatCurrency }: { fiatCurrency: FiatCurrency }) => fiatCurrency === 'USD').notices
    }
    const before = await stored()
    expect(before).toMatchObject({ en: expect.stringContaining('legal'), ar: '' })
    expect((await edit(before, 'USD')).body.code).toBe('already_done')
    expect((await edit({ ...before, ar: 'واحد.' }, 'USD')).status).toBe(200)
    expect(await stored()).toEqual({ ...before, ar: 'واحد.' })
  })

  test('is changed by an admin, as plain text; the versions before are kept', async () => {
    const { owner } = testApp()
    const notices = { en: 'One.\nTwo <b>bold</b>.', fr: 'Un.', ar: 'واحد.' }
    expect((await edit(notices)).body).toEqual({ done: true })
    expect((await edit(notices)).body.code).toBe('already_done')
    for (const language of LANGUAGES) expect(await noticeOf('TND', language)).toBe(notices[language])
    expect((await edit({ ...notices, ar: '' })).status).toBe(200)
    expect(await noticeOf('TND', 'ar')).toBe('')
    const { rows } = await owner.query(
      "select version, count(*)::int as languages from currency_notices where fiat_currency = 'TND' group by 1 order by 1",
    )
    expect(rows).toEqual([1, 2, 3].map((version) => ({ version, languages: LANGUAGES.length })))
    expect((await admin.get('/api/staff/audit-log')).body.entries[0]).toMatchObject({
      action: 'edit_currency_notice',
      about: 'TND',
    })
  })

  test('has up to 1,000 characters, and two admins who change it take turns', async () => {
    expect((await edit({ en: 'é'.repeat(CURRENCY_NOTICE_MAX) }, 'USD')).status).toBe(200)
    expect((await edit({ fr: 'x'.repeat(CURRENCY_NOTICE_MAX + 1) }, 'USD')).body).toMatchObject({
      code: 'invalid_input',
      field: 'fr',
    })
    const other = await createStaffUser(testApp())
    const replies = await Promise.all([edit({ en: 'First.' }, 'USD'), edit({ en: 'Second.' }, 'USD', other)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(['First.', 'Second.']).toContain(await noticeOf('USD'))
    const refused = await edit({ en: 'Mine.' }, 'USD', await user())
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  })
})
