/** Finds questions by their words, as they are on the page: in the reader's language, with their figures. */

/** At most so many answers that match open by themselves. */
export const OPENED_MAX = 8

/** The words to find: in lower case, without accents and vowel signs. */
export function wordsOf(text: string): string[] {
  return plain(text).split(/\s+/u).filter(Boolean)
}

/** The ids of the elements whose text has every word. */
export function idsWith(words: readonly string[], elements: Iterable<Element>): string[] {
  return [...elements]
    .filter(({ textContent }) => {
      const text = plain(textContent)
      return words.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}

function plain(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\u0640]/gu, '')
      .replaceAll('’', "'")
      // What NFKD makes of a hyphen that prevents a line break, and no keyboard has.
      .replaceAll('\u2010', '-')
      .toLowerCase()
  )
}
