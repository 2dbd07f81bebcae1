/** The key pair that identifies this server to push services (VAPID, RFC 8292), created once and sealed in the database. */
import webPush from 'web-push'
import type { Context } from '../../context.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { open, seal, UnknownKey } from '../../db/encryption/envelope.ts'
import { vapidKeyPlace } from '../../db/encryption/sealed-columns.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The newest key pair that the keyring can open; creates one where there is none. Subscriptions are bound to their pair, so only a
 * pair under an unknown key is replaced: any other failure is thrown, and the pair works again once its cause is repaired.
 */
export async function vapidKeys({ db, keyring, log }: Pick<Context, 'db' | 'keyring' | 'log'>): Promise<VapidKeys> {
  const found = await find(db)
  if (found) return found
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('vapid_keys'))`.execute(tx)
    const made = await find(tx)
    if (made) return made
    const keys = webPush.generateVAPIDKeys()
    const sealed = seal(keyring, vapidKeyPlace(keys.publicKey), Buffer.from(keys.privateKey))
    await sql`insert into vapid_keys (public_key, sealed) values (${keys.publicKey}, ${sealed})`.execute(tx)
    return keys
  })

  async function find(reader: DbOrTx): Promise<VapidKeys | null> {
    const { rows } = await sql<{ publicKey: string; sealed: Buffer }>`
      select public_key, sealed from vapid_keys order by created_at desc`.execute(reader)
    for (const { publicKey, sealed } of rows) {
      try {
        return { publicKey, privateKey: open(keyring, vapidKeyPlace(publicKey), sealed).toString() }
      } catch (error) {
        if (!(error instanceof UnknownKey)) throw error
        log.warn(
          { publicKey },
          'a key pair of push notifications is sealed under a SECRET that the server does not have',
        )
      }
    }
    return null
  }
}
