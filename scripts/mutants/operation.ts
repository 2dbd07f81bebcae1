/** Mutants of chapters V11 (cryptography), V12 (communication), V13 (configuration), V14 (data protection), V15 (secure coding) and V16 (logs). */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DOCUMENT = 'docs/security-controls/operation.md'
const ENVELOPE = 'server/db/encryption/envelope.ts'
const SEALED_COLUMNS = 'server/db/encryption/sealed-columns.ts'
const CLIENT_KEYS = 'server/accounts/identities/oidc/client-keys.ts'
const PASSWORDS = 'server/accounts/passwords.ts'
const SMTP = 'server/mail/smtp.ts'
const PUBLIC_REQUEST = 'server/http/public-request.ts'
const APP = 'server/app.ts'
const ERRORS = 'server/http/errors.ts'
const HEADERS = 'server/http/security-headers.ts'
const OFFER_FORM = 'domain/offers/offer-form.ts'
const JSON_BODIES = 'server/http/json-bodies.ts'
const LOG = 'server/log.ts'
const FORWARDED = 'server/http/forwarded-addresses.ts'
const COMPOSE = 'deploy/compose.yaml'
const CADDYFILE = 'deploy/Caddyfile'

type Change = [file: string, from: string, to: string]

const NO_INVENTORY_OF_ENVELOPES: Change = [
  DOCUMENT,
  'HKDF with SHA-256 | `server/db/encryption/envelope.ts` ',
  'HKDF with SHA-256 | ',
]
const UNCLASSIFIED: Change = [DOCUMENT, '`evidence_files`, `totps`', '`evidence_files`']
const SHORTER_KEYS: Change = [ENVELOPE, "createCipheriv('aes-256-gcm'", "createCipheriv('aes-192-gcm'"]
const SHA_1: Change = [
  'server/accounts/sessions/session-token.ts',
  "createHash('sha256').update(token)",
  "createHash('sha1').update(token)",
]
const OWN_AUTHORITY: Change = [CADDYFILE, '{$DOMAIN} {\n', '{$DOMAIN} {\n\ttls internal\n']
const OLD_TLS: Change = [CADDYFILE, '{$DOMAIN} {\n', '{$DOMAIN} {\n\ttls {\n\t\tprotocols tls1.1 tls1.3\n\t}\n']
const ANY_CERTIFICATE_OF_MAIL: Change = [
  SMTP,
  '...(smtpCa !== null && { tls: { ca: smtpCa } })',
  'tls: { rejectUnauthorized: false }',
]
const ANY_CERTIFICATE: Change = [
  PUBLIC_REQUEST,
  '        agent: false,\n',
  '        agent: false,\n        rejectUnauthorized: false,\n',
]
const SAID_TO_ALL: Change = [
  ERRORS,
  "  return new DomainError('internal')\n",
  "  return new DomainError('internal', { details: { cause: error.stack } })\n",
]
const MONITORED: Change = [
  APP,
  '  unknownAddresses(app)\n',
  "  app.get('/metrics', async () => context.metrics?.read())\n  unknownAddresses(app)\n",
]
const UNREDACTED: Change = [LOG, "'err.detail', 'err.where']", "'err.where']"]
const KEPT_BY_BROWSERS: Change = [HEADERS, "{ 'cache-control': 'no-store' }", "{ 'cache-control': 'private' }"]
const RAW_LINES: Change = [
  LOG,
  '    destination,\n',
  "    destination && { write: (line: string) => destination.write(line.replaceAll('\\\\n', '\\n')) },\n",
]
const UNLOGGED: Change = [
  ERRORS,
  "if (refusal.code === 'internal') request.log.error",
  "if (refusal.code === 'busy') request.log.error",
]
const ROUTES_WITH_IDS: Change = ['server/http/access-log.ts', 'route: routeOf(request),', 'route: request.url,']

