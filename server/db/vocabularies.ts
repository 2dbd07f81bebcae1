/**
 * Tables whose rows are the words of domain/ and decide nothing about money: `migrate` writes them, so that a new word needs no
 * migration. What decides about money (trade_rules, dispute_rules, limits, tiers, team_moves) is written a second time in the
 * migrations, and domain-tables.test.ts compares the two. Currencies are rows of the operator's choice.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { TOKEN_PURPOSES } from '../../domain/accounts/one-time-tokens.ts'
import { IDENTITY_KINDS, SIGN_IN_METHODS } from '../../domain/accounts/sign-in-methods.ts'
import { TEAM_ACT_KINDS } from '../../domain/accounts/teams.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import { SYSTEM_CODES } from '../../domain/chat/chat.ts'
import { CONTACT_SUBJECTS } from '../../domain/staff/contact.ts'
import { FILE_PURPOSES, FILE_RULES, FILE_TYPES } from '../../domain/trades/evidence.ts'
import { METHODS, PAYMENT_METHODS } from '../../domain/payments/methods.ts'
import { PAYEE_ANSWERS } from '../../domain/payments/payee-check.ts'
import { MAIL_KINDS, deliveryOf } from '../../domain/notifications/mail-kinds.ts'
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_EVENTS,
  NOTIFICATION_GROUPS,
} from '../../domain/notifications/notifications.ts'
import { CURRENCIES, FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import { OFFER_STATUSES, REFERENCE_POLICIES } from '../../domain/offers/offers.ts'
import { RELATION_KINDS } from '../../domain/profiles/relations.ts'
import { REPORT_OUTCOMES, REPORT_REASONS } from '../../domain/profiles/reports.ts'
import { FIXED } from '../../domain/offers/rates/sources.ts'
import { STAFF_ROLES } from '../../domain/staff/staff-roles.ts'
import { STAFF_ACTIONS } from '../../domain/staff/staff.ts'
import { FIRST_NOTICES } from './first-notices.ts'

/**
 * Rows by the names of their columns; `key` are the columns of a unique key, by which a row is found again. `ofSetting`: of the
 * currencies that the operator names. None of these is deleted, and those that the market goes on from (`continued`) are not updated.
 */
export type Vocabulary = {
  table: string
  key: readonly string[]
  rows: readonly Record<string, unknown>[]
  ofSetting?: 'updated' | 'continued'
}

const words = (table: string, column: string, list: readonly string[]): Vocabulary => ({
  table,
  key: [column],
  rows: list.map((word) => ({ [column]: word })),
})

/** Each after the tables that it references. */
export const VOCABULARIES: readonly Vocabulary[] = [
  words('sign_in_methods', 'method', SIGN_IN_METHODS),
  words('identity_providers', 'provider', ['credential', ...IDENTITY_KINDS]),
  words('one_time_token_purposes', 'purpose', TOKEN_PURPOSES),
  words('payee_answer_kinds', 'answer', PAYEE_ANSWERS),
  words('offer_statuses', 'status', OFFER_STATUSES),
  words('reference_policies', 'policy', REFERENCE_POLICIES),
  words('system_message_codes', 'code', SYSTEM_CODES),
  {
    table: 'mail_kinds',
    key: ['kind'],
    rows: (Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => ({ kind, ...deliveryOf(kind) })),
  },
  words('contact_subjects', 'subject', CONTACT_SUBJECTS),
  words('relation_kinds', 'kind', RELATION_KINDS),
  words('report_outcomes', 'outcome', REPORT_OUTCOMES),
  words('team_act_kinds', 'kind', TEAM_ACT_KINDS),
  words('evidence_purposes', 'purpose', FILE_PURPOSES),
  words('evidence_media_types', 'media_type', FILE_TYPES),
  {
    table: 'evidence_rules',
    key: ['purpose', 'trade_status', 'uploader_role'],
    rows: FILE_RULES.map(({ purpose, status, by, isSubmitted }) => ({
      purpose,
      trade_status: status,
      uploader_role: by,
      is_submitted: isSubmitted,
    })),
  },
  {
    table: 'report_reasons',
    key: ['subject_kind', 'reason'],
    rows: Object.entries(REPORT_REASONS).flatMap(([reason, { of }]) =>
      of.map((subject) => ({ subject_kind: subject, reason })),
    ),
  },
  {
    table: 'currencies',
    key: ['code'],
    rows: FIAT_CURRENCIES.map((code) => ({
      code,
      country: CURRENCIES[code].country,
      step_milli: CURRENCIES[code].stepMilli,
    })),
    ofSetting: 'updated',
  },
  {
    table: 'currency_notices',
    key: ['fiat_currency', 'version', 'language'],
    rows: FIAT_CURRENCIES.flatMap((fiat_currency) =>
      LANGUAGES.map((language) => ({
        fiat_currency,
        version: 1,
        language,
        notice: FIRST_NOTICES[fiat_currency][language],
      })),
    ),
    ofSetting: 'continued',
  },
  {
    table: 'reference_rates',
    key: ['fiat_currency'],
    rows: FIAT_CURRENCIES.map((fiat_currency) => ({
      fiat_currency,
      rate_e6: CURRENCIES[fiat_currency].referenceRateE6,
      sources: [FIXED],
    })),
    ofSetting: 'continued',
  },
  {
    table: 'payment_methods',
    key: ['method'],
    rows: PAYMENT_METHODS.map((method) => {
      const { currency, hasPayeeCheck = false, isInPerson } = METHODS[method]
      return { fiat_currency: currency, method, has_payee_check: hasPayeeCheck, is_in_person: isInPerson }
    }),
    ofSetting: 'updated',
  },
  {
    table: 'payment_method_risks',
    key: ['payment_method'],
    rows: PAYMENT_METHODS.map((method) => ({ payment_method: method, risk: METHODS[method].risk })),
    ofSetting: 'updated',
  },
  words('staff_roles', 'role', STAFF_ROLES),
  {
    table: 'audit_actions',
    key: ['action'],
    rows: Object.entries(STAFF_ACTIONS).map(([action, { role, needsReason, perDay }]) => ({
      action,
      role,
      needs_reason: needsReason,
      per_day: perDay,
    })),
  },
  {
    table: 'notification_channels',
    key: ['channel'],
    rows: NOTIFICATION_CHANNELS.map((channel, index) => ({ channel, escalation_order: index + 1 })),
  },
  words('notification_groups', 'event_group', Object.keys(NOTIFICATION_GROUPS)),
  {
    table: 'notification_defaults',
    key: ['event_group', 'channel'],
    rows: Object.entries(NOTIFICATION_GROUPS).flatMap(([event_group, settings]) =>
      Object.entries(settings).map(([channel, setting]) => ({
        event_group,
        channel,
        is_on: setting !== 'off',
        is_required: setting === 'required',
      })),
    ),
  },
  {
    table: 'notification_events',
    key: ['event'],
    rows: Object.entries(NOTIFICATION_EVENTS).map(([event, { group, isUrgent, mail }]) => ({
      event,
      event_group: group,
      is_urgent: isUrgent,
      is_mailed: mail !== null,
    })),
  },
]

