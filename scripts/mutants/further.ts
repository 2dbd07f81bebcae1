/** Mutants of "Further controls". */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const RELEASE = 'server/trades/assert-release-allowed.ts'
const REMOVE_ADDITION = 'server/accounts/remove-addition.ts'
const PAYER_CHECK = 'server/trades/payer-check.ts'
const TAKER_LIMITS = 'server/trades/assert-taker-limits.ts'
const LOGIN = 'server/db/confined-login.ts'
const HEADERS = 'server/http/security-headers.ts'
const CONFIG = 'server/config.ts'
const PAGES = 'server/pages/pages.ts'
const READ_DETAILS = 'server/trades/read-payment-details.ts'
const DETAILS_SQL = 'server/db/migrations/0011_payment_details.sql'
const OUTCOMES_SQL = 'server/db/migrations/0009_outcomes.sql'
const SEND_TYPING = 'server/chat/send-typing.ts'
const SUSPENDED = 'server/accounts/suspended-emails.ts'
const CURRENCIES_SQL = 'server/db/migrations/0034_currencies.sql'
const TEMPLATES_SQL = 'server/db/migrations/0032_offer_templates.sql'
const REPLIES_SQL = 'server/db/migrations/0031_quick_replies.sql'
const TRANSPORT = 'server/http/public-request.ts'
const DELIVER_WEBHOOKS = 'server/webhooks/deliver-webhooks.ts'
const ROW_SECURITY = 'server/db/migrations/0042_row_security.sql'

