/**
 * Characters that no stored or searched text contains: control characters, marks that change the direction of text and so
 * let one text imitate another, and lone surrogates. Free text (terms, messages, names, reasons) is stripped of them by
 * its schema; in any other string, which has an exact form, the server refuses them (server/http/validation.ts).
 */
import * as z from 'zod/mini'

/** Line breaks and tabs stay; a carriage return stays only before a line feed, until the text is cleaned. */
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|\r(?!\n)/

const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'g')

/** One well-formed Unicode form without forbidden characters, and without blanks at both ends. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(ALL_FORBIDDEN, '').replaceAll('\r\n', '\n').normalize('NFC').trim()
}

/** Whether the text has a character that is forbidden outside free text. */
export function hasForbiddenCharacter(text: string): boolean {
  return FORBIDDEN.test(text) || !text.isWellFormed()
}

/** Free text: the schema's output is cleaned, and later checks see the clean text. */
/*@__NO_SIDE_EFFECTS__*/
export function freeText() {
  return z.string().check(z.overwrite(cleanText))
}

/** Whether a text shows nothing: only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}