export const OPERATION: readonly Mutant[] = [
  ...of('11.1.1', UNCLASSIFIED, [
    SEALED_COLUMNS,
    "    id: 'user_id::text',\n  },\n  { name: 'signing keys'",
    "    id: 'user_id::text || user_id',\n  },\n  { name: 'signing keys'",
  ]),
  ...of('11.1.2', NO_INVENTORY_OF_ENVELOPES),
  ...of('11.2.1', NO_INVENTORY_OF_ENVELOPES, SHA_1),
  ...of(
    '11.2.2',
    [SEALED_COLUMNS, `    id: "id::text || ':' || version",`, `    id: 'id::text',`],
    [
      ENVELOPE,
      'return sealed[0] === VERSION && keys.newest.id.equals(',
      'return sealed[0] === VERSION || keys.newest.id.equals(',
    ],
  ),
  ...of('11.3.1', SHORTER_KEYS),
  ...of('11.3.2', SHORTER_KEYS),
  ...of(
    '11.3.3',
    [ENVELOPE, 'decipher.final()])', 'Buffer.alloc(0)])'],
    [ENVELOPE, '  return `${table}/${column}/${id}`', '  return `${table}/${column}/${id.length}`'],
  ),
  ...of('11.4.1', SHA_1),
  ...of('11.4.2', [PASSWORDS, 'memoryCost: 19_456, timeCost: 2', 'memoryCost: 4096, timeCost: 2']),
  ...of(
    '11.4.3',
    [
      'server/accounts/identities/saml/response.ts',
      `['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']`,
      `['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512', 'http://www.w3.org/2000/09/xmldsig#sha1']`,
    ],
    [CLIENT_KEYS, "CLIENT_KEY_ALG = 'ES256'", "CLIENT_KEY_ALG = 'ES384'"],
  ),
  ...of('11.6.1', [CLIENT_KEYS, 'generateKeyPair(CLIENT_KEY_ALG,', "generateKeyPair('RS256',"]),
  ...of('12.1.1', OLD_TLS, [
    PUBLIC_REQUEST,
    '        agent: false,\n',
    "        agent: false,\n        minVersion: 'TLSv1',\n",
  ]),
  ...of('12.1.2', OLD_TLS),
  ...of('12.2.1', [
    COMPOSE,
    '    stop_grace_period: 15s\n    env_file',
    "    stop_grace_period: 15s\n    ports: ['3000:3000']\n    env_file",
  ]),
  ...of('12.2.2', OWN_AUTHORITY),
  ...of('12.3.2', ANY_CERTIFICATE, ANY_CERTIFICATE_OF_MAIL),
  ...of('12.3.4', ANY_CERTIFICATE_OF_MAIL),
  ...of('13.1.1', [DOCUMENT, '| `SMTP_URL`, `SMTP_TLS`', '| `SMTP_TLS`']),
  ...of(
    '13.2.2',
    ['server/db/confined-login.ts', `  ['r.rolsuper', 'is a superuser'],\n`, ''],
    [
      'server/db/migrations/0041_grants.sql',
      'revoke create on schema public from public;',
      'grant create on schema public to sarraf_app;',
    ],
  ),
  ...of('13.2.3', [
    'server/config.ts',
    'if (secret === null && !(demo && databaseUrl === null)) {',
    'if (secret === null && !demo) {',
  ]),
  ...of(
    '13.3.2',
    ['server/http/pictures/picture-process.ts', 'env: {}, execArgv', 'env: process.env, execArgv'],
    [COMPOSE, "      DATABASE_OWNER_URL: ''\n", ''],
    ['server/demo-secret.ts', '(mode & 0o077) !== 0', '(mode & 0o007) !== 0'],
  ),
  ...of('13.4.1', ['.dockerignore', '!.npmrc\n', '!.npmrc\n!.git\n']),
  ...of('13.4.2', SAID_TO_ALL),
  ...of('13.4.3', [
    'server/pages/pages.ts',
    '    const moved = movedTo(withoutLanguage(path), queryOf(request))\n',
    "    const moved = movedTo(withoutLanguage(path), queryOf(request))\n    if (path === '/assets') return reply.send((await readdir(clientDir)).join())\n",
  ]),
  ...of('13.4.4', [
    APP,
    '  unknownAddresses(app)\n',
    "  app.route({ method: 'TRACE', url: '/*', handler: async (request) => request.headers })\n  unknownAddresses(app)\n",
  ]),
  ...of('13.4.5', MONITORED),
  ...of('14.1.1', UNCLASSIFIED),
  ...of('14.1.2', UNCLASSIFIED, ['server/db/migrations/0042_row_security.sql', "('accounts', 'user_id'), ", '']),
  ...of(
    '14.2.1',
    ['server/accounts/verify-email.ts', '/verify-email#token=', '/verify-email?token='],
    ['server/accounts/one-time-tokens/addition-links.ts', '/remove-addition#token=', '/remove-addition?token='],
  ),
  ...of('14.2.2', KEPT_BY_BROWSERS),
  ...of('14.2.3', ['server/pages/content-policy.ts', `"connect-src 'self'"`, `"connect-src 'self' https:"`]),
  ...of(
    '14.2.4',
    [
      'server/db/migrations/0037_retention.sql',
      'd.fingerprint is not null) and not s.is_open and last.at < a_month_ago',
      "d.fingerprint is not null) and not s.is_open and last.at < a_month_ago - interval '1 day'",
    ],
    UNREDACTED,
  ),
  ...of(
    '14.3.1',
    ['server/accounts/sessions/routes.ts', `    reply.header('clear-site-data', '"storage"')\n`, ''],
    ['web/session/sign-out.ts', '  removeDrafts()\n', '  if (held.length === 0) removeDrafts()\n'],
  ),
  ...of('14.3.2', KEPT_BY_BROWSERS),
  ...of(
    '15.1.2',
    ['scripts/lock-file.ts', `!integrity?.startsWith('sha512-')`, `integrity === ''`],
    ['scripts/lock-file.ts', '!link && !inBundle &&', '!link && !inBundle && false &&'],
  ),
  ...of('15.1.3', [
    DOCUMENT,
    ' `server/accounts/passwords.test.ts: beyond two that run and twenty that wait a hash is refused as busy` |\n| searching',
    ' - |\n| searching',
  ]),
  ...of(
    '15.2.2',
    [PASSWORDS, 'const QUEUED_HASHES = 20', 'const QUEUED_HASHES = 200'],
    [
      'server/http/pictures/picture-process.ts',
      "        isLate = true\n        worker.kill('SIGKILL')\n",
      '        isLate = true\n',
    ],
    ['server/http/rate-limits/fair-turns.ts', 'client.working < client.share.inWork &&', 'client.working < 100 &&'],
  ),
  ...of(
    '15.2.3',
    [
      'package.json',
      '    "@fastify/cookie": "11.1.5",\n',
      '    "@fastify/cookie": "11.1.5",\n    "vitest": "5.1.0",\n',
    ],
    MONITORED,
  ),
  ...of('15.3.1', [
    'server/http/validation.ts',
    'JSON.stringify(z.parse((compiled ??= z.compile(schema)), answer))',
    'JSON.stringify({ ...Object(answer), ...Object(z.parse((compiled ??= z.compile(schema)), answer)) })',
  ]),
  ...of('15.3.2', ['server/offers/rates/ask-sources.ts', 'if (status !== 200) throw new Refused(status)', '']),
  ...of('15.3.3', [OFFER_FORM, 'const form = z.strictObject({', 'const form = z.object({']),
  ...of(
    '15.3.4',
    ['server/http/security.ts', 'hop < trustProxy', 'hop <= trustProxy'],
    [FORWARDED, 'entries.unshift(address ?? proxy)', 'entries.unshift(entry.trim())'],
  ),
  ...of('15.3.5', [OFFER_FORM, 'maxOpenTrades: z.int().check(', 'maxOpenTrades: z.coerce.number().check(']),
  ...of('15.3.6', [JSON_BODIES, "getDefaultJsonParser('error', 'error')", "getDefaultJsonParser('ignore', 'ignore')"]),
  ...of('15.3.7', [
    JSON_BODIES,
    'countWrittenKeys(text) !== countKeys(body)',
    'countWrittenKeys(text) < countKeys(body)',
  ]),
  ...of('16.1.1', [DOCUMENT, '| `key_releases` |', '| `key_release` |']),
  ...of('16.2.1', ROUTES_WITH_IDS, [
    LOG,
    '({ ...ofRequest(logger as Logger), ...ofTrace() })',
    '({ ...(_level < 0 && ofRequest(logger as Logger)), ...ofTrace() })',
  ]),
  ...of('16.2.2', [
    LOG,
    '{ level, redact: REDACTED,',
    '{ level, timestamp: () => `,"time":"${new Date().toLocaleString()}"`, redact: REDACTED,',
  ]),
  ...of(
    '16.2.3',
    [APP, 'if (context.config.accessLog) accessLog(', 'if (context.config.accessLog || true) accessLog('],
    MONITORED,
  ),
  ...of('16.2.4', RAW_LINES),
  ...of(
    '16.2.5',
    UNREDACTED,
    [LOG, "'req.headers.cookie', ", ''],
    ['server/http/access-log.ts', 'route: routeOf(request),', 'route: request.url,'],
  ),
  ...of('16.3.4', UNLOGGED),
  ...of('16.4.1', RAW_LINES, [
    'server/http/request-ids.ts',
    '^[A-Za-z0-9_.-]{1,${REQUEST_ID_MAX}}$',
    '^[^\\\\0]{1,${REQUEST_ID_MAX}}$',
  ]),
  ...of(
    '16.4.2',
    [
      'server/db/migrations/0018_staff.sql',
      'create trigger append_only before update or delete on audit_log for each row execute function refuse_change();\n',
      '',
    ],
    [
      'server/staff/verify-audit-log.ts',
      '[id, actor_id, role, action, subject, reason, micros])',
      '[id, actor_id, role, action, subject, micros])',
    ],
  ),
  ...of('16.5.1', SAID_TO_ALL),
  ...of(
    '16.5.2',
    [
      'server/accounts/identities/oidc/discovery.ts',
      "if (known === null) throw refusal('provider_unavailable', error)",
      'if (known === null) throw error',
    ],
    ['server/offers/rates/rates.ts', 'if (unavailableSince !== null) throw', 'if (false as boolean) throw'],
  ),
  ...of(
    '16.5.3',
    [
      'server/db/pool.ts',
      'db.transaction().execute((tx) => work((scope = tx)))',
      'db.connection().execute((tx) => work((scope = tx as unknown as Tx)))',
    ],
    ['server/config.ts', 'if (demo && !isPublicAllowed) {', 'if (demo && isPublicAllowed) {'],
  ),
]
