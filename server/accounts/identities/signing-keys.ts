/** Our own keys in the database, sealed: a new one every ninety days, published for as long again. */
import type { JWK } from 'jose'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Vault } from '../factors/vault.ts'
import { makeKey } from './client-keys.ts'

const KEY_DAYS = 90

export type SigningKeys = {
  /** The key that is signed with today, made where there is none. */
  current(): Promise<{ kid: string; privateJwk: JWK }>
  /** Public halves, also of the former key; never empty. */
  publicSet(): Promise<{ keys: JWK[] }>
}

export function signingKeys(db: Db, vault: Vault): SigningKeys {
  async function current(): Promise<{ kid: string; privateJwk: JWK }> {
    const { rows } = await sql<{ kid: string; sealed: Buffer }>`
      select kid, sealed from signing_keys
      where created_at > clock_timestamp() - make_interval(days => ${KEY_DAYS})
      order by created_at desc limit 1`.execute(db)
    const [row] = rows
    if (row) return { kid: row.kid, privateJwk: JSON.parse(vault.open(row.sealed, row.kid).toString()) as JWK }
    const { kid, privateJwk, publicJwk } = await makeKey()
    const sealed = vault.seal(Buffer.from(JSON.stringify(privateJwk)), kid)
    await sql`
      insert into signing_keys (kid, public_jwk, sealed)
      values (${kid}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed})`.execute(db)
    return { kid, privateJwk }
  }
  return {
    current,
    async publicSet() {
      await current()
      const { rows } = await sql<{ jwk: JWK }>`
        select public_jwk as jwk from signing_keys
        where created_at > clock_timestamp() - make_interval(days => ${2 * KEY_DAYS})
        order by created_at desc`.execute(db)
      return { keys: rows.map(({ jwk }) => jwk) }
    },
  }
}
