/** Mutants of chapters V1 (encoding and sanitization) and V2 (validation and business logic). */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DOCUMENT = 'docs/security-controls/input-and-pages.md'
const CLEAN_TEXT = 'domain/reading/clean-text.ts'
const JSON_BODIES = 'server/http/json-bodies.ts'
const MAIL_PAGE = 'server/mail/page.ts'
const WRITE_MAIL = 'server/mail/write-mail.ts'
const TRADE_EXPORT = 'domain/trades/trade-export.ts'
const POLICY = 'server/pages/content-policy.ts'
const PUBLIC_REQUEST = 'server/http/public-request.ts'
const WEBHOOKS = 'domain/notifications/webhooks.ts'
const OFFER_FORM = 'domain/offers/offer-form.ts'
const SAML_RESPONSE = 'server/accounts/identities/saml/response.ts'
const LIMIT_REQUESTS = 'server/http/limit-requests.ts'
const MOVE_TRADE = 'server/trades/move-trade.ts'
const TAKER_LIMITS = 'server/trades/assert-taker-limits.ts'
const VALIDATION = 'server/http/validation.ts'

type Change = [file: string, from: string, to: string]

const UNESCAPED_MAIL: Change = [MAIL_PAGE, `/[&<>"']/g`, '/&/g']
const UNESCAPED_DATA: Change = ['web/layout/document/page-data.ts', `.replaceAll('<', '\\\\u003c')`, '']
const FORMULA: Change = [TRADE_EXPORT, '/^[\\s]*[=+\\-@]|^[\\t\\r\\n]/.test(text)', '/^=/.test(text)']
const ANY_REPLY_TO: Change = [WRITE_MAIL, 'if (!EMAIL_PATTERN.test(address) || ', 'if (EMAIL_PATTERN.test(address) && ']
const MORE_LINES: Change = [
  WRITE_MAIL,
  'value.replaceAll(/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+/gu,',
  'value.replaceAll(/\\0/gu,',
]
const EVALUATED: Change = [JSON_BODIES, 'const open = [value]', "const open: unknown[] = [eval('value')]"]
const ANY_METHOD: Change = [
  OFFER_FORM,
  'form.check(amountsFit, methodsFit, maxAboveMin, windowOfMeeting, accountsOfSeller)\n\n',
  'form.check(amountsFit, maxAboveMin, windowOfMeeting, accountsOfSeller)\n\n',
]
const ANY_AMOUNTS: Change = [
  OFFER_FORM,
  'form.check(amountsFit, methodsFit, maxAboveMin, windowOfMeeting, accountsOfSeller)\n\n',
  'form.check(amountsFit, methodsFit, windowOfMeeting, accountsOfSeller)\n\n',
]
const ANY_ADDRESS: Change = [WEBHOOKS, '    z.refine(isPublicUrl, URL_WRONG),\n', '']

