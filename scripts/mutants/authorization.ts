/** Mutants of chapters V8 (authorization) and V10 (OAuth and OpenID Connect). */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DOCUMENT = 'docs/security-controls/authorization.md'
const ENDPOINTS = 'server/http/endpoints.ts'
const OPENAPI = 'server/http/openapi/document.ts'
const ROW_SECURITY = 'server/db/migrations/0042_row_security.sql'
const READ_DETAILS = 'server/trades/read-payment-details.ts'
const PAYER_CHECK = 'server/trades/payer-check.ts'
const OIDC = 'server/accounts/identities/oidc/oidc.ts'
const GITHUB = 'server/accounts/identities/github.ts'
const ID_TOKEN = 'server/accounts/identities/oidc/id-token.ts'
const DISCOVERY = 'server/accounts/identities/oidc/discovery.ts'
const CALLBACK = 'server/accounts/sign-in/handle-callback.ts'

const SHOWN_UNREAD: [string, string, string] = [
  PAYER_CHECK,
  "  return role === 'buyer' || check.result !== null ? check : { ...check, payerName: null }\n",
  '  return check\n',
]
const SHOWN_AFTER_THE_END: [string, string, string] = [
  READ_DETAILS,
  '  if (!row.isOpen || row.sealed === null)',
  '  if (row.sealed === null)',
]
const EVERY_TRADE: [string, string, string] = [
  ROW_SECURITY,
  'create policy own_trades on trades using (\n',
  'create policy own_trades on trades using (true or\n',
]

export const AUTHORIZATION: readonly Mutant[] = [
  ...of(
    '8.1.1',
    [DOCUMENT, '| key `release` |', '| key |'],
    [OPENAPI, '[caller, staff && role, needsVerifiedEmail', '[caller, staff && role.slice(0, 0), needsVerifiedEmail'],
    [OPENAPI, '...(scope ? [{ key: [] }] : [])]', '...(scope && isPublic ? [{ key: [] }] : [])]'],
  ),
  ...of(
    '8.1.2',
    [DOCUMENT, ' `server/trades/payment-details.test.ts: are hidden again once it is %s` |\n| name', ' - |\n| name'],
    SHOWN_UNREAD,
    SHOWN_AFTER_THE_END,
  ),
  ...of(
    '8.2.1',
    [ENDPOINTS, 'if (isBeyondKey && !isPublic) throw', 'if (isBeyondKey && isPublic) throw'],
    [ENDPOINTS, 'if (!isIncluded && !isPublic) throw', 'if (!isIncluded && isPublic) throw'],
    [ENDPOINTS, '  if (staff) await asViewer(', '  if (staff && viewer.key) await asViewer('],
  ),
  ...of('8.2.2', EVERY_TRADE, [
    'server/offers/move-offer.ts',
    "if (!offer || offer.ownerId !== ownerId) throw new DomainError('not_found')",
    "if (!offer) throw new DomainError('not_found')",
  ]),
  ...of(
    '8.2.3',
    [
      'server/http/validation.ts',
      'JSON.stringify(z.parse((compiled ??= z.compile(schema)), answer))',
      'JSON.stringify({ ...Object(answer), ...Object(z.parse((compiled ??= z.compile(schema)), answer)) })',
    ],
    ['domain/accounts/api-keys.ts', 'const newKey = z.strictObject({', 'const newKey = z.object({'],
    SHOWN_UNREAD,
    SHOWN_AFTER_THE_END,
  ),
  ...of(
    '8.3.1',
    [
      'server/trades/move-trade.ts',
      '  if (refusal) throw refused(refusal, trade)\n',
      '  if (refusal && trade.isRepeated) throw refused(refusal, trade)\n',
    ],
    [
      'server/trades/move-trade.ts',
      "return actor.userId === trade.sellerId ? 'seller' : null",
      "return actor.userId === trade.sellerId ? 'buyer' : null",
    ],
  ),
  ...of('8.4.1', EVERY_TRADE, [ENDPOINTS, 'seen !== actingFor?.id', 'false']),
  ...of(
    '10.1.1',
    [GITHUB, 'accountId: String(user.data.id)', 'accountId: `${user.data.id} ${tokens.access_token}`'],
    ['server/accounts/identities/oidc/provider-errors.ts', '{ value: cause,', '{ value: cause && why,'],
  ),
  ...of(
    '10.1.2',
    [CALLBACK, '  await redeemAuthorizationRequest(db, token)\n', ''],
    [CALLBACK, 'viewer?.id !== intent.userId || viewer.sessionId !== intent.sessionId', '!viewer'],
    [OIDC, 'const nonce = client.randomNonce()', "const nonce = 'nonce of every request'"],
  ),
  ...of(
    '10.2.1',
    [OIDC, 'expectedState: parameters.state,', 'expectedState: client.skipStateCheck,'],
    [OIDC, "code_challenge_method: 'S256',", "code_challenge_method: 'plain',"],
    [GITHUB, 'expectedState: parameters.state,', 'expectedState: client.skipStateCheck,'],
  ),
  ...of('10.2.2', [OIDC, '  requireSameAddress(address, parameters)\n', '']),
  ...of(
    '10.5.1',
    [
      ID_TOKEN,
      `if (nonce === '' || claims.nonce !== nonce) throw refused('nonce')`,
      `if (nonce === '') throw refused('nonce')`,
    ],
    [
      'server/accounts/identities/oidc/id-token-nonce.ts',
      `await inTransaction(db, (tx) => redeemToken(tx, 'id_token_nonce', nonce))`,
      'await Promise.resolve()',
    ],
  ),
  ...of(
    '10.5.2',
    [
      'server/accounts/identities/provider.ts',
      'accountId: `${issuerKey(issuer)} ${identity.accountId}`',
      'accountId: identity.accountId',
    ],
    [
      'server/accounts/sign-in/sign-in-with-identity.ts',
      'const userId = await findIdentityOwner(tx, kind, identity.accountId)',
      `const userId =
      (await findIdentityOwner(tx, kind, identity.accountId)) ??
      (identity.email === null ? null : ((await (await import('../users/queries.ts')).findUserByEmail(tx, identity.email))?.userId ?? null))`,
    ],
  ),
  ...of(
    '10.5.3',
    [DISCOVERY, "if (address.pathname.includes('/.well-known/')) {", 'if (false) {'],
    [
      DISCOVERY,
      `isTrusted(text) && (issuer.protocol === 'http:' || new URL(text).protocol === 'https:')`,
      'text.length > 0',
    ],
  ),
  ...of(
    '10.5.4',
    [ID_TOKEN, `if (!isFor(claims, settings.clientId)) throw refused('audience')`, ''],
    [ID_TOKEN, 'audiences.length === 1 && audiences[0] === clientId', 'audiences.includes(clientId)'],
  ),
]
