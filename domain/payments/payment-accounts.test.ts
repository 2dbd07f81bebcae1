import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PAYMENT_METHODS } from './methods.ts'
import { accountIdentity, detailList, isSameAccount, lastFour, paymentDetailsSchema } from './payment-accounts.ts'
import type { PaymentDetails } from './payment-accounts.ts'
import { fieldsOf, shownDetail } from './payment-fields.ts'
import type { PaymentField } from './payment-fields.ts'

const GOOD: { [Method in PaymentDetails['method']]: Extract<PaymentDetails, { method: Method }> } = {
  flouci: { method: 'flouci', holder: 'Amina Ben Salah', phone: '20123456' },
  d17: { method: 'd17', holder: 'أمينة بن صالح', phone: '98123456' },
  tn_bank_transfer: { method: 'tn_bank_transfer', holder: 'Amina Ben Salah', rib: '10006035183598478831' },
  cash_tnd: {
    method: 'cash_tnd',
    times: 'من الإثنين إلى الجمعة، 10:00–18:00',
    place: 'Poste centrale, rue 18, 1001 Tunis',
  },
  cash_usd: {
    method: 'cash_usd',
    times: 'Weekdays 10:00 to 18:00',
    place: 'Lobby of the bank at 350 Fifth Avenue, New York',
  },
  sepa_instant: { method: 'sepa_instant', holder: 'Zoë D’Arcy-Müller', iban: 'DE89370400440532013000' },
  revolut: { method: 'revolut', holder: 'Karim H.', tag: '@karim99' },
  paysera: { method: 'paysera', holder: 'UAB Žalgiris (Vilnius)', account: 'EVP1234567890123' },
  wire_transfer: {
    method: 'wire_transfer',
    holder: 'Sam & Co.',
    bank: 'Chase',
    routingNumber: '021000021',
    accountNumber: '123456789012',
  },
  paypal: { method: 'paypal', holder: 'Sam Lee', email: 'sam@example.org' },
  sepa_transfer: { method: 'sepa_transfer', holder: 'Zoë D’Arcy-Müller', iban: 'NL91ABNA0417164300' },
  wise_eur: { method: 'wise_eur', holder: 'Zoë D’Arcy-Müller', email: 'zoe@example.org' },
  wise_usd: { method: 'wise_usd', holder: 'Sam Lee', email: 'sam.lee@example.org' },
  us_bank_transfer: {
    method: 'us_bank_transfer',
    holder: 'Sam Lee',
    bank: 'Frost Bank',
    routingNumber: '114000093',
    accountNumber: '550917342',
  },
  ma_instant_transfer: { method: 'ma_instant_transfer', holder: 'Youssef El Idrissi', rib: '011519000001205000534921' },
  baridimob: { method: 'baridimob', holder: 'Nadia Bensaïd', rib: '00799999000407162362' },
  zelle: { method: 'zelle', holder: 'Sam Lee', email: 'sam@example.org' },
}

test.each(PAYMENT_METHODS)('the details of %s are accepted, and have its fields', (method) => {
  expect(z.parse(paymentDetailsSchema, GOOD[method])).toEqual(GOOD[method])
  expect(['method', ...fieldsOf(method).map(({ name }) => name)].toSorted()).toEqual(
    Object.keys(GOOD[method]).toSorted(),
  )
})

