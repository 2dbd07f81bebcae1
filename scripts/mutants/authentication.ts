/** Mutants of the sections 6.3 to 6.8: authentication beyond passwords. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const ACCOUNTS = 'domain/accounts/accounts.ts'
const API_ACCOUNTS = 'domain/api/accounts/accounts.ts'
const RATE_LIMITS = 'server/http/rate-limits/rate-limits.ts'
const TOTP = 'server/accounts/factors/totp.ts'
const RECOVERY_CODES = 'server/accounts/factors/recovery-codes.ts'
const CODES = 'server/accounts/one-time-tokens/codes.ts'
const ONE_TIME_TOKENS = 'server/accounts/one-time-tokens/tokens.ts'
const EMAILED_CODE = 'server/accounts/sign-in/sign-in-with-code.ts'
const SAML = 'server/accounts/identities/saml/saml.ts'

export const AUTHENTICATION: readonly Mutant[] = [
  ...of(
    '6.3.1',
    [RATE_LIMITS, 'const FREE_ATTEMPTS = 10', 'const FREE_ATTEMPTS = 1000'],
    [RATE_LIMITS, '${FIRST_WAIT_SECONDS} * 2 ^ least', '${FIRST_WAIT_SECONDS} * 1 ^ least'],
    [RATE_LIMITS, 'if (used > times) throw limited(wait)', 'if (used > times + 1000) throw limited(wait)'],
    ['server/http/rate-limits/password-attempts.ts', '  await limits.consumeWithBackoff(db, subject)\n', ''],
    [
      'server/http/rate-limits/password-attempts.ts',
      `    await limits.consume(db, 'wrong_passwords_per_account', email)\n`,
      '',
    ],
    [
      'server/http/rate-limits/password-attempts.ts',
      `    await limits.consume(db, 'wrong_passwords_per_network', ipAddress)\n`,
      '',
    ],
    [
      'server/accounts/sessions/limit-password-attempts.ts',
      'if (!(error instanceof DomainError && WRONG.has(error.code))) await',
      'await',
    ],
    [API_ACCOUNTS, `  limit: 'sign-in',\n  body: signInSchema,\n`, '  body: signInSchema,\n'],
    [TOTP, '  if (row.wrong >= TOTP_WRONG_YEARLY_MAX)\n', '  if (row.wrong < 0)\n'],
    [TOTP, 'else ${wrongThisYear} + 1 end', 'else ${wrongThisYear} end'],
    [TOTP, `  if (row.recentlyWrong >= TOTP_WRONG_MAX) throw new DomainError('totp_attempts_exceeded')\n`, ''],
  ),
  ...of(
    '6.3.2',
    [
      'server/db/migrations/0002_accounts.sql',
      `comment on table users is`,
      `insert into users (username) values ('owner_1');\ncomment on table users is`,
    ],
    [
      'server/main.ts',
      'config.demo ? seedDemo(context,',
      'true ? seedDemo({ ...context, config: { ...config, demo: true, demoHistory: false } },',
    ],
    ['server/demo/demonstration.ts', 'if (await isDemonstration(db)) return', 'if (db) return'],
    ['server/demo/demonstration.ts', 'if (!(await isDemonstration(db))) return', 'if (db) return'],
  ),
  ...of(
    '6.3.4',
    [
      EMAILED_CODE,
      `return completeSignIn(tx, { userId, method: 'code', client })`,
      `return { token: await (await import('../sessions/open-session.ts')).openSession(tx, { userId, method: 'code', client, secondFactorSince: new Date() }) }`,
    ],
    [
      'server/accounts/sign-in/complete-sign-in.ts',
      'if (methods.length === 0)',
      `if (methods.length === 0 || method === 'code')`,
    ],
    ['server/accounts/factors/verify-passkey.ts', 'requireUserVerification: true', 'requireUserVerification: false'],
    [
      'server/app.ts',
      'signInRoutes(app, context)',
      `signInRoutes(app, context)\n  app.post('/api/sign-in/link', async () => ({ user: null }))`,
    ],
  ),
  ...of(
    '6.3.5 (level 3)',
    [
      'server/accounts/sessions/open-session.ts',
      'if (isNewDevice) await notifyNewDevice(tx, userId, client, device.createdAt)',
      '',
    ],
    [
      'server/accounts/sign-in/second-factor-challenge.ts',
      `await recordSignIn(tx, { userId: challenge.userId, method: code.method, outcome: 'refused', client })`,
      '',
    ],
  ),
  ...of(
    '6.3.8 (level 3)',
    [
      'server/accounts/registration/register.ts',
      '  const owner = await findUserByEmail(tx, email)\n',
      `  const owner = await findUserByEmail(tx, email)\n  if (owner?.userId) throw new DomainError('email_taken', { field: 'email' })\n`,
    ],
    ['server/accounts/send-account-email.ts', 'export const ANSWER_AFTER_MS = 200', 'export const ANSWER_AFTER_MS = 0'],
    [
      'server/accounts/send-account-email.ts',
      'if (user && allowed !== null) await send(',
      `if (!user) throw new Error('no account')\n    await send(`,
    ],
    [
      'server/accounts/sign-in/sign-in-with-password.ts',
      'await passwords.check({',
      'found === null ? { isRight: false, newHash: null } : await passwords.check({',
    ],
    [
      'server/accounts/sign-in/sign-in-with-password.ts',
      '  if (!found?.hash || !isRight) {',
      `  if (!found) throw new DomainError('not_found')\n  if (!found.hash || !isRight) {`,
    ],
  ),
  ...of(
    '6.4.1',
    [ACCOUNTS, 'export const CODE_MINUTES = 10', 'export const CODE_MINUTES = 100'],
    // The database refuses a life of more than 25 hours.
    [ACCOUNTS, 'export const VERIFY_HOURS = 24', 'export const VERIFY_HOURS = 24.5'],
    [
      'server/accounts/registration/confirm-registration.ts',
      `    await redeemToken(tx, 'registration', token ?? '')\n`,
      '',
    ],
    [
      'server/accounts/verify-email.ts',
      `const { userId, payload } = await redeemToken(tx, 'verify_email', token)`,
      `const found = await (await import('../one-time-tokens/tokens.ts')).findToken(tx, 'verify_email', token)
  if (!found) throw new DomainError('link_invalid')
  const { userId, payload } = found`,
    ],
    [
      ONE_TIME_TOKENS,
      `const token = randomBytes(32).toString('base64url')`,
      `const token = createHash('sha256').update(String(performance.now())).digest('base64url')`,
    ],
    [
      ONE_TIME_TOKENS,
      '    where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()\n    returning',
      '    where purpose = ${purpose} and hash = ${hashOf(token)}\n    returning',
    ],
  ),
  ...of('6.4.2', [
    'server/db/migrations/0004_identities.sql',
    '  -- what its owner knows it by:',
    '  security_question text,\n  -- what its owner knows it by:',
  ]),
  ...of(
    '6.4.3',
    ['server/accounts/reset-password.ts', 'await startOfRecoveryWindow(tx)) : []', `'epoch') : []`],
    ['server/accounts/reset-password.ts', 'isLong ? LONG_RESET_MINUTES : RESET_MINUTES', 'LONG_RESET_MINUTES'],
    [
      'server/accounts/sign-in/complete-sign-in.ts',
      'if (methods.length === 0)',
      `if (methods.length === 0 || method === 'password')`,
    ],
  ),
  ...of(
    '6.4.4',
    [RECOVERY_CODES, 'and hash = ${hashOf(typed)} returning created_at', `and hash >= '' returning created_at`],
    ['server/accounts/sign-in/reauthenticate.ts', ': required.second.length === 0', ': true'],
  ),
  ...of(
    '6.5.1',
    [TOTP, 'step === null || (row.lastStep !== null && BigInt(step) <= row.lastStep)', 'step === null'],
    [
      RECOVERY_CODES,
      'delete from recovery_codes where user_id = ${userId} and hash = ${hashOf(typed)} returning created_at',
      'select created_at from recovery_codes where user_id = ${userId} and hash = ${hashOf(typed)}',
    ],
    ['server/accounts/sign-in/second-factor-challenge.ts', '  await deleteToken(tx, id)\n', ''],
  ),
  ...of(
    '6.5.2',
    [
      RECOVERY_CODES,
      `return createHash('sha256').update(READINGS.recoveryCode(code)).digest('base64url')`,
      `return READINGS.recoveryCode(code).padEnd(43, '0')`,
    ],
    ['domain/accounts/factors.ts', 'export const RECOVERY_CODE_BYTES = 15', 'export const RECOVERY_CODE_BYTES = 10'],
  ),
  ...of(
    '6.5.3',
    [
      CODES,
      'randomInt(1_000_000)',
      `createHmac('sha256', 'codes').update(String(performance.now())).digest().readUInt32BE() % 1_000_000`,
    ],
    [
      RECOVERY_CODES,
      '...randomBytes(RECOVERY_CODE_BYTES)',
      `...createHash('sha256').update(String(performance.now())).digest().subarray(0, RECOVERY_CODE_BYTES)`,
    ],
    [
      TOTP,
      'new Secret({ size: TOTP_SECRET_BYTES })',
      'new Secret({ buffer: Uint8Array.from({ length: TOTP_SECRET_BYTES }, () => performance.now() * 1e4).buffer })',
    ],
    [CODES, 'randomInt(1_000_000)', `Math.floor(Math.random() * 1_000_000)`],
  ),
  ...of(
    '6.5.4',
    [CODES, `String(randomInt(1_000_000)).padStart(6, '0')`, `String(randomInt(10_000)).padStart(6, '0')`],
    [CODES, 'randomInt(1_000_000)', 'randomInt(100_000, 200_000)'],
  ),
  ...of(
    '6.5.6 (level 3)',
    [
      'server/accounts/factors/remove-factor.ts',
      'delete from totps where user_id = ${viewer.id} and confirmed_at is not null returning 1 as removed',
      'select 1 as removed from totps where user_id = ${viewer.id} and confirmed_at is not null',
    ],
    [
      'server/accounts/factors/remove-factor.ts',
      'delete from passkeys where id = ${passkeyId} and user_id = ${viewer.id} returning 1 as removed',
      'select 1 as removed from passkeys where id = ${passkeyId} and user_id = ${viewer.id}',
    ],
    [
      'server/accounts/factors/remove-factor.ts',
      `  if (count === 0) throw new DomainError('not_found')\n  await removeUselessCodes(tx, userId)\n`,
      `  if (count === 0) throw new DomainError('not_found')\n`,
    ],
  ),
  ...of(
    '6.6.2',
    [
      EMAILED_CODE,
      `    if (redeemed?.payload.email !== email) return null
    const { userId } = redeemed
    if (knownDevice === null && (await isUnverified(tx, userId, email))) await takeOver(tx, userId)
    if (!(await markVerified(tx, userId, email))) return null
`,
      `    if (!redeemed) return null
    const { userId } = redeemed
    if (knownDevice === null && (await isUnverified(tx, userId, email))) await takeOver(tx, userId)
    await markVerified(tx, userId, email)
`,
    ],
    ['server/accounts/sign-in/reauthentication-code.ts', ' && attempted.payload.sessionId === sessionId', ''],
  ),
  ...of(
    '6.6.3',
    [EMAILED_CODE, '  await consumeAll(limits, db, attempts)\n', ''],
    [
      'server/accounts/sign-in/reauthentication-code.ts',
      `  await limits.consume(tx, 'wrong_codes_per_account', subject)\n`,
      '',
    ],
    [CODES, 'set attempts_left = attempts_left - 1', 'set attempts_left = attempts_left'],
  ),
  ...of(
    '6.7.2 (level 3)',
    [ONE_TIME_TOKENS, `randomBytes(32).toString('base64url')`, `randomBytes(4).toString('base64url')`],
    [
      'server/accounts/factors/passkey-challenges.ts',
      `await inTransaction(db, (tx) => redeemToken(tx, 'passkey_challenge', challenge)).catch(refuse)`,
      '{ payload: purpose }',
    ],
  ),
  ...of(
    '6.8.1',
    [
      'server/accounts/identities/provider.ts',
      'accountId: `${issuerKey(issuer)} ${identity.accountId}`',
      'accountId: identity.accountId',
    ],
    ['server/accounts/identities/oidc/oidc.ts', '  requireSameAddress(address, parameters)\n', ''],
    [
      'server/accounts/sign-in/sign-in-with-identity.ts',
      'const userId = await findIdentityOwner(tx, kind, identity.accountId)',
      `const userId =
      (await findIdentityOwner(tx, kind, identity.accountId)) ??
      (identity.email === null ? null : ((await (await import('../users/queries.ts')).findUserByEmail(tx, identity.email))?.userId ?? null))`,
    ],
  ),
  ...of(
    '6.8.2',
    [
      'server/accounts/identities/oidc/discovery.ts',
      '[...plainHttp(issuer), enableNonRepudiationChecks]',
      '[...plainHttp(issuer)]',
    ],
    [
      'server/accounts/identities/oidc/id-token.ts',
      'const { payload } = await jwtVerify(idToken, keys, {',
      `const { payload } = await (async (..._: unknown[]) => ({ payload: (await import('jose')).decodeJwt(idToken) }))(keys, {`,
    ],
    [SAML, 'wantAssertionsSigned: true', 'wantAssertionsSigned: false'],
    [SAML, 'wantAuthnResponseSigned: answer.isSigned', 'wantAuthnResponseSigned: false'],
  ),
  ...of(
    '6.8.3',
    [
      'server/accounts/identities/authorization-requests.ts',
      `    await redeemToken(tx, 'saml_request', payload.requestId)\n`,
      '',
    ],
    [
      SAML,
      'const isKnown = await isPending(answer.requestId)',
      'const isKnown = (await isPending(answer.requestId)) || true',
    ],
    [
      'server/accounts/sign-in/handle-callback.ts',
      `  if (requestId !== samlRequestId(authorization)) throw new DomainError('provider_refused')\n`,
      '',
    ],
  ),
  ...of(
    '6.8.4',
    [
      'server/accounts/sign-in/complete-sign-in.ts',
      'if (methods.length === 0)',
      `if (methods.length === 0 || method === 'google')`,
    ],
    [
      'server/accounts/identities/start-authorization.ts',
      `forceLogin: wanted.intent.for === 'link'`,
      'forceLogin: false',
    ],
    ['server/accounts/identities/oidc/oidc.ts', `...(parameters.forceLogin && id !== 'google' ? { maxAge } : {}),`, ''],
    [
      'server/accounts/identities/saml/assertion.ts',
      'if (forcedLoginAt !== null && signedInAt < forcedLoginAt - CLOCK_SKEW_MS) {',
      'if (forcedLoginAt === -1) {',
    ],
  ),
]