export const INPUT: readonly Mutant[] = [
  ...of(
    '1.1.1',
    [CLEAN_TEXT, `.replaceAll(ALL_FORBIDDEN, '')`, `.replaceAll(ALL_FORBIDDEN, '$&')`],
    [JSON_BODIES, 'countWrittenKeys(text) !== countKeys(body)', 'countWrittenKeys(text) < countKeys(body)'],
  ),
  ...of('1.1.2', UNESCAPED_MAIL, UNESCAPED_DATA, FORMULA),
  ...of('1.2.1', UNESCAPED_MAIL, ANY_REPLY_TO, MORE_LINES),
  ...of(
    '1.2.2',
    ['domain/own-path.ts', '(?![/\\\\])', ''],
    [WRITE_MAIL, ` || address.origin !== new URL(publicUrl).origin`, ''],
    ANY_ADDRESS,
  ),
  ...of('1.2.3', UNESCAPED_DATA),
  ...of(
    '1.2.4',
    [
      'server/offers/market/scope.ts',
      'sql`lower(m.username) like lower(${traderPattern})`',
      "sql`lower(m.username) like lower(${sql.raw(`'${traderPattern}'`)})`",
    ],
    ['server/offers/market/scope.ts', '`%${likeEscaped(text)}%`\n}\n\n/**', '`%${text}%`\n}\n\n/**'],
  ),
  ...of('1.2.5', [
    'server/db/local-postgres/postmaster.ts',
    "['-o', 'command=', '-p', String(pid)])",
    "['-o', 'command=', '-p', String(pid)], { shell: true })",
  ]),
  ...of('1.3.2', EVALUATED, [POLICY, `["script-src 'self'", ...`, `["script-src 'self' 'unsafe-eval'", ...`]),
  ...of('1.3.3', FORMULA, [VALIDATION, 'if (dirty.length > 0)', 'if (dirty.length > 1000)']),
  ...of(
    '1.3.4',
    [
      'domain/uploads/upload-refusal.ts',
      'if (!PICTURE_KINDS.includes(kind))',
      "if (kind !== 'SVG' && !PICTURE_KINDS.includes(kind))",
    ],
    ['domain/uploads/file-kinds.ts', `.includes('<svg') ? 'SVG' : null`, `.includes('<svg ') ? 'WebP' : null`],
  ),
  ...of(
    '1.3.5',
    [POLICY, `    "style-src-attr 'none'",\n`, `    "style-src-attr 'unsafe-inline'",\n`],
    ['web/layout/document/style-attributes.ts', '(?:\\s+[^\\s=>"]+(?:="[^"]*")?)*?\\s+style="/i', '[^>]* style="/i'],
  ),
  ...of(
    '1.3.6',
    [
      PUBLIC_REQUEST,
      '!addresses.every(({ address }) => isPublic(address))',
      '!addresses.some(({ address }) => isPublic(address))',
    ],
    ANY_ADDRESS,
  ),
  ...of('1.3.7', [
    WRITE_MAIL,
    'catalogues[language]._(text, { ...MAIL_FIGURES, ...shown })',
    'Object.entries(shown).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, String(value)), catalogues[language]._(text, { ...MAIL_FIGURES, ...shown }))',
  ]),
  ...of('1.3.11', ANY_REPLY_TO, MORE_LINES),
  ...of(
    '1.4.2',
    [OFFER_FORM, '  if (isTooLarge(text)) return texts.tooLarge\n', ''],
    ['domain/offers/offers.ts', 'OPEN_TRADES_MAX = 20', 'OPEN_TRADES_MAX = 2 ** 31'],
  ),
  ...of(
    '1.5.1',
    [SAML_RESPONSE, 'if (/<[!?]/.test(', 'if (/<\\?/.test('],
    [SAML_RESPONSE, 'const TAGS_MAX = 1000', 'const TAGS_MAX = 1_000_000'],
  ),
  ...of('1.5.2', [
    JSON_BODIES,
    'countWrittenKeys(text) !== countKeys(body)',
    'countWrittenKeys(text) < countKeys(body)',
  ]),
  ...of('2.1.1', [
    'domain/reading/fields.ts',
    "return marked('name', z.string().check(overwrite('name')))",
    "return z.string().check(overwrite('name'))",
  ]),
  ...of(
    '2.1.2',
    [DOCUMENT, ' `server/offers/offers.test.ts: %j is refused at its field` |\n| payment', ' - |\n| payment'],
    ANY_AMOUNTS,
    ANY_METHOD,
  ),
  ...of(
    '2.1.3',
    [DOCUMENT, '| `payment_accounts` |', '| - |'],
    ['domain/limits.ts', 'export const QUOTES_PER_MINUTE = 60', 'export const QUOTES_PER_MINUTE = 61'],
  ),
  ...of(
    '2.2.1',
    [OFFER_FORM, 'const form = z.strictObject({', 'const form = z.object({'],
    [OFFER_FORM, 'z.maximum(OPEN_TRADES_MAX)', 'z.maximum(OPEN_TRADES_MAX * 2)'],
  ),
  ...of('2.2.2', ['server/http/endpoints.ts', '...(body && { body }),', "...(body && method === 'GET' && { body }),"]),
  ...of('2.2.3', ANY_AMOUNTS, ANY_METHOD, [
    'server/db/migrations/0006_offers.sql',
    'constraint offers_max_above_min check (max_milli > min_milli)',
    'constraint offers_max_above_min check (max_milli > 0)',
  ]),
  ...of(
    '2.3.1',
    [
      MOVE_TRADE,
      '  if (refusal) throw refused(refusal, trade)\n',
      '  if (refusal && trade.isRepeated) throw refused(refusal, trade)\n',
    ],
    [MOVE_TRADE, '&& move.seenStatus !== trade.status) throw', '&& trade.isRepeated) throw'],
  ),
  ...of(
    '2.3.2',
    [TAKER_LIMITS, '  if (openTrades >= Number(limit)) throw openTradesFull(Number(limit))\n', ''],
    [TAKER_LIMITS, 'if (until && waitSeconds > 0) {', 'if (until && waitSeconds > 1e9) {'],
    ['server/offers/assert-offer-limits.ts', 'if (active >= LIMITS.active_offers)', 'if (active >= 1000)'],
  ),
  ...of('2.3.3', [
    'server/db/pool.ts',
    'db.transaction().execute((tx) => work((scope = tx)))',
    'db.connection().execute((tx) => work((scope = tx as unknown as Tx)))',
  ]),
  ...of('2.3.4', [
    'server/db/migrations/0006_offers.sql',
    'check (reserved_micro >= 0 and reserved_micro <= coalesce(inventory_micro, reserved_micro))',
    'check (reserved_micro >= 0)',
  ]),
  ...of(
    '2.4.1',
    [
      LIMIT_REQUESTS,
      'if (state.isAllowed || !state.isExceeded) return',
      "if (state.isAllowed || !state.isExceeded || code === 'rate_limited') return",
    ],
    [LIMIT_REQUESTS, 'const SIGN_INS_PER_MINUTE = 120', 'const SIGN_INS_PER_MINUTE = 240'],
    [
      'server/chat/limit-sending.ts',
      'limitPerUser(app, MESSAGES_PER_MINUTE)',
      'limitPerUser(app, MESSAGES_PER_MINUTE * 2)',
    ],
  ),
]
