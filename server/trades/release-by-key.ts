/** Releases by API keys: within the limits of the key, and reported to its owner in the same transaction. */
import { minutesUntilRelease, releaseLeft } from '../../domain/accounts/key-releases.ts'
import { KEY_RELEASE_HOURS } from '../../domain/accounts/api-keys.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatUsdt } from '../../domain/money.ts'
import { getRecipient } from '../accounts/users/queries.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'

/** What a key is about to release, and the user to whom. */
export type KeyRelease = { keyName: string; usdtMicro: bigint; fiatMilli: bigint; currency: string; buyer: string }

type Key = { name: string; limitMicro: bigint | null; limitTrades: number | null }
type Past = { usdtMicro: bigint; minutesAgo: number }

/**
 * Finds out whether the key may release the trade now, and returns what is reported. Refuses with `key_release_limit`, which says what
 * is left and in how many hours it is enough. The key stays locked, so that its releases count each other; the trigger of the event
 * (0012_escrow.sql) counts the same. The caller has locked the trade.
 */
export async function assertWithinKeyLimit(tx: Tx, keyId: string, tradeId: string): Promise<KeyRelease> {
  const keys = await sql<Key>`
    select name, release_micro_a_day as limit_micro, releases_a_day as limit_trades from api_keys where id = ${keyId}
    for no key update`.execute(tx)
  const { name: keyName = '', limitMicro = null, limitTrades = null } = keys.rows[0] ?? {}
  // The key was removed meanwhile, or its scope does not include it, which the contract has refused before.
  if (limitMicro === null || limitTrades === null) throw new DomainError('key_not_allowed')
  const { past, ...release } = await findRelease(tx, keyId, tradeId)
  const limit = { micro: limitMicro, trades: limitTrades }
  const minutes = minutesUntilRelease(limit, past, release.usdtMicro)
  if (minutes === 0) return { keyName, ...release }
  const left = releaseLeft(limit, past)
  throw new DomainError('key_release_limit', {
    values: {
      limitUsdt: formatUsdt(limitMicro),
      limitTrades,
      leftUsdt: formatUsdt(left.micro),
      leftTrades: left.trades,
      amountUsdt: formatUsdt(release.usdtMicro),
      hours: minutes === null ? 0 : Math.ceil(minutes / 60),
    },
    ...(minutes !== null && { details: { retryAfterSeconds: minutes * 60 } }),
  })
}

/** A statement after the lock, which sees what earlier releases have committed. */
async function findRelease(tx: Tx, keyId: string, tradeId: string) {
  const past = await sql<Past>`
    select usdt_micro, extract(epoch from clock_timestamp() - at)::float8 / 60 as minutes_ago from key_releases
    where key_id = ${keyId} and at > clock_timestamp() - make_interval(hours => ${sql.lit(KEY_RELEASE_HOURS)})`.execute(
    tx,
  )
  const trades = await sql<Omit<KeyRelease, 'keyName'>>`
    select t.usdt_micro, t.fiat_milli, t.fiat_currency as currency, u.username as buyer
    from trades t join users u on u.id = t.buyer_id where t.id = ${tradeId}`.execute(tx)
  return {
    ...trades.rows[0]!,
    past: past.rows.map(({ usdtMicro, minutesAgo }) => ({ micro: usdtMicro, minutesAgo })),
  }
}

/** Mails and alerts the owner in the transaction of the release: a key that leaked is removed before it releases more. */
export async function reportRelease(tx: Tx, userId: string, tradeId: string, release: KeyRelease): Promise<void> {
  const { keyName, usdtMicro, fiatMilli, currency, buyer } = release
  const recipient = await getRecipient(tx, userId)
  const values = { name: keyName, trader: buyer, usdtMicro: `${usdtMicro}`, fiatMilli: `${fiatMilli}`, currency }
  await queueMail(tx, { ...recipient, kind: 'released_by_key', values })
  await notify(tx, {
    userId,
    event: 'trade_released_by_key',
    tradeId,
    values: { name: keyName, usdt: formatUsdt(usdtMicro) },
  })
}