test.each([
  ['flouci', 'phone', '+216 20 123 456', '20123456'],
  ['flouci', 'phone', '0021620123456', '20123456'],
  ['d17', 'phone', '٥٠.١٢٣.٤٥٦', '50123456'],
  ['tn_bank_transfer', 'rib', '10 006 0351835984788 31', '10006035183598478831'],
  ['tn_bank_transfer', 'rib', 'TN59 1000 6035 1835 9847 8831', '10006035183598478831'],
  ['sepa_instant', 'iban', 'de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['sepa_instant', 'iban', 'FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
  ['sepa_instant', 'iban', 'NL91ABNA0417164300', 'NL91ABNA0417164300'],
  ['sepa_instant', 'iban', 'MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ['sepa_instant', 'iban', 'NO9386011117947', 'NO9386011117947'],
  ['revolut', 'tag', 'Karim99', '@karim99'],
  ['revolut', 'tag', 'https://revolut.me/karim99', '@karim99'],
  ['paysera', 'account', 'evp 1234567890123', 'EVP1234567890123'],
  ['paysera', 'account', 'LT12 1000 0111 0100 1000', 'LT121000011101001000'],
  ['wire_transfer', 'routingNumber', '0210-0002-1', '021000021'],
  ['wire_transfer', 'routingNumber', '011401533', '011401533'],
  ['paypal', 'email', ' Sam@Example.org ', 'sam@example.org'],
  ['paypal', 'email', 'mailto:sam@müller.de', 'sam@xn--mller-kva.de'],
  ['paypal', 'holder', 'Sam\u200B  Le\u00ADe\u3164', 'Sam Lee'],
  ['d17', 'holder', 'علی\u200Cرضا\u200F', 'علی\u200Cرضا'],
  ['wire_transfer', 'bank', 'Chase\nBank', 'Chase Bank'],
  ['wire_transfer', 'accountNumber', 'Account number: ١٢٣٤ 5678', '12345678'],
] as const)('%s: the %s "%s" is kept as %s', (method, field, written, kept) => {
  const details: Record<string, string> = z.parse(paymentDetailsSchema, { ...GOOD[method], [field]: written })
  expect(details[field]).toBe(kept)
})

const LENGTH = 'An IBAN of this country has another length.'
const CHECK = 'The check digits of this IBAN don’t match. Check each character.'

describe.each([
  ['flouci', 'phone', '2012345', 'Enter a Tunisian mobile number of 8 digits.'],
  ['flouci', 'phone', '201234567', 'Enter a Tunisian mobile number of 8 digits.'],
  ['flouci', 'phone', '71123456', 'Enter a Tunisian mobile number of 8 digits.'],
  ['d17', 'phone', '+33612345678', 'Enter a Tunisian mobile number of 8 digits.'],
  ['d17', 'phone', '', 'Enter a Tunisian mobile number of 8 digits.'],
  ['tn_bank_transfer', 'rib', '1000603518359847883', 'A RIB has 20 digits.'],
  ['tn_bank_transfer', 'rib', 'DE89370400440532013000', 'A RIB has 20 digits.'],
  ['tn_bank_transfer', 'rib', '10006035183598478832', 'The check digits of this RIB don’t match. Check each digit.'],
  ['tn_bank_transfer', 'rib', '01006035183598478831', 'The check digits of this RIB don’t match. Check each digit.'],
  ['tn_bank_transfer', 'rib', '0'.repeat(20), 'The check digits of this RIB don’t match. Check each digit.'],
  ['sepa_instant', 'iban', '', 'Enter an IBAN: a country code, two check digits and the account.'],
  ['sepa_instant', 'iban', '10006035183598478831', 'Enter an IBAN: a country code, two check digits and the account.'],
  ['sepa_instant', 'iban', 'DE8937040044053201300', LENGTH],
  ['sepa_instant', 'iban', 'NL91ABNA04171643001', LENGTH],
  ['sepa_instant', 'iban', 'DE89370400440532013001', CHECK],
  ['sepa_instant', 'iban', 'DE98370400440532013000', CHECK],
  ['sepa_instant', 'iban', 'DE8937040044053201300A', CHECK],
  ['sepa_instant', 'iban', 'ZZ89370400440532013000', 'No IBAN begins with this country code.'],
  ['sepa_instant', 'iban', 'TN5910006035183598478831', 'This IBAN’s country isn’t part of SEPA.'],
  ['revolut', 'tag', '@ab', 'A Revolut tag is @ and 3 to 16 characters from a to z and 0 to 9.'],
  ['revolut', 'tag', '@karim.99', 'A Revolut tag is @ and 3 to 16 characters from a to z and 0 to 9.'],
  ['revolut', 'tag', 'a'.repeat(17), 'A Revolut tag is @ and 3 to 16 characters from a to z and 0 to 9.'],
  ['paysera', 'account', 'EVP123456789012', 'Enter EVP and 13 digits, or an IBAN that begins with LT.'],
  ['paysera', 'account', 'DE89370400440532013000', 'Enter EVP and 13 digits, or an IBAN that begins with LT.'],
  ['paysera', 'account', 'LT131000011101001000', CHECK],
  ['wire_transfer', 'routingNumber', '02100002', 'A routing number has 9 digits.'],
  [
    'wire_transfer',
    'routingNumber',
    '021000022',
    'The check digit of this routing number doesn’t match. Check each digit.',
  ],
  [
    'wire_transfer',
    'routingNumber',
    '201000021',
    'The check digit of this routing number doesn’t match. Check each digit.',
  ],
  [
    'wire_transfer',
    'routingNumber',
    '000000000',
    'The check digit of this routing number doesn’t match. Check each digit.',
  ],
  [
    'wire_transfer',
    'routingNumber',
    '991000020',
    'The check digit of this routing number doesn’t match. Check each digit.',
  ],
  ['wire_transfer', 'accountNumber', '123', 'An account number has 4 to 17 digits.'],
  ['wire_transfer', 'accountNumber', '1'.repeat(18), 'An account number has 4 to 17 digits.'],
  ['wire_transfer', 'bank', '', 'Enter the name of the bank.'],
  ['wire_transfer', 'bank', 'x'.repeat(71), 'The name of the bank must be at most 70 characters long.'],
  ['paypal', 'email', 'sam@', 'Please enter a valid email address'],
  ['paypal', 'holder', '', 'Enter the account holder’s name.'],
  ['paypal', 'holder', '\u202E \u0000', 'Enter the account holder’s name.'],
  ['paypal', 'holder', '\u3164\u2800', 'Enter the account holder’s name.'],
  ['revolut', 'holder', 'x'.repeat(71), 'The account holder’s name must be at most 70 characters long.'],
  ['sepa_instant', 'holder', 'IBAN DE89 3704 0044', 'Enter the name exactly as your bank or payment service shows it.'],
  ['flouci', 'holder', 'أمينة ٢٠١٢٣٤٥٦', 'Enter the name exactly as your bank or payment service shows it.'],
  ['revolut', 'holder', '12345', 'Enter the name exactly as your bank or payment service shows it.'],
  ['revolut', 'holder', 'Sam <b>', 'Enter the name exactly as your bank or payment service shows it.'],
] as const)('%s: the %s "%s"', (method, field, written, message) => {
  test('is refused', () => {
    const { error } = z.safeParse(paymentDetailsSchema, { ...GOOD[method], [field]: written })
    expect(error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[[field], message]])
  })
})

test('every wrong digit of a number is noticed, and every exchange of two neighbours', () => {
  const numbers: [PaymentDetails['method'], PaymentField][] = [
    ['tn_bank_transfer', 'rib'],
    ['sepa_instant', 'iban'],
    ['wire_transfer', 'routingNumber'],
  ]
  for (const [method, field] of numbers) {
    const right: Record<string, string> = GOOD[method]
    const value = right[field]!
    for (let at = 4; at < value.length; at++) {
      const next = String((Number(value[at]) + 1) % 10)
      const wrong = [
        value.slice(0, at) + next + value.slice(at + 1),
        value.slice(0, at - 1) + value[at] + value[at - 1] + value.slice(at + 1),
      ].filter((written) => written !== value)
      for (const written of wrong)
        expect([written, z.safeParse(paymentDetailsSchema, { ...right, [field]: written }).success]).toEqual([
          written,
          false,
        ])
    }
  }
})

test('a field of another method and an unknown method are refused', () => {
  expect(z.safeParse(paymentDetailsSchema, { ...GOOD.paypal, iban: 'DE89370400440532013000' }).success).toBe(false)
  expect(z.safeParse(paymentDetailsSchema, { ...GOOD.paypal, method: 'revolut' }).success).toBe(false)
  expect(z.safeParse(paymentDetailsSchema, { ...GOOD.paypal, method: 'cash' }).success).toBe(false)
})

test.each([
  ['flouci', '3456', '+216 20 123 456'],
  ['tn_bank_transfer', '8831', '10 006 0351835984788 31'],
  ['sepa_instant', '3000', 'DE89 3704 0044 0532 0130 00'],
  ['revolut', 'im99', '@karim99'],
  ['paysera', '0123', 'EVP1234567890123'],
  ['wire_transfer', '9012', '123456789012'],
  ['paypal', 'sam', 'sam@example.org'],
  ['sepa_transfer', '4300', 'NL91 ABNA 0417 1643 00'],
  ['wise_eur', 'zoe', 'zoe@example.org'],
  ['us_bank_transfer', '7342', '550917342'],
  ['zelle', 'sam', 'sam@example.org'],
] as const)('of %s a list shows %s, and a trade %s', (method, end, shown) => {
  expect(lastFour(GOOD[method])).toBe(end)
  expect(shownDetail(method, detailList(GOOD[method]).at(-1)!).value).toBe(shown)
})

test('an account is the same whatever its holder is called', () => {
  expect(isSameAccount(GOOD.d17, { ...GOOD.d17, holder: 'A. Ben Salah' })).toBe(true)
  expect(isSameAccount(GOOD.d17, { ...GOOD.d17, phone: '98123457' })).toBe(false)
  expect(isSameAccount(GOOD.d17, { ...GOOD.d17, method: 'flouci' })).toBe(false)
})

const identity = accountIdentity

test.each([
  ['a phone number', 'place', 'Café de Paris, 20 123 456'],
  ['a phone number with commas', 'place', 'Café de Paris, 20,123,456'],
  ['a phone number in single digits', 'place', 'Café de Paris 2 0 1 2 3 4 5 6'],
  ['a phone number in Arabic digits', 'place', 'مقهى باريس ٢٠١٢٣٤٥٦'],
  ['an account', 'place', 'Send it to 10006035183598478831'],
  ['an account in parts', 'place', 'Compte 1000 puis 6035 puis 1835 puis 98'],
  ['an address of a page', 'place', 'https://pay.example.org/amina'],
  ['an address without a scheme', 'place', 't.me/amina'],
  ['the name of a host', 'place', 'Write to wa.me first'],
  ['a host that begins as a street does', 'place', 'Place: av.de/amina'],
  ['a host of a long name', 'place', 'Lobby, see my-cash.example.com'],
  ['an email', 'place', 'Amina amina@example.org'],
  ['a name at a messenger', 'place', 'Ask for amina on Telegram'],
  ['a messenger in Arabic', 'place', 'وسط المدينة، واتساب أمينة'],
  ['a phone number', 'times', 'Call 20.123.456 first'],
  ['a phone number with blanks', 'times', '98 123 456'],
  ['a phone number in pairs', 'times', '20.12.34.56'],
  ['a phone number in hours', 'times', '20-12 14-18'],
  ['a phone number in single digits', 'times', '2 0 1 2 3 4 5 6'],
  ['a phone number that counts up', 'times', 'At 0 1 2 3 4 5 6 7'],
  ['a phone number in Arabic digits', 'times', '٢٠ ١٢ ٣٤ ٥٦'],
  ['a page', 'times', 'See t.me/amina'],
] as const)('a meeting names no other payee and no contact: %s in the field %s is refused', (_, field, value) => {
  const { error } = z.safeParse(paymentDetailsSchema, { ...GOOD.cash_tnd, [field]: value })
  expect(error?.issues).toMatchObject([{ path: [field], message: expect.stringMatching(/handed to you in person/) }])
})

test.each([
  ['place', '350 Fifth Avenue, New York 10118'],
  ['place', '20 W 34th St, New York 10001'],
  ['place', '14 av.de la Liberté, Tunis'],
  ['place', 'Poste, Bd.du 7 Novembre, Sousse'],
  ['place', 'Rue de Marseille 125, 1000 Tunis'],
  ['place', 'Agence BIAT, av. Habib Bourguiba 70, 1er étage'],
  ['place', 'مقهى الشرق، شارع 18، تونس 1001'],
  ['times', '10-12 14-18'],
  ['times', '9-12, 2-6'],
  ['times', 'Mon 10-12 14-18, Tue 9-11 13-17, Fri 8-10'],
  ['times', '١٠-١٢ و ١٤-١٨'],
  ['times', 'Lun.-ven. 9h30-12h, 14h-18h'],
  ['times', 'Sat 29/11 and Sun 30/11, 9 a.m. to 5 p.m.'],
  ['times', 'من 9:00 إلى 12:30 ومن 14:00 إلى 18:00'],
] as const)('of a meeting the %s %j is taken', (field, value) => {
  expect(z.safeParse(paymentDetailsSchema, { ...GOOD.cash_tnd, [field]: value }).error?.issues).toBeUndefined()
})

test('a meeting place is one of many users, so it identifies no user, and a list shows nothing of it', () => {
  const { cash_tnd: cash } = GOOD
  expect(accountIdentity(cash)).toBeNull()
  expect(isSameAccount(cash, { ...cash })).toBe(true)
  expect(lastFour(cash)).toBe('')
})

test('what identifies an account is the same for every method that reaches it, and no other account has it', () => {
  const identities = Object.values(GOOD).flatMap((details) => identity(details) ?? [])
  expect(new Set(identities).size).toBe(identities.length)
  expect(identity({ ...GOOD.flouci, phone: GOOD.d17.phone })).toBe(identity(GOOD.d17))
  expect(identity({ ...GOOD.d17, holder: 'A. Ben Salah' })).toBe(identity(GOOD.d17))
  const account = 'LT601010012345678901'
  expect(identity({ ...GOOD.paysera, account })).toBe(identity({ ...GOOD.sepa_instant, iban: account }))
  expect(identity({ ...GOOD.wire_transfer, bank: 'JPMorgan' })).toBe(identity(GOOD.wire_transfer))
  expect(identity({ ...GOOD.wire_transfer, method: 'us_bank_transfer' })).toBe(identity(GOOD.wire_transfer))
  expect(identity({ ...GOOD.sepa_transfer, iban: GOOD.sepa_instant.iban })).toBe(identity(GOOD.sepa_instant))
  expect(identity({ ...GOOD.wise_usd, email: GOOD.wise_eur.email })).toBe(identity(GOOD.wise_eur))
})
