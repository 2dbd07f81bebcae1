import { randomBytes } from 'node:crypto'
import type { NewKey } from '../../../domain/accounts/api-keys.ts'
import { KEY_BYTES, KEY_SHOWN, KEY_START, KEYS_MAX } from '../../../domain/accounts/api-keys.ts'
import { DomainError } from '../../../domain/errors.ts'
import { parseUsdt } from '../../../domain/money.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../one-time-tokens/addition-links.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { assertNotSuspended } from '../users/assert-may-trade.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'
import { hashToken } from '../sessions/session-token.ts'

/** Creates a key and returns it; it cannot be read again. Refuses with `reauthentication_required`, `account_suspended` or `keys_full`. */
export async function createKey(db: Db, viewer: Viewer, newKey: NewKey): Promise<string> {
  const { name, scopes, expiresInDays, releaseUsdtADay, releaseTradesADay } = newKey
  const random = randomBytes(KEY_BYTES).toString('base64url')
  const key = KEY_START + random
  await inTransaction(db, async (tx) => {
    await lockUser(tx, viewer.id)
    // After the lock: a session that was ended meanwhile is refused.
    await requireRecentAuthentication(viewer, tx)
    await assertNotSuspended(tx, viewer.id)
    const free = await sql<{ nr: number | null }>`
      select min(nr) as nr from generate_series(1, ${sql.lit(KEYS_MAX)}) as nr
      where not exists (select from api_keys k where k.user_id = ${viewer.id} and k.nr = nr.nr)`.execute(tx)
    const nr = free.rows[0]?.nr
    if (!nr) throw new DomainError('keys_full', { values: { limit: KEYS_MAX } })
    const { rows } = await sql<{ id: string }>`
      insert into api_keys (user_id, nr, name, hash, prefix, scopes, release_micro_a_day, releases_a_day, expires_at)
      values (${viewer.id}, ${nr}, ${name}, ${hashToken(key)}, ${random.slice(0, KEY_SHOWN)}, ${scopes},
        ${releaseUsdtADay === undefined ? null : parseUsdt(releaseUsdtADay)}, ${releaseTradesADay ?? null}, clock_timestamp() + make_interval(days => ${expiresInDays})) returning id`.execute(
      tx,
    )
    const recipient = await getRecipient(tx, viewer.id)
    const link = await issueAdditionLink(tx, recipient, { kind: 'api_key', id: rows[0]!.id })
    await queueMail(tx, { ...recipient, kind: 'api_key_added', values: { name, link } })
  })
  return key
}
