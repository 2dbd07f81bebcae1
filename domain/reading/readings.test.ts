import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EMAIL_PATTERN, emailSchema, mailedCode } from '../accounts/accounts.ts'
import { secondFactorCodeSchema } from '../accounts/factors.ts'
import { offerSchema } from '../offers/offer-form.ts'
import { searchSchema } from '../offers/saved-searches.ts'
import { listingFilters } from '../offers/listing.ts'
import { paymentDetailsSchema } from '../payments/payment-accounts.ts'
import { opaqueString } from './passwords.ts'
import { READINGS } from './readings.ts'
import type { Reading } from './readings.ts'

const PHONE = '20123456'
const IBAN = 'FR7630006000011234567890189'
const RIB = '10006035183598478831'

describe('what a reader takes for one value is read as it', () => {
  test.each<[Reading, string, readonly string[]]>([
    [
      'phone',
      PHONE,
      [
        '\u202A+216 20 123 456\u202C',
        '\u200E20123456',
        '\u061C\u200F٢٠ ١٢٣ ٤٥٦',
        '(+216) 20 123 456',
        '20\u2011123\u2011456',
        '۲۰۱۲۳۴۵۶',
        'tel:+21620123456',
        '0021620123456',
        '0021620 123 456',
        '+216.20.123.456',
        '20 12 34 56',
        '20/123/456',
        '216-20-123-456',
        '+216 (0)20 123 456',
        'Tél. : 20 123 456',
        'GSM 20123456',
        'N° 20123456',
        'هاتف: ٢٠١٢٣٤٥٦',
        'WhatsApp +216 20 123 456',
        'https://wa.me/21620123456',
        '２０１２３４５６',
        '20ـ123ـ456',
        '20\u00A0123\u202F456',
        '20\u00AD123\u2060456',
      ],
    ],
    [
      'iban',
      IBAN,
      [
        'FR76\u200B30006000011234567890189',
        'IBAN: FR76 3000 6000 0112 3456 7890 189',
        'FR76–3000–6000–0112–3456–7890–189',
        'IBANFR7630006000011234567890189',
        'iban fr76.3000.6000.0112.3456.7890.189',
        'رقم الآيبان: FR76 ٣٠٠٠ 6000 0112 3456 7890 189',
        'BIC AGRIFRPP IBAN FR76 3000 6000 0112 3456 7890 189',
        'FR76 3000 6000 0112 3456 7890 189 (BIC: AGRIFRPP)',
      ],
    ],
    ['iban', 'NO9386011117947', ['NO93 8601 1117 947', 'NO 93 8601 1117 947', 'IBAN NO93 8601 1117 947']],
    [
      'rib',
      RIB,
      [
        'RIB : 10 006 0351835984788 31',
        'R.I.B. n° 10006035183598478831',
        'TN59 1000 6035 1835 9847 8831',
        'IBAN TN59 1000 6035 1835 9847 8831',
        'رقم الحساب البنكي: ١٠ ٠٠٦ ٠٣٥١٨٣٥٩٨٤٧٨٨ ٣١',
      ],
    ],
    [
      'rib',
      '011519000001205000534921',
      [
        'RIB : 011 519 0000012050005349 21',
        'MA64 0115 1900 0001 2050 0053 4921',
        'IBAN MA64 0115 1900 0001 2050 0053 4921',
      ],
    ],
    ['rib', '00799999000407162362', ['RIP : 007 99999 0004071623 62', 'رقم RIP: ٠٠٧ ٩٩٩٩٩ ٠٠٠٤٠٧١٦٢٣ ٦٢']],
    [
      'tag',
      '@karim99',
      [
        'https://revolut.me/karim99/',
        'https://revolut.me/karim99?amount=100&currency=EUR',
        'http://www.revolut.me/Karim99#x',
        'www.revolut.me/karim99',
        'revolut.me/@karim99',
        'Pay me: https://revolut.me/karim99!',
        '@karim99 ',
        '@ Karim99',
        'tag: karim99',
        'Revtag: @karim99',
        'Revolut @karim99',
        'karim\u200B99',
      ],
    ],
    [
      'code',
      '123456',
      [
        '١٢٣٤٥٦',
        '۱۲۳۴۵۶',
        '１２３４５６',
        '123 456',
        '123\u00A0456',
        '123-456',
        '123–456',
        '12 34 56',
        '\u200F123456',
        'Code: 123456',
        'Votre code est 123 456.',
        'رمز التحقق: ١٢٣٤٥٦',
        ' 123456\n',
      ],
    ],
    [
      'recoveryCode',
      '7K3M9QRT0111',
      ['7k3m-9qrt-oiIl', '7K3M–9QRT—0111', '7K3M 9QRT 0111', 'Recovery code: 7k3m-9qrt-0111', '٧K3M9QRT٠١١١'],
    ],
    [
      'email',
      'user@xn--mller-kva.de',
      [
        'user@müller.de',
        'User@MÜLLER.de ',
        'user@mu\u0308ller.de',
        'mailto:user@müller.de?subject=hello',
        'Amina <user@müller.de>',
        '<user@müller.de>',
        'E‑mail : user@müller.de',
        'البريد الإلكتروني: user@müller.de',
        'user@müller.de.',
        'user @ müller.de',
        '\u202Auser@müller.de\u202C',
        'user@xn--mller-kva.de',
      ],
    ],
    ['email', 'user@xn--80ak6aa92e.xn--p1ai', ['user@xn--80ak6aa92e.xn--p1ai', 'USER@XN--80AK6AA92E.XN--P1AI']],
    ['email', 'user@xn--mgbh0fb.xn--kgbechtv', ['user@مثال.إختبار']],
    ['email', 'mail@example.org', ['mail@example.org', 'mail: mail@example.org']],
    ['username', 'amina_1', ['@amina_1', ' amina_1 ', '@ amina_1', 'Username: amina_1', 'amina_١', 'amina\u200D_1']],
    ['time', '08:30', ['8:30', '08h30', '8 h 30', '٠٨:٣٠', '8.30', '08:30:00', '8:30 AM', '８：３０']],
    ['time', '20:30', ['8:30 pm', '20h30', '8:30 م']],
    ['percentage', '-1.5', ['−1,5 %', '-1.5', '–1.5%', '-١٫٥٪']],
    ['amount', '1234.56 EUR', ['1 234,56 €', '€1,234.56', 'EUR 1.234,56']],
    ['assetAmount', '1234.5', ['1 234,5 USDT', "1'234.5", '١٬٢٣٤٫٥']],
    ['name', 'Amina Ben Salah', ['Ami\u200Bna  Ben\u00A0Salah ', 'Amina\nBen Salah', '\u2067Amina Ben Salah\u2069']],
    ['name', 'علی\u200Cرضا', ['علی\u200Cرضا', '\u200Fعلی\u200Cرضا\u200C']],
    ['url', 'https://example.org/hook', [' https://example.org/hook\u200B', '<https://example.org/hook>']],
  ])('%s %s', (reading, value, written) => {
    expect(READINGS[reading](value)).toBe(value)
    for (const text of written) expect([text, READINGS[reading](text)]).toEqual([text, value])
  })

  test.each<[Reading, string, string]>([
    ['phone', '+33612345678', '+33612345678'],
    ['phone', '20123457', '20123457'],
    ['phone', '21612345', '21612345'],
    ['phone', '2012345O', '2012345O'],
    ['iban', 'FR76 3000 é', 'FR763000é'],
    ['tag', 'tagada', '@tagada'],
    ['tag', 'https://evil-revolut.me/karim99', '@https://evil-revolut.me/karim99'],
    ['tag', '@karim.99', '@karim.99'],
    ['code', '12345a', '12345a'],
    ['email', 'john doe@example.org', 'john doe@example.org'],
    ['username', 'amina b', 'amina b'],
    ['username', 'user', 'user'],
    ['time', '25:00', '25:00'],
    ['time', '8', '8'],
    ['amount', '150,500', '150,500'],
    ['assetAmount', '150 €', '150 €'],
    ['percentage', '5 €', '5 €'],
  ])('a %s that is another stays so: %s', (reading, text, value) => expect(READINGS[reading](text)).toBe(value))
})

