/** Cursors of lists: the position of a row in the list's order, as whole numbers and the row's id, joined by dots. */

/** Times are microseconds since 1970, as Postgres keeps them: several rows may be of one millisecond. */
export type Position = { numbers: readonly string[]; id: string }

const NUMBER = String.raw`-?\d{1,17}`
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** What a position with so many numbers looks like: `1772443800000000.5f0c2a86-3f6b-4c52-9d0e-2b7a9a1c4e77` has one. */
export function positionPattern(numbers: number): RegExp {
  return new RegExp(`^(?:${NUMBER}\\.){${numbers}}${ID}$`)
}

export function writePosition(numbers: readonly (string | number | bigint)[], id: string): string {
  return [...numbers, id].join('.')
}

/** The position with so many numbers that a cursor names; null for other text. */
export function parsePosition(text: string, numbers: number): Position | null {
  if (!positionPattern(numbers).test(text)) return null
  const parts = text.split('.')
  return { numbers: parts.slice(0, -1), id: parts.at(-1) ?? '' }
}
