/**
 * Asks Telegram for what users wrote to the bot, in one process at a time. The server asks: Telegram then needs no way to it, through
 * a firewall and to an address that only the operator's network has.
 */
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { BotFault, createBot } from './bot.ts'
import type { Bot, Update } from './bot.ts'
import { readMessage } from './read-message.ts'
import type { Reply } from './read-message.ts'

/** Longer than a call with its answers takes; a process that dies in its turn delays the next one by it. */
const TURN_SECONDS = 75
/** After a fault no process asks for this long. */
const PAUSE_SECONDS = 30
/** The bot's name is asked for again after this. */
const NAME_MINUTES = 60

type Turn = { isNameDue: boolean; nextUpdateId: number }

/** One turn: the messages that wait, or those of the next seconds. Without a token no bot is stored, and nothing waits for it. */
export async function pollTelegram(context: Context, stopping?: AbortSignal): Promise<void> {
  const { config, db, log } = context
  if (config.telegram === null) return clearBot(db)
  const bot = createBot(config.telegram)
  const turn = await takeTurn(db, bot.id)
  if (!turn) return
  let pauseSeconds = 0
  try {
    if (turn.isNameDue) await storeName(db, bot, await bot.getUsername(stopping))
    let { nextUpdateId } = turn
    for (let mayHaveMore = true; mayHaveMore && !stopping?.aborted;) {
      const asked = await bot.getUpdates(nextUpdateId, stopping)
      mayHaveMore = asked.mayHaveMore
      await recordAnswer(db)
      const replies: Reply[] = []
      for (const update of asked.updates) {
        replies.push(...(await read(context, update)))
        nextUpdateId = Math.max(nextUpdateId, update.id + 1)
      }
      await Promise.all(replies.map((reply) => answer(context, bot, reply, stopping)))
      if (mayHaveMore) await extendTurn(db)
    }
  } catch (error) {
    if (stopping?.aborted) return
    pauseSeconds = PAUSE_SECONDS
    if (!(error instanceof BotFault)) throw error
    log.warn({ fault: error.message }, 'Telegram does not say what users wrote to the bot')
  } finally {
    await endTurn(db, pauseSeconds)
  }
}

/** Of two processes one moves the time on; the other finds it in the future. Another token's bot counts its messages from the beginning. */
async function takeTurn(db: Db, botId: string): Promise<Turn | null> {
  const { rows } = await sql<{ isNameDue: boolean; nextUpdateId: bigint }>`
    update telegram_bots set turn_ends_at = clock_timestamp() + make_interval(secs => ${sql.lit(TURN_SECONDS)}),
      bot_id = ${botId}, username = case when bot_id = ${botId} then username end,
      next_update_id = case when bot_id = ${botId} then next_update_id else 0 end,
      heard_at = case when bot_id = ${botId} then heard_at else clock_timestamp() end
    where turn_ends_at <= clock_timestamp()
    returning next_update_id,
      username is null or coalesce(asked_at < clock_timestamp() - make_interval(mins => ${sql.lit(NAME_MINUTES)}), true) as is_name_due
    `.execute(db)
  const [row] = rows
  return row ? { isNameDue: row.isNameDue, nextUpdateId: Number(row.nextUpdateId) } : null
}

async function extendTurn(db: Db): Promise<void> {
  await sql`
    update telegram_bots set turn_ends_at = clock_timestamp() + make_interval(secs => ${sql.lit(TURN_SECONDS)})`.execute(
    db,
  )
}

async function recordAnswer(db: Db): Promise<void> {
  await sql`update telegram_bots set heard_at = clock_timestamp()`.execute(db)
}

async function endTurn(db: Db, pauseSeconds: number): Promise<void> {
  await sql`
    update telegram_bots set turn_ends_at = clock_timestamp() + make_interval(secs => ${sql.lit(pauseSeconds)})`.execute(
    db,
  )
}

async function storeName(db: Db, bot: Bot, username: string): Promise<void> {
  await sql`
    update telegram_bots set username = ${username}, asked_at = clock_timestamp() where bot_id = ${bot.id}`.execute(db)
}

/** Each message counts once, with what it changes; one that cannot be read is passed over, so that it stops no other. */
async function read(context: Context, { id, message }: Update): Promise<Reply[]> {
  const { db, log } = context
  try {
    return await inTransaction(db, async (tx) => {
      const { numAffectedRows } = await sql`
        update telegram_bots set next_update_id = ${id + 1} where next_update_id <= ${id}`.execute(tx)
      return message && numAffectedRows === 1n ? readMessage(context, tx, message) : []
    })
  } catch (error) {
    log.error({ err: error }, 'a message to the Telegram bot could not be read')
    return []
  }
}

/** Without a second attempt: the user can write again. */
async function answer({ log }: Context, bot: Bot, { chatId, text }: Reply, stopping?: AbortSignal): Promise<void> {
  const result = await bot.send(chatId, text, stopping)
  if (typeof result === 'object') log.debug(result, 'the Telegram bot could not answer')
}

/** The channel reaches no user without a bot, and what waits for it is dropped. */
async function clearBot(db: Db): Promise<void> {
  await sql`update telegram_bots set bot_id = null, username = null where bot_id is not null`.execute(db)
  await sql`
    update notification_deliveries set outcome = 'dropped', ended_at = clock_timestamp()
    where channel = 'telegram' and outcome is null`.execute(db)
}