export const FURTHER: readonly Mutant[] = [
  ...of(
    'payer check',
    [PAYER_CHECK, '  const isAccepted = isSame || isStated\n', '  const isAccepted = true\n'],
    [
      PAYER_CHECK,
      "  return role === 'buyer' || check.result !== null ? check : { ...check, payerName: null }\n",
      '  return check\n',
    ],
    ['domain/payments/payer-names.ts', '  if (extraA.length > 0 && extraB.length > 0) return false\n', ''],
  ),
  ...of(
    'removal links',
    [REMOVE_ADDITION, '  await endAllSessions(tx, userId)\n', ''],
    [REMOVE_ADDITION, '  if (await isCurrentAddress()) await removePassword(tx, userId)\n  else if', '  if'],
    [
      REMOVE_ADDITION,
      '  const wasPresent = (await removeOther(tx, userId, addition)) ?? isPresent\n',
      '  const wasPresent = isPresent\n',
    ],
    // The database refuses a longer life of the link.
    ['domain/accounts/accounts.ts', 'export const RECOVERY_DAYS = 7', 'export const RECOVERY_DAYS = 6'],
    [
      'server/one-time-tokens/tokens.ts',
      'where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()\n    returning',
      'where purpose = ${purpose} and hash = ${hashOf(token)}\n    returning',
    ],
  ),
  ...of(
    'release hold',
    [
      RELEASE,
      `  if (heldHours !== null) throw new DomainError('release_held', { values: { hours: heldHours } })\n`,
      '',
    ],
    [RELEASE, 's.second_factor_since < s.recovered_at - ${hold}', 's.second_factor_since is not null'],
    [RELEASE, 'case when k.created_at > a.recovered_at - ${hold} then a.recovered_at end', 'null::timestamptz'],
    ['server/accounts/reset-password.ts', '    await recordRecovery(tx, userId)\n', ''],
    ['server/sessions/open-session.ts', '(select recovered_at from accounts where user_id = ${userId})', 'null'],
  ),
  ...of(
    'first large release',
    [
      RELEASE,
      `if (factorHours === null) throw new DomainError('release_factor_off', { values })`,
      'if (factorHours === null) return',
    ],
    [RELEASE, 'if (factorHours > 0) throw', 'if (factorHours !== null && factorHours > 1000) throw'],
    [
      'domain/accounts/factors.ts',
      `RELEASE_FACTOR_ABOVE_USDT = '1000.000000'`,
      `RELEASE_FACTOR_ABOVE_USDT = '100000.000000'`,
    ],
  ),
  ...of(
    'wallet cookie',
    [
      'server/identities/wallet/wallet-challenge.ts',
      '  const token = tokenFor(tagOf(nonce))\n',
      `  const { sql } = await import('../../db/pool.ts')
  const { rows } = await sql\`
    delete from one_time_tokens where purpose = 'wallet_nonce' and value ->> 'message' = \${message}
      and user_id is not distinct from \${viewer?.id ?? null} returning 1 as found\`.execute(db)
  if (rows.length > 0) return { accountId: address, email: null, isEmailVerified: false }
  const token = tokenFor(tagOf(nonce))
`,
    ],
    [
      'server/identities/wallet/wallet-challenge.ts',
      'issued?.payload.message === message && issued.userId === (viewer?.id ?? null)',
      'issued?.payload.message === message',
    ],
  ),
  ...of(
    'limits of takers',
    [TAKER_LIMITS, '  if (openTrades >= Number(limit)) throw openTradesFull(Number(limit))\n', ''],
    [
      TAKER_LIMITS,
      `  if (openHere) throw new DomainError('offer_trade_open', { details: { tradeId: openHere } })\n`,
      '',
    ],
    [TAKER_LIMITS, 'if (until && waitSeconds > 0) {', 'if (until && waitSeconds > 1e9) {'],
    [OUTCOMES_SQL, '  if open_trades > open_trades_limit(taker) then', '  if open_trades > 1000 then'],
    ['server/trades/create-quote.ts', "'quotes_per_account'", "'exports_per_account'"],
  ),
  ...of(
    'limits of offers',
    ['server/offers/assert-offer-limits.ts', 'if (active >= LIMITS.active_offers)', 'if (active >= 1000)'],
    ['server/offers/assert-offer-limits.ts', 'if (isNew && kept >= LIMITS.offers)', 'if (isNew && kept >= 1000)'],
    ['server/offers/routes.ts', `await limits.consume(tx, 'new_offers_per_account', viewer.id)`, ''],
  ),
  ...of('reserved names', [
    'domain/accounts/usernames.ts',
    '  if (RESERVED_WORDS.some((word) => whole.includes(readingOf(word)))) return true\n',
    '  if (RESERVED_WORDS.some((word) => whole === readingOf(word))) return true\n',
  ]),
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
    'typing and reading',
    [SEND_TYPING, 'live.signalTyping({ userId: otherId, tradeId })', 'live.signalTyping({ userId, tradeId })'],
    [SEND_TYPING, 'if (memberId !== null && ', "if (memberId === '' && "],
    ['server/live/streams.ts', 'viewer.key ? () => {} : live.subscribeToTyping', 'live.subscribeToTyping'],
    [
      'server/chat/limit-sending.ts',
      'limitPerUser(app, TYPING_PER_MINUTE)',
      'limitPerUser(app, TYPING_PER_MINUTE * 2)',
    ],
    [
      'server/chat/limit-sending.ts',
      'limitPerUser(app, READ_MARKS_PER_MINUTE)',
      'limitPerUser(app, READ_MARKS_PER_MINUTE * 2)',
    ],
    [ROW_SECURITY, 'new.seller_read_seq = old.seller_read_seq or seller_id = viewer_id()', 'true'],
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
    ['server/db/pool.ts', 'const scope = currentScope() ?? outside', 'const scope = outside'],
    [
      'server/db/pool.ts',
      '(sessionScopes.get(client) ?? settingsOf(outside, NOTHING)) !== settings',
      '!sessionScopes.has(client)',
    ],
    ['server/db/scope.ts', "select set_config('app.viewer', ${former}, true)", 'select 1'],
    [
      'server/http/endpoints.ts',
      'asSystem(purpose, work) : work()',
      "asSystem(purpose, work) : asSystem('staff', work)",
    ],
  ),
  ...of(
    'team members',
    ['server/http/endpoints.ts', 'if (!isIncluded && !isPublic)', 'if (false)'],
    ['server/http/endpoints.ts', 'seen !== actingFor?.id', 'false'],
    ['server/sessions/queries.ts', 'and s.acting_for is not distinct from m.owner_id', ''],
    ['server/trades/assert-release-allowed.ts', 'if (roleHours !== null)', 'if (false)'],
    ['server/db/migrations/0030_teams.sql', "  perform assert_team_role(coalesce(needed, ''));\n", ''],
    [
      'server/db/migrations/0030_teams.sql',
      "  perform assert_team_role('chat');\n  perform assert_no_team_conflict",
      '  perform assert_no_team_conflict',
    ],
    [
      'server/db/migrations/0030_teams.sql',
      '  delete from sessions where acting_for = old.owner_id and user_id = old.member_id;\n',
      '',
    ],
    ['server/offers/account-of-member.ts', "if (!member || input.type === 'buy')", 'if (true)'],
  ),
  ...of(
    'required settings',
    [CONFIG, 'if (secret === null && !(demo && databaseUrl === null)) {', 'if (secret === null && !demo) {'],
    [CONFIG, 'const SECRET_BYTES = 32', 'const SECRET_BYTES = 8'],
    [
      CONFIG,
      'if (demo && !isPublicDemoAllowed(env.ALLOW_PUBLIC_DEMO)) {',
      'if (demo && isPublicDemoAllowed(env.ALLOW_PUBLIC_DEMO)) {',
    ],
    [CONFIG, 'return isUnspecified || isPublicHost(host)', 'return isPublicHost(host)'],
  ),
  ...of('export by POST', [
    'domain/api/accounts/account-data.ts',
    "method: 'POST',\n  path: '/api/account/export',\n  summary: 'Export account data; requires re-authentication',\n  body: nothing,",
    "method: 'GET',\n  path: '/api/account/export',\n  summary: 'Export account data; requires re-authentication',",
  ]),
  ...of(
    'streams per user',
    ['server/live/streams.ts', 'export const STREAMS_PER_USER = 10', 'export const STREAMS_PER_USER = 1000'],
    ['server/live/streams.ts', 'if (streams.size < streamsMax) return', 'if (streams.size >= 0) return'],
  ),
  ...of('queued pictures', [
    'server/pictures/picture-turn.ts',
    'Promise.allSettled(ahead.slice(-1)).then(work)',
    'Promise.resolve().then(work)',
  ]),
  ...of(
    'files of trades',
    ['server/evidence/read-file.ts', ' and may_read_evidence(id, ${readerId})', ''],
    ['server/evidence/read-file.ts', '`attachment; filename', '`inline; filename'],
    ['server/evidence/prepare-file.ts', 'PDF_START.test(', "file.includes('%PDF-') || PDF_START.test("],
    ['server/evidence/seal-file.ts', 'evidenceFilePlace(fileId), bytes)', "evidenceFilePlace(''), bytes)"],
    ['server/evidence/queries.ts', ' and f.submitted_at is not null\n', '\n'],
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
    'rendered pages',
    [PAGES, `URL.parse(url, 'http://localhost')?.pathname === url.split('?')[0]`, `url !== ''`],
    [PAGES, 'state.isExceeded) return false', 'state.isExceeded) return true'],
    [
      PAGES,
      `'a page could not be rendered')\n        return null\n`,
      `'a page could not be rendered')\n        throw error\n`,
    ],
    ['server/pages/page-cache.ts', 'return page ?? renew(address, render)', 'return page'],
    ['server/pages/page-cache.ts', 'if (!page) remove(address, entry)', 'if (!page) remove(address, former ?? entry)'],
    ['web/edit-html.ts', '(?:\\s+[^\\s=>"]+(?:="[^"]*")?)*?\\s+style="/i', '[^>]* style="/i'],
  ),
  ...of(
    'encrypted payment accounts',
    [
      'server/encryption/envelope.ts',
      '  return `${table}/${column}/${id}`',
      '  return `${table}/${column}/${id.length}`',
    ],
    ['server/encryption/envelope.ts', 'encrypt(dataKey, contentOf(place), plain)])', 'plain])'],
  ),
  ...of('rotation of keys', [
    'server/encryption/sealed-columns.ts',
    `    id: "id::text || ':' || version",`,
    `    id: 'id::text',`,
  ]),
  ...of(
    'payment details of a trade',
    [READ_DETAILS, '  if (row.isBuyer) {', '  if (!row.isBuyer) {'],
    [READ_DETAILS, '  if (!row.isOpen || row.sealed === null)', '  if (row.sealed === null)'],
    [
      DETAILS_SQL,
      '  if exists (select from trade_states where trade_id = new.trade_id and is_open) then return new; end if;\n',
      '  return new;\n',
    ],
    ['server/db/migrations/0037_retention.sql', "last.at < clock_timestamp() - interval '30 days' or", 'true or'],
  ),
  ...of(
    'changes of payment accounts',
    [
      'server/payment-accounts/save-account.ts',
      '    // After the locks: a session that was ended meanwhile is refused.\n    await requireRecentAuthentication(viewer, tx)\n',
      '',
    ],
    ['server/payment-accounts/routes.ts', '    await requireRecentAuthentication(viewer, db)\n', ''],
  ),
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
    'lock file',
    ['scripts/lock-file.ts', `!integrity?.startsWith('sha512-')`, `integrity === ''`],
    ['scripts/lock-file.ts', '!link && !inBundle &&', '!link && !inBundle && false &&'],
  ),
  ...of(
    'webhooks',
    ['server/webhooks/signature.ts', '.update(`${id}.${timestamp}.${body}`)', '.update(`${id}.${body}`)'],
    [
      TRANSPORT,
      '!addresses.every(({ address }) => isPublic(address))',
      '!addresses.some(({ address }) => isPublic(address))',
    ],
    ['domain/notifications/webhooks.ts', '    z.refine(isPublicUrl, URL_WRONG),\n', ''],
    ['server/db/retries.ts', 'hours => ${sql.lit(RETRY_HOURS)}', 'hours => ${sql.lit(RETRY_HOURS * 100)}'],
    [DELIVER_WEBHOOKS, "rows[0]?.outcome === 'failed' && rows[0].isSilent", "rows[0]?.outcome === 'delivered'"],
    [
      'server/webhooks/queue-deliveries.ts',
      'where deliveries + nth <= ${sql.lit(WEBHOOK_DELIVERIES_PER_DAY)}',
      'where deliveries + nth <= ${sql.lit(WEBHOOK_DELIVERIES_PER_DAY * 2)}',
    ],
    ['server/webhooks/set-webhook.ts', '  await requireRecentAuthentication(viewer, tx)\n', ''],
  ),
  ...of(
    'switched-off currencies',
    ['server/currencies/queries.ts', ' and switched_off_at is null`', '`'],
    ['server/offers/move-offer.ts', '    await assertCurrencyAvailable(tx, offer.fiatCurrency)\n', ''],
    [CURRENCIES_SQL, 'where code = new.fiat_currency and switched_off_at is not null) then', 'where false) then'],
    [
      CURRENCIES_SQL,
      "  perform pg_advisory_xact_lock(hashtextextended('currency' || new.fiat_currency, 0));\n  update",
      '  update',
    ],
  ),
  ...of(
    'business hours',
    ['server/trades/create-quote.ts', '  await assertOpen(tx, offer)\n', ''],
    ['server/trades/open-trade.ts', '  await assertOpen(tx, offer)\n', ''],
    [
      'server/db/migrations/0008_trades.sql',
      'and not (select is_open from business_hours_now(new.offer_owner_id)) then',
      'and false then',
    ],
    ['server/business-hours/follow-business-hours.ts', '      failed.set(userId, error)\n', '      throw error\n'],
  ),
  ...of(
    'quick replies',
    [REPLIES_SQL, "> limit_of('quick_replies') then", "> limit_of('quick_replies') + 1 then"],
    [
      'server/quick-replies/save-quick-reply.ts',
      '(counted[0]?.replies ?? 0) >= limit',
      '(counted[0]?.replies ?? 0) > limit',
    ],
    [REPLIES_SQL, 'when (acting_member() is not null)', 'when (false)'],
    ['domain/api/chat/quick-replies.ts', "team: ['chat']", "team: ['chat', 'offers']"],
  ),
  ...of(
    'offer templates',
    [TEMPLATES_SQL, "> limit_of('offer_templates') then", "> limit_of('offer_templates') + 1 then"],
    [
      'server/offer-templates/save-template.ts',
      '(counted[0]?.templates ?? 0) >= limit',
      '(counted[0]?.templates ?? 0) > limit',
    ],
    [TEMPLATES_SQL, "  perform assert_team_role('offers');\n", ''],
    [TEMPLATES_SQL, "    perform assert_team_role('chat');\n", '    null;\n'],
  ),
  ...of(
    'announcements',
    ['scripts/announce.ts', 'if (rowCount) throw', 'if (rowCount === null) throw'],
    [
      'server/db/migrations/0026_notifications.sql',
      "('marketing', 'in_app', false, false)",
      "('marketing', 'in_app', true, false)",
    ],
  ),
  ...of(
    'suspended addresses',
    [
      'server/registration/create-account.ts',
      "    if (await isOfSuspended(tx, keyring, user.email)) throw new DomainError('email_suspended', { field: 'email' })\n",
      '',
    ],
    ['server/account-data/delete-account.ts', '  await listIfSuspended(tx, keyring, viewer.id, former.email)\n', ''],
    ['server/accounts/change-email.ts', '  await listIfSuspended(tx, keyring, userId, oldEmail)\n', ''],
    [SUSPENDED, ' and user_id is distinct from ${exceptId}', ''],
    [
      'server/db/migrations/0033_administration.sql',
      'for each row when (new.restored_id is not null) execute function release_suspended_emails()',
      'for each row when (false) execute function release_suspended_emails()',
    ],
  ),
]
