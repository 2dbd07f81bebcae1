/**
 * Characters that no stored or searched text contains: control characters, marks that change the direction of text and so
 * let one text imitate another, characters that show nothing, and lone surrogates. Free text (terms, messages, names, reasons)
 * is stripped of them by its schema, and other readings drop the invisible ones; in any other string, which has an exact form,
 * the server refuses them (server/http/validation.ts).
 */
import { isBlank } from './characters.ts'

/** Line breaks and tabs stay; a carriage return stays only before a line feed, until the text is cleaned. */
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|\r(?!\n)/

const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'g')

/** All that shows nothing, but for joiners, variation selectors and tags, which change the shape of a visible character. */
const SHAPERS = String.raw`\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}`
const SHAPELESS = new RegExp(String.raw`(?![${SHAPERS}])\p{DI}`, 'gu')
const JOINERS = /(?:\u200C|\u200D)+/g
/** The scripts whose characters join, and change their shape where a joiner stands between two of them: Persian "می‌خواهم". */
const JOINING =
  /[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mong}\p{Script=Nkoo}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mymr}\p{M}]/u
const PICTOGRAM = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u
/** A flag of a part of a country is a black flag and tags; a tag elsewhere, and a selector that follows nothing, is no writing. */
const STRAY = new RegExp(
  String.raw`(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0020}-\u{E007F}]+|(?<=^|\s)[\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+`,
  'gu',
)

/** One well-formed Unicode form without forbidden and invisible characters, and without blanks at both ends; empty where it shows nothing. */
export function cleanText(text: string): string {
  const clean = withoutStray(
    withoutLooseJoiners(text.toWellFormed().replaceAll(ALL_FORBIDDEN, '').replaceAll(SHAPELESS, '')),
  )
    .replaceAll('\r\n', '\n')
    .normalize('NFC')
    .trim()
  return isBlank(clean) ? '' : clean
}

/** Whether the text has a character that is forbidden outside free text. */
export function hasForbiddenCharacter(text: string): boolean {
  return FORBIDDEN.test(text) || !text.isWellFormed()
}

/** Keeps a joiner between two joining characters, and within an emoji. */
function withoutLooseJoiners(text: string): string {
  return text.replaceAll(JOINERS, (joiners, at: number) => {
    const before = /.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? ''
    const after = String.fromCodePoint(text.codePointAt(at + joiners.length) ?? 0)
    const isKept = [JOINING, PICTOGRAM].some((kind) => kind.test(before) && kind.test(after))
    return isKept ? joiners[0]! : ''
  })
}

/** Twice, because what stood before a selector may be gone with the tags before it; whole runs go, so the rest has no more of them. */
function withoutStray(text: string): string {
  return text.replaceAll(STRAY, '').replaceAll(STRAY, '')
}
