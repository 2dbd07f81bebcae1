/** The second factor: an authenticator app, passkeys, and recovery codes that replace them (decisions: Accounts). */
import * as z from 'zod/mini'
import { mailedCode, presentPassword } from './accounts.ts'
import { nameText, reads, readsNumber } from '../reading/fields.ts'
import { AMOUNT_TEXTS, parseUsdt } from '../money.ts'
import { SECOND_FACTORS } from './sign-in-methods.ts'

/** The first factors of a re-authentication; the emailed code only for accounts without a password. */
const FIRST_FACTORS = ['password', 'mailed_code'] as const

/** What re-authenticates. Where `second` is not empty, one of it is required besides `first`; a passkey alone is both. */
export const requiredReauthenticationSchema = z.object({
  first: z.enum(FIRST_FACTORS),
  second: z.array(z.enum(SECOND_FACTORS)),
})
export type RequiredReauthentication = z.infer<typeof requiredReauthenticationSchema>

/** How long a re-authentication is recent enough for sensitive actions. */
export const REAUTHENTICATION_MINUTES = 5

/** For how long sessions and keys that begin after an account recovery cannot release USDT. */
export const RECOVERY_HOLD_HOURS = 24
/** The first release of more than this requires a second factor; also the default of `confirmAboveUsdt`. */
export const RELEASE_FACTOR_ABOVE_USDT = '1000.000000'
/** A second factor added to an account older than this releases more than that only after this long. */
export const FACTOR_TRUSTED_AFTER_HOURS = 24

/** A TOTP code (RFC 6238): SHA-1, a new one every 30 seconds; the previous and the next are accepted too. */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_SECONDS = 30
export const TOTP_WINDOW_STEPS = 1
/** 160 bits, as RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20
/** Wrong TOTP codes of one account, from all clients; passkeys and recovery codes stay usable. */
export const TOTP_WRONG_MAX = 5
export const TOTP_WRONG_MINUTES = 10
/**
 * Then the app is blocked until a recovery code is used. A right code does not reset the count, so a thief of the password
 * cannot guess for ever beside an owner who signs in daily: 200 guesses of 3 in a million, at most, in any 365 days.
 */
export const TOTP_WRONG_YEARLY_MAX = 100
export const TOTP_WRONG_YEAR_DAYS = 365

export const RECOVERY_CODES = 10
/** 120 bits: 24 characters, shown in groups of four. */
export const RECOVERY_CODE_BYTES = 15

export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60
/** How long a passkey challenge is valid. */
export const CHALLENGE_MINUTES = 5
/** How long a sign-in waits for its second factor. */
export const SECOND_FACTOR_CHALLENGE_MINUTES = 10

const totpCode = reads('code').check(z.regex(/^\d{6}$/, /*i18n*/ 'Enter the 6-digit code from your app.'))
const recoveryCode = reads('recoveryCode').check(z.minLength(1, /*i18n*/ 'Enter one of your recovery codes.'))

/** A TOTP code that turns the app on. */
export const totpCodeSchema = z.strictObject({ code: totpCode })

/** A code of the second factor challenge. */
export const secondFactorCodeSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('totp'), code: totpCode }),
  z.strictObject({ method: z.literal('recovery_code'), code: recoveryCode }),
])
export type SecondFactorCode = z.infer<typeof secondFactorCodeSchema>

/** The input of a re-authentication. */
export const reauthenticationSchema = z.strictObject({
  first: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('password'), password: presentPassword }),
    z.strictObject({ method: z.literal('mailed_code'), codeId: z.uuid(), code: mailedCode }),
  ]),
  second: z.optional(secondFactorCodeSchema),
})
export type Reauthentication = z.infer<typeof reauthenticationSchema>

/** The user's name for a passkey. */
export const passkeyNameSchema = nameText().check(
  z.minLength(1, /*i18n*/ 'Enter a name for the passkey.'),
  z.maxLength(PASSKEY_NAME_MAX, /*i18n*/ 'Name must be at most 60 characters long.'),
)

/** The amount of USDT above which confirming a receipt requires re-authentication; empty: never. */
export const confirmAboveSchema = z.strictObject({
  confirmAboveUsdt: readsNumber('assetAmount').check((ctx) => {
    if (ctx.value === '' || parseUsdt(ctx.value) !== null) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: AMOUNT_TEXTS.usdt })
  }),
})
