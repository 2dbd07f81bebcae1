/**
 * With other CURRENCIES, which vitest.config.ts sets, the market has these and their payment methods, from the database to a completed
 * trade.
 */
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CURRENCIES, FIAT_CURRENCIES, USUAL_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { currencyList, currencyListAtStart } from '../../../domain/offers/currency-list.ts'
import { LANGUAGES } from '../../../domain/languages.ts'
import { OG_IMAGE_HEIGHT } from '../../../domain/og-images.ts'
import { METHODS, PAYMENT_METHODS, methodsOf } from '../../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { paymentDetailsSchema } from '../../../domain/payments/payment-accounts.ts'
import { readNumber } from '../../../domain/reading/numbers.ts'
import { readMessageCatalogues } from '../../mail/message-catalogues.ts'
import { readOperator } from '../../operator/operator.ts'
import { sitePicture } from '../../pages/og-images/pictures.ts'
import { migrate } from '../../db/migrate.ts'
import { call, startTestApp } from '../../testing/app.ts'
import type { TestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { DETAILS } from '../../testing/accounts/payment-accounts.ts'
import { move, postOffer, signUp, tradingPair } from '../../testing/accounts/users.ts'
import { violations } from '../../testing/violations.ts'
import { FIRST_NOTICES } from '../../db/first-notices.ts'

let database: TestDatabase
let testApp: TestApp

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.ownerUrl)
  testApp = await startTestApp({}, database)
})

afterEach(() => testApp.assertDocumentedRefusals())

afterAll(() => testApp.close())

const isUsual = (currency: FiatCurrency) => USUAL_CURRENCIES.some((usual) => usual === currency)
const ADDED = FIAT_CURRENCIES.filter((currency) => !isUsual(currency)).flatMap((currency) =>
  methodsOf(currency).map((method): [FiatCurrency, PaymentMethod] => [currency, method]),
)

test('the order is that of the setting, and every method that the product knows is there', () => {
  expect(FIAT_CURRENCIES).toEqual(process.env.CURRENCIES?.split(' '))
  expect(PAYMENT_METHODS).toHaveLength(Object.keys(METHODS).length)
  expect(METHODS[PAYMENT_METHODS[0]!].currency).toBe(FIAT_CURRENCIES[0])
})

test('a sentence that lists the currencies has those of the market, in their order', () => {
  const english = { locales: 'en-GB', _: (text: string) => text }
  expect(currencyList(english, 'conjunction')).toBe('Algerian dinars, dirhams, dollars, euros and dinars')
  expect(currencyListAtStart(english)).toBe('Algerian dinars, dirhams, dollars, euros or dinars')
})

test.each(LANGUAGES)('the picture of the site in %s has them all within its height', async (language) => {
  const catalogues = await readMessageCatalogues(new URL('../../pages/og-images/locales/', import.meta.url))
  const svg = sitePicture(readOperator(undefined), catalogues[language])
  const lines = [...svg.matchAll(/<text[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y))
  expect(lines.length).toBeGreaterThan(3)
  expect(Math.max(...lines)).toBeLessThan(OG_IMAGE_HEIGHT - 20)
})

test.each(ADDED)(
  '%s has its rate and its notices after migrate, and details of %s are right',
  async (currency, method) => {
    expect(z.parse(paymentDetailsSchema, DETAILS[method])).toEqual(DETAILS[method])
    const { body } = await call(testApp.app, 'GET', '/api/market')
    const { referenceRateE6 } = CURRENCIES[currency]
    const rate = body.rates.find(({ fiatCurrency }: { fiatCurrency: string }) => fiatCurrency === currency)
    expect(BigInt(rate.rate.replace('.', ''))).toBe(referenceRateE6)
    const { currencies } = (await call(testApp.app, 'GET', '/api/currencies')).body
    const shown = currencies.find(({ fiatCurrency }: { fiatCurrency: string }) => fiatCurrency === currency)
    expect(shown).toMatchObject({ isAvailable: true, notice: FIRST_NOTICES[currency].en })
  },
)

test.each(ADDED)('an offer in %s by %s is found, taken, paid and completed', async (fiatCurrency, method) => {
  const offered = { fiatCurrency, paymentMethods: [method] }
  const { buyer, seller, trade } = await tradingPair(testApp.app, offered)
  const found = await call(testApp.app, 'GET', `/api/offers?type=sell&currency=${fiatCurrency}&method=${method}`)
  expect(found.body.offers).toHaveLength(1)
  expect(trade).toMatchObject({ fiatCurrency, paymentMethod: method })
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
  expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).status).toBe(200)
  expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('completed')
})

test.each(ADDED)('a method of %s is no method of another currency', async (fiatCurrency, method) => {
  const seller = await signUp(testApp.app, 'seller')
  const other = FIAT_CURRENCIES.find((currency) => currency !== fiatCurrency)!
  await expect(postOffer(seller, { fiatCurrency: other, paymentMethods: [method] })).rejects.toThrow('paymentMethods')
})

