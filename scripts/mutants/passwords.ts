/** Mutants of the sections 6.1 and 6.2: documentation and passwords. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const ACCOUNTS = 'domain/accounts/accounts.ts'
const COMMON_PASSWORDS = 'server/accounts/common-passwords.ts'
const PASSWORD_FIELD = 'web/ui/fields/PasswordField.tsx'
const RATE_LIMITS = 'server/http/rate-limits/rate-limits.ts'

export const PASSWORDS: readonly Mutant[] = [
  ...of(
    '6.1.1',
    [RATE_LIMITS, 'wrong_codes_per_account: { times: 10,', 'wrong_codes_per_account: { times: 1000,'],
    [
      RATE_LIMITS,
      'wrong_passwords_per_account: { times: 100, seconds: HOUR }',
      'wrong_passwords_per_account: { times: 100, seconds: 1 }',
    ],
    [
      'server/accounts/sessions/limit-password-attempts.ts',
      'EMAIL_PATTERN.test(email) ? await findKnownDevice(services.db, email, client.device) : null',
      'EMAIL_PATTERN.test(email) ? null : await findKnownDevice(services.db, email, client.device)',
    ],
  ),
  ...of('6.1.2', [COMMON_PASSWORDS, `['usdt', 'tether']`, `['usdt']`]),
  ...of(
    '6.1.3',
    [
      'domain/accounts/sign-in-methods.ts',
      `[...SESSION_METHODS, 'totp', 'recovery_code'] as const`,
      `[...SESSION_METHODS, 'totp', 'recovery_code', 'phone'] as const`,
    ],
    [
      'server/accounts/sign-in/sign-in-with-identity.ts',
      'if (userId !== null) return completeSignIn(tx, { userId, method: kind, client })',
      `if (userId !== null && kind === 'wallet')
      return {
        token: await (await import('../sessions/open-session.ts')).openSession(tx, { userId, method: kind, client, secondFactorSince: new Date() }),
      }
    if (userId !== null) return completeSignIn(tx, { userId, method: kind, client })`,
    ],
    ['server/accounts/sign-in/sign-in-with-passkey.ts', 'secondFactorSince: since', 'secondFactorSince: null'],
    [
      'docs/security-controls.md',
      '| `wallet` | a message signed by the linked wallet (EIP-4361) | one |',
      '| `wallet` | a message signed by the linked wallet (EIP-4361) | two |',
    ],
  ),
  ...of(
    '6.2.1',
    [ACCOUNTS, 'export const PASSWORD_MIN = 8', 'export const PASSWORD_MIN = 4'],
    [
      ACCOUNTS,
      `  if (opaqueString(password).length < PASSWORD_MIN) return { field: 'password', message: PASSWORD_TOO_SHORT }\n`,
      '',
    ],
    [
      ACCOUNTS,
      'token: linkToken,\n  newPassword: newPassword(),',
      'token: linkToken,\n  newPassword: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX, PASSWORD_TOO_LONG)),',
    ],
    [
      ACCOUNTS,
      `'Current password is required'), z.maxLength(1000)),\n  newPassword: newPassword(),`,
      `'Current password is required'), z.maxLength(1000)),\n  newPassword: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX, PASSWORD_TOO_LONG)),`,
    ],
  ),
  ...of(
    '6.2.2',
    ['server/accounts/queries.ts', 'set password = ${next}', 'set password = ${present}'],
    [
      'server/accounts/reset-password.ts',
      'do update set password = excluded.password',
      'do update set password = identities.password',
    ],
  ),
  ...of('6.2.3', [
    'server/accounts/change-password.ts',
    'if (!present || !(await passwords.verify({ hash: present, password: currentPassword }))) throw wrong()',
    'if (!present) throw wrong()',
  ]),
  ...of(
    '6.2.4',
    ['server/accounts/registration/register.ts', `  assertUncommonPassword(input.password, input, 'password')\n`, ''],
    ['server/accounts/change-password.ts', `  assertUncommonPassword(newPassword, viewer, 'newPassword')\n`, ''],
    ['server/accounts/reset-password.ts', `  assertUncommonPassword(newPassword, user, 'newPassword')\n`, ''],
  ),
  ...of('6.2.5', [
    ACCOUNTS,
    'z.refine((password) => opaqueString(password).length >= PASSWORD_MIN,',
    'z.regex(/\\d|[A-Z]/), z.refine((password) => opaqueString(password).length >= PASSWORD_MIN,',
  ]),
  ...of(
    '6.2.6',
    [PASSWORD_FIELD, `isShown ? 'text' : 'password'`, `isShown ? 'password' : 'text'`],
    [PASSWORD_FIELD, 'onClick={() => setIsShown(!isShown)}', 'onClick={() => setIsShown(false)}'],
  ),
  ...of(
    '6.2.7',
    [PASSWORD_FIELD, 'autoComplete={autoComplete}', 'autoComplete="off"'],
    [PASSWORD_FIELD, 'autoCapitalize="none"', 'onPaste={(event) => event.preventDefault()}'],
  ),
  ...of(
    '6.2.8',
    ['domain/reading/passwords.ts', `.normalize('NFC')`, `.normalize('NFC').slice(0, 72)`],
    ['domain/reading/passwords.ts', `.normalize('NFC')`, `.normalize('NFC').toLowerCase()`],
  ),
  ...of('6.2.9', [ACCOUNTS, 'export const PASSWORD_MAX = 256', 'export const PASSWORD_MAX = 48']),
  ...of('6.2.10', [
    'server/accounts/queries.ts',
    `and i.provider_id = 'credential'\n    where`,
    `and i.provider_id = 'credential' and i.created_at > clock_timestamp() - interval '1 year'\n    where`,
  ]),
  ...of(
    '6.2.11',
    [COMMON_PASSWORDS, 'new Set([small, coreOf(small)])', 'new Set([small])'],
    [
      COMMON_PASSWORDS,
      '[username, localPart, email, productNames().productName, ...ASSETS]',
      '[username, email, productNames().productName, ...ASSETS]',
    ],
  ),
  ...of(
    '6.2.12',
    [COMMON_PASSWORDS, 'COMMON.includes(`\\n${small}\\n`)', 'COMMON.includes(`\\n${password}\\n`)'],
    [COMMON_PASSWORDS, 'COMMON.includes(`\\n${small}\\n`)', 'COMMON.slice(0, 100_000).includes(`\\n${small}\\n`)'],
  ),
]