/**
 * Inserts the rows that are missing and updates those that differ, as the database's owner; the caller's transaction holds a
 * lock against other writers. Rows that a vocabulary no longer has are deleted once, when the database first sees that vocabulary:
 * an older program that is started again deletes nothing of a newer one. Throws for a row that is still referenced, which a
 * migration must replace first; the caller then rolls back.
 */
export async function writeVocabularies(client: pg.Client, vocabularies = VOCABULARIES): Promise<void> {
  for (const vocabulary of vocabularies) await upsert(client, vocabulary)
  const { rowCount } = await client.query('insert into vocabularies (checksum) values ($1) on conflict do nothing', [
    checksumOf(vocabularies),
  ])
  if (!rowCount) return
  for (const vocabulary of vocabularies.toReversed()) if (!vocabulary.ofSetting) await deleteOthers(client, vocabulary)
}

/** Whether the database has, or has had, these vocabularies: a newer program may have added to them since. */
export async function hasVocabularies(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select from vocabularies where checksum = $1', [checksumOf(VOCABULARIES)])
  return rows.length > 0
}

/** Whether the database has the currencies of this program, with all that belongs to them. */
export async function hasCurrencies(client: pg.Client): Promise<boolean> {
  for (const { table, key, rows, ofSetting } of VOCABULARIES) {
    if (!ofSetting) continue
    const missing = await client.query(missingRows(table, key, ['1']), [jsonOf(rows)])
    if (missing.rowCount) return false
  }
  return true
}

/** Without the rows of the setting: a program that names other currencies, or in another order, is no newer one. */
function checksumOf(vocabularies: readonly Vocabulary[]): string {
  return createHash('sha256')
    .update(jsonOf(vocabularies.filter(({ ofSetting }) => !ofSetting)))
    .digest('hex')
}

/** In their order, which a join would not keep: the most usual words come first. */
function missingRows(table: string, key: readonly string[], columns: readonly string[]): string {
  return `select ${columns.join()} from jsonb_populate_recordset(null::${table}, $1) as wanted
    where (select count(*) from ${table} former where ${matches(key, 'former')}) = 0`
}

/** Rows that do not differ are not touched, so that no running server waits for their locks. */
async function upsert(client: pg.Client, { table, key, rows, ofSetting }: Vocabulary): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const wanted = `jsonb_populate_recordset(null::${table}, $1) as wanted`
  await client.query(`insert into ${table} (${columns.join()}) ${missingRows(table, key, columns)}`, [jsonOf(rows)])
  if (ofSetting === 'continued') return
  const others = columns.filter((column) => !key.includes(column))
  if (others.length === 0) return
  const differs = others.map((column) => `former.${column} is distinct from wanted.${column}`).join(' or ')
  await client.query(
    `update ${table} former set ${others.map((column) => `${column} = wanted.${column}`).join()} from ${wanted}
     where ${matches(key, 'former')} and (${differs})`,
    [jsonOf(rows)],
  )
}

async function deleteOthers(client: pg.Client, { table, key, rows }: Vocabulary): Promise<void> {
  try {
    await client.query(
      `delete from ${table} former where not exists (
         select from jsonb_populate_recordset(null::${table}, $1) as wanted where ${matches(key, 'former')})`,
      [jsonOf(rows)],
    )
  } catch (error) {
    const { code, detail } = error as pg.DatabaseError
    if (code !== '23503' && code !== '23001') throw error
    throw new Error(`${table} has a row that this program no longer knows, and that is in use. ${detail}`, {
      cause: error,
    })
  }
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}

function matches(key: readonly string[], alias: string): string {
  return key.map((column) => `${alias}.${column} = wanted.${column}`).join(' and ')
}
