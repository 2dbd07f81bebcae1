import { expect, test } from 'vitest'
import { account, myOffer } from '../../testing/samples.ts'
import { methodFor, offerStart } from './offer-start.ts'
import { EMPTY } from './offer-values.ts'

const nothing = { offers: [], accounts: [], kept: undefined, timeZone: 'UTC', off: [] }
const ofTunisia = { ...nothing, timeZone: 'Africa/Tunis' }
const offer = (fiatCurrency: 'TND' | 'EUR' | 'USD', paymentMethod: 'd17' | 'revolut' | 'paypal') => ({
  ...myOffer,
  fiatCurrency,
  paymentMethod,
})
const start = (fiatCurrency: string, paymentMethod: string) => ({ fiatCurrency, paymentMethod })

test.each([
  ['nothing is known', nothing, start('EUR', 'sepa_instant')],
  ['the browser is in Tunisia', ofTunisia, start('TND', 'flouci')],
  ['an account is saved', { ...ofTunisia, accounts: [{ method: 'paypal' as const }] }, start('USD', 'paypal')],
  ['the market is filtered', { ...ofTunisia, kept: 'USD' as const }, start('USD', 'wire_transfer')],
  [
    'the market is filtered and accounts are saved',
    { ...nothing, kept: 'TND' as const, accounts: [{ method: 'paypal' as const }, { method: 'd17' as const }] },
    start('TND', 'd17'),
  ],
  [
    'there are offers',
    { ...ofTunisia, kept: 'USD' as const, offers: [offer('EUR', 'revolut'), offer('TND', 'd17')] },
    start('EUR', 'revolut'),
  ],
  [
    'the latest offer has a currency that is switched off',
    { ...nothing, offers: [offer('USD', 'paypal'), offer('TND', 'd17')], off: ['USD' as const] },
    start('TND', 'd17'),
  ],
  [
    'the currency of the time zone is switched off',
    { ...ofTunisia, off: ['TND' as const] },
    start('EUR', 'sepa_instant'),
  ],
  ['the default currency is switched off', { ...nothing, off: ['EUR' as const] }, start('TND', 'flouci')],
])('where %s, a new offer begins accordingly', (_, known, wanted) => {
  expect(offerStart(known)).toMatchObject(wanted)
})

test('the method of the latest offer gives way only to one with an account', () => {
  expect(methodFor('EUR', [], 'revolut')).toBe('revolut')
  expect(methodFor('EUR', [{ method: 'paysera' }], 'revolut')).toBe('paysera')
  expect(methodFor('EUR', [{ method: 'sepa_instant' }, { method: 'revolut' }], 'revolut')).toBe('revolut')
  expect(methodFor('EUR', [{ method: 'd17' }])).toBe('sepa_instant')
})

test('the rest is as in the latest offer, but for its USDT, its account and that few traders see it', () => {
  expect(offerStart(nothing).latest).toBeUndefined()
  const requirements = { accountDays: 7, completedTrades: 5, completionRate: 0 }
  const latest = {
    ...myOffer,
    type: 'buy',
    pricePercentage: '-2.0',
    terms: 'Only from your own account.',
    paymentWindowMinutes: 60,
    requirements,
    inventoryUsdt: '500.000000',
    availableUsdt: '120.000000',
    paymentAccountId: account.id,
    trustedOnly: true,
  } as const
  expect(offerStart({ ...nothing, offers: [latest, myOffer] }).latest).toEqual({
    ...EMPTY,
    type: 'buy',
    fiatCurrency: 'EUR',
    paymentMethod: 'sepa_instant',
    minAmount: '10.00',
    maxAmount: '1000.00',
    pricePercentage: '-2.0',
    terms: 'Only from your own account.',
    paymentWindowMinutes: 60,
    newTakerShare: myOffer.newTakerShare,
    requirements,
  })
})
