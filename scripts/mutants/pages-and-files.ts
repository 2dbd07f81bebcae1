/** Mutants of chapters V3 (web frontend), V4 (API) and V5 (files). */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const DOCUMENT = 'docs/security-controls/input-and-pages.md'
const HEADERS = 'server/http/security-headers.ts'
const POLICY = 'server/pages/content-policy.ts'
const SECURITY = 'server/http/security.ts'
const COOKIES = 'server/http/cookies.ts'
const READ_FILE = 'server/trades/evidence/read-file.ts'
const UPLOAD_REFUSAL = 'domain/uploads/upload-refusal.ts'
const PICTURES = 'domain/pictures.ts'

type Change = [file: string, from: string, to: string]

const DATA_POLICY = `"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"`
const INLINE_PDF: Change = [READ_FILE, '`attachment; filename', '`inline; filename']
const OTHER_PREFIX: Change = [COOKIES, '`__Host-${plainName}`', '`__Secure-${plainName}`']
const ANY_SOURCE: Change = [POLICY, `    "default-src 'none'",\n`, `    "default-src 'self' https:",\n`]

export const PAGES_AND_FILES: readonly Mutant[] = [
  ...of(
    '3.2.1',
    [HEADERS, DATA_POLICY, `"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"`],
    [HEADERS, "  'x-content-type-options': 'nosniff',\n", ''],
    INLINE_PDF,
  ),
  ...of(
    '3.2.2',
    [
      'web/layout/document/page-data.ts',
      '  if (!json) return\n',
      "  if (!json) return void (document.body.innerHTML = '')\n",
    ],
    [POLICY, `    "require-trusted-types-for 'script'",\n`, ''],
  ),
  ...of('3.3.1', [COOKIES, 'secure: isSecure(publicUrl)', 'secure: false'], OTHER_PREFIX),
  ...of(
    '3.3.2',
    [
      COOKIES,
      "  maxAge: SECOND_FACTOR_CHALLENGE_MINUTES * MINUTE,\n  sameSite: 'strict',",
      "  maxAge: SECOND_FACTOR_CHALLENGE_MINUTES * MINUTE,\n  sameSite: 'lax',",
    ],
    [COOKIES, '({ httpOnly: true, sameSite, path', "({ httpOnly: true, sameSite: sameSite && 'none', path"],
  ),
  ...of('3.3.3', OTHER_PREFIX),
  ...of('3.3.4', [COOKIES, 'httpOnly: true', 'httpOnly: false']),
  ...of('3.4.2', [
    SECURITY,
    'reply.headers(isApiCall(request) ? data : all)',
    "reply.headers({ ...(isApiCall(request) ? data : all), 'access-control-allow-origin': '*' })",
  ]),
  ...of(
    '3.4.3',
    ANY_SOURCE,
    [POLICY, `    "base-uri 'none'",\n`, ''],
    [POLICY, `["script-src 'self'", ...`, `["script-src 'self' 'unsafe-inline'", ...`],
  ),
  ...of('3.4.4', [HEADERS, "  'x-content-type-options': 'nosniff',\n", '']),
  ...of('3.4.5', [HEADERS, "'referrer-policy': 'same-origin'", "'referrer-policy': 'unsafe-url'"]),
  ...of(
    '3.4.6',
    [POLICY, `    "frame-ancestors 'none'",\n`, ''],
    [HEADERS, DATA_POLICY, `"default-src 'none'; base-uri 'none'; sandbox"`],
  ),
  ...of(
    '3.5.1',
    [SECURITY, "return site === 'same-origin'", "return site !== 'cross-site'"],
    [SECURITY, 'sessionCookie.read(request, publicUrl) === null', "sessionCookie.read(request, publicUrl) !== ''"],
  ),
  ...of('3.5.2', [
    'server/http/json-bodies.ts',
    '  app.removeAllContentTypeParsers()\n',
    "  app.removeAllContentTypeParsers()\n  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) => done(null, JSON.parse(String(text))))\n",
  ]),
  ...of('3.5.3', [
    'domain/api/accounts/account-data.ts',
    "method: 'POST',\n  path: '/api/account/export',\n  summary: 'Export account data; requires re-authentication',\n  body: nothing,",
    "method: 'GET',\n  path: '/api/account/export',\n  summary: 'Export account data; requires re-authentication',",
  ]),
  ...of('3.7.1', ANY_SOURCE),
  ...of(
    '3.7.2',
    [
      'server/http/canonical-host.ts',
      '.redirect(publicUrl + request.url, 308)',
      '.redirect(`${request.protocol}://${request.host}${request.url}`, 308)',
    ],
    ['domain/own-path.ts', '(?![/\\\\])', ''],
    [
      'server/accounts/identities/oidc/discovery.ts',
      `isTrusted(text) && (issuer.protocol === 'http:' || new URL(text).protocol === 'https:')`,
      'text.length > 0',
    ],
  ),
  ...of(
    '4.1.1',
    ['server/pages/pages.ts', "'text/html; charset=utf-8', vary", "'text/html', vary"],
    ['server/http/errors.ts', ".type('application/problem+json; charset=utf-8')", ".type('text/plain; charset=utf-8')"],
  ),
  ...of(
    '4.1.3',
    [SECURITY, 'hop < trustProxy', 'hop <= trustProxy'],
    ['server/app.ts', 'trustProxy: proxyTrust(context.config),', 'trustProxy: proxyTrust(context.config) && true,'],
  ),
  ...of('4.2.1', [
    'server/app.ts',
    'requireHostHeader: false }',
    'requireHostHeader: false, insecureHTTPParser: true }',
  ]),
  ...of(
    '5.1.1',
    [
      DOCUMENT,
      '| profile picture | JPEG, PNG, WebP | 5242880 |',
      '| profile picture | JPEG, PNG, WebP, GIF | 5242880 |',
    ],
    ['domain/trades/evidence.ts', 'FILE_MAX_BYTES = 5 * 1024', 'FILE_MAX_BYTES = 50 * 1024'],
  ),
  ...of(
    '5.2.1',
    [PICTURES, 'IMAGE_MAX_BYTES = 5 * 1024', 'IMAGE_MAX_BYTES = 50 * 1024'],
    ['server/http/pictures/decode.ts', 'size.height > IMAGE_MAX_PIXELS', 'size.height > 1000 * IMAGE_MAX_PIXELS'],
  ),
  ...of(
    '5.2.2',
    [
      UPLOAD_REFUSAL,
      "if (kind === 'PDF' && field === 'file')",
      "if (kind === 'PDF' && (field === 'file' || bytes.length > 0))",
    ],
    [
      UPLOAD_REFUSAL,
      "return isAnimated(bytes) ? { code: 'picture_animated' } : null",
      "return isAnimated(bytes) && field !== 'image' ? { code: 'picture_animated' } : null",
    ],
  ),
  ...of('5.3.1', INLINE_PDF, ['domain/uploads/pdf.ts', '(bytes.subarray(start, end) as Bytes)', 'bytes']),
  ...of('5.4.1', [READ_FILE, '-${fileId.slice(0, 8)}.pdf`', '-${fileId.slice(0, 8)}.html`']),
  ...of('5.4.2', [
    'domain/operator/product.ts',
    "return latinWords().join('-') || 'market'",
    'return current.productName',
  ]),
]
