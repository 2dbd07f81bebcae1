/** The texts of a picture say no more of a demo trader, and of the limits, than pages do. */
import { expect, test } from 'vitest'
import type { Offer, Trader } from '../../../domain/api/offers/offers.ts'
import type { TraderPage } from '../../../domain/api/profiles/traders.ts'
import { readMessageCatalogues } from '../../mail/message-catalogues.ts'
import { readOperator } from '../../operator/operator.ts'
import { offerPicture, traderPicture } from './pictures.ts'

const operator = readOperator(undefined)
const catalogues = await readMessageCatalogues(new URL('./locales/', import.meta.url))
const REPUTATION = { completedTrades: 12, completionRate: '97.5', memberSince: '2026-11-22T09:41:00.000Z' }
const OFFER = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['revolut'],
  price: '0.9338',
} satisfies Partial<Offer>

const textsOf = (svg: string) => [...svg.matchAll(/<tspan[^>]*>([^<]*)/g)].map(([, text = '']) => text.trim())

function picturesOf(isDemo: boolean, language: 'en' | 'ar' = 'en', tradableUsdt = '535.446562') {
  const trader = { username: 'karim', isVerified: true, isDemo }
  const owner = { ...trader, ...REPUTATION } as Trader
  const offer = {
    ...OFFER,
    minAmount: '10.00',
    maxAmount: '500.00',
    maxUsdt: '535.446562',
    tradableUsdt,
    owner,
  } as Offer
  return {
    ofOffer: textsOf(offerPicture(operator, catalogues[language], offer)),
    ofTrader: textsOf(
      traderPicture(operator, catalogues[language], { ...trader, reputation: REPUTATION } as TraderPage),
    ),
  }
}

test('a demo trader’s record is labelled, and no email address is called confirmed', () => {
  const { ofOffer, ofTrader } = picturesOf(true)
  expect(ofOffer).toContain('· Demo · 12 trades')
  expect(ofTrader).toContain('Demo')
  expect([...ofOffer, ...ofTrader].filter((text) => text.includes('Email confirmed'))).toEqual([])
  expect(picturesOf(true, 'ar').ofTrader).toContain('تجريبي')
})

test('another trader’s is not', () => {
  const { ofOffer, ofTrader } = picturesOf(false)
  expect(ofOffer).toEqual(expect.arrayContaining(['· 12 trades', '· Email confirmed']))
  expect(ofTrader).toContain('Email confirmed')
  expect([...ofOffer, ...ofTrader].filter((text) => text.includes('Demo'))).toEqual([])
})

test.each([
  ['535.446562', '10.00 – 500.00 EUR'],
  ['250.000000', '10.00 – 233.45 EUR'],
  ['5.000000', 'from 10.00 EUR'],
])('with %s USDT left the limits are %s', (tradableUsdt, limits) => {
  expect(picturesOf(false, 'en', tradableUsdt).ofOffer).toContain(limits)
})
