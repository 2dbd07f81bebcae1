/**
 * Texts as they are searched: what differs only in case, accents, vowel signs or the form of a letter is one text. The same
 * rules are `search_fold` in SQL (server/db/migrations/0016_market.sql), and a test compares the two.
 */

/** Characters that show nothing, combining marks and the tatweel: ranges, because Postgres does not know \p{M}. */
const UNSEEN = /[\u00AD\u061C\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g
const MARKS = new RegExp(
  String.raw`[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08D3-\u08E1\u08E3-\u08FF\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F]`,
  'g',
)
const BLANKS = /[\t-\r \u1680\u2028\u2029]+/g

/** Each character of the first text becomes the one at its place in the second. Lists, because a database's own lower case depends on its locale. */
const FROM =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØøŁłĐđıÐðÞẞٱىیکةە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‒–—―−‘’ʼ`ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄЂЈЉЊЋЏ'
const TO =
  "abcdefghijklmnopqrstuvwxyzæœoollddiddþßاييكهه01234567890123456789------''''αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяієђјљњћџ"
const LETTERS = new Map([...FROM].map((letter, at) => [letter, [...TO][at]!]))

/** "Espèces", "ESPECES" and "espe\u0301ces" are "especes"; "أموال" is "اموال"; "@amina" is "amina". */
export function searchFold(text: string): string {
  return Array.from(
    text.normalize('NFKD').replaceAll(UNSEEN, '').replaceAll(MARKS, ''),
    (letter) => LETTERS.get(letter) ?? letter,
  )
    .join('')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('þ', 'th')
    .replaceAll(BLANKS, ' ')
    .replaceAll(/(^| )@+(?=[^ ])/g, '$1')
    .replaceAll(/^ | $/g, '')
}
