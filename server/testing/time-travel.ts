/**
 * Moves rows into the past. The product uses the database's clock, which tests cannot set: a superuser's session
 * disables the tables' own rules for this one change.
 */
import type pg from 'pg'

/** Makes a trade, its events, its dispute, its outcome, its ratings and its quote `minutes` older. */
export async function ageTrade(owner: pg.Pool, tradeId: string, minutes: number): Promise<void> {
  await asOutsider(owner, tradeAgeing(tradeId, minutes))
}

/** Makes outages, and the trades that they stopped, `minutes` older: as if that time had passed since. */
export async function ageOutages(owner: pg.Pool, tradeIds: readonly string[], minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(owner, [
    ...tradeIds.flatMap((id) => tradeAgeing(id, minutes)),
    `update outages set started_at = started_at - ${by}, ended_at = ended_at - ${by}`,
  ])
}

/** The same as statements for a transaction in which the tables' own rules are disabled. */
export function tradeAgeing(tradeId: string, minutes: number): string[] {
  const by = `interval '${minutes} minutes'`
  return [
    `update trades set created_at = created_at - ${by}, moved_at = moved_at - ${by}, pay_deadline = pay_deadline - ${by},
       deadline = deadline - ${by}, quote_expires_at = quote_expires_at - ${by} where id = '${tradeId}'`,
    `update trade_events set at = at - ${by}, clock_at = clock_at - ${by}, pay_deadline = pay_deadline - ${by},
       prev_pay_deadline = prev_pay_deadline - ${by}, deadline = deadline - ${by}, prev_deadline = prev_deadline - ${by},
       prev_at = prev_at - ${by}, opened_at = opened_at - ${by}, arrives_by = arrives_by - ${by} where trade_id = '${tradeId}'`,
    `update disputes set opened_at = opened_at - ${by}, deadline = deadline - ${by} where trade_id = '${tradeId}'`,
    `update dispute_events set at = at - ${by}, clock_at = clock_at - ${by}, deadline = deadline - ${by}, prev_deadline = prev_deadline - ${by}
       where trade_id = '${tradeId}'`,
    `update transfers set at = at - ${by} where trade_id = '${tradeId}'`,
    `update payee_answers set at = at - ${by} where trade_id = '${tradeId}'`,
    `update meeting_code_attempts set at = at - ${by} where trade_id = '${tradeId}'`,
    `update payment_detail_reads set at = at - ${by} where trade_id = '${tradeId}'`,
    `update key_releases set at = at - ${by} where trade_id = '${tradeId}'`,
    `update trade_outcomes set at = at - ${by} where trade_id = '${tradeId}'`,
    `update ratings set at = at - ${by}, due_at = due_at - ${by}, published_at = published_at - ${by}
       where trade_id = '${tradeId}'`,
    `update rating_replies set at = at - ${by}
       where rating_id in (select id from ratings where trade_id = '${tradeId}')`,
    `update quotes set created_at = created_at - ${by}, expires_at = expires_at - ${by}
       where id = (select quote_id from trades where id = '${tradeId}')`,
  ]
}

/** Makes a user's notifications and their deliveries `minutes` older. */
export async function ageNotifications(owner: pg.Pool, userId: string, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(owner, [
    `update notifications set at = at - ${by}, escalate_at = escalate_at - ${by} where user_id = '${userId}'`,
    `update notification_deliveries set created_at = created_at - ${by}, due_at = due_at - ${by} where user_id = '${userId}'`,
  ])
}

/** Makes the deliveries to a user's webhooks, and what is known of these, `minutes` older. */
export async function ageWebhooks(owner: pg.Pool, userId: string, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(owner, [
    `update webhook_deliveries set created_at = created_at - ${by}, since = since - ${by}, due_at = due_at - ${by}
     where user_id = '${userId}'`,
    `update webhooks set last_success_at = last_success_at - ${by}, failing_since = failing_since - ${by} where user_id = '${userId}'`,
  ])
}

/** Makes a quote `seconds` older. */
export async function ageQuote(owner: pg.Pool, quoteId: string, seconds: number): Promise<void> {
  const by = `interval '${seconds} seconds'`
  await asOutsider(owner, [
    `update quotes set created_at = created_at - ${by}, expires_at = expires_at - ${by} where id = '${quoteId}'`,
  ])
}

