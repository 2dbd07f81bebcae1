/** The Telegram channel: sends each due delivery to the chat of its user. */
import { setTimeout as sleep } from 'node:timers/promises'
import { addressIn } from '../../../domain/languages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { pushSummaryTitle, pushTitle } from '../../mail/push-texts.ts'
import { claimDue, delivered, dropped, failed, postponed } from '../deliveries.ts'
import type { Delivery } from '../deliveries.ts'
import { languageOf } from '../queries.ts'
import { decideSending } from '../summaries.ts'
import { createBot } from './bot.ts'
import type { Bot } from './bot.ts'
import { findChat, recordRefusal, recordSuccess } from './chats.ts'

const MESSAGES_PER_ROUND = 200
/** Each sends one message after the other. Telegram takes about thirty in a second of one bot. */
const SENDERS = 4
const MESSAGE_MS = 200
/** The longest pause that is believed. */
const PAUSE_SECONDS_MAX = 3600

type Round = { context: Context; bot: Bot; stopping: AbortSignal | undefined; isPaused: boolean }

/** Does nothing without a bot, and while Telegram has asked for a pause. */
export async function deliverDueTelegrams(context: Context, stopping?: AbortSignal): Promise<void> {
  const { config, db } = context
  if (config.telegram === null || (await isPaused(db))) return
  const round: Round = { context, bot: createBot(config.telegram), stopping, isPaused: false }
  let claimed = 0

  async function claim(): Promise<Delivery | undefined> {
    if (claimed++ >= MESSAGES_PER_ROUND || round.isPaused || stopping?.aborted) return undefined
    const [due] = await claimDue(db, 'telegram', 1)
    return due
  }

  async function send(delivery: Delivery | undefined): Promise<void> {
    for (let due = delivery; due; due = await claim()) {
      await deliver(round, due)
      await sleep(MESSAGE_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }

  const first = await claim()
  if (!first) return
  await Promise.all([send(first), ...Array.from({ length: SENDERS - 1 }, async () => send(await claim()))])
}

/**
 * Sends a notification, or a summary of many (summaries.ts). Telegram knows no repetition: where its answer is lost, the retry comes as
 * a second message.
 */
async function deliver(round: Round, delivery: Delivery): Promise<void> {
  const { context, bot, stopping } = round
  const { db, keyring, log } = context
  const { userId, notificationId } = delivery
  try {
    const sending = await inTransaction(db, (tx) => decideSending(tx, delivery))
    if (sending.as === 'held' || sending.as === 'ended') return
    const linked = await findChat(db, keyring, userId)
    if (!linked?.chat) return await dropped(db, delivery)
    const text = await textOf(context, sending.as === 'summary' ? sending.of : [delivery])
    const result = await bot.send(linked.chat.chatId, text, stopping)
    if (result === 'sent') {
      await recordSuccess(db, userId)
      await delivered(db, delivery)
    } else if (result === 'refused') {
      await recordRefusal(db, userId, linked)
      await dropped(db, delivery)
    } else if ('retryAfterSeconds' in result) {
      round.isPaused = true
      const seconds = Math.min(Math.max(result.retryAfterSeconds, 1), PAUSE_SECONDS_MAX)
      await pause(db, seconds)
      await postponed(db, delivery, seconds)
    } else await failed(db, delivery, result.failure)
  } catch (error) {
    log.error({ err: error, notificationId }, 'a notification could not be sent to Telegram')
    await failed(db, delivery, 'not sent')
  }
}

/** What happened, as a push notification says it, and its link: no name, no amount and nothing of a message. */
async function textOf({ db, mail, config }: Context, of: readonly Delivery[]): Promise<string> {
  const [{ event, tradeId, userId }] = of as [Delivery]
  const language = await languageOf(db, userId)
  const isOne = of.length === 1
  const pathOfOne = tradeId === null ? '/dashboard?tab=alerts' : `/trade/${tradeId}`
  const title = isOne
    ? pushTitle(mail.catalogues, language, event)
    : pushSummaryTitle(mail.catalogues, language, of.length)
  return `${title}\n${config.publicUrl}${addressIn(language, isOne ? pathOfOne : '/trades')}`
}

async function isPaused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isPaused: boolean }>`
    select sends_after > clock_timestamp() as is_paused from telegram_bots`.execute(db)
  return rows[0]!.isPaused
}

async function pause(db: Db, seconds: number): Promise<void> {
  await sql`
    update telegram_bots
    set sends_after = greatest(sends_after, clock_timestamp() + make_interval(secs => ${seconds}))`.execute(db)
}
