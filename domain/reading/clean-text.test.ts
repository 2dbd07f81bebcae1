import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, hasForbiddenCharacter } from './clean-text.ts'

test.each([
  ['  hello  ', 'hello'],
  ['one\r\ntwo\tthree\n', 'one\ntwo\tthree'],
  ['a\u0000b\u0007c\u007Fd\u0085e', 'abcde'],
  ['pay \u202Eevil\u202C now', 'pay evil now'],
  ['\u2066left\u2069\u200E\u200F\uFEFF', 'left'],
  ['\u061Cعملة\r', 'عملة'],
  ['cafe\u0301', 'café'],
  ['cafe\u200E\u0301', 'café'],
  ['عملة صرّاف', 'عملة صرّاف'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['<b onmouseover=alert(1)>', '<b onmouseover=alert(1)>'],
  ['half \ud800 of a letter', 'half \ufffd of a letter'],
  [' \u0000 \u202E ', ''],
  // Characters that show nothing.
  ['Ami\u200Bna\u00AD Ben\u2060 Salah', 'Amina Ben Salah'],
  ['Ka\u200Crim \u200D', 'Karim'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['❤\uFE0F \uFE0F', '❤\uFE0F'],
  ['🏴\u{E0067}\u{E0062}\u{E007F}a\u{E0067}', '🏴\u{E0067}\u{E0062}\u{E007F}a'],
  // A text of them alone is empty.
  ['\u3164', ''],
  ['\u2800 \u2800', ''],
  ['\u115F\u1160\uFFA0\u17B4', ''],
  ['\u{1D159}\u200E', ''],
])('%j is kept as %j', (text, clean) => expect(cleanText(text)).toBe(clean))

test('a database and a JSON document can hold cleaned text, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
      const clean = cleanText(text)
      expect(clean.isWellFormed()).toBe(true)
      expect(clean).not.toContain('\u0000')
      expect(hasForbiddenCharacter(clean)).toBe(false)
      expect(cleanText(clean)).toBe(clean)
    }),
    { numRuns: 2_000 },
  )
})

test('lone surrogates are replaced', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes))
  fc.assert(
    fc.property(units, (text) => cleanText(text).isWellFormed() && cleanText(cleanText(text)) === cleanText(text)),
  )
})

test.each([
  ['selectors', '\uFE0F'],
  ['tags', '\u{E0041}'],
  ['both', '\u{E0041}\uFE0F'],
  ['joiners', '\u200D'],
])('a body full of %s is cleaned in the time of one pass', (_, stray) => {
  const text = `x ${stray.repeat(20_000)}`
  const plain = `x ${'y'.repeat(40_000)}`
  const timed = (value: string) => {
    const began = performance.now()
    cleanText(value)
    return performance.now() - began
  }
  timed(plain)
  expect(cleanText(text)).toBe('x')
  // A pass for each character would take thousands of times as long.
  expect(timed(text)).toBeLessThan(100 * Math.max(timed(plain), 1))
})
