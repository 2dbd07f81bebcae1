import fc from 'fast-check'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { detailList, paymentDetailsSchema } from './payment-accounts.ts'
import type { PaymentDetails } from './payment-accounts.ts'
import { paymentCode, walletPage } from './payment-fields.ts'
import { OUTSIDE_EEA } from './methods/sepa.ts'
import { SEPA_COUNTRIES } from './sepa-countries.ts'

const payment = { amount: '150.00', reference: 'FP-1F00AB34' }

/** By the elements of EPC069-12, in their order. */
function elements(code: string) {
  const [tag, version, characters, identification, bic, name, iban, amount, purpose, reference, text, ...more] =
    code.split('\n')
  return { tag, version, characters, identification, bic, name, iban, amount, purpose, reference, text, more }
}

test.each(['sepa_instant', 'sepa_transfer'] as const)('the code of %s has the elements of EPC069-12', (method) => {
  const details = detailList({ method, holder: 'Zoë D’Arcy-Müller', iban: 'DE89370400440532013000' })
  expect(elements(paymentCode(method, details, payment)!)).toEqual({
    tag: 'BCD',
    version: '002',
    characters: '1',
    identification: 'SCT',
    bic: '',
    name: 'Zoë D’Arcy-Müller',
    iban: 'DE89370400440532013000',
    amount: 'EUR150.00',
    purpose: '',
    reference: '',
    text: 'FP-1F00AB34',
    more: [],
  })
  expect(
    paymentCode(method, details, { ...payment, reference: '' })!
      .split('\n')
      .at(-1),
  ).toBe('EUR150.00')
})

test('no name of a holder that is accepted adds an element or changes one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat({ max: 80 }), (text, at) => {
      const holder = `${text.slice(0, at)}\nEUR9999\r\n${text.slice(at)} Ben Salah`
      const typed = { method: 'sepa_instant', holder, iban: 'FR1420041010050500013M02606' }
      const read = z.safeParse(paymentDetailsSchema, typed)
      fc.pre(read.success)
      const code = paymentCode('sepa_instant', detailList(read.data as PaymentDetails), payment)!
      expect(code.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(11)
      expect(elements(code)).toMatchObject({ amount: 'EUR150.00', iban: typed.iban, text: payment.reference })
    }),
  )
})

test('a bank outside the European Economic Area has none, since its code must name the BIC', () => {
  for (const iban of ['GB33BUKB20201555555555', 'CH9300762011623852957']) {
    const details = detailList({ method: 'sepa_transfer', holder: 'Zoë D’Arcy-Müller', iban })
    expect(paymentCode('sepa_transfer', details, payment)).toBeNull()
  }
  expect([...OUTSIDE_EEA].filter((country) => !SEPA_COUNTRIES.has(country))).toEqual([])
})

test('a name of more bytes than a code may have gets none, and the longest of others has the largest code that cameras must read', () => {
  const ofName = (holder: string) =>
    paymentCode(
      'sepa_instant',
      detailList({ method: 'sepa_instant', holder, iban: 'MT84MALT011000012345MTLCAST001S' }),
      { amount: '999999999.99', reference: 'FP-1F00AB34' },
    )
  expect(ofName('𐰀'.repeat(70))).toBeNull()
  const longest = ofName('ب'.repeat(70))!
  expect(encode(longest, { ecc: 'M' }).version).toBeLessThanOrEqual(13)
})

test('a wallet has its page, and other methods have neither page nor code', () => {
  const revolut = detailList({ method: 'revolut', holder: 'Amina Ben Salah', tag: '@amina99' })
  expect(walletPage('revolut', revolut)).toBe('https://revolut.me/amina99')
  expect(paymentCode('revolut', revolut, payment)).toBeNull()
  const paypal = detailList({ method: 'paypal', holder: 'Sam Lee', email: 'sam@example.org' })
  expect([walletPage('paypal', paypal), paymentCode('paypal', paypal, payment)]).toEqual([null, null])
})
