/** Mutants of the further controls of limits, polled lists, waiting trades and damaged keys. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const ESCROW_SQL = 'server/db/migrations/0012_escrow.sql'
const RELEASE_BY_KEY = 'server/trades/release-by-key.ts'
const PAYER_CHECKS_SQL = 'server/db/migrations/0010_payer_checks.sql'
const EVIDENCE_SQL = 'server/db/migrations/0014_evidence.sql'
const DISPUTE_RULES_SQL = 'server/db/migrations/0020_dispute_rules.sql'
const REGISTER = 'server/accounts/registration/register.ts'
const NETWORK = 'server/http/network.ts'
const TRADES_API = 'domain/api/trades/trades.ts'

export const KEYS_AND_LIMITS: readonly Mutant[] = [
  ...of(
    'releases by API keys',
    [TRADES_API, "  scope: 'release',\n", ''],
    [TRADES_API, '  scope: null,\n', ''],
    [RELEASE_BY_KEY, 'if (minutes === 0) return', 'if (minutes !== null) return'],
    [RELEASE_BY_KEY, "  await queueMail(tx, { ...recipient, kind: 'released_by_key', values })\n", ''],
    [RELEASE_BY_KEY, "event: 'trade_released_by_key'", "event: 'trade_completed'"],
    ['server/http/endpoints.ts', 'keyId: keyIdOf(viewer) }', 'keyId: null }'],
    [ESCROW_SQL, "('confirm_receipt', 'release')", "('confirm_receipt', 'trades')"],
    [ESCROW_SQL, 'where id = acting_key() for no key update', 'where id = acting_key() for key share'],
    [ESCROW_SQL, 'if lately.releases >= key.releases_a_day then', 'if lately.releases >= 1000 then'],
    [ESCROW_SQL, 'if lately.micro + amount > key.release_micro_a_day', 'if lately.micro > key.release_micro_a_day'],
    [
      ESCROW_SQL,
      "and at > clock_timestamp() - interval '24 hours'",
      "and at > clock_timestamp() - interval '23 hours'",
    ],
    ['server/db/migrations/0003_sessions.sql', "= case when 'release' = any(scopes) then 2 else 0 end", 'in (0, 1, 2)'],
    [
      'server/db/migrations/0020_dispute_rules.sql',
      "new.action not in ('open', 'state') and",
      "new.action not in ('open', 'state', 'accept') and",
    ],
  ),
  ...of(
    'confirmations in disputes',
    ['domain/disputes/disputes.ts', "return status === 'decided' || round > 1", "return status === 'decided'"],
    [
      'server/disputes/party-moves.ts',
      'senderName, statedSamePerson, isByKey: false',
      'senderName, statedSamePerson: true, isByKey: false',
    ],
    ['server/trades/moves.ts', "if (status === 'disputed') throw", "if (status === 'refund_held') throw"],
    [
      'server/disputes/routes.ts',
      'await assertReleaseAllowed(tx, viewer, tradeId)',
      "if (tradeId === '') await assertReleaseAllowed(tx, viewer, tradeId)",
    ],
    [
      'server/disputes/routes.ts',
      'await requireRecentAuthentication(viewer, tx)\n      await confirmReceiptInDispute(',
      'await confirmReceiptInDispute(',
    ],
    [
      PAYER_CHECKS_SQL,
      "or new.from_status = 'disputed' and not is_marked_paid(new.trade_id)",
      "or new.from_status = 'disputed'",
    ],
    [DISPUTE_RULES_SQL, "(new.from_status = 'decided' or new.round > 1)", "(new.from_status = 'decided')"],
    [DISPUTE_RULES_SQL, "(new.opened_by <> 'seller')::int", "(new.opened_by <> 'system')::int"],
    [DISPUTE_RULES_SQL, "disputes_released_late + (new.opened_by = 'seller')::int", 'disputes_released_late'],
  ),
  ...of(
    'one dispute at a time of new openers',
    [
      DISPUTE_RULES_SQL,
      "if new.action = 'open_dispute' and dispute_before",
      "if new.action = 'object' and dispute_before",
    ],
    [DISPUTE_RULES_SQL, " and d.status <> 'closed' and u.completed", ' and u.completed'],
    [DISPUTE_RULES_SQL, "<> 'closed' and u.completed_trades = 0 order", "<> 'closed' order"],
    ['server/disputes/open-dispute.ts', 'if (!tradeId) return', 'if (!tradeId || userId) return'],
  ),
  ...of(
    'linked cases',
    [
      'domain/disputes/linked-cases.ts',
      'if (one !== other) parents.set(other, one)',
      'if (one !== other) parents.set(tradeId, one)',
    ],
    ['domain/disputes/linked-cases.ts', '(`${link} ${key}`)!.length > 1)', '(`${link} ${key}`)!.length > 0)'],
    [DISPUTE_RULES_SQL, '  if sees_all() is not true then', '  if sees_all() is null then'],
    [
      DISPUTE_RULES_SQL,
      "where d.status <> 'closed' order by d.deadline, d.trade_id limit most",
      'order by d.deadline, d.trade_id limit most',
    ],
    [
      DISPUTE_RULES_SQL,
      'join user_networks n on n.user_id = c.taker_id\n',
      'join user_networks n on n.user_id in (select offer_owner_id from trades where taker_id = c.taker_id)\n',
    ],
    [
      DISPUTE_RULES_SQL,
      "make_interval(days => limit_of('shared_network_days')::int)\n  ), links",
      'make_interval(days => 99)\n  ), links',
    ],
    ['server/disputes/case-queries.ts', '  await assertCaseOf(db, arbiterId, tradeId)\n  const links', '  const links'],
    ['web/disputes/desk/DecisionForm.tsx', '      each.isMine &&\n', ''],
    ['web/disputes/desk/DecisionForm.tsx', '      each.taker === taker &&\n', ''],
    ['web/disputes/desk/DecisionForm.tsx', 'each.directLinks.length > 0', 'each.directLinks.length >= 0'],
    [
      'web/disputes/desk/DecisionConfirmation.tsx',
      'if (each === dispute && refusals.length > 0) break',
      'if (refusals.length < 0) break',
    ],
    ['web/disputes/desk/DecisionForm.tsx', 'setAsked({ decision, together })', 'setAsked({ decision, together: [] })'],
    [
      'server/disputes/case-queries.ts',
      'stored.conflict === null ? groupWith',
      "stored.conflict !== 'party' ? groupWith",
    ],
    ['server/disputes/case-queries.ts', '(row) => row.conflict === null', "(row) => row.conflict !== 'party'"],
  ),
  ...of(
    'proof of a first payment',
    [
      PAYER_CHECKS_SQL,
      "new.action = 'mark_paid' and exists (select from trades_without_proof",
      "new.action = 'object' and exists (select from trades_without_proof",
    ],
    [EVIDENCE_SQL, "f.purpose = 'payment_proof' and f.submitted_at is not null);", "f.purpose = 'payment_proof');"],
    [EVIDENCE_SQL, 'where buyer.completed_trades = 0', 'where buyer.id = t.taker_id and buyer.completed_trades = 0'],
    [
      'server/trades/moves.ts',
      'if (isProofMissing && proofId === undefined)',
      'if (isProofMissing && seenStatus === undefined)',
    ],
    ['domain/trades/evidence.ts', 'return buyer.completedTrades === 0', 'return buyer.completedTrades > 0'],
  ),
  ...of(
    'statements by API keys',
    ['server/trades/payer-check.ts', 'statedSamePerson && !isByKey', 'statedSamePerson'],
    [PAYER_CHECKS_SQL, 'when (new.is_stated and acting_key() is not null)', 'when (new.is_stated and new.is_same)'],
  ),
  ...of(
    'keys of suspended users',
    ['server/http/endpoints.ts', '  if (viewer.key) assertActive(viewer)\n', ''],
    [
      ESCROW_SQL,
      'where id = key.user_id and suspended_at is not null',
      'where id = key.user_id and deleted_at is not null',
    ],
  ),
  ...of(
    'limits of what a user sends',
    ['server/chat/limit-sending.ts', "app.addHook('preParsing'", "app.addHook('onRequest'"],
    ['server/trades/evidence/routes.ts', "app.addHook('preParsing'", "app.addHook('onRequest'"],
    ['server/profiles/avatar-routes.ts', "app.addHook('preParsing'", "app.addHook('onRequest'"],
    ['server/http/limit-requests.ts', 'viewer?.member?.id ?? viewer?.id ?? ip', 'viewer?.id ?? ip'],
  ),
  ...of(
    'registrations of a shared network',
    [REGISTER, "  await limits.consume(db, 'registrations_per_shared_network', ipAddress)\n", ''],
    [
      REGISTER,
      "  await limits.consume(db, 'registrations_per_network', ipAddress)\n  await limits.consume(db, 'registrations_per_shared_network', ipAddress)\n",
      "  await limits.consume(db, 'registrations_per_shared_network', ipAddress)\n  await limits.consume(db, 'registrations_per_network', ipAddress)\n",
    ],
    [
      REGISTER,
      "  await services.limits.consume(services.db, 'registration_codes_per_shared_network', ipAddress)\n",
      '',
    ],
    ['server/accounts/registration/pending-sign-up.ts', '  await consumeRegistrationLimit(services, client)\n', ''],
    [NETWORK, "plain.split('.').slice(0, 3)", "plain.split('.').slice(0, 4)"],
    [NETWORK, 'return siteOf(plain) ?? plain.split', 'return isIPv6(plain) ? networkOf(plain) : plain.split'],
    [NETWORK, '|| isPrivateAddress(plain)) return null', ') return null'],
  ),
  ...of(
    'polled lists',
    ['server/offers/market/market-tags.ts', ".trim().replace(/^W\\//, '')", '.trim()'],
    [
      'server/offers/market/find-offers.ts',
      '    : await readPage(db, scope, place)\n',
      '    : (await findPage(db, scope, place, BOUNDS)).found\n',
    ],
  ),
  ...of(
    'waiting trades',
    [
      'server/trades/waiting-trades.ts',
      'where ${waitsFor(acts)}',
      "where state.status = 'disputed' or ${waitsFor(acts)}",
    ],
    ['server/trades/waiting-trades.ts', 'roles === null || canDoForOwner(act, roles)', 'true'],
  ),
  ...of(
    'keys that do not open',
    [
      'server/accounts/identities/oidc/signing-keys.ts',
      'found.some(({ isDue }) => !isDue) ? found : (await usable()).rows',
      '(await usable()).rows',
    ],
    ['server/accounts/identities/oidc/signing-keys.ts', '      if (!(error instanceof UnknownKey)) throw error\n', ''],
    ['server/accounts/suspended-emails.ts', '      if (!(error instanceof UnknownKey)) throw error\n', ''],
  ),
]
