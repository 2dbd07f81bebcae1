import { expect, test } from 'vitest'
import { account, myOffer } from '../../testing/samples.ts'
import { methodsFor, offerStart } from './offer-start.ts'
import { EMPTY } from './offer-values.ts'

const nothing = { offers: [], accounts: [], kept: undefined, timeZone: 'UTC', off: [] }
const ofTunisia = { ...nothing, timeZone: 'Africa/Tunis' }
const offer = (fiatCurrency: 'TND' | 'EUR' | 'USD', paymentMethod: 'd17' | 'revolut' | 'paypal') => ({
  ...myOffer,
  fiatCurrency,
  paymentMethods: [paymentMethod],
})
const start = (fiatCurrency: string, paymentMethod: string) => ({ fiatCurrency, paymentMethods: [paymentMethod] })

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

test('the methods of the latest offer give way only to those with an account', () => {
  expect(methodsFor('EUR', [], ['revolut', 'paysera'])).toEqual(['revolut', 'paysera'])
  expect(methodsFor('EUR', [{ method: 'paysera' }], ['revolut'])).toEqual(['paysera'])
  expect(methodsFor('EUR', [{ method: 'paysera' }], ['revolut', 'paysera'])).toEqual(['paysera'])
  expect(methodsFor('EUR', [{ method: 'sepa_instant' }, { method: 'revolut' }], ['revolut'])).toEqual(['revolut'])
  expect(methodsFor('EUR', [{ method: 'd17' }])).toEqual(['sepa_instant'])
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
    paymentAccountIds: [account.id] as string[],
    trustedOnly: true,
  } as const
  expect(offerStart({ ...nothing, offers: [latest, myOffer] }).latest).toEqual({
    ...EMPTY,
    type: 'buy',
    fiatCurrency: 'EUR',
    paymentMethods: ['sepa_instant'],
    minAmount: '10.00',
    maxAmount: '1000.00',
    pricePercentage: '-2.0',
    terms: 'Only from your own account.',
    paymentWindowMinutes: 60,
    newTakerShare: myOffer.newTakerShare,
    requirements,
  })
})
