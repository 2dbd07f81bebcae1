import { expect, test } from 'vitest'
import { addressIn, directionOf, formattingOf, LANGUAGES, namedIn, prefixOf, withoutLanguage } from './languages.ts'

test.each([
  ['/', null],
  ['/offers', null],
  ['/fr', 'fr'],
  ['/fr/offers/buy', 'fr'],
  ['/ar/trade/1', 'ar'],
  ['/en/offers', null],
  ['/french', null],
  ['/offers/fr', null],
])('%s names the language %j', (path, language) => {
  expect(namedIn(path)).toBe(language)
})

test('an address names its language, and an English one names none', () => {
  expect(LANGUAGES.map((language) => namedIn(`${prefixOf(language)}/offers`))).toEqual([null, 'fr', 'ar'])
})

test.each(['/', '/offers/buy', '/french'])('%s is the same address in every language', (path) => {
  expect(LANGUAGES.map((language) => withoutLanguage(`${prefixOf(language)}${path}`))).toEqual([path, path, path])
  expect(withoutLanguage('/ar')).toBe('/')
})

test.each([
  ['/', ['/', '/fr', '/ar']],
  ['/?page=2', ['/?page=2', '/fr?page=2', '/ar?page=2']],
  ['/offers/buy', ['/offers/buy', '/fr/offers/buy', '/ar/offers/buy']],
])('%s has one address in each language', (address, expected) => {
  expect(LANGUAGES.map((language) => addressIn(language, address))).toEqual(expected)
})

test('only Arabic is written from right to left, and only Arabic has a choice of digits', () => {
  expect(LANGUAGES.map(directionOf)).toEqual(['ltr', 'ltr', 'rtl'])
  expect(LANGUAGES.map((language) => formattingOf(language, 'arab'))).toEqual(['en-GB', 'fr', 'ar-TN-u-nu-arab'])
  expect(new Intl.NumberFormat(formattingOf('ar')).format(12.5)).toBe('12,5')
  expect(new Intl.NumberFormat(formattingOf('ar', 'arab')).format(12.5)).toBe('١٢٫٥')
})
