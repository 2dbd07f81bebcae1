/**
 * The worker: deadlines, settling that was interrupted, mail to send, and purging. Any number of processes may run it; a row
 * locked by one is skipped by the others. Without the worker everything is correct, only later: commands and reads apply
 * deadlines themselves.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { spanning } from '../db/current-span.ts'
import { asSystem } from '../db/scope.ts'
import { createRetryWarnings } from '../log.ts'
import { failStaleMails, sendDueMails } from '../mail/send-due-mails.ts'
import { deliverDueEmails } from '../notifications/deliver-emails.ts'
import { deliverDuePushes } from '../notifications/push/deliver-pushes.ts'
import { deliverDueTelegrams } from '../notifications/telegram/deliver-telegrams.ts'
import { pollTelegram } from '../notifications/telegram/poll.ts'
import { deliverDueWebhooks } from '../notifications/webhooks/deliver-webhooks.ts'
import { dropUndeliverable } from '../notifications/webhooks/queue-deliveries.ts'
import { escalateNotifications } from '../notifications/escalate.ts'
import { keepFiles } from '../files/keep-files.ts'
import { followBusinessHours } from '../offers/business-hours/follow-business-hours.ts'
import { askRateSources } from '../offers/rates/ask-sources.ts'
import { expireOffers } from '../offers/expire-offers.ts'
import { takeLateDispute } from '../disputes/due-disputes.ts'
import { moveLateDispute } from '../disputes/move-dispute.ts'
import { notifyOwners } from '../offers/currencies/notify-owners.ts'
import { moveLateTrade } from '../trades/move-trade.ts'
import { publishDueRatings } from '../profiles/ratings/publish-due-ratings.ts'
import { matchSavedSearches } from '../offers/saved-searches/match-saved-searches.ts'
import { publishFigures } from '../staff/transparency/publish-figures.ts'
import { settleTrade } from '../trades/moves.ts'
import type { SystemMove } from '../trades/moves.ts'
import { eachInTurn } from './batches.ts'
import { checkNextRule } from './check-violations.ts'
import { purgeExpiredRows } from './purge-expired-rows.ts'
import { purgeRecords } from './purge-records.ts'

const TICK_MS = 1000
const RATES_MS = 5000
const FILES_MS = 5000
const SWEEP_MS = 60_000
const TRADES_A_TICK = 200

export type Worker = { stop(): Promise<void> }

/** Its name is that of its spans. */
type Job = readonly [name: string, everyMs: number, work: () => Promise<void>]

/** Each kind of work has its own loop, so that a mail server that hangs delays no trade. */
export function startWorker(context: Context): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const jobs: readonly Job[] = [
    ['move due trades', TICK_MS, () => moveDueTrades(context)],
    ['deliver notifications', TICK_MS, () => deliverNotifications(context, signal)],
    ['deliver pushes', TICK_MS, () => deliverDuePushes(context, signal)],
    ['deliver Telegram messages', TICK_MS, () => deliverDueTelegrams(context, signal)],
    ['poll Telegram', context.config.telegram ? TICK_MS : SWEEP_MS, () => pollTelegram(context, signal)],
    ['deliver webhooks', TICK_MS, () => deliverDueWebhooks(context, signal)],
    ['send mails', TICK_MS, () => sendDueMails(context, signal)],
    ['match saved searches', TICK_MS, () => matchSavedSearches(context, signal)],
    ['follow business hours', TICK_MS, () => followBusinessHours(context.db, signal)],
    ['notify owners', TICK_MS, () => notifyOwners(context.db, signal)],
    ['ask rate sources', RATES_MS, () => askRateSources(context, signal)],
    ['keep files', FILES_MS, () => keepFiles(context, signal)],
    ['sweep', SWEEP_MS, () => sweep(context)],
    ['check a rule', SWEEP_MS, () => checkNextRule(context.db)],
  ]
  const warn = createRetryWarnings(context.log)
  const rounds = jobs.map((job) => repeat(job, context, warn, signal))
  return {
    async stop() {
      stopping.abort()
      context.mail.mailer?.close()
      context.objects?.close()
      await Promise.all(rounds)
    },
  }
}

/** Runs immediately and then at each interval; a failure is logged and retried after the next. */
async function repeat(
  [name, everyMs, work]: Job,
  { traces }: Context,
  warn: ReturnType<typeof createRetryWarnings>,
  stopping: AbortSignal,
): Promise<void> {
  const asWorker = () => asSystem('worker', work)
  while (!stopping.aborted) {
    try {
      await (traces ? spanning(traces.startJob(name), asWorker) : asWorker())
    } catch (error) {
      warn(name, error, 'the worker will try again')
    }
    await sleep(everyMs, undefined, { signal: stopping }).catch(() => {})
  }
}

/** Moves the trades and disputes past their deadline, and settles the trades whose receipt the seller has confirmed. */
export async function moveDueTrades(context: Context): Promise<void> {
  await drain(context, takeLate, moveLateTrade)
  await drain(context, takeLateDispute, moveLateDispute)
  await drain(context, takeConfirmed, settleTrade)
}

/** Escalates unseen notifications before the email channel, so that one escalated to email is mailed in the same round. */
async function deliverNotifications(context: Context, stopping: AbortSignal): Promise<void> {
  await escalateNotifications(context.db)
  await deliverDueEmails(context, stopping)
}

/** What is done once a minute. */
export async function sweep({ db }: Context): Promise<void> {
  const works = [
    publishDueRatings,
    expireOffers,
    failStaleMails,
    dropUndeliverable,
    purgeExpiredRows,
    purgeRecords,
    publishFigures,
  ]
  await eachInTurn(
    works,
    (work) => work.name,
    (work) => work(db),
  )
}

/** Locks one due trade that is not among `passed`. */
type Take = (tx: Tx, passed: readonly string[]) => Promise<string | null>

/** One trade in one transaction, so that one that fails delays none of the others. */
async function drain({ db, log }: Context, take: Take, act: SystemMove): Promise<void> {
  const passed: string[] = []
  while (passed.length < TRADES_A_TICK) {
    let tradeId: string | null = null
    try {
      await inTransaction(db, async (tx) => {
        tradeId = await take(tx, passed)
        if (tradeId) await act(tx, tradeId)
      })
    } catch (error) {
      if (!tradeId) throw error
      if (!(error instanceof DomainError)) log.error({ err: error, tradeId }, 'a due trade could not be moved')
    }
    if (!tradeId) return
    passed.push(tradeId)
  }
}

async function takeLate(tx: Tx, passed: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from trades
    where deadline < 'infinity' and deadline < (select deadline_clock(clock_timestamp())) and id <> all(${[...passed]}::uuid[])
    order by deadline limit 1
    for no key update skip locked`.execute(tx)
  return rows[0]?.id ?? null
}

/** A trade confirmed less than a second ago is being settled by the request that confirmed it. */
async function takeConfirmed(tx: Tx, passed: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select t.id from trades t
    join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.status = 'payment_confirmed' and last.at < clock_timestamp() - interval '1 second'
      and t.id <> all(${[...passed]}::uuid[])
    limit 1
    for no key update of t skip locked`.execute(tx)
  return rows[0]?.id ?? null
}
