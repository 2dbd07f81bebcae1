/** What the migrations and domain/ both hold is the same: rules and limits, read from a migrated database. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNDO_EMAIL_MINUTES, VERIFY_HOURS } from '../../domain/accounts/accounts.ts'
import { USERNAME_MAX, USERNAME_MIN, usernameSkeleton } from '../../domain/accounts/usernames.ts'
import { RANGES_OF_DAY, WEEKDAYS } from '../../domain/offers/business-hours.ts'
import { STREAM_EVENT_KINDS } from '../../domain/api/notifications/stream.ts'
import { MESSAGE_KINDS, MESSAGE_MAX, SENDER_ROLES, SYSTEM_CODES } from '../../domain/chat/chat.ts'
import {
  APPEAL_HOURS,
  ARBITER_CONFLICT_DAYS,
  DECISION_HOURS,
  OUTCOME_MOVES,
  DECISION_REASON_MAX,
  DECISION_REASON_MIN,
  DISPUTE_ROUNDS,
  STATEMENT_HOURS,
  STATEMENT_MAX,
  STATEMENT_MIN,
  DISPUTE_LATE_ACTIONS,
  DISPUTE_LOST_BY,
  DISPUTE_OUTCOMES,
  DISPUTE_REASONS,
  DISPUTE_RULES,
  DISPUTE_STATUSES,
  DISPUTE_STATUS_HOURS,
} from '../../domain/disputes/disputes.ts'
import { KEY_RELEASE, KEY_SCOPES } from '../../domain/accounts/api-keys.ts'
import { CURRENCY_NOTICE_MAX } from '../../domain/offers/currency-notices.ts'
import {
  PASSKEYS_MAX,
  PASSKEY_NAME_MAX,
  RECOVERY_CODES,
  RELEASE_FACTOR_ABOVE_USDT,
  TOTP_WRONG_MAX,
  TOTP_WRONG_YEARLY_MAX,
} from '../../domain/accounts/factors.ts'
import {
  STORED_AREA_MAX,
  STORED_BYTES_MAX,
  STORED_LONG_SIDE_MAX,
  STORED_SHORT_SIDE_MAX,
} from '../../domain/pictures.ts'
import { DETAIL_DISTANCE_MAX, FILE_MAX_BYTES } from '../../domain/trades/evidence.ts'
import { LIMITS, SMALLEST_TRADE_MILLI } from '../../domain/limits.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import { CHAIN } from '../../domain/asset.ts'
import { parseUsdt } from '../../domain/money.ts'
import {
  ESCALATION_CHANNELS,
  ESCALATION_MINUTES,
  ESCALATION_MINUTES_DEFAULT,
  NOTIFICATION_VALUES_MAX,
} from '../../domain/notifications/notifications.ts'
import { TIME_ZONE_MAX } from '../../domain/time-zones.ts'
import { TEMPLATE_NAME_MAX } from '../../domain/offers/offer-templates.ts'
import { LEAST_RATE_E6, MOST_RATE_E6 } from '../../domain/offers/rates/median-rate.ts'
import { MANUAL_RATE_PERCENT } from '../../domain/offers/rates/sources.ts'
import {
  OFFER_TYPES,
  OPEN_TRADES_DEFAULT,
  OPEN_TRADES_MAX,
  PAYMENT_WINDOWS,
  PAYMENT_WINDOW_DEFAULT,
  PERCENTAGE_LIMIT_TENTHS,
} from '../../domain/offers/offers.ts'
import { FIRST_MESSAGE_MAX, TERMS_MAX, TERMS_MIN } from '../../domain/offers/offer-form.ts'
import { NOTE_MAX, NOTE_TAGS_MAX } from '../../domain/profiles/trader-notes.ts'
import { REPLY_MAX, REPLY_TITLE_MAX } from '../../domain/chat/quick-replies.ts'
import { ANCHORS, FEE_DIVISOR, QUOTE_SECONDS } from '../../domain/trades/quote.ts'
import { REQUIREMENTS_MAX } from '../../domain/profiles/relations.ts'
import { REPORT_EXCERPT_MAX, REPORT_TEXT_MAX, REPORT_TEXT_MIN_OF_OTHER } from '../../domain/profiles/reports.ts'
import { STAFF_CONFLICT_DAYS } from '../../domain/staff/staff.ts'
import { ANSWER_MAX, REASON_MAX, REASON_MIN } from '../../domain/staff/staff-forms.ts'
import { REHEARSAL_RULES, REHEARSAL_SCENARIOS } from '../../domain/trades/rehearsals.ts'
import { PAYMENT_RISKS, TIERS, TIER_LIMITS, TIER_REQUIREMENTS } from '../../domain/accounts/tiers.ts'
import {
  CONFIRMATION_MINUTES_MIN,
  DISPUTE_AFTER_MINUTES,
  ESCALATION_HOURS,
  ESCALATION_HOURS_MAX,
  OPEN_STATUSES,
  REFUND_HOLD_MINUTES,
  TRADE_RULES,
  TRADE_STATES,
  TRADE_STATUSES,
  WITHDRAWAL_MINUTES_MAX,
  WITHDRAWAL_MINUTES_MIN,
  statusAfter,
} from '../../domain/trades/trades.ts'
import {
  WEBHOOK_FAILURES,
  WEBHOOK_OUTCOMES,
  WEBHOOK_PAUSE_REASONS,
  WEBHOOK_URL_MAX,
} from '../../domain/notifications/webhooks.ts'
import { FINGERPRINTS_MAX } from '../http/pictures/fingerprint.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openOwnerPool } from '../testing/owner-pool.ts'

let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  owner = openOwnerPool(database.connectionString, 1)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('the moves of a trade', async () => {
  const { rows } = await owner.query(
    'select from_status as from, to_status as to, action, actor_role as by, once_only from trade_rules',
  )
  const wanted = TRADE_RULES.map(({ onceOnly, ...rule }) => ({ ...rule, once_only: onceOnly !== undefined }))
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('the statuses of a trade, their escrow state and late moves', async () => {
  const { rows } = await owner.query('select * from trade_statuses')
  const wanted = TRADE_STATUSES.map((status) => {
    const { isOpen, escrow, deadline } = TRADE_STATES[status]
    const afterDetails = deadline?.actionAfterDetails ?? null
    return {
      status,
      is_open: isOpen,
      escrow_state: escrow,
      late_action: deadline?.action ?? null,
      late_status: deadline && statusAfter(status, deadline.action, 'system'),
      late_action_after_details: afterDetails,
      late_status_after_details: afterDetails && statusAfter(status, afterDetails, 'system'),
    }
  })
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('the moves of a dispute', async () => {
  const { rows } = await owner.query(
    'select from_status as from, to_status as to, action, actor_role as by from dispute_rules',
  )
  expect(new Set(rows.map(asText))).toEqual(new Set(DISPUTE_RULES.map(asText)))
})

test('the statuses of a dispute and their late moves', async () => {
  const { rows } = await owner.query('select status, hours, late_action from dispute_statuses')
  const wanted = DISPUTE_STATUSES.map((status) => ({
    status,
    hours: DISPUTE_STATUS_HOURS[status],
    late_action: DISPUTE_LATE_ACTIONS[status],
  }))
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('the outcomes of a dispute, and the moves that carry them out', async () => {
  const { rows } = await owner.query('select outcome, trade_action, lost_by from dispute_outcomes')
  const wanted = DISPUTE_OUTCOMES.map((outcome) => ({
    outcome,
    trade_action: OUTCOME_MOVES[outcome],
    lost_by: DISPUTE_LOST_BY[outcome],
  }))
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('the reasons of disputes', async () => {
  const { rows } = await owner.query('select reason, action, actor_role from dispute_reasons')
  const wanted = Object.entries(DISPUTE_REASONS).map(([reason, { move, by }]) => ({
    reason,
    action: move,
    actor_role: by,
  }))
  expect(new Set(rows.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('the texts of reports', async () => {
  expect(await definition('reports_excerpt')).toContain(`<= ${REPORT_EXCERPT_MAX})`)
  expect(await definition('reports_text')).toContain(`<= ${REPORT_TEXT_MAX})`)
  expect(await definition('reports_text')).toContain(`>= ${REPORT_TEXT_MIN_OF_OTHER})`)
})

test('the most that an offer may require of its taker', async () => {
  expect(await definition('offers_min_account_days')).toContain(`<= ${REQUIREMENTS_MAX.accountDays})`)
  expect(await definition('offers_min_completed_trades')).toContain(`<= ${REQUIREMENTS_MAX.completedTrades})`)
  expect(await definition('offers_min_completion_rate')).toContain(`<= ${REQUIREMENTS_MAX.completionRate})`)
})

test('the phrase words are many', async () => {
  const { rows } = await owner.query('select count(*)::int as words from phrase_words')
  expect(rows[0].words).toBeGreaterThan(150)
})

test('the most and the least that an API key may release in a day', async () => {
  const { usdtADay, tradesADay } = KEY_RELEASE
  expect(await definition('api_keys_release_micro')).toContain(`>= ${parseUsdt(usdtADay.min)})`)
  expect(await definition('api_keys_release_micro')).toContain(`<= '${parseUsdt(usdtADay.max)}'`)
  expect(await definition('api_keys_releases')).toContain(`>= ${tradesADay.min})`)
  expect(await definition('api_keys_releases')).toContain(`<= ${tradesADay.max})`)
})

test('the amount above which a release requires re-authentication by default', async () => {
  const { rows } = await owner.query(
    "select column_default as micro from information_schema.columns where column_name = 'confirm_above_micro'",
  )
  expect(rows).toEqual([{ micro: String(parseUsdt(RELEASE_FACTOR_ABOVE_USDT)) }])
})

test('the bounds of rates, and how far one that is set by hand may be', async () => {
  const { rows: functions } = await owner.query(
    "select prosrc as text from pg_proc where proname = 'manual_rate_as_recorded'",
  )
  const source = functions[0].text
  expect(source).toContain(`new.rate_e6 * 100 < most * ${100 - MANUAL_RATE_PERCENT})`)
  expect(source).toContain(`new.rate_e6 * 100 > least * ${100 + MANUAL_RATE_PERCENT})`)
  for (const table of ['reference_rates', 'manual_rates', 'rate_readings']) {
    expect(await definition(`${table}_bounds`)).toBe(
      `CHECK (((rate_e6 >= ${LEAST_RATE_E6}) AND (rate_e6 <= '${MOST_RATE_E6}'::bigint)))`,
    )
  }
})

test('tiers, what they need, and their limits', async () => {
  const { rows: tiers } = await owner.query('select * from tiers order by rank')
  expect(tiers).toEqual(
    TIERS.map((tier, rank) => ({
      tier,
      rank,
      min_account_days: TIER_REQUIREMENTS[tier].accountDays,
      min_completed_trades: TIER_REQUIREMENTS[tier].completedTrades,
      min_partners: TIER_REQUIREMENTS[tier].partners,
      needs_rehearsal: TIER_REQUIREMENTS[tier].needsRehearsal,
    })),
  )
  const { rows: limits } = await owner.query('select * from tier_limits')
  const wanted = TIERS.flatMap((tier) =>
    PAYMENT_RISKS.map((risk) => {
      const { trade, open, day } = TIER_LIMITS[tier][risk]
      return { tier, risk, trade_micro: trade, open_micro: open, day_micro: day }
    }),
  )
  expect(new Set(limits.map(asText))).toEqual(new Set(wanted.map(asText)))
})

test('the moves of the rehearsal', async () => {
  const { rows } = await owner.query('select scenario, from_step as from, move, to_step as to from rehearsal_rules')
  expect(new Set(rows.map(asText))).toEqual(new Set(REHEARSAL_RULES.map(asText)))
})

test.each([
  ['languages', LANGUAGES],
  ['payment_risks', PAYMENT_RISKS],
  ['rehearsal_scenarios', REHEARSAL_SCENARIOS],
])('%s has the domain’s rows', async (table, words) => {
  const { rows } = await owner.query<string[]>({ text: `select * from ${table}`, rowMode: 'array' })
  expect(new Set(rows.map(([word]) => word))).toEqual(new Set(words))
})

test('the escalation of notifications before users change it', async () => {
  const { rows } = await owner.query(
    "select column_name as name, column_default as value from information_schema.columns where table_name = 'notification_preferences' and column_name like 'escalation%' order by 1",
  )
  expect(rows.map(({ value }) => value)).toEqual([
    `'{${ESCALATION_CHANNELS.join(',')}}'::text[]`,
    String(ESCALATION_MINUTES_DEFAULT),
  ])
  for (const name of ['write_notification', 'escalate_notifications']) {
    const { rows: functions } = await owner.query('select prosrc as text from pg_proc where proname = $1', [name])
    expect(functions[0].text).toContain(`escalation_minutes, ${ESCALATION_MINUTES_DEFAULT})`)
    expect(functions[0].text).toContain(`escalation_channels, '{${ESCALATION_CHANNELS.join(',')}}')`)
  }
})

test('how far apart the fingerprints of two pictures may be', async () => {
  const { rows } = await owner.query("select prosrc as text from pg_proc where proname = 'evidence_reuse'")
  expect(rows[0].text).toContain(`own.detail) <= ${DETAIL_DISTANCE_MAX}\n`)
})

test('the limits of one user', async () => {
  const { rows } = await owner.query('select name, value from limits')
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))).toEqual(LIMITS)
})

test.each([
  [0, 0],
  [2, 0],
  [3, 15],
  [4, 30],
  [5, 60],
  [9, 960],
  [10, 1440],
  [1000, 1440],
])('after %i failed trades opening pauses %i minutes', async (failures, minutes) => {
  const { rows } = await owner.query('select pause_minutes($1) as minutes', [failures])
  expect(rows).toEqual([{ minutes }])
})

test('one-time tokens live as long as the longest links', async () => {
  const [longest, others] = [...(await definition('one_time_tokens_life')).matchAll(/'(\d+):00:00'/g)].map(
    ([, hours]) => Number(hours),
  )
  expect(UNDO_EMAIL_MINUTES).toBeLessThanOrEqual(longest! * 60)
  expect(VERIFY_HOURS).toBeLessThanOrEqual(others!)
})

test('staff and arbiters have the same rule of conflicts', () => {
  // staff_is_impartial asks the same function as the arbiters' rule.
  expect(STAFF_CONFLICT_DAYS).toBe(ARBITER_CONFLICT_DAYS)
})

test.each([
  ['offers_type', OFFER_TYPES],
  ['quotes_anchor', ANCHORS],
  ['messages_kind', MESSAGE_KINDS],
  ['user_events_kind', STREAM_EVENT_KINDS],
  ['messages_sender_role', SENDER_ROLES],
  ['trades_chain', [CHAIN]],
  ['api_keys_scopes', KEY_SCOPES],
  ['webhooks_pause_reason', WEBHOOK_PAUSE_REASONS],
  ['webhook_deliveries_failure', WEBHOOK_FAILURES],
  ['webhook_deliveries_outcome', WEBHOOK_OUTCOMES],
])('%s allows the domain’s words', async (constraint, words) => {
  const text = await definition(constraint)
  expect(wordsIn(text)).toEqual(new Set(words))
})

test.each([
  ['offers_payment_window', [...PAYMENT_WINDOWS]],
  ['offers_percentage_band', [-PERCENTAGE_LIMIT_TENTHS, PERCENTAGE_LIMIT_TENTHS]],
  ['quotes_percentage_band', [-PERCENTAGE_LIMIT_TENTHS, PERCENTAGE_LIMIT_TENTHS]],
  ['offers_min_smallest', [SMALLEST_TRADE_MILLI]],
  ['quotes_fiat_smallest', [SMALLEST_TRADE_MILLI]],
  ['offers_terms_length', [TERMS_MIN, TERMS_MAX]],
  ['offers_first_message', [FIRST_MESSAGE_MAX]],
  ['offer_templates_name', [1, TEMPLATE_NAME_MAX]],
  ['trader_notes_text', [NOTE_MAX]],
  ['trader_notes_tags', [NOTE_TAGS_MAX]],
  ['quick_replies_title', [REPLY_TITLE_MAX]],
  ['quick_replies_text', [1, REPLY_MAX]],
  ['currency_notices_length', [CURRENCY_NOTICE_MAX]],
  ['webhooks_url_length', [WEBHOOK_URL_MAX]],
  ['offers_open_trades_choice', [1, OPEN_TRADES_MAX]],
  ['quotes_fee_half_percent', [Number(FEE_DIVISOR)]],
  ['messages_body', [1, MESSAGE_MAX]],
  ['trade_images_width', [1, STORED_LONG_SIDE_MAX]],
  ['trade_images_height', [1, STORED_LONG_SIDE_MAX]],
  ['trade_images_area', [STORED_AREA_MAX, STORED_SHORT_SIDE_MAX]],
  ['trade_images_size', [1, STORED_BYTES_MAX]],
  ['evidence_files_width', [1, STORED_LONG_SIDE_MAX]],
  ['evidence_files_height', [1, STORED_LONG_SIDE_MAX]],
  ['evidence_files_area', [STORED_AREA_MAX, STORED_SHORT_SIDE_MAX]],
  ['evidence_files_bytes', [1, STORED_BYTES_MAX, FILE_MAX_BYTES]],
  ['evidence_fingerprints_crop', [0, FINGERPRINTS_MAX - 1]],
  ['totps_wrong_five', [TOTP_WRONG_MAX]],
  ['totps_wrong_hundred', [0, TOTP_WRONG_YEARLY_MAX]],
  ['passkeys_ten', [1, PASSKEYS_MAX]],
  ['passkeys_name', [1, PASSKEY_NAME_MAX]],
  ['recovery_codes_ten', [1, RECOVERY_CODES]],
  ['notification_preferences_escalation', [...ESCALATION_MINUTES]],
  ['notifications_values', [NOTIFICATION_VALUES_MAX]],
  ['audit_log_reason', [REASON_MIN, REASON_MAX]],
  ['contact_messages_answer', [1, ANSWER_MAX]],
  ['dispute_statements_body', [STATEMENT_MIN, STATEMENT_MAX]],
  ['dispute_decisions_reason', [DECISION_REASON_MIN, DECISION_REASON_MAX]],
])('%s has the domain’s numbers', async (constraint, numbers) => {
  expect([...(await definition(constraint)).matchAll(/-?\d+/g)].map(Number)).toEqual(numbers)
})

test('the defaults of an offer', async () => {
  const { rows } = await owner.query(
    "select column_name as name, column_default as value from information_schema.columns where table_name = 'offers' and column_name in ('payment_window_minutes', 'max_open_trades') order by 1",
  )
  expect(rows.map(({ value }) => Number(value))).toEqual([OPEN_TRADES_DEFAULT, PAYMENT_WINDOW_DEFAULT])
})

test('business hours: the ranges of a day, and the days of a week', async () => {
  const isWeek = async (days: readonly number[], rangesOfDay: number) => {
    const opens = days.flatMap((day) => Array.from({ length: rangesOfDay }, (_, nr) => (day - 1) * 1440 + nr * 60))
    const { rows } = await owner.query('select is_business_week($1, $2) as "isWeek"', [
      opens,
      opens.map((start) => start + 60),
    ])
    return rows[0].isWeek
  }
  expect(await isWeek(WEEKDAYS, RANGES_OF_DAY)).toBe(true)
  expect(await isWeek([1], RANGES_OF_DAY + 1)).toBe(false)
  expect(await isWeek([...WEEKDAYS, WEEKDAYS.length + 1], 1)).toBe(false)
})

test.each(['business_hours_time_zone', 'notification_preferences_time_zone'])(
  '%s has the domain’s longest name',
  async (constraint) => expect(await definition(constraint)).toContain(`(char_length(time_zone) <= ${TIME_ZONE_MAX})`),
)

test('usernames, the life of a quote, the least time after a withdrawal and the time for it', async () => {
  expect(await definition('users_username_form')).toContain(`{${USERNAME_MIN},${USERNAME_MAX}}$`)
  expect(await definition('quotes_short_lived')).toContain(`00:01:0${QUOTE_SECONDS - 59}`)
  expect(await definition('trade_events_pay_deadline')).toContain(`00:0${WITHDRAWAL_MINUTES_MIN}:00`)
  const { rows } = await owner.query(`select pg_get_viewdef('payment_marks') as text`)
  expect(rows[0].text).toContain(`'00:${WITHDRAWAL_MINUTES_MAX}:00'::interval`)
})

test('the times of a trade and of a dispute', async () => {
  const minutes = `'00:${REFUND_HOLD_MINUTES}:00'`
  const deadline = await definition('trade_events_deadline')
  for (const text of [minutes, `'0${CONFIRMATION_MINUTES_MIN / 60}:00:00'`]) {
    expect(deadline).toContain(text)
  }
  const escalation = await definition('trades_escalation_hours')
  expect(escalation).toContain(`>= ${ESCALATION_HOURS})`)
  expect(escalation).toContain(`<= ${ESCALATION_HOURS_MAX})`)
  expect(await definition('trade_events_dispute_not_early')).toContain(`00:${DISPUTE_AFTER_MINUTES}:00`)
  const hours = [...(await definition('dispute_events_deadline')).matchAll(/'(\d\d):00:00'/g)].map(([, text]) =>
    Number(text),
  )
  expect(hours).toEqual([STATEMENT_HOURS, DECISION_HOURS, APPEAL_HOURS, 0])
  expect(await definition('dispute_events_round')).toContain(`round <= ${DISPUTE_ROUNDS}`)
  for (const name of ['traded_lately', 'teamed_lately']) {
    const { rows } = await owner.query('select prosrc as text from pg_proc where proname = $1', [name])
    expect(rows[0].text).toContain(`interval '${ARBITER_CONFLICT_DAYS} days'`)
  }
})

test('the statuses in the indexes of trades are the open ones', async () => {
  for (const name of ['trades_by_offer', 'trades_one_open_of_taker', 'trades_open_of_buyer', 'trades_open_of_seller'])
    expect(wordsIn(await index(name))).toEqual(new Set(OPEN_STATUSES))
  for (const [name, times] of [
    ['taker_within_limits', 1],
    ['trading_limits', 2],
  ] as const) {
    const { rows } = await owner.query('select prosrc as text from pg_proc where proname = $1', [name])
    const listed = [...rows[0].text.matchAll(/status in \(([^)]*)\)/g)].map(([, list]) => list)
    expect([name, ...listed]).toEqual([
      name,
      ...Array(times).fill(OPEN_STATUSES.map((status) => `'${status}'`).join(', ')),
    ])
  }
})

test('the statuses in which a trade is counted as closed are those that are not open', async () => {
  const closed = new Set(TRADE_STATUSES.filter((status) => !OPEN_STATUSES.includes(status)))
  for (const [trigger, times] of [
    ['count_trade_event', 1],
    ['closed_trade_agrees', 2],
  ] as const) {
    const { rows } = await owner.query('select pg_get_triggerdef(oid) as text from pg_trigger where tgname = $1', [
      trigger,
    ])
    const listed = [...rows[0].text.matchAll(/status = ANY \(([^)]*)\)/g)].map(([, list]) => wordsIn(list))
    expect(listed).toEqual(Array.from({ length: times }, () => closed))
  }
  const booking = await owner.query("select prosrc as text from pg_proc where proname = 'book_transfer'")
  const [, paidOut = ''] = /t\.status in \(([^)]*)\)/.exec(booking.rows[0].text) ?? []
  expect(new Set(paidOut.match(/\w+/g))).toEqual(closed)
  // The function counts `completed` as released.
  const released = await owner.query("select status from trade_statuses where escrow_state = 'released'")
  expect(released.rows).toEqual([{ status: 'completed' }])
})

test('the system messages that a trade has once', async () => {
  for (const word of wordsIn(await index('messages_system_once'))) expect(SYSTEM_CODES).toContain(word)
  expect(TERMS_MAX).toBeLessThan(MESSAGE_MAX)
})

test('the skeletons of usernames', async () => {
  const names = [
    'Amina_1',
    'AM1NA_I',
    'rnarK',
    'vvael',
    'n_o_u_r',
    '0mar',
    'r_n',
    'v_v_v',
    'VvVvV',
    'rnrnm',
    '1lIi0oO',
    'rrnn',
    'vvvw',
  ]
  await owner.query('begin')
  const { rows } = await owner.query(
    `insert into users (username) select name from unnest($1::text[]) as name
     on conflict do nothing returning username, username_skeleton as skeleton`,
    [names],
  )
  await owner.query('rollback')
  expect(rows.length).toBeGreaterThan(8)
  for (const { username, skeleton } of rows)
    expect([username, skeleton]).toEqual([username, usernameSkeleton(username)])
})

function wordsIn(text: string): Set<string | undefined> {
  return new Set([...text.matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => word))
}

async function index(name: string): Promise<string> {
  const { rows } = await owner.query('select indexdef as text from pg_indexes where indexname = $1', [name])
  return rows[0].text
}

async function definition(constraint: string): Promise<string> {
  const { rows } = await owner.query('select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1', [
    constraint,
  ])
  return rows[0].text
}

function asText(row: object): string {
  return Object.entries(row)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(String)
    .join(' ')
}