describe('in all combinations of what surrounds a value', () => {
  const invisible = fc.constantFrom(
    '',
    '\u200E',
    '\u200F',
    '\u061C',
    '\u202A',
    '\u202C',
    '\u2066',
    '\u200B',
    '\uFEFF',
    '\u2060',
    '\u00AD',
    '\u3164',
    '\uFE0F',
  )
  const group = fc.constantFrom(
    '',
    ' ',
    '\u00A0',
    '\u202F',
    '\u3000',
    '-',
    '\u2010',
    '\u2011',
    '–',
    '—',
    '\u2212',
    '.',
    '/',
    '_',
    '·',
    ') ',
    '(',
    ' - ',
  )
  const zero = fc.constantFrom(0x30, 0x6_60, 0x6_f0, 0xff_10, 0x9_66)
  /** Each character in some digits of the world, with something between. */
  const decorated = (value: string, before: readonly string[]) =>
    fc
      .tuple(
        fc.constantFrom(...before),
        fc.array(fc.tuple(zero, invisible, group), { minLength: value.length, maxLength: value.length }),
        invisible,
      )
      .map(
        ([label, parts, end]) =>
          label +
          parts
            .map(
              ([from, unseen, between], at) =>
                written(value[at]!, from) + unseen + (at === value.length - 1 ? '' : between),
            )
            .join('') +
          end,
      )
  const written = (character: string, from: number) =>
    /\d/.test(character) ? String.fromCodePoint(from + Number(character)) : character

  const digits = (length: number, first = '0123456789') =>
    fc
      .tuple(fc.constantFrom(...first), fc.stringMatching(new RegExp(String.raw`^\d{${length - 1}}$`)))
      .map((parts) => parts.join(''))

  test.each<[Reading, fc.Arbitrary<string>, readonly string[]]>([
    [
      'phone',
      digits(8, '2459'),
      ['', '+216 ', '(+216) ', '00216', '216-', 'tel:', 'tel:+216', 'Tél : ', 'هاتف: +٢١٦ ', ' '],
    ],
    ['code', digits(6), ['', ' ', 'Code: ', 'code ', 'رمز التحقق: ', 'Your code is ']],
    ['rib', digits(20), ['', 'RIB ', 'RIB : ', 'TN59 ', 'IBAN TN59']],
    ['iban', digits(18).map((text) => `DE${text}0`), ['', 'IBAN ', 'iban: ', 'رقم الآيبان ']],
    ['account', digits(13).map((text) => `EVP${text}`), ['', 'Paysera: ', ' ']],
    ['recoveryCode', fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{24}$/), ['', 'Recovery code: ', 'code ']],
  ])('%s', (reading, values, before) => {
    fc.assert(
      fc.property(
        values.chain((value) => fc.tuple(fc.constant(value), decorated(value, before))),
        ([value, text]) => READINGS[reading](text) === value && READINGS[reading](value) === value,
      ),
      { numRuns: 400 },
    )
  })

  test('another digit, letter or order is another value', () => {
    const readers: Reading[] = ['phone', 'code', 'rib', 'iban', 'account']
    const texts = fc.stringMatching(/^[0-9]{6,20}$/)
    fc.assert(
      fc.property(fc.constantFrom(...readers), texts, texts, (reading, one, other) => {
        const [a, b] = [READINGS[reading](one), READINGS[reading](other)]
        return one === other
          ? a === b
          : a !== b || one.replace(/^(00|011)?2160?/, '') === other.replace(/^(00|011)?2160?/, '')
      }),
    )
  })

  test('a letter within a value is kept, for the field’s rule to refuse', () => {
    const letter = fc.constantFrom('a', 'Z', 'é', 'ا', 'я', '٪', '$', '+')
    fc.assert(
      fc.property(
        fc.constantFrom<Reading>('phone', 'code', 'rib', 'account'),
        digits(8, '2459'),
        letter,
        fc.integer({ min: 1, max: 7 }),
        (reading, value, added, at) => READINGS[reading](value.slice(0, at) + added + value.slice(at)).length === 9,
      ),
    )
  })

  test('no text makes a reading fail or grow', () => {
    const readers = Object.keys(READINGS) as Reading[]
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
    fc.assert(
      fc.property(fc.constantFrom(...readers.filter((reading) => reading !== 'tag')), text, (reading, typed) => {
        const value = READINGS[reading](typed)
        return value.length <= typed.length * 18 + 20
      }),
      { numRuns: 1000 },
    )
  })
})

