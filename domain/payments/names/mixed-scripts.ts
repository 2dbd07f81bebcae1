/** Scripts with characters that look like those of another one: Cyrillic "а", Greek "ο", Armenian "օ" and Latin "a", "o". */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Coptic', 'Cherokee', 'Arabic', 'Hebrew'].map(
  (name) => new RegExp(String.raw`\p{Script=${name}}`, 'u'),
)

export const MIXED_SCRIPTS = /*i18n*/ 'A word of this name mixes two alphabets. Type it again in one alphabet.'

/** Whether a word of the name is written in two scripts: it would look like a name that it is not. */
export function hasMixedScripts(name: string): boolean {
  const words = name.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1)
}
