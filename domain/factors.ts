/** The second factor: an authenticator app, passkeys, and recovery codes that replace them (decisions: Accounts). */
import * as z from 'zod/mini'
import { mailedCode, presentPassword } from './accounts.ts'
import { cleanText } from './clean-text.ts'
import { AMOUNT_TEXTS, parseUsdt } from './money.ts'

/** What a person can show besides their password. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactorMethod = (typeof SECOND_FACTORS)[number]

/** What is shown first to prove anew who one is; the mailed code only by who has no password. */
const FIRST_FACTORS = ['password', 'mailed_code'] as const

/** What would do as a proof. One of `second` is shown besides `first` where there are any; a passkey alone is both. */
export const requiredReauthenticationSchema = z.object({
  first: z.enum(FIRST_FACTORS),
  second: z.array(z.enum(SECOND_FACTORS)),
})
export type RequiredReauthentication = z.infer<typeof requiredReauthenticationSchema>

/** How long a proof is fresh: dangerous acts ask for another one afterwards. */
export const REAUTHENTICATION_MINUTES = 5

/** An authenticator's code (RFC 6238): SHA-1, a new one every 30 seconds; the one before and the one after are taken too. */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_SECONDS = 30
export const TOTP_WINDOW_STEPS = 1
/** 160 bits, as RFC 4226 asks for. */
export const TOTP_SECRET_BYTES = 20
/** Wrong codes of one account, wherever they come from; passkeys and recovery codes work on. */
export const TOTP_WRONG_MAX = 5
export const TOTP_WRONG_MINUTES = 10

export const RECOVERY_CODES = 10
/** 120 bits: 24 letters and digits, shown in groups of four. */
export const RECOVERY_CODE_BYTES = 15

export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60
/** How long a browser's answer to a passkey challenge is waited for. */
export const CHALLENGE_MINUTES = 5
/** How long a sign-in waits for its second factor. */
export const SECOND_FACTOR_CHALLENGE_MINUTES = 10

/** Six digits, with or without the blank that authenticators draw in the middle. */
const TOTP_PATTERN = /^ *\d{3} ?\d{3} *$/
const TOTP_MALFORMED = /*i18n*/ 'Enter the 6-digit code from your app.'
const CODE_MAX = 100

/** A code of the app alone, as it is given to turn it on. */
export const totpCodeSchema = z.strictObject({
  code: z.string().check(z.maxLength(CODE_MAX), z.regex(TOTP_PATTERN, TOTP_MALFORMED)),
})

/** A code that is typed as the second step of signing in. */
export const secondFactorCodeSchema = z
  .strictObject({ method: z.enum(['totp', 'recovery_code']), code: z.string().check(z.maxLength(CODE_MAX)) })
  .check((ctx) => {
    const message = codeError(ctx.value.method, ctx.value.code)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, path: ['code'], message })
  })
export type SecondFactorCode = z.infer<typeof secondFactorCodeSchema>

/** What is typed to prove anew who one is. */
export const reauthenticationSchema = z.strictObject({
  first: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('password'), password: presentPassword }),
    z.strictObject({ method: z.literal('mailed_code'), codeId: z.uuid(), code: mailedCode }),
  ]),
  second: z.optional(secondFactorCodeSchema),
})
export type Reauthentication = z.infer<typeof reauthenticationSchema>

function codeError(method: SecondFactorCode['method'], code: string): string | null {
  if (method === 'totp') return TOTP_PATTERN.test(code) ? null : TOTP_MALFORMED
  return code === '' ? /*i18n*/ 'Enter one of your recovery codes.' : null
}

/** What the person calls a passkey, to know it again. */
export const passkeyNameSchema = z
  .string()
  .check(
    z.overwrite(cleanText),
    z.minLength(1, /*i18n*/ 'Enter a name for the passkey.'),
    z.maxLength(PASSKEY_NAME_MAX, /*i18n*/ 'Name must be at most 60 characters long.'),
  )

/** Above how much USDT confirming a receipt asks for a fresh proof; empty: never. */
export const confirmAboveSchema = z.strictObject({
  confirmAboveUsdt: z.string().check((ctx) => {
    if (ctx.value === '' || parseUsdt(ctx.value) !== null) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: AMOUNT_TEXTS.usdt })
  }),
})

/** The letters and digits of a recovery code as they are kept: case, blanks and dashes do not count, nor what O, I and L look like. */
export function bareRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
