/** The characters around what is typed or pasted: keyboards, contact lists and banks add them, and users do not see them. */

/** Format characters and others that show nothing: direction marks, zero-width spaces, fillers, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{DI}]/gu
/** U+FF01 to U+FF5E are the visible characters of ASCII in full width. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
const FULL_WIDTH_OFFSET = 0xfe_e0

/** What a value is written in groups with: blanks, dashes, dots, slashes, brackets, and the tatweel of an Arabic keyboard. */
const GROUPING = /[\s\p{Pd}\u2043\u2212\u0640._/\\()[\]{}·•‧∙⋅۔。]/gu

/** One line without invisible characters, in composed Unicode, with the digits 0 to 9, ASCII in its usual width and single blanks. */
export function plainLine(text: string): string {
  return plainDigits(oneLine(text))
}

/** The same, with digits as they are. */
export function oneLine(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .replaceAll(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The digits of every script as 0 to 9: "١٢٣", "۱۲۳" and "１２３" are "123". */
export function plainDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, asciiDigit)
}

/** Unicode places the digits of a script in order, and other digits only in front of a zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Without what groups a value: "20-123 456" is "20123456". */
export function ungrouped(text: string): string {
  return text.replaceAll(GROUPING, '')
}

/** Without quotation marks, angle brackets and the punctuation of a sentence around it. */
export function unwrapped(text: string): string {
  return text.replaceAll(/^[\s"'“”„«»‹›<>،,;:]+|[\s"'“”„«»‹›<>،,;:.!]+$/gu, '')
}

/** Whether a text shows nothing: only spaces, invisible characters, and characters without a shape. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800\u{1D159}\u{13441}\u{13442}\u{16FE4}]/u.test(text)
}
