import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formattingOf, LANGUAGES } from './languages.ts'
import { decimalAsTyped, decimalFormatter, readDecimal, separatorsOf } from './number-format.ts'

const LOCALES = [...LANGUAGES.map((language) => formattingOf(language)), formattingOf('ar', 'arab')]
const [EN, FR, AR, ARAB] = LOCALES as [string, string, string, string]
const read = (typed: string, locale: string) => readDecimal(typed, separatorsOf(locale))

describe('numbers are formatted as each language writes them', () => {
  test.each([
    [EN, '1,573.37', '1573.37'],
    [FR, '1\u202F573,37', '1573,37'],
    [AR, '1\u202F573,37', '1573,37'],
    [ARAB, '١٬٥٧٣٫٣٧', '١٥٧٣٫٣٧'],
  ])('%s', (locale, shown, typed) => {
    expect(decimalFormatter(locale, { minimumFractionDigits: 2 })('1573.37')).toBe(shown)
    expect(decimalAsTyped('1573.37', locale)).toBe(typed)
  })
})

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
    [EN, '1,5', null],
    [EN, '1,50', null],
    [EN, '150,5', null],
    [EN, '0,500', null],
    [EN, '15,00,000', null],
    // French: the comma is decimal, a narrow space groups; a point with three digits could be either.
    [FR, '1 500,5', '1500.5'],
    [FR, '1 500', '1500'],
    [FR, '1,500', '1.500'],
    [FR, '150.5', '150.5'],
    [FR, '1.500', null],
    [FR, '1.500,50', '1500.50'],
    [FR, '1.500.000', '1500000'],
    [FR, '1,500.5', '1500.5'],
    [FR, '0.500', '0.500'],
    [FR, '1234.567', '1234.567'],
    // Arabic, digits 0-9 and ٠-٩.
    [AR, '1 573,37', '1573.37'],
    [AR, '1.573', null],
    [AR, '1.573,37', '1573.37'],
    [AR, '١٥٠٠٫٥', '1500.5'],
    [ARAB, '١٬٥٠٠٫٥', '1500.5'],
    [ARAB, '١٬٥٠٠', '1500'],
    [ARAB, '1,500', null],
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
    expect(read(typed, locale)).toBe(value)
  })

  test('a formatted number is parsed exactly, with and without groups', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 999_999_999n }), fc.integer({ min: 0, max: 999_999 }))
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LOCALES), ([whole, micro], locale) => {
        const value = `${whole}.${String(micro).padStart(6, '0')}`
        const shown = decimalFormatter(locale, { minimumFractionDigits: 6 })(value)
        expect(read(shown, locale)).toBe(value)
        expect(read(decimalAsTyped(value, locale), locale)).toBe(value)
      }),
    )
  })

  test('a number is parsed in the English or the French format, or refused', () => {
    const texts = fc.stringMatching(/^\d{1,4}([.,]\d{1,4}){0,3}$/)
    fc.assert(
      fc.property(texts, fc.constantFrom(...LOCALES), (typed, locale) => {
        const value = read(typed, locale)
        if (value === null) return
        const english = typed.replaceAll(',', '')
        const french = typed.replaceAll('.', '').replace(',', '.')
        expect([english, french].map((text) => text.replace(/\.$/, ''))).toContain(value)
      }),
    )
  })
})
