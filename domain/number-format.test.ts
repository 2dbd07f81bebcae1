import { describe, expect, test } from 'vitest'
import { formattingOf, LANGUAGES } from './languages.ts'
import { decimalAsTyped, decimalFormatter } from './number-format.ts'

const LOCALES = [...LANGUAGES.map((language) => formattingOf(language)), formattingOf('ar', 'arab')]
const [EN, FR, AR, ARAB] = LOCALES as [string, string, string, string]

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
