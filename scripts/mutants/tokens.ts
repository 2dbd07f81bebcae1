/** Mutants of chapter V9 (self-contained tokens). */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const ID_TOKEN = 'server/accounts/identities/oidc/id-token.ts'
const SAML = 'server/accounts/identities/saml/saml.ts'
const ASSERTION = 'server/accounts/identities/saml/assertion.ts'
const VERIFY = 'const { payload } = await jwtVerify(idToken, keys, {'

export const TOKENS: readonly Mutant[] = [
  ...of(
    '9.1.1',
    [
      ID_TOKEN,
      VERIFY,
      `const { payload } = await (async (..._: unknown[]) => ({ payload: (await import('jose')).decodeJwt(idToken) }))(keys, {`,
    ],
    [SAML, 'wantAssertionsSigned: true', 'wantAssertionsSigned: false'],
    [SAML, 'wantAuthnResponseSigned: answer.isSigned', 'wantAuthnResponseSigned: false'],
    [
      'server/accounts/sessions/open-session.ts',
      `const token = randomBytes(32).toString('base64url')`,
      'const token = `${userId}${randomBytes(32).toString("base64url")}`',
    ],
  ),
  ...of(
    '9.1.2',
    [ID_TOKEN, `['RS256', 'PS256', 'ES256', 'EdDSA']`, `['RS256', 'PS256', 'ES256', 'EdDSA', 'RS512']`],
    // HS256 in the list alone changes nothing: the library finds no key for it in a key set.
    [
      ID_TOKEN,
      `${VERIFY}\n      ...expected,\n      algorithms: ALGORITHMS,`,
      `const jose = await import('jose')
    await keys.reload()
    const publicKey = await jose.importJWK(keys.jwks()!.keys[0]!, 'RS256')
    const secret = Buffer.from(await jose.exportSPKI(publicKey as CryptoKey))
    const isSymmetric = jose.decodeProtectedHeader(idToken).alg === 'HS256'
    const { payload } = await jwtVerify(idToken, (isSymmetric ? secret : keys) as never, {
      ...expected,
      algorithms: [...ALGORITHMS, 'HS256'],`,
    ],
    [
      'server/accounts/identities/saml/response.ts',
      `      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',\n`,
      `      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',\n      'http://www.w3.org/2000/09/xmldsig#rsa-sha1',\n`,
    ],
    [
      'server/accounts/identities/saml/response.ts',
      `['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']`,
      `['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512', 'http://www.w3.org/2000/09/xmldsig#sha1']`,
    ],
  ),
  ...of(
    '9.1.3',
    [
      ID_TOKEN,
      VERIFY,
      `const jose = await import('jose')\n    const { jwk } = jose.decodeProtectedHeader(idToken)\n    const { payload } = await jwtVerify(idToken, jwk ? await jose.importJWK(jwk, 'RS256') : (keys as never), {`,
    ],
    [
      'server/accounts/identities/oidc/discovery.ts',
      `isTrusted(text) && (issuer.protocol === 'http:' || new URL(text).protocol === 'https:')`,
      'text.length > 0',
    ],
    [
      SAML,
      'new SAML({ ...config, cacheProvider, wantAuthnResponseSigned: answer.isSigned })',
      `new SAML({
          ...config,
          idpCert: [
            ...checkSamlSettings(settings),
            ...[...answer.xml.matchAll(/X509Certificate>([^<]+)</g)].map(([, found = '']) => found.replaceAll(/\\s/g, '')),
          ],
          cacheProvider,
          wantAuthnResponseSigned: answer.isSigned,
        })`,
    ],
  ),
  ...of(
    '9.2.1',
    [ID_TOKEN, '      maxTokenAge: OLDEST_SECONDS,\n', ''],
    [ID_TOKEN, `requiredClaims: ['exp', 'sub']`, `requiredClaims: ['sub']`],
    [
      'server/accounts/identities/oidc/claims.ts',
      'export const CLOCK_SKEW_SECONDS = 30',
      'export const CLOCK_SKEW_SECONDS = 3600',
    ],
    [ASSERTION, 'if (issuedAt > soon || signedInAt > soon)', 'if (issuedAt > soon && signedInAt < 0)'],
    [SAML, 'acceptedClockSkewMs: CLOCK_SKEW_MS', 'acceptedClockSkewMs: -1'],
  ),
  ...of(
    '9.2.2',
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
    [
      'server/accounts/one-time-tokens/tokens.ts',
      'where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()\n    returning',
      'where purpose >= ${purpose.slice(0, 0)} and hash = ${hashOf(token)} and expires_at > clock_timestamp()\n    returning',
    ],
  ),
  ...of(
    '9.2.3',
    [ID_TOKEN, `if (!isFor(claims, settings.clientId)) throw refused('audience')`, ''],
    [ID_TOKEN, 'audiences.length === 1 && audiences[0] === clientId', 'audiences.includes(clientId)'],
    [SAML, 'audience: settings.spEntityId', 'audience: false'],
    [ASSERTION, 'Recipient: z.literal(callbackUrl)', 'Recipient: z.string()'],
  ),
  ...of('9.2.4', [
    'server/accounts/identities/oidc/oidc.ts',
    'client.PrivateKeyJwt({ key, kid })',
    `client.PrivateKeyJwt({ key, kid }, { [client.modifyAssertion]: (_header, payload) => void (payload.aud = [String(payload.aud), 'https://tokens.example.org']) })`,
  ]),
]
