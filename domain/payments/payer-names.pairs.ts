export type Pair = readonly [declared: string, seen: string]

/** The pairs of a table: a line each, the two names on either side of `|`; `#` begins a heading. */
export function pairs(table: string): Pair[] {
  return table.split('\n').flatMap((line) => {
    const [declared, seen] = line.split('|')
    return seen === undefined || line.startsWith('#') ? [] : [[declared!.trim(), seen.trim()] as const]
  })
}