describe('fields of the contract read what surrounds a value', () => {
  test.each([
    ['+216 20\u2011123\u2011456\u202C', PHONE],
    ['tel:+21620123456', PHONE],
  ])('the phone number %j', (phone, value) => {
    expect(z.parse(paymentDetailsSchema, { method: 'd17', holder: 'Amina Ben Salah', phone })).toMatchObject({
      phone: value,
    })
  })

  test.each([
    'AL47 2121 1009 0000 0002 3569 8741',
    'ME25 5050 0001 2345 6789 51',
    'MK07 2501 2000 0058 984',
    'MD24 AG00 0225 1000 1310 4168',
    'RS35 2600 0560 1001 6113 79',
  ])('a SEPA account of a country that joined lately: %s', (iban) => {
    const { success } = z.safeParse(paymentDetailsSchema, { method: 'sepa_instant', holder: 'Amina Ben Salah', iban })
    expect(success).toBe(true)
  })

  test('codes and email addresses', () => {
    expect(z.parse(mailedCode, '٣٩٠ ٨٦٧')).toBe('390867')
    expect(z.parse(secondFactorCodeSchema, { method: 'totp', code: '390-867' })).toEqual({
      method: 'totp',
      code: '390867',
    })
    expect(z.parse(secondFactorCodeSchema, { method: 'recovery_code', code: '7k3m–9qrt' }).code).toBe('7K3M9QRT')
    expect(z.parse(emailSchema, { email: 'user@müller.de ' })).toEqual({ email: 'user@xn--mller-kva.de' })
    expect(z.safeParse(emailSchema, { email: 'user@مثال.إختبار' }).success).toBe(true)
    expect(z.safeParse(emailSchema, { email: 'user@example.123' }).success).toBe(false)
  })

  const OFFER = {
    type: 'buy', fiatCurrency: 'TND', paymentMethods: ['d17'], maxAmount: '900', pricePercentage: '−1,5 %', terms: 'Only from your own account.',
    paymentWindowMinutes: 30, maxOpenTrades: 1, availableUsdt: '',
  } // prettier-ignore
  test.each([
    ['150 DT', '150', null],
    ['150,5 TND', '150.5', null],
    ['١٥٠٫٥', '150.5', null],
    ['150.500', '150.500', null],
    ['150 €', null, 'This amount is in EUR. Enter it in the currency chosen here.'],
    ['150 £', null, 'This amount is in another currency. Enter it in the currency chosen here.'],
    [
      '150,500',
      null,
      'This can be read as two numbers. Write it with a point before the decimals and nothing between the thousands.',
    ],
    ['150 XYZ', null, 'Minimum amount must be a number with at most 2 decimals'],
  ])('the amount of an offer in dinars, %j', (minAmount, value, message) => {
    const { data, error } = z.safeParse(offerSchema, { ...OFFER, minAmount })
    expect([data?.minAmount ?? null, error?.issues[0]?.message ?? null]).toEqual([value, message])
    if (data) expect(data.pricePercentage).toBe('-1.5')
  })

  test('filters of the market, and searches that are saved', () => {
    expect(z.parse(listingFilters, { amount: '150 DT', trader: '@amina', search: ' sepa\u00A0 instant' })).toEqual({
      amount: '150 TND',
      trader: 'amina',
      search: 'sepa instant',
    })
    expect(z.safeParse(listingFilters, { amount: '150,500' }).success).toBe(false)
    expect(z.safeParse(listingFilters, { amount: 'much' }).success).toBe(false)
    const search = {
      type: 'sell',
      fiatCurrency: 'EUR',
      paymentMethods: [],
      amount: '1 234,56 €',
      pricePercentage: '',
      price: '',
      trader: null,
    }
    expect(z.parse(searchSchema, search).amount).toBe('1234.56')
    expect(z.safeParse(searchSchema, { ...search, amount: '150 DT' }).error?.issues[0]?.path).toEqual(['amount'])
  })
})

