import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formattingOf, LANGUAGES } from '../languages.ts'
import { decimalAsTyped, decimalFormatter, separatorsOf } from '../number-format.ts'
import { readNumber } from './numbers.ts'

const LOCALES = [...LANGUAGES.map((language) => formattingOf(language)), formattingOf('ar', 'arab')]
const [EN, FR, AR, ARAB] = LOCALES as [string, string, string, string]

/** The value; "a or b" where there are two. */
function read(typed: string, locale?: string, unit?: string): string | null {
  const found = readNumber(typed, { ...(locale && { separators: separatorsOf(locale) }), unit })
  if (found === null) return null
  if ('otherUnit' in found) return `not ${found.otherUnit}`
  return 'either' in found ? found.either.join(' or ') : found.value
}

describe('a typed number is parsed in the page’s own format, or refused', () => {
  test.each([
    // English: the comma groups, the point is decimal.
    [EN, '1,500', '1500'],
    [EN, '1,500.5', '1500.5'],
    [EN, '1,500,000', '1500000'],
    [EN, '1.500', '1.500'],
    [EN, '0.5', '0.5'],
    [EN, '.5', '0.5'],
    [EN, '1 500', '1500'],
    [EN, '1.500,5', '1500.5'],
    [EN, '1,5', '1.5'],
    [EN, '1,50', '1.50'],
    [EN, '150,5', '150.5'],
    [EN, '0,500', '0.500'],
    [EN, '15,00,000', null],
    // French: the comma is decimal, a narrow space groups; a point with three digits could be either.
    [FR, '1 500,5', '1500.5'],
    [FR, '1 500', '1500'],
    [FR, '1,500', '1.500'],
    [FR, '150.5', '150.5'],
    [FR, '1.500', '1.500 or 1500'],
    [FR, '1.500,50', '1500.50'],
    [FR, '1.500.000', '1500000'],
    [FR, '1,500.5', '1500.5'],
    [FR, '0.500', '0.500'],
    [FR, '1234.567', '1234.567'],
    // Arabic, digits 0-9 and ٠-٩.
    [AR, '1 573,37', '1573.37'],
    [AR, '1.573', '1.573 or 1573'],
    [AR, '1.573,37', '1573.37'],
    [AR, '١٥٠٠٫٥', '1500.5'],
    [ARAB, '١٬٥٠٠٫٥', '1500.5'],
    [ARAB, '١٬٥٠٠', '1500'],
    [ARAB, '1,500', '1.500 or 1500'],
    [ARAB, '150,5', '150.5'],
    // In every language.
    [EN, '', ''],
    [EN, ' 150 ', '150'],
    [EN, '150.', '150'],
    [EN, '-1.5', '-1.5'],
    [EN, '+', '+'],
    [FR, '−1,5', '-1.5'],
    [AR, '‎-1,5', '-1.5'],
    [EN, '15 00', null],
    [EN, '1.2.3', null],
    [FR, '1,2,3', null],
    [EN, '1e3', null],
    [EN, '0x10', null],
    [EN, 'abc', null],
    [EN, '1-2', null],
    [EN, '12.5٫5', null],
    [ARAB, '١٫٥٠٠٫٠٠٠', null],
    [ARAB, '١٫٥٠٠٫٥', null],
  ])('%s: %s is %s', (locale, typed, value) => {
    expect(read(typed, locale, 'EUR')).toBe(value)
  })

  test('a formatted number is parsed exactly, with and without groups', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 999_999_999n }), fc.integer({ min: 0, max: 999_999 }))
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LOCALES), ([whole, micro], locale) => {
        const value = `${whole}.${String(micro).padStart(6, '0')}`
        const shown = decimalFormatter(locale, { minimumFractionDigits: 6 })(value)
        expect(read(shown, locale, 'EUR')).toBe(value)
        expect(read(decimalAsTyped(value, locale), locale, 'EUR')).toBe(value)
      }),
    )
  })

  test('a number is parsed in the English or the French format, or refused', () => {
    const texts = fc.stringMatching(/^\d{1,4}([.,]\d{1,4}){0,3}$/)
    fc.assert(
      fc.property(texts, fc.constantFrom(...LOCALES), (typed, locale) => {
        const value = read(typed, locale, 'EUR')
        if (value === null) return
        const english = typed.replaceAll(',', '')
        const french = typed.replaceAll('.', '').replace(',', '.')
        for (const one of value.split(' or '))
          expect([english, french].map((text) => text.replace(/\.$/, ''))).toContain(one)
      }),
    )
  })
})

describe('a number is read with its unit, and in other scripts', () => {
  test.each([
    ['1 234,56 €', 'EUR', '1234.56'],
    ['€1 234,56', 'EUR', '1234.56'],
    ['EUR 1.234,56', 'EUR', '1234.56'],
    ["1'234.50", 'EUR', '1234.50'],
    ['150 EUR', 'EUR', '150'],
    ['150 DT', 'TND', '150'],
    ['DT150', 'TND', '150'],
    ['150.50DT', 'TND', '150.50'],
    ['150 dinars', 'TND', '150'],
    ['150 د.ت', 'TND', '150'],
    ['۱۵۰٫۵', 'TND', '150.5'],
    ['١٬٥٠٠٫٥', 'TND', '1500.5'],
    ['１５０', 'TND', '150'],
    ['150،5', 'TND', '150.5'],
    ['\u202A150.50\u202C', 'TND', '150.50'],
    ['150\u200B.50', 'TND', '150.50'],
    ['1\u00A0234,56', 'TND', '1234.56'],
    ['$5', 'USD', '5'],
    ['20 USDT', 'USDT', '20'],
    ['20 USD₮', 'USDT', '20'],
    ['−1,5 %', '%', '-1.5'],
    ['–1,5٪', '%', '-1.5'],
    ['150,-', 'EUR', '150'],
    ['Montant : 150', 'EUR', '150'],
    // Another unit is named, and never taken for the field's.
    ['150 €', 'TND', 'not EUR'],
    ['€150', 'TND', 'not EUR'],
    ['150 DT', 'EUR', 'not TND'],
    ['20 USD', 'USDT', 'not USD'],
    ['20 USDT', 'USD', 'not USDT'],
    ['5 £', 'EUR', 'not GBP'],
    // No numbers.
    ['150 XYZ', 'EUR', null],
    ['150a', 'EUR', null],
    ['EUR', 'EUR', null],
    ['15O', 'EUR', null],
  ])('%j in a field in %s is %s', (typed, unit, value) => {
    for (const locale of LOCALES) expect([locale, read(typed, locale, unit)]).toEqual([locale, value])
  })

  test.each([
    // A dinar has three decimals, so an English page cannot know; a French or an Arabic one writes it so.
    [EN, '150,500', '150.500 or 150500'],
    [EN, 'TND 150,000', '150.000 or 150000'],
    [FR, '150,500', '150.500'],
    [AR, '150,500', '150.500'],
    [FR, '150.500', '150.500 or 150500'],
    [EN, '150.500', '150.500'],
    [EN, '150 500', '150500'],
    [EN, '1,150,500', '1150500'],
    [EN, '1 150,500', '1150.500'],
  ])('in dinars, %s: %s is %s', (locale, typed, value) => expect(read(typed, locale, 'TND')).toBe(value))

  test.each([
    ['1.500', '1.500'],
    ['1,500', '1.500 or 1500'],
    ['1500,5', '1500.5'],
    ['1,500.5', '1500.5'],
  ])('without a language, %s is %s', (typed, value) => expect(read(typed)).toBe(value))
})