/** Makes the failures of a user as a taker `days` older. */
export async function ageFailures(owner: pg.Pool, takerId: string, days: number): Promise<void> {
  await asOutsider(owner, [
    `update trade_outcomes set at = at - interval '${days} days' where taker_id = '${takerId}' and failed_by = taker_id`,
  ])
}

/** Makes an offer's last activity `days` older. */
export async function ageOffer(owner: pg.Pool, offerId: string, days: number): Promise<void> {
  await asOutsider(owner, [
    `update offers set renewed_at = renewed_at - interval '${days} days' where id = '${offerId}'`,
    `update market_offers set renewed_at = renewed_at - interval '${days} days' where offer_id = '${offerId}'`,
  ])
}

/** Moves the schedule of a user's business hours, and when they change, `minutes` earlier: as if that time had passed since. */
export async function ageBusinessHours(owner: pg.Pool, userId: string, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(owner, [
    `update business_hours set since = since - ${by}, changes_at = changes_at - ${by},
       opens = array(select moved from unnest(opens) o, lateral (select ((o - ${minutes}) % 10080 + 10080) % 10080 as moved) m
         order by moved),
       closes = array(select moved + c - o from unnest(opens, closes) r (o, c),
         lateral (select ((o - ${minutes}) % 10080 + 10080) % 10080 as moved) m order by moved)
     where user_id = '${userId}'`,
  ])
}

/** Makes an offer's posting `minutes` older. */
export async function agePosting(owner: pg.Pool, offerId: string, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(owner, [
    `update offers set created_at = created_at - ${by} where id = '${offerId}'`,
    `update market_offers set created_at = created_at - ${by} where offer_id = '${offerId}'`,
  ])
}

/** Makes a trade's chat, with its pictures, `minutes` older. */
export async function ageChat(owner: pg.Pool, tradeId: string, minutes: number): Promise<void> {
  const set = `set created_at = created_at - interval '${minutes} minutes' where trade_id = '${tradeId}'`
  await asOutsider(owner, [`update messages ${set}`, `update trade_images ${set}`])
}

/** Makes the deletion of an account, and of its offers, `days` older. */
export async function ageDeletion(owner: pg.Pool, userId: string, days: number): Promise<void> {
  const set = `set deleted_at = deleted_at - interval '${days} days'`
  await asOutsider(owner, [
    `update users ${set} where id = '${userId}'`,
    `update offers ${set} where owner_id = '${userId}'`,
  ])
}

/** Makes an account, its factors, its recovery and what its sessions say of these `hours` older. */
export async function ageAccount(owner: pg.Pool, userId: string, hours: number): Promise<void> {
  const by = `interval '${hours} hours'`
  await asOutsider(owner, [
    `update users set created_at = created_at - ${by} where id = '${userId}'`,
    `update accounts set recovered_at = recovered_at - ${by} where user_id = '${userId}'`,
    `update sessions set recovered_at = recovered_at - ${by}, second_factor_since = second_factor_since - ${by}
       where user_id = '${userId}'`,
    `update totps set created_at = created_at - ${by}, confirmed_at = confirmed_at - ${by} where user_id = '${userId}'`,
    `update passkeys set created_at = created_at - ${by} where user_id = '${userId}'`,
    `update recovery_codes set created_at = created_at - ${by} where user_id = '${userId}'`,
  ])
}

/** Makes everything that was added to an account for signing in `days` older. */
export async function ageAdditions(owner: pg.Pool, userId: string, days: number): Promise<void> {
  const by = `interval '${days * 24} hours'`
  const where = `where user_id = '${userId}'`
  await asOutsider(owner, [
    `update totps set created_at = created_at - ${by}, confirmed_at = confirmed_at - ${by} ${where}`,
    ...['passkeys', 'recovery_codes', 'identities', 'api_keys', 'devices'].map(
      (table) => `update ${table} set created_at = created_at - ${by} ${where}`,
    ),
  ])
}

/** Makes the user's one-time tokens of a purpose `minutes` older. */
export async function ageTokens(owner: pg.Pool, userId: string, purpose: string, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await asOutsider(owner, [
    `update one_time_tokens set created_at = created_at - ${by}, expires_at = expires_at - ${by}
     where user_id = '${userId}' and purpose = '${purpose}'`,
  ])
}

/** Runs statements with the tables' own rules disabled, all or none. */
export async function asOutsider(owner: pg.Pool, statements: string[]): Promise<void> {
  await inOutsiderTransaction(owner, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

/** The same for what has to read in between. */
export async function inOutsiderTransaction<Result>(
  owner: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
