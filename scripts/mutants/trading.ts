/** Mutants of the further controls of offers, trades, chat and payment accounts. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const RELEASE = 'server/trades/assert-release-allowed.ts'
const TRADES_SQL = 'server/db/migrations/0008_trades.sql'
const PAYER_CHECKS_SQL = 'server/db/migrations/0010_payer_checks.sql'
const PAYER_CHECK = 'server/trades/payer-check.ts'
const TAKER_LIMITS = 'server/trades/assert-taker-limits.ts'
const READ_DETAILS = 'server/trades/read-payment-details.ts'
const DETAILS_SQL = 'server/db/migrations/0011_payment_details.sql'
const ESCROW_SQL = 'server/db/migrations/0012_escrow.sql'
const TIERS_SQL = 'server/db/migrations/0024_tiers.sql'
const OUTCOMES_SQL = 'server/db/migrations/0009_outcomes.sql'
const SEND_TYPING = 'server/chat/send-typing.ts'
const CURRENCIES_SQL = 'server/db/migrations/0034_currencies.sql'
const OUTAGES_SQL = 'server/db/migrations/0035_outages.sql'
const REFERENCE_RATES_SQL = 'server/db/migrations/0044_reference_rates.sql'
const TEMPLATES_SQL = 'server/db/migrations/0032_offer_templates.sql'
const REPLIES_SQL = 'server/db/migrations/0031_quick_replies.sql'
const RELATIONS_SQL = 'server/db/migrations/0022_relations.sql'
const ROW_SECURITY = 'server/db/migrations/0042_row_security.sql'

export const TRADING: readonly Mutant[] = [
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
    'payee check',
    [
      PAYER_CHECKS_SQL,
      "(select answer = 'no_match' from payee_answers where",
      '(select false from payee_answers where',
    ],
    ['server/trades/move-trade.ts', "sql`coalesce((select answer = 'no_match' from", 'sql`coalesce((select false from'],
    [
      DETAILS_SQL,
      "m.has_payee_check\n      where t.id = new.trade_id and t.status = 'awaiting_payment')",
      'm.has_payee_check\n      where t.id = new.trade_id)',
    ],
    [
      DETAILS_SQL,
      '  when (acting_key() is not null) execute function payee_answered_by_person',
      '  when (false) execute function payee_answered_by_person',
    ],
  ),
  ...of(
    'undone payment marks',
    [TRADES_SQL, ' + (last.returned - mark.returned) as final_at', ' as final_at'],
    [
      TRADES_SQL,
      '  if new.clock_at > (select final_at from payment_marks where trade_id = new.trade_id) then',
      '  if false then',
    ],
    [
      'server/trades/move-trade.ts',
      '  if (trade.isMarkFinal) throw',
      '  if (trade.isMarkFinal && trade.isRepeated) throw',
    ],
    [TRADES_SQL, 'and arrives_by <= deadline + (at - clock_at)', 'and arrives_by <= deadline'],
  ),
  ...of(
    'parts of new takers',
    [TIERS_SQL, '  if within_shares <> 2 then\n', '  if false then\n'],
    [TIERS_SQL, '  if (select max(open_trades) from new_taker_networks(taker)) >', '  if 0 >'],
    [OUTCOMES_SQL, '  if t.by_new_taker and (o.new_taker_trades', '  if false and (o.new_taker_trades'],
    [
      'server/accounts/sessions/start-session.ts',
      '  await services.networks.note(services.db, viewer.id, request.ip)\n',
      '',
    ],
    [
      'domain/offers/new-takers.ts',
      'Math.min(Math.max(Math.floor((slots * numerator) / divisor), 1), slots - 1)',
      'Math.floor((slots * numerator) / divisor)',
    ],
  ),
  ...of(
    'bonds of new takers',
    [
      OUTCOMES_SQL,
      '  if t.by_new_taker and (o.new_taker_trades',
      '  if t.by_new_taker and t.bond_micro = 0 and (o.new_taker_trades',
    ],
    [
      TIERS_SQL,
      '((select is_on from bond_now) and (select completed_trades = 0 from users where id = new.taker_id)) is not true',
      'not (select is_on from bond_now)',
    ],
    [
      TIERS_SQL,
      '((select is_on from bond_now) and (select completed_trades = 0 from users where id = new.taker_id)) is not true',
      '(select completed_trades > 0 from users where id = new.taker_id)',
    ],
    [
      'server/trades/assert-takable.ts',
      '  if (usdtMicro <= left) return bondFor(usdtMicro)',
      '  if (usdtMicro <= left) return 0n',
    ],
    [ESCROW_SQL, "('expire', 'system', 'awarded', null)", "('expire', 'system', 'returned', null)"],
    [
      ESCROW_SQL,
      "make_interval(mins => r.free_minutes) then 'returned'",
      "make_interval(mins => 1000) then 'returned'",
    ],
    [
      'server/disputes/arbiter-moves.ts',
      'if (isAsked !== (bond !== null)) throw',
      'if (isAsked && bond === null) throw',
    ],
    [
      ESCROW_SQL,
      "'bond', 'bond_returned') then t.buyer_id",
      "'bond', 'bond_returned', 'bond_awarded') then t.buyer_id",
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
    [
      'server/accounts/sessions/open-session.ts',
      '(select recovered_at from accounts where user_id = ${userId})',
      'null',
    ],
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
    'limits of takers',
    [TAKER_LIMITS, '  if (openTrades >= Number(limit)) throw openTradesFull(Number(limit))\n', ''],
    [
      TAKER_LIMITS,
      `  if (openHere) throw new DomainError('offer_trade_open', { details: { tradeId: openHere } })\n`,
      '',
    ],
    [TAKER_LIMITS, 'if (until && waitSeconds > 0) {', 'if (until && waitSeconds > 1e9) {'],
    [OUTCOMES_SQL, '  if open_trades > most then', '  if open_trades > 1000 then'],
    ['server/trades/create-quote.ts', "'quotes_per_account'", "'exports_per_account'"],
  ),
  ...of(
    'limits of offers',
    ['server/offers/assert-offer-limits.ts', 'if (active >= LIMITS.active_offers)', 'if (active >= 1000)'],
    ['server/offers/assert-offer-limits.ts', 'if (isNew && kept >= LIMITS.offers)', 'if (isNew && kept >= 1000)'],
    ['server/offers/routes.ts', `await limits.consume(tx, 'new_offers_per_account', viewer.id)`, ''],
  ),
  ...of(
    'typing and reading',
    [SEND_TYPING, 'live.signalTyping({ userId: otherId, tradeId })', 'live.signalTyping({ userId, tradeId })'],
    [SEND_TYPING, 'if (memberId !== null && ', "if (memberId === '' && "],
    [
      'server/notifications/live/streams.ts',
      'viewer.key ? () => {} : live.subscribeToTyping',
      'live.subscribeToTyping',
    ],
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
    'files of trades',
    ['server/trades/evidence/read-file.ts', ' and may_read_evidence(f.id, ${readerId})', ''],
    ['server/trades/evidence/read-file.ts', '`attachment; filename', '`inline; filename'],
    ['domain/uploads/pdf.ts', '(bytes.subarray(start, end) as Bytes)', 'bytes'],
    ['domain/uploads/pdf.ts', 'const HEADER_WITHIN = 1024', 'const HEADER_WITHIN = 1_000_000'],
    ['server/trades/evidence/seal-file.ts', 'evidenceFilePlace(fileId), bytes)', "evidenceFilePlace(''), bytes)"],
    ['server/trades/evidence/queries.ts', ' and f.submitted_at is not null\n', '\n'],
  ),
  ...of(
    'forwarded addresses',
    ['server/http/forwarded-addresses.ts', 'entries.unshift(address ?? proxy)', 'entries.unshift(entry.trim())'],
    ['server/http/forwarded-addresses.ts', '      if (address === null) break\n', ''],
  ),
  ...of(
    'keys of a suspended user',
    ['server/http/endpoints.ts', '  if (viewer.key) assertActive(viewer)\n', ''],
    ['server/accounts/api-keys/create-key.ts', '    await assertNotSuspended(tx, viewer.id)\n', ''],
    ['server/accounts/teams/invite-member.ts', '  await assertNotSuspended(tx, viewer.id)\n', ''],
    ['server/accounts/teams/change-roles.ts', '    await assertNotSuspended(tx, viewer.id)\n', ''],
  ),
  ...of('PDFs with a password', [
    'server/trades/evidence/prepare-file.ts',
    'if (!opensWithoutPassword(bytes))',
    'if (false)',
  ]),
  ...of(
    'files in parts',
    ['server/http/uploads/read-upload-form.ts', 'viewer.member?.id ?? viewer.id', 'viewer.id'],
    ['server/http/uploads/assemble-file.ts', "interval '10 minutes'", "interval '10 hours'"],
    ['server/http/uploads/routes.ts', 'limitPerUser(app, PARTS_PER_MINUTE)', 'limitPerUser(app, PARTS_PER_MINUTE * 2)'],
    ['server/db/encryption/sealed-columns.ts', 'id: `${userId}:${uploadId}:${number}`', 'id: userId'],
    [
      'server/db/migrations/0043_upload_parts.sql',
      "offset limit_of('unfinished_uploads') - 1",
      "offset limit_of('unfinished_uploads')",
    ],
  ),
  ...of(
    'files in an object store',
    ['server/files/stored-bytes.ts', "DomainError('file_unavailable')", "DomainError('internal')"],
    ['server/files/object-store.ts', "redirect: 'manual'", "redirect: 'follow'"],
    ['server/files/object-store.ts', 'setTimeout(end, within[method])', 'setTimeout(end, 20 * within[method])'],
    ['server/files/move-files.ts', '  await fetchObject(objects, keyring, object)\n', ''],
    ['server/files/delete-objects.ts', '    await objects.delete(id)\n', ''],
    ['server/db/migrations/0046_stored_objects.sql', ' and o.sha256 = sha256(coalesce(old_bytes, new_bytes))', ''],
    ['server/db/migrations/0046_stored_objects.sql', ' and o.of_id = of_row', ''],
  ),
  ...of(
    'encrypted payment accounts',
    [
      'server/db/encryption/envelope.ts',
      '  return `${table}/${column}/${id}`',
      '  return `${table}/${column}/${id.length}`',
    ],
    ['server/db/encryption/envelope.ts', 'encrypt(dataKey, contentOf(place), plain)])', 'plain])'],
  ),
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
      'server/payments/payment-accounts/save-account.ts',
      '    // After the locks: a session that was ended meanwhile is refused.\n    await requireRecentAuthentication(viewer, tx)\n',
      '',
    ],
    ['server/payments/payment-accounts/routes.ts', '    await requireRecentAuthentication(viewer, db)\n', ''],
    ['server/http/endpoints.ts', '  if (needsVerifiedEmail) requireVerifiedEmail(viewer)\n', ''],
  ),
  ...of(
    'switched-off currencies',
    ['server/offers/currencies/queries.ts', ' and switched_off_at is null`', '`'],
    ['server/offers/move-offer.ts', '    await assertCurrencyAvailable(tx, offer.fiatCurrency)\n', ''],
    [CURRENCIES_SQL, 'where code = new.fiat_currency and switched_off_at is not null) then', 'where false) then'],
    [
      OUTAGES_SQL,
      'where code = new.fiat_currency and switched_off_at is not null) as is_currency_off',
      'where false) as is_currency_off',
    ],
    [
      REFERENCE_RATES_SQL,
      'where code = new.fiat_currency and switched_off_at is not null) as is_currency_off',
      'where false) as is_currency_off',
    ],
    [
      CURRENCIES_SQL,
      "  perform pg_advisory_xact_lock(hashtextextended('currency' || new.fiat_currency, 0));\n  update",
      '  update',
    ],
  ),
  ...of(
    'business hours',
    ['server/trades/assert-takable.ts', '  await assertOpen(tx, offer)\n', ''],
    [
      OUTAGES_SQL,
      'and not (select is_open from business_hours_now(new.offer_owner_id)) as is_closed',
      'and false as is_closed',
    ],
    [
      'server/offers/business-hours/follow-business-hours.ts',
      '      failed.set(userId, error)\n',
      '      throw error\n',
    ],
  ),
  ...of(
    'quick replies',
    [REPLIES_SQL, "> limit_of('quick_replies') then", "> limit_of('quick_replies') + 1 then"],
    [
      'server/chat/quick-replies/save-quick-reply.ts',
      '(counted[0]?.replies ?? 0) >= limit',
      '(counted[0]?.replies ?? 0) > limit',
    ],
    [REPLIES_SQL, 'when (acting_member() is not null)', 'when (false)'],
    ['domain/api/chat/quick-replies.ts', "team: ['chat']", "team: ['chat', 'offers']"],
  ),
  ...of(
    'notes on traders',
    [
      ROW_SECURITY,
      '  writer_id = (select viewer_id()) and',
      '  ((select sees_all()) or writer_id = (select viewer_id())) and',
    ],
    [ROW_SECURITY, '  writer_id = (select viewer_id()) and', '  true and'],
    [ROW_SECURITY, ' and (select acting_member()) is null);', ');'],
    [RELATIONS_SQL, "> limit_of('trader_notes') then", "> limit_of('trader_notes') + 1 then"],
    [
      'server/profiles/trader-notes/save-trader-note.ts',
      '(rows[0]?.others ?? 0) >= limit',
      '(rows[0]?.others ?? 0) > limit',
    ],
    ['domain/api/profiles/trader-notes.ts', "  scope: 'read',\n", "  scope: 'read',\n  team: ['chat'],\n"],
  ),
  ...of(
    'offer templates',
    [TEMPLATES_SQL, "> limit_of('offer_templates') then", "> limit_of('offer_templates') + 1 then"],
    [
      'server/offers/offer-templates/save-template.ts',
      '(counted[0]?.templates ?? 0) >= limit',
      '(counted[0]?.templates ?? 0) > limit',
    ],
    [TEMPLATES_SQL, "  perform assert_team_role('offers');\n", ''],
    [TEMPLATES_SQL, "    perform assert_team_role('chat');\n", '    null;\n'],
  ),
  ...of(
    'codes of a meeting',
    ['server/trades/meeting-codes.ts', "  if (isByKey) throw new DomainError('code_by_key', { field })\n", ''],
    ['server/chat/send-message.ts', '  await assertSendable(tx, chat, text)\n', ''],
    [PAYER_CHECKS_SQL, "  if attempts > limit_of('meeting_code_attempts') then return; end if;\n", ''],
    [
      PAYER_CHECKS_SQL,
      '    order by c.seq desc limit 1;\n  if not found',
      '    order by c.seq limit 1;\n  if not found',
    ],
    ['server/trades/assert-release-allowed.ts', ' || (isInPerson && !viewer.key)', ''],
    [
      ROW_SECURITY,
      '  holder_id = (select viewer_id()) and',
      '  ((select sees_all()) or holder_id = (select viewer_id())) and',
    ],
  ),
  ...of(
    'payment methods of an offer',
    ['server/trades/chosen-method.ts', ' && paymentMethods.includes(method)', ''],
    [
      'server/db/migrations/0006_offers.sql',
      'create trigger by_method_of_offer before insert on quotes for each row execute function quote_by_method_of_offer();\n',
      '',
    ],
    [
      ROW_SECURITY,
      'o.payment_account_ids[array_position(o.payment_methods, q.payment_method)]',
      'o.payment_account_ids[1]',
    ],
    [
      'server/db/migrations/0006_offers.sql',
      'when ((old.version, old.fiat_currency, old.payment_methods, old.min_milli',
      'when ((old.version, old.fiat_currency, new.payment_methods, old.min_milli',
    ],
  ),
]
