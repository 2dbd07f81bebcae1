import { Gauge, Registry } from 'prom-client'
import { DISPUTE_RULES } from '../../domain/disputes/disputes.ts'
import type { DatabaseFigures } from './queries.ts'

const ARBITERS_TAKE = DISPUTE_RULES.filter(({ action }) => action === 'take').map(({ from }) => from)

/** The gauges of one reading; null: the database did not answer, so that nothing else is known. */
export function databaseMetrics(figures: DatabaseFigures | null): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelName?: string) =>
    new Gauge({ name, help, labelNames: labelName === undefined ? [] : [labelName], registers: [registry] })

  gauge('sarraf_database_up', 'Whether the database answered this process in time.').set(figures ? 1 : 0)
  if (!figures) return registry

  gauge('sarraf_database_lock_waits', 'Statements of all processes that wait for a lock in the database.').set(
    figures.lockWaits,
  )
  gauge(
    'sarraf_database_oldest_transaction_seconds',
    'For how long the oldest transaction of all processes is open.',
  ).set(figures.oldestTransactionSeconds)

  const outbox = gauge(
    'sarraf_outbox_oldest_seconds',
    'Age of the oldest email not sent; time since the oldest notification or webhook delivery was due, without webhooks that fail, or the deletion of an object from the store of files.',
    'outbox',
  )
  outbox.set({ outbox: 'notifications' }, figures.notificationsSeconds)
  outbox.set({ outbox: 'emails' }, figures.emailsSeconds)
  outbox.set({ outbox: 'webhooks' }, figures.webhooksSeconds)
  outbox.set({ outbox: 'objects' }, figures.objectsSeconds)

  const overdue = gauge(
    'sarraf_overdue',
    'Trades and disputes past their deadline that have not been moved, and confirmed trades that have not been settled.',
    'noun',
  )
  overdue.set({ noun: 'trades' }, figures.overdueTrades)
  overdue.set({ noun: 'disputes' }, figures.overdueDisputes)
  overdue.set({ noun: 'settlements' }, figures.overdueSettlements)
  const oldest = gauge(
    'sarraf_overdue_oldest_seconds',
    'Time since the earliest of these deadlines or confirmations.',
    'noun',
  )
  oldest.set({ noun: 'trades' }, figures.overdueTradesSeconds)
  oldest.set({ noun: 'disputes' }, figures.overdueDisputesSeconds)
  oldest.set({ noun: 'settlements' }, figures.overdueSettlementsSeconds)

  const unassigned = gauge('sarraf_unassigned_disputes', 'Disputes that wait for an arbiter.', 'status')
  for (const status of ARBITERS_TAKE) unassigned.set({ status }, figures.unassigned[status] ?? 0)
  gauge(
    'sarraf_unassigned_disputes_oldest_seconds',
    'How long the one that has waited longest has had no arbiter.',
  ).set(figures.unassignedSeconds)

  const violations = gauge(
    'sarraf_violations',
    'Rows of the view violations when the worker last read them, 1000 at most.',
    'rule',
  )
  for (const [rule, found] of Object.entries(figures.violations)) violations.set({ rule }, found)
  gauge(
    'sarraf_violation_checks_oldest_seconds',
    'Time since the least recent check of a rule; infinite while a rule has never been checked.',
  ).set(figures.checkedSeconds ?? Infinity)

  const unavailable = gauge(
    'sarraf_reference_rate_unavailable_seconds',
    'How long the sources have given no reference rate, so that quotes are refused; 0 where they give one. Not of currencies that are switched off.',
    'currency',
  )
  for (const [currency, seconds] of Object.entries(figures.ratesUnavailable)) unavailable.set({ currency }, seconds)
  const age = gauge(
    'sarraf_reference_rate_age_seconds',
    'How long ago the sources gave the reference rate that lists show. Not of currencies that are switched off.',
    'currency',
  )
  for (const [currency, seconds] of Object.entries(figures.ratesAge)) age.set({ currency }, seconds)
  gauge(
    'sarraf_telegram_silent_seconds',
    'How long Telegram has not answered what users wrote to the bot; up to half a minute while it is idle, 0 without a bot.',
  ).set(figures.telegramSilentSeconds)
  return registry
}
