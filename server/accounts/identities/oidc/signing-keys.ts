/** This server's signing keys, sealed in the database: a new one every ninety days, published for another ninety. */
import type { JWK } from 'jose'
import type { Db, Tx } from '../../../db/pool.ts'
import { inTransaction, sql } from '../../../db/pool.ts'
import { open as openSealed, seal, UnknownKey } from '../../../db/encryption/envelope.ts'
import type { Keyring } from '../../../db/encryption/keyring.ts'
import { signingKeyPlace } from '../../../db/encryption/sealed-columns.ts'
import { makeKey } from './client-keys.ts'

const KEY_DAYS = 90
/** A new key is published this long before it signs, since providers cache the key set. */
const AHEAD_MINUTES = 60
/** How long a process caches the public set, which is open to every client. */
const FRESH_MS = 60_000

export type SigningKey = { kid: string; privateJwk: JWK }

export type SigningKeys = {
  /** The key to sign with now; created where there is none. */
  current(): Promise<SigningKey>
  /** The public keys, including the former and the next one; never empty. */
  publicSet(): Promise<{ keys: JWK[] }>
}

type Row = { kid: string; sealed: Buffer; publicJwk: JWK; isDue: boolean }

/**
 * Keys that were sealed under another SECRET are not used, and published until they expire. Any other failure to open one is
 * thrown: otherwise each call would create a key while the keyring fails.
 */
export function signingKeys(db: Db, keyring: Keyring): SigningKeys {
  let known: { set: { keys: JWK[] }; until: number } | null = null

  function open({ kid, sealed }: Row): SigningKey | null {
    try {
      return { kid, privateJwk: JSON.parse(openSealed(keyring, signingKeyPlace(kid), sealed).toString()) as JWK }
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error
      return null
    }
  }

  /** One process creates the key, and the others find it. */
  async function usable(): Promise<{ rows: Row[]; key: SigningKey }> {
    const found = await read(db)
    const key = firstOf(found)
    if (key && found.some((row) => !row.isDue && open(row))) return { rows: found, key }
    return inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('signing_keys'))`.execute(tx)
      if (!(await read(tx)).some((row) => !row.isDue && open(row))) await add(tx)
      const rows = await read(tx)
      known = null
      return { rows, key: firstOf(rows)! }
    })
  }

  function firstOf(rows: Row[]): SigningKey | null {
    for (const row of rows) {
      const key = open(row)
      if (key) return key
    }
    return null
  }

  async function add(tx: Tx): Promise<void> {
    const { kid, privateJwk, publicJwk } = await makeKey()
    const sealed = seal(keyring, signingKeyPlace(kid), Buffer.from(JSON.stringify(privateJwk)))
    await sql`
      insert into signing_keys (kid, public_jwk, sealed)
      values (${kid}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed})`.execute(tx)
  }

  return {
    current: async () => (await usable()).key,
    async publicSet() {
      if (known && Date.now() < known.until) return known.set
      // Needs no private key, so that signatures can be verified while none can be opened.
      const found = await read(db)
      const rows = found.some(({ isDue }) => !isDue) ? found : (await usable()).rows
      known = { set: { keys: rows.map(({ publicJwk }) => publicJwk) }, until: Date.now() + FRESH_MS }
      return known.set
    },
  }
}

/** The first key signs: the newest that has been published for an hour, else the newest. `isDue`: a new key must be created. */
async function read(db: Db | Tx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select kid, sealed, public_jwk, created_at < clock_timestamp() - make_interval(days => ${KEY_DAYS}) as is_due
    from signing_keys
    where created_at > clock_timestamp() - make_interval(days => ${2 * KEY_DAYS})
    order by created_at < clock_timestamp() - make_interval(mins => ${AHEAD_MINUTES}) desc, created_at desc`.execute(db)
  return rows
}
