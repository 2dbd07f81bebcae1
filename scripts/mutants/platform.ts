/** Mutants of the further controls of the server, its database and its deliveries. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const LOGIN = 'server/db/confined-login.ts'
const HEADERS = 'server/http/security-headers.ts'
const CONFIG = 'server/config.ts'
const PAGES = 'server/pages/pages.ts'
const REFUSAL_TO_CLOSE = 'server/staff/refusal-to-close.ts'
const ADMINISTRATION = 'server/db/migrations/0033_administration.sql'
const REFERENCE_RATES = 'server/db/migrations/0044_reference_rates.sql'
const TELEGRAM = 'server/db/migrations/0045_telegram.sql'
const TRANSPORT = 'server/http/public-request.ts'
const DELIVER_WEBHOOKS = 'server/notifications/webhooks/deliver-webhooks.ts'
const READ_TELEGRAM = 'server/notifications/telegram/read-message.ts'
const TELEGRAM_CHATS = 'server/notifications/telegram/chats.ts'
const TELEGRAM_BOT = 'server/notifications/telegram/bot.ts'
const QUEUE = 'server/http/pictures/decoder-queue.ts'
const SUMMARIES = 'server/notifications/summaries.ts'
const STORAGE = 'server/http/uploads/consume-storage.ts'
const ROW_SECURITY = 'server/db/migrations/0042_row_security.sql'

const TRANSPARENCY = 'server/db/migrations/0036_transparency.sql'
const FIGURES = 'server/staff/transparency/queries.ts'
const PUBLISH_FIGURES = 'server/staff/transparency/publish-figures.ts'
const OWN_HOST = 'server/http/own-host.ts'
const REPORT_QUERIES = 'server/staff/report-queries.ts'
const CLOSE_REPORT = 'server/staff/close-report.ts'
const PDF_CONTENT = 'server/trades/evidence/pdf-content.ts'

export const PLATFORM: readonly Mutant[] = [
  ...of(
    'login of the database',
    [LOGIN, `  ['r.rolsuper', 'is a superuser'],\n`, ''],
    [LOGIN, `  ['r.rolbypassrls', 'bypasses row-level security (BYPASSRLS)'],\n`, ''],
    [LOGIN, `pg_has_role(session_user, r.oid, 'member')`, 'session_user = r.rolname'],
    [
      'server/db/migrations/0041_grants.sql',
      'revoke create on schema public from public;',
      'grant create on schema public to sarraf_app;',
    ],
  ),
  ...of(
    'row-level security',
    [ROW_SECURITY, "('accounts', 'user_id'), ", ''],
    [ROW_SECURITY, "('sessions', 'user_id'), ", ''],
    [ROW_SECURITY, "'trade_images', 'messages', 'transfers'", "'trade_images', 'transfers'"],
    [ROW_SECURITY, "'trade_chats', 'trade_images', 'messages'", "'trade_chats', 'messages'"],
    [ROW_SECURITY, "array['mails', 'user_events']", "array['user_events']"],
    [ROW_SECURITY, 'alter table trades enable row level security;\n', ''],
    [
      ROW_SECURITY,
      'create policy own_trades on trades using (\n',
      'create policy own_trades on trades using (true or\n',
    ],
    [ROW_SECURITY, 'exists (select from trades t where t.id = %1$I.trade_id)', 'true'],
    [
      ROW_SECURITY,
      "current_setting('app.viewer', true) = 'system'",
      "coalesce(current_setting('app.viewer', true), '') <> 'x'",
    ],
    ['server/db/migrations/0041_grants.sql', 'revoke select on freed_usernames from sarraf_app;\n', ''],
    ['server/db/pool.ts', 'settingsOf(currentScope() ?? outside,', 'settingsOf(outside,'],
    ['server/db/pool.ts', '...settingsOf(outside) }', '...settingsOf(SYSTEM) }'],
    [
      'server/db/pool.ts',
      '(sessionScopes.get(client) ?? setting(settingsOf(outside), false)) !== wanted',
      '!sessionScopes.has(client)',
    ],
    ['server/db/pool.ts', '...settings, ...scope }, true)', '...settings, ...scope }, false)'],
    ['server/db/pool.ts', '...settings, ...scope }, true)', '...settings }, true)'],
    ['server/db/scope.ts', "select set_config('app.viewer', ${former}, true)", 'select 1'],
    [
      'server/http/endpoints.ts',
      'asSystem(purpose, work) : work()',
      "asSystem(purpose, work) : asSystem('staff', work)",
    ],
    ['server/http/endpoints.ts', 'if (all !== undefined && staff === undefined) {', 'if (false) {'],
  ),
  ...of(
    'required settings',
    [CONFIG, 'if (secret === null && !(demo && databaseUrl === null)) {', 'if (secret === null && !demo) {'],
    [CONFIG, 'const SECRET_BYTES = 32', 'const SECRET_BYTES = 8'],
    [CONFIG, 'if (demo && !isPublicAllowed) {', 'if (demo && isPublicAllowed) {'],
    [CONFIG, 'return isUnspecified(host) || isPublicHost(host)', 'return isPublicHost(host)'],
  ),
  ...of(
    'streams per user',
    [
      'server/notifications/live/streams.ts',
      'export const STREAMS_PER_USER = 10',
      'export const STREAMS_PER_USER = 1000',
    ],
    ['server/notifications/live/streams.ts', 'if (streams.size < streamsMax) return', 'if (streams.size >= 0) return'],
  ),
  ...of('queued pictures', [
    'server/http/pictures/picture-turn.ts',
    'Promise.allSettled(ahead.slice(-1)).then(',
    'Promise.resolve().then(',
  ]),
  ...of(
    'size of pictures',
    ['server/http/pictures/decode.ts', 'size.height > IMAGE_MAX_PIXELS', 'size.height > 1000 * IMAGE_MAX_PIXELS'],
    ['domain/pictures.ts', '    Math.sqrt(STORED_AREA_MAX / (width * height)),\n', ''],
    ['server/http/pictures/decode.ts', 'encoded.data.length <= STORED_BYTES_MAX', 'encoded.data.length > 0'],
  ),
  ...of(
    'forbidden characters',
    ['server/http/validation.ts', 'if (dirty.length > 0)', 'if (dirty.length > 1000)'],
    [
      'server/http/validation.ts',
      `if (typeof value === 'string' && hasForbiddenCharacter(value))`,
      `if (typeof value === 'string' && path.length > 1 && hasForbiddenCharacter(value))`,
    ],
  ),
  ...of(
    'public figures',
    [TRANSPARENCY, "having sum(f.total) >= limit_of('published_from')", 'having sum(f.total) >= 1'],
    [TRANSPARENCY, '(l.is_one_group or f.part = l.part)', 'true'],
    [TRANSPARENCY, "('minutes_held', 'minutes_held', true)", "('minutes_held', 'minutes_held', false)"],
    [TRANSPARENCY, "('refund', 'buyer_conceded')", "('refund', 'buyer_conceded', 'seller_confirmed')"],
    [TRANSPARENCY, " and mark.action = 'mark_paid'", ''],
    [
      TRANSPARENCY,
      "  raise exception 'a counted day does not change'",
      "  return new; raise exception 'a counted day does not change'",
    ],
    [TRANSPARENCY, "interval '10 minutes')::date - 1", "interval '10 minutes')::date"],
    [
      FIGURES,
      'coalesce(sum(total) filter (where released_on >= counted_to - 30), 0)',
      'coalesce(sum(total) filter (where day >= counted_to - 30), 0)',
    ],
    [FIGURES, '    where released_on is not null\n', ''],
    [PUBLISH_FIGURES, 'if (former && movedTrades < SHOWN_FROM) ', 'if (former && movedTrades < 1) '],
    [PUBLISH_FIGURES, 'roundedDown(activeTraders, SHOWN_FROM)', 'activeTraders'],
    [PUBLISH_FIGURES, "(sum('traded') / step) * step", "sum('traded') + 1n"],
  ),
  ...of(
    'own host',
    ['server/http/security.ts', '  refuseForeignHosts(app, config)\n', ''],
    ['server/http/security.ts', '  if (origin !== undefined && !isOwnAddress(origin, publicUrl)) return false\n', ''],
    [OWN_HOST, " || hostname.endsWith('.localhost')", " || hostname.includes('localhost')"],
    [OWN_HOST, "isIP(hostname.replace(/^\\[|\\]$/g, '')) !== 0", '/^\\d+\\.\\d/.test(hostname)'],
    [
      OWN_HOST,
      "if (request.host === '' || PROBES.has(request.routeOptions.url)) return",
      "if (request.host === '' || request.method !== 'POST') return",
    ],
  ),
  ...of(
    'reports about one user',
    [
      REPORT_QUERIES,
      '(earlier.at, earlier.id) < (r.at, r.id))`',
      '(earlier.at, earlier.id) < (r.at, r.id) and false)`',
    ],
    [REPORT_QUERIES, 'other.user_id <> one.user_id', 'other.user_id is null'],
    [
      CLOSE_REPORT,
      'report.reportedId === null || report.reportedId !== first.reportedId',
      'report.reportedId === null',
    ],
    [CLOSE_REPORT, '    await answerReporter(tx, report, outcome)\n', ''],
    [CLOSE_REPORT, 'for (const { refusal } of reports) assertMayClose(refusal)', 'assertMayClose(first.refusal)'],
    ['server/db/migrations/0023_reports.sql', 'together.reported_id = new.reported_id\n', 'true\n'],
  ),
  ...of(
    'PDFs that were used before',
    ['server/trades/evidence/prepare-file.ts', 'contentSha256: pdfContentHash(bytes)', 'contentSha256: null'],
    [PDF_CONTENT, "if (text.includes('/AcroForm')) return null", ''],
    [PDF_CONTENT, 'bytes.subarray(begin, at)', 'bytes.subarray(begin, begin + 6)'],
  ),
  ...of(
    'closing of reports',
    [REFUSAL_TO_CLOSE, "when r.reporter_id = ${actorId} then 'own_report'", ''],
    [ADMINISTRATION, ' in (new.reporter_id, new.reported_id, rated) then', ' in (new.reported_id, rated) then'],
    [ADMINISTRATION, ' in (new.reporter_id, new.reported_id, rated) then', ' in (new.reporter_id, rated) then'],
    [
      ADMINISTRATION,
      ' in (new.reporter_id, new.reported_id, rated) then',
      ' in (new.reporter_id, new.reported_id) then',
    ],
    [ADMINISTRATION, '  perform staff_is_impartial(new.closing_id, new.reported_id);\n', ''],
    [ADMINISTRATION, '  perform staff_is_impartial(new.closing_id, rated);\n', ''],
  ),
  ...of(
    'rendered pages',
    [PAGES, '() => cache.marketChanged()', '() => {}'],
    [PAGES, `URL.parse(url, 'http://localhost')?.pathname === url.split('?')[0]`, `url !== ''`],
    [PAGES, 'state.isExceeded) return false', 'state.isExceeded) return true'],
    [
      PAGES,
      `'a page could not be rendered')\n        return null\n`,
      `'a page could not be rendered')\n        throw error\n`,
    ],
    ['server/pages/page-cache.ts', 'return page ?? renew(address, render)', 'return page'],
    ['server/pages/page-cache.ts', 'if (!page) remove(address, entry)', 'if (!page) remove(address, former ?? entry)'],
    ['web/layout/document/style-attributes.ts', '(?:\\s+[^\\s=>"]+(?:="[^"]*")?)*?\\s+style="/i', '[^>]* style="/i'],
  ),
  ...of(
    'reference rates',
    [
      'domain/offers/rates/median-rate.ts',
      'const isAgreed = agreeing.length * 2 > readings.length',
      'const isAgreed = true',
    ],
    [
      'domain/offers/rates/median-rate.ts',
      'if (day === null || isNearDay(rateE6, day)) return',
      'if (day !== undefined) return',
    ],
    ['domain/offers/rates/median-rate.ts', 'return isNear(lowE6) && isNear(highE6)', 'return isNear(lowE6)'],
    [
      'domain/offers/rates/median-rate.ts',
      'return distance * 100n <= other * RATE_TOLERANCE_PERCENT',
      'return distance >= 0n',
    ],
    ['server/offers/rates/derive-rates.ts', 'fresh[0]?.source === MANUAL ? null : present.day', 'present.day'],
    [
      'server/offers/rates/derive-rates.ts',
      'least(last.rate_e6, day.low_e6) as low_e6, greatest(last.rate_e6, day.high_e6)',
      'last.rate_e6 as low_e6, last.rate_e6',
    ],
    ['server/offers/rates/sources/adapter.ts', 'return from > 0 && to >= from ?', 'return from >= 0 ?'],
    ['server/offers/rates/derive-rates.ts', '<= freshHoursOf(source) * HOUR_MS', '<= Infinity'],
    ['server/main.ts', "  await asSystem('worker', () => askRateSources(context))\n", ''],
    ['server/offers/rates/ask-sources.ts', 'if (status !== 200) throw new Refused(status)', ''],
    ['server/offers/rates/ask-sources.ts', 'where next_at <= clock_timestamp() returning', 'where true returning'],
    ['server/offers/rates/rates.ts', 'if (unavailableSince !== null) throw', 'if (false as boolean) throw'],
    ['server/offers/rates/rates.ts', 'if (config.rates === FIXED) return', 'if (config.rates !== null) return'],
    [TRANSPORT, 'if (bytes > maxBytes) throw new TooLarge()', ''],
    [REFERENCE_RATES, '  elsif not it.is_present then', '  elsif false then'],
    [REFERENCE_RATES, " and rate.changed_at > clock_timestamp() - interval '10 seconds'", ''],
    [REFERENCE_RATES, '  if it.is_unrated then', '  if false then'],
    [REFERENCE_RATES, '(new.rate_e6 < least and new.rate_e6 * 100 < most * 80) or ', ''],
    [REFERENCE_RATES, ' or (new.rate_e6 > most and new.rate_e6 * 100 > least * 120)', ''],
  ),
  ...of('rotation of keys', [
    'server/db/encryption/sealed-columns.ts',
    `    id: "id::text || ':' || version",`,
    `    id: 'id::text',`,
  ]),
  ...of(
    'security headers',
    [
      HEADERS,
      '    if (socket.writable) socket.write(unreadable(statusFor(error.code), headersOfData(config)))\n',
      '    if (socket.writable) socket.write(unreadable(statusFor(error.code), {}))\n',
    ],
    [HEADERS, "  'x-content-type-options': 'nosniff',\n", ''],
    ['server/pages/content-policy.ts', `    "require-trusted-types-for 'script'",\n`, ''],
    ['server/pages/content-policy.ts', `    "style-src-attr 'none'",\n`, `    "style-src-attr 'unsafe-inline'",\n`],
  ),
  ...of(
    'scripts of other builds',
    [
      'server/db/migrations/0047_page_scripts.sql',
      'grant select on page_scripts to sarraf_app;',
      'grant select, update on page_scripts to sarraf_app;',
    ],
    [
      'server/pages/pages.ts',
      '    for (const limit of scriptLimits) await consumeRequest(limit, request, reply)\n',
      '',
    ],
  ),
  ...of(
    'lock file',
    ['scripts/lock-file.ts', `!integrity?.startsWith('sha512-')`, `integrity === ''`],
    ['scripts/lock-file.ts', '!link && !inBundle &&', '!link && !inBundle && false &&'],
  ),
  ...of(
    'webhooks',
    ['server/notifications/webhooks/signature.ts', '.update(`${id}.${timestamp}.${body}`)', '.update(`${id}.${body}`)'],
    [
      TRANSPORT,
      '!addresses.every(({ address }) => isPublic(address))',
      '!addresses.some(({ address }) => isPublic(address))',
    ],
    ['domain/notifications/webhooks.ts', '    z.refine(isPublicUrl, URL_WRONG),\n', ''],
    ['server/db/retries.ts', 'hours => ${sql.lit(RETRY_HOURS)}', 'hours => ${sql.lit(RETRY_HOURS * 100)}'],
    [DELIVER_WEBHOOKS, "rows[0]?.outcome === 'failed' && rows[0].isSilent", "rows[0]?.outcome === 'delivered'"],
    [
      'server/notifications/webhooks/queue-deliveries.ts',
      'where deliveries + nth <= ${sql.lit(WEBHOOK_DELIVERIES_PER_DAY)}',
      'where deliveries + nth <= ${sql.lit(WEBHOOK_DELIVERIES_PER_DAY * 2)}',
    ],
    ['server/notifications/webhooks/set-webhook.ts', '  await requireRecentAuthentication(viewer, tx)\n', ''],
  ),
  ...of(
    'Telegram',
    ['server/notifications/telegram/create-code.ts', '  await requireRecentAuthentication(viewer, tx)\n', ''],
    [
      'server/notifications/telegram/code-name.ts',
      'keyring.fingerprint(`telegram code ${code}`)',
      'String(keyring && code)',
    ],
    [READ_TELEGRAM, '  await deleteToken(tx, found.id)\n  const { chatId', '  const { chatId'],
    [READ_TELEGRAM, '  if (wait !== null) return []\n', ''],
    [READ_TELEGRAM, '  await deleteToken(tx, found.id)\n  return [await', '  return [await'],
    [TELEGRAM_CHATS, "  await queueMail(tx, { ...recipient, kind: 'telegram_linked', values: { link } })\n", ''],
    [TELEGRAM_CHATS, '      name: chat.name,', "      name: '',"],
    [TELEGRAM_CHATS, 'set sealed = null, fingerprint = null, refused_at', 'set last_success_at'],
    [TELEGRAM_BOT, 'throw new BotFault(wordOf(error))', 'throw new BotFault(asked.url)'],
    [
      'server/accounts/telegram-chats.ts',
      'linked_at = ${linkedAt}::timestamptz',
      'linked_at < ${linkedAt}::timestamptz',
    ],
    [TELEGRAM, '  fingerprint text constraint telegram_chats_once unique\n', '  fingerprint text\n'],
  ),
  ...of(
    'announcements',
    ['scripts/announce.ts', 'if (rowCount) throw', 'if (rowCount === null) throw'],
    ['domain/notifications/notifications.ts', "marketing: { in_app: 'off'", "marketing: { in_app: 'on'"],
  ),
  ...of(
    'turns of pictures',
    [QUEUE, 'const UNTRADED_MS = 30_000', 'const UNTRADED_MS = 0'],
    [QUEUE, 'const NO_TRADE_FILE_MS = 4500', 'const NO_TRADE_FILE_MS = 0'],
    [QUEUE, 'const NO_TRADE_FILE_MS = 4500', 'const NO_TRADE_FILE_MS = 10_000'],
    [QUEUE, 'usedBy(userId) +', '0 +'],
    [QUEUE, 'Math.min(ofNetwork, NETWORK_MS_MAX) +', '0 +'],
    [QUEUE, 'Math.min(ofNetwork, NETWORK_MS_MAX) +', 'ofNetwork +'],
    [QUEUE, 'pixels * MS_PER_PIXEL +', '0 +'],
    [QUEUE, 'if (isFlooded || isLast)', 'if (isLast)'],
    [QUEUE, 'const isKept = lanes > 1 && lane === lanes - 1', 'const isKept = false'],
    [QUEUE, 'waiting.filter(({ pixels }) => pixels <= LIGHT_PIXELS)', '[]'],
    ['server/http/pictures/decoder.ts', '? LIGHT_CPU_MAX_MS : CPU_MAX_MS', '? CPU_MAX_MS : CPU_MAX_MS'],
    [
      'server/http/pictures/drawn-pixels.ts',
      'if (size === null) return STORED_AREA_MAX',
      'if (size === null) return 0',
    ],
    [QUEUE, 'take(last()).refuse', 'take(waiting[0]!).refuse'],
  ),
  ...of(
    'summaries of urgent notifications',
    [SUMMARIES, 'if (alone < URGENT_ALONE_PER_HOUR) {', 'if (alone >= 0) {'],
    [SUMMARIES, '  if (heldUntil) {', '  if (heldUntil && alone < 0) {'],
    [SUMMARIES, "outcome = case when notification_id <> ${summaryId}::uuid then 'summarised' end", 'outcome = null'],
    [SUMMARIES, 'if (isSummary) return', 'if (isSummary && isEnded) return'],
  ),
  ...of(
    'stored bytes',
    [STORAGE, "const isOfTrade = purpose === 'trade_file' ||", 'const isOfTrade = purpose !== purpose ||'],
    [STORAGE, "purpose === 'part' && hasOpenTrade", "purpose === 'part' && !hasOpenTrade"],
    [STORAGE, 'const [ofUser, ofNetwork] = hasTraded', 'const [ofUser, ofNetwork] = true'],
    [STORAGE, '  refuseAfter(await wait(ofNetwork', '  if (!hasTraded) return\n  refuseAfter(await wait(ofNetwork'],
    ['server/http/rate-limits/rate-limits.ts', 'or l.used + excluded.used <= ${times}', 'or l.used <= ${times}'],
    [
      'server/chat/send-image.ts',
      "  await consumeStorage(tx, storing, { bytes: picture.bytes.length, purpose: 'other' })\n",
      '',
    ],
  ),
]
