/**
 * Each foreign key costs a statement for every row that is inserted: none says what two others say together, whether these are checked
 * by the statement or at commit. What a CHECK makes equal, as the parties of a trade, is not found.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'

type ForeignKey = {
  name: string
  from: string
  to: string
  /** Each column with the one that it refers to. */
  columns: [string, string][]
  /** Whether every row has all columns, and no act on the referenced row changes this one. */
  isPlain: boolean
}

let database: TestDatabase
let keys: ForeignKey[]

beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  const { rows } = await client.query<ForeignKey>(`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to, own.columns,
      own.are_there and confdeltype = 'a' as "isPlain"
    from pg_constraint, lateral (
      select json_agg(json_build_array(a.attname, b.attname) order by a.attname) as columns, bool_and(a.attnotnull) as are_there
      from unnest(conkey, confkey) pair (own, other)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = own
        join pg_attribute b on b.attrelid = confrelid and b.attnum = other) own
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  await client.end()
  keys = rows
})
afterAll(() => database?.drop())

test('no foreign key is implied by another one and one of the table that it refers to', () => {
  const implied = keys.flatMap((key) =>
    keys
      .filter((other) => other !== key && other.from === key.from && other.isPlain && key.isPlain)
      .flatMap((other) =>
        keys
          .filter((further) => further.from === other.to && follows(key, other, further))
          .map((further) => `${key.from}.${key.name} is implied by ${other.name} and ${further.name}`),
      ),
  )
  expect(implied).toEqual([])
  expect(keys.length).toBeGreaterThan(100)
})

function follows(key: ForeignKey, other: ForeignKey, further: ForeignKey): boolean {
  const through = new Map(other.columns)
  const path = key.columns.map(([own, last]) => [through.get(own), last].join(' '))
  const known = new Set(further.columns.map((pair) => pair.join(' ')))
  return further.to === key.to && further.isPlain && path.length === known.size && path.every((step) => known.has(step))
}
