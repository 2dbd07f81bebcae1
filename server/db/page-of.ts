import { sql } from './pool.ts'

/** The time at a number of microseconds since 1970, which a cursor names. */
export function timeAt(micros: string | undefined) {
  return sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`
}

/** A page of a list whose rows were read with one more than its size, and the cursor of its last row; null at the end of the list. */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > size && last !== undefined ? cursorOf(last) : null }
}