test.each([
  ['ma_instant_transfer', '011519000001205000534922', 'The check digits of this RIB don’t match. Check each digit.'],
  ['ma_instant_transfer', '0'.repeat(24), 'The check digits of this RIB don’t match. Check each digit.'],
  ['ma_instant_transfer', '01151900000120500053492', 'A Moroccan RIB has 24 digits.'],
  ['ma_instant_transfer', '10006035183598478831', 'A Moroccan RIB has 24 digits.'],
  ['baridimob', '00799999000407162363', 'The check digits of this RIP don’t match. Check each digit.'],
  ['baridimob', '0079999900040716236', 'A RIP has 20 digits and begins with 00799999.'],
  ['baridimob', '10006035183598478831', 'A RIP has 20 digits and begins with 00799999.'],
] as const)('details of %s with %s are refused', (method, rib, message) => {
  const { issues = [] } = z.safeParse(paymentDetailsSchema, { ...DETAILS[method], rib }).error ?? {}
  expect(issues.map(({ path, message: text }) => [path, text])).toEqual([[['rib'], message]])
})

test('typed RIB and RIP are read with their blanks', () => {
  const rib = z.parse(paymentDetailsSchema, { ...DETAILS.ma_instant_transfer, rib: '011 519 0000012050005349 21' })
  expect(rib).toEqual(DETAILS.ma_instant_transfer)
  const rip = z.parse(paymentDetailsSchema, { ...DETAILS.baridimob, rib: '007 99999 0004071623 62' })
  expect(rip).toEqual(DETAILS.baridimob)
})

test.each([
  ['5000 دينار', 'DZD'],
  ['5000 dinars', 'DZD'],
  ['5000 DA', 'DZD'],
  ['500 dirhams', 'MAD'],
  ['500 DH', 'MAD'],
])('“%s” is an amount in %s, the market’s first currency with that word', (typed, unit) => {
  expect(readNumber(typed, { unit })).toMatchObject({ unit })
})

/** The program with another setting. */
async function programWith(currencies: string) {
  vi.stubEnv('CURRENCIES', currencies)
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllEnvs())
  const [{ assertMigrated, migrate }, { openApiDocument }, { readConfig }] = await Promise.all([
    import('../../db/migrate.ts'),
    import('../../http/openapi/document.ts'),
    import('../../config.ts'),
  ])
  return { assertMigrated, migrate, openApiDocument, readConfig }
}

test('a database that has a currency starts with a program that names it only', async () => {
  const refusal = 'this database has the currency MAD, and CURRENCIES is "EUR USD TND DZD": name it too'
  const { assertMigrated, migrate } = await programWith('EUR USD TND DZD')
  await expect(migrate(database.ownerUrl)).rejects.toThrow(refusal)
  await expect(assertMigrated(database.appUrl)).rejects.toThrow(refusal)
  await testApp.owner.query(
    "insert into migrations (name, checksum, works_from) select '9999_later.sql', '', max(name) from migrations",
  )
  await expect(migrate(database.ownerUrl)).rejects.toThrow(refusal)
  await testApp.owner.query("delete from migrations where name = '9999_later.sql'")
})

test('a program that names the currencies in another order is no newer one: it needs no migration, and deletes no word', async () => {
  await testApp.owner.query("insert into contact_subjects (subject) values ('later')")
  const { assertMigrated, migrate } = await programWith('TND EUR USD MAD DZD')
  await assertMigrated(database.appUrl)
  await migrate(database.ownerUrl)
  const { rows } = await testApp.owner.query("delete from contact_subjects where subject = 'later' returning subject")
  expect(rows).toHaveLength(1)
})

test('a program that names one more needs a migration', async () => {
  const fresh = await createTestDatabase()
  onTestFinished(() => fresh.drop())
  await expect((await programWith('TND EUR USD MAD')).assertMigrated(fresh.appUrl)).rejects.toThrow(
    'the database lacks a currency of CURRENCIES="TND EUR USD MAD". Run "npm run migrate"',
  )
})

test('a demonstration needs the currencies of its offers', async () => {
  const { readConfig } = await programWith('MAD TND')
  expect(() => readConfig({})).toThrow(
    'the demonstration has offers in TND, EUR, USD: CURRENCIES must name EUR and USD too, or DEMO=0 be set',
  )
})

test('the API is described in a market without euros', async () => {
  const { openApiDocument } = await programWith('MAD DZD')
  const document = JSON.stringify(openApiDocument('http://localhost'))
  expect(document).toContain('["MAD","DZD"]')
})

test('migrate leaves the rates and the notices that the market has meanwhile', async () => {
  const [rate, notices] = [
    'select * from reference_rates order by 1',
    'select * from currency_notices order by 1, 2, 3',
  ]
  const read = () => Promise.all([rate!, notices!].map(async (text) => (await testApp.owner.query(text)).rows))
  await testApp.owner.query("update reference_rates set rate_e6 = rate_e6 + 1 where fiat_currency = 'MAD'")
  const admin = await createStaffUser(testApp)
  const changed = { en: 'Ask a lawyer.', fr: '', ar: '', reason: 'The law has changed.' }
  expect((await admin.post('/api/staff/currencies/MAD/notice', changed)).status).toBeLessThan(300)
  const before = await read()
  // As a program with other words would.
  await testApp.owner.query('delete from vocabularies')
  await migrate(database.ownerUrl)
  expect(await read()).toEqual(before)
})

test('nothing violates the rules of money and state', async () => {
  expect(await violations(testApp.owner)).toEqual([])
})
