import type { Kysely, Transaction } from 'kysely'

/** Queries are written with the `sql` tag; results come back in camelCase. */
export type Db = Kysely<Record<string, never>>
export type Tx = Transaction<Record<string, never>>
export type DbOrTx = Db | Tx
