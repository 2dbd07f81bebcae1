/** Cleans what users type before it is stored: terms, messages, names, reasons. */

/**
 * One well-formed Unicode form, without control characters (line breaks and tabs stay) and without the
 * direction marks that let a text imitate another. All free text of users is cleaned on arrival.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .normalize('NFC')
    .trim()
}

/** Whether a text shows nothing: only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}
