/** Finds questions by their words, as they are on the page: in the reader's language, with their figures. */

import { searchFold } from '../../../domain/reading/fold.ts'

/** At most so many answers that match open by themselves. */
export const OPENED_MAX = 8

/** The words to find, as they are compared. */
export function wordsOf(text: string): string[] {
  return searchFold(text).split(/\s+/u).filter(Boolean)
}

/** The ids of the elements whose text has every word. */
export function idsWith(words: readonly string[], elements: Iterable<Element>): string[] {
  return [...elements]
    .filter(({ textContent }) => {
      const text = searchFold(textContent)
      return words.every((word) => text.includes(word))
    })
    .map(({ id }) => id)
}