test.each<[Reading, string]>([
  ['email', 'karim@x.example. Thanks'],
  ['email', 'Mr. karim@x.example'],
  ['email', 'a@b.example, c@d.example'],
  ['iban', 'FR7630006000011234567890189 IBAN DE89370400440532013000'],
  ['iban', 'DE89370400440532013000 BIC COBADEFF, FR7630006000011234567890189'],
  ['rib', '10006035183598478831 swift 04018104003691234567'],
  ['phone', '20123456; 50123456'],
  ['tag', '@nadia revolut.me/karim'],
  ['tag', 'revolut.me/nadia revolut.me/karim'],
  ['time', '13:00 am'],
  ['time', '0 pm'],
])('of two values, and of a text that is not wholly one, none is taken: %s %j', (reading, typed) => {
  const rules: Partial<Record<Reading, RegExp>> = {
    email: EMAIL_PATTERN,
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/,
    rib: /^\d{20}$/,
    phone: /^\d{8}$/,
    tag: /^@[a-z0-9]+$/,
    time: /^\d\d:\d\d$/,
  }
  expect(READINGS[reading](typed)).not.toMatch(rules[reading]!)
})

test.each([
  ['https://h.example/a!', 'https://h.example/a!'],
  ["https://h.example/?q='x'", "https://h.example/?q='x'"],
  [' <https://h.example/a.> ', 'https://h.example/a.'],
])('the address %j of a program keeps its last character', (typed, url) => expect(READINGS.url(typed)).toBe(url))

test('a password has one form, however it was composed', () => {
  expect(opaqueString('Se\u0301same\u00A02026')).toBe('Sésame 2026')
  expect(opaqueString('Sésame')).not.toBe(opaqueString('Sesame'))
})
