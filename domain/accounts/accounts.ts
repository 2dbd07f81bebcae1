/** Registration and sign-in rules (spec-coverage 5; decisions: Accounts). */
import * as z from 'zod/mini'
import { opaqueString } from '../reading/passwords.ts'
import { exact, passwordText, reads } from '../reading/fields.ts'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '../languages.ts'
import { usernameError } from './usernames.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
export const MINIMUM_AGE = 18

const PASSWORD_TOO_SHORT = /*i18n*/ 'Password must be at least 8 characters long'
export const PASSWORD_TOO_COMMON = /*i18n*/ 'This password is too common. Choose another one.'
export const PASSWORD_TOO_PERSONAL = /*i18n*/ 'Your password can’t be your username, your email address or “Sarraf”.'
const PASSWORD_TOO_LONG = /*i18n*/ 'Password must be at most 256 characters long'

export const EMAIL_IS_THE_SAME = /*i18n*/ 'This is already your email address'
export const EMAIL_INVALID = /*i18n*/ 'Please enter a valid email address'
export const TERMS_NEEDED = /*i18n*/ 'You must be at least 18 and accept the terms'
/** The format of an email address, in every form; the host in ASCII, of which the last part can be that of another script. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/
export const EMAIL_MAX = 254

export type RegistrationInput = {
  username: string
  email: string
  password: string
  confirmPassword: string
  acceptsTerms: boolean
  /** The language of the page on which the user registers. */
  language: Language
}

export type FieldError = { field: keyof RegistrationInput; message: string }

/** The first error, in the specification's order; null when the form is valid. */
export function registrationError(input: RegistrationInput): FieldError | null {
  const { password, confirmPassword, email, acceptsTerms } = input
  if (opaqueString(password).length < PASSWORD_MIN) return { field: 'password', message: PASSWORD_TOO_SHORT }
  if (password.length > PASSWORD_MAX) return { field: 'password', message: PASSWORD_TOO_LONG }
  if (opaqueString(password) !== opaqueString(confirmPassword))
    return { field: 'confirmPassword', message: /*i18n*/ 'Passwords do not match' }
  const username = usernameError(input.username)
  if (username) return { field: 'username', message: username }
  if (email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email)) return { field: 'email', message: EMAIL_INVALID }
  if (!acceptsTerms) return { field: 'acceptsTerms', message: TERMS_NEEDED }
  return null
}

export const registrationSchema = z
  .strictObject({
    username: reads('username'),
    email: reads('email'),
    password: passwordText().check(z.maxLength(1000)),
    confirmPassword: passwordText().check(z.maxLength(1000)),
    acceptsTerms: z.boolean(),
    language: z._default(z.enum(LANGUAGES), SOURCE_LANGUAGE),
  })
  .check((ctx) => {
    const wrong = registrationError(ctx.value)
    if (wrong) ctx.issues.push({ code: 'custom', input: ctx.value, path: [wrong.field], message: wrong.message })
  })

/** The present password, as it is typed to sign in or to re-authenticate. */
export const presentPassword = passwordText().check(z.minLength(1, /*i18n*/ 'Password is required'), z.maxLength(1000))

export const signInSchema = z.strictObject({
  email: reads('email').check(z.minLength(1, /*i18n*/ 'Email is required')),
  password: presentPassword,
})
export type SignInInput = z.infer<typeof signInSchema>

/** How long an email token or code is valid; each works once. */
export const VERIFY_HOURS = 24
export const RESET_MINUTES = 10
/** A password link where strangers have used up the mailbox's emails of the day: the next one is sent when it expires. */
export const LONG_RESET_MINUTES = 120
export const CODE_MINUTES = 10
/** How long a registration waits for its code; the user can ask for another code in that time. */
export const REGISTRATION_MINUTES = 60
export const CONFIRM_EMAIL_MINUTES = 30
/**
 * For so long the mailbox's owner can remove a sign-in method that was added: by the link in the email about it, and by a
 * recovery. A second factor that is younger does not stop a recovery (docs/account-recovery.md).
 */
export const RECOVERY_DAYS = 7
export const REMOVE_ADDITION_MINUTES = RECOVERY_DAYS * 24 * 60
/** Includes the time the new address has for its confirmation: the former owner always has the whole days. */
export const UNDO_EMAIL_MINUTES = REMOVE_ADDITION_MINUTES + CONFIRM_EMAIL_MINUTES

export const emailSchema = z.strictObject({ email: emailField() })

/** The six-digit code of an email. */
export const mailedCode = reads('code').check(z.regex(/^\d{6}$/, /*i18n*/ 'Enter the 6-digit code from the email'))

/** The code that confirms a registration. */
export const registrationCodeSchema = z.strictObject({ code: mailedCode })

/** Codes of one form that are accepted beside the newest: an email that was sent first may arrive last. */
export const FORMER_CODES_MAX = 3

/** The code that signs a user in, with the email address it was sent to. */
export const codeSignInSchema = z.strictObject({
  codeId: z.uuid(),
  formerCodeIds: z.optional(z.array(z.uuid()).check(z.maxLength(FORMER_CODES_MAX))),
  email: emailField(),
  code: mailedCode,
})
export type CodeSignInInput = z.infer<typeof codeSignInSchema>

/** 256 random bits, from a link in an email. */
const linkToken = exact().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
export const linkSchema = z.strictObject({ token: linkToken })

export const passwordResetSchema = z.strictObject({
  token: linkToken,
  newPassword: newPassword(),
  /** Removes what was added for signing in within the last `RECOVERY_DAYS`. */
  removesRecent: z._default(z.boolean(), true),
})
export type PasswordResetInput = z.output<typeof passwordResetSchema>

export const emailChangeSchema = z.strictObject({ newEmail: emailField() })

/** A new password, with the present one. */
export const passwordChangeSchema = z.strictObject({
  currentPassword: passwordText().check(z.minLength(1, /*i18n*/ 'Current password is required'), z.maxLength(1000)),
  newPassword: newPassword(),
})
export type PasswordChangeInput = z.infer<typeof passwordChangeSchema>

function newPassword() {
  return passwordText().check(
    z.refine((password) => opaqueString(password).length >= PASSWORD_MIN, { message: PASSWORD_TOO_SHORT, abort: true }),
    z.maxLength(PASSWORD_MAX, PASSWORD_TOO_LONG),
  )
}

function emailField() {
  return reads('email').check(z.maxLength(EMAIL_MAX, EMAIL_INVALID), z.regex(EMAIL_PATTERN, EMAIL_INVALID))
}
