import { expect, test } from 'vitest'
import { offer } from '../../testing/samples.ts'
import { listedOffer } from './listed-offer.ts'
import { EMPTY } from './offer-values.ts'

const form = { ...EMPTY, minAmount: '10', maxAmount: '1000', pricePercentage: '1.5', terms: offer.terms }
const known = { rate: '0.920000', owner: offer.owner, ownerUsdt: null, reservedMicro: 0n, createdAt: offer.createdAt }

/** 1,000 EUR at 0.9338, rounded down. */
const MAX_USDT = '1070.893124'

test('a form becomes the offer that the server would list', () => {
  const wanted = {
    ...offer,
    id: 'preview',
    maxUsdt: MAX_USDT,
    tradableUsdt: MAX_USDT,
    newTakerUsdt: MAX_USDT,
    newTakerUsdtWithoutBond: MAX_USDT,
  }
  expect(listedOffer({ ...form, newTakerShare: 'all' }, known)).toEqual(wanted)
})

test.each([
  ['the limits', {}, {}, MAX_USDT],
  ['the USDT of the offer', { availableUsdt: '500' }, {}, '500.000000'],
  ['what open trades leave of it', { availableUsdt: '500' }, { reservedMicro: 120_000_000n }, '380.000000'],
  ['the limits of the owner', {}, { ownerUsdt: '250.000000' }, '250.000000'],
  ['the least of them', { availableUsdt: '200' }, { ownerUsdt: '250.000000' }, '200.000000'],
])('what can be traded is bounded by %s', (_, typed, more, wanted) => {
  expect(listedOffer({ ...form, ...typed }, { ...known, ...more })).toMatchObject({
    maxUsdt: MAX_USDT,
    tradableUsdt: wanted,
  })
})

test.each([
  ['a limit', { minAmount: '' }],
  ['a price', { pricePercentage: '' }],
  ['limits that fit', { minAmount: '2000' }],
  ['a price within the bounds', { pricePercentage: '11' }],
])('without %s there is no row', (_, typed) => {
  expect(listedOffer({ ...form, ...typed }, known)).toBeNull()
})
