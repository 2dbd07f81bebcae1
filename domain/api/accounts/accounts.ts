/** Registration, sign-in with an email address, a user’s list of sessions, password and email address. */
import * as z from 'zod/mini'
import {
  RECOVERY_DAYS,
  codeSignInSchema,
  emailChangeSchema,
  emailSchema,
  linkSchema,
  passwordChangeSchema,
  passwordResetSchema,
  registrationCodeSchema,
  registrationSchema,
  signInSchema,
} from '../../accounts/accounts.ts'
import { ADDITIONS_MAX, ADDITION_KINDS } from '../../accounts/additions.ts'
import { LIMITS, LISTED } from '../../limits.ts'
import { signInMethod } from './account-values.ts'
import { described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'
import { session } from './sessions.ts'

const inAccount = endpointsOf('Account')
const inRegistration = endpointsOf('Registration')
const inSessions = endpointsOf('Sessions')
const inSignIn = endpointsOf('Sign-in')

const openSession = named(
  'OpenSession',
  z.object({
    id,
    browser: described(z.nullable(z.string()), 'Null if the browser is not known.'),
    system: z.nullable(z.string()),
    isCurrent: z.boolean(),
    signedInAt: moment,
    lastSeenAt: described(moment, 'Exact to five minutes.'),
  }),
)
export type OpenSession = z.infer<typeof openSession>

const signInEntry = named(
  'SignIn',
  z.object({
    id: z.string(),
    at: moment,
    method: signInMethod,
    outcome: z.enum(['signed_in', 'refused']),
    isNewDevice: described(z.boolean(), 'The account had not been used with this browser before.'),
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
  }),
)
export type SignInEntry = z.infer<typeof signInEntry>

/** The answer that reveals only that the call arrived. */
export const done = named('Done', z.object({ done: z.literal(true) }))

export const register = inRegistration({
  method: 'POST',
  path: '/api/register',
  summary: 'Start a registration; a code is emailed to confirm it',
  description: 'The answer is the same whether or not an account has this email address.',
  isPublic: true,
  limit: 'sign-in',
  body: registrationSchema,
  response: session,
  statuses: [202],
  errors: ['username_taken'],
})

export const getRegistration = inRegistration({
  method: 'GET',
  path: '/api/register',
  summary: 'Get the pending registration’s email address, or null',
  isPublic: true,
  limit: 'sign-in',
  response: z.object({ email: z.nullable(z.string()) }),
})

export const suggestUsername = inRegistration({
  method: 'GET',
  path: '/api/register/username',
  summary: 'Get a free username that a new user may choose',
  description: 'It is not reserved: another user may choose it first.',
  isPublic: true,
  response: z.object({ username: z.string() }),
})

export const resendRegistrationCode = inRegistration({
  method: 'POST',
  path: '/api/register/resend',
  summary: 'Resend the code; the previous one becomes invalid',
  isPublic: true,
  limit: 'sign-in',
  body: nothing,
  response: done,
  errors: ['registration_expired'],
})

export const confirmRegistration = inRegistration({
  method: 'POST',
  path: '/api/register/confirm',
  summary: 'Confirm a registration and sign in',
  isPublic: true,
  limit: 'sign-in',
  body: registrationCodeSchema,
  response: session,
  statuses: [201],
  errors: ['email_taken', 'email_suspended', 'username_taken', 'registration_expired', 'code_wrong', 'identity_taken'],
})

export const signIn = inSignIn({
  method: 'POST',
  path: '/api/sign-in',
  summary: 'Sign in with email and password',
  description:
    'Where a second factor is on, the answer lists the ways to complete the sign-in and no session starts yet.',
  isPublic: true,
  limit: 'sign-in',
  body: signInSchema,
  response: session,
  errors: ['credentials_wrong'],
})

export const sendSignInCode = inSignIn({
  method: 'POST',
  path: '/api/sign-in/code/send',
  summary: 'Email a sign-in code, if an account has this address',
  isPublic: true,
  limit: 'sign-in',
  body: emailSchema,
  response: z.object({ codeId: id }),
})

export const signInWithCode = inSignIn({
  method: 'POST',
  path: '/api/sign-in/code',
  summary: 'Sign in with an emailed code',
  isPublic: true,
  limit: 'sign-in',
  body: codeSignInSchema,
  response: session,
  errors: ['code_wrong'],
})

export const forgotPassword = inAccount({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Email a password reset link, if an account has this address',
  isPublic: true,
  limit: 'sign-in',
  body: emailSchema,
  response: done,
})

const additionKind = named(
  'AdditionKind',
  z.enum(ADDITION_KINDS),
  'What was added to an account for signing in or acting for it.',
)

const addition = named('Addition', z.object({ kind: additionKind, addedAt: moment }))
export type Addition = z.infer<typeof addition>

export const reviewReset = inAccount({
  method: 'POST',
  path: '/api/reset-password/review',
  summary: `List what was added for signing in within the last ${RECOVERY_DAYS} days, with a reset link`,
  description: 'The link stays valid.',
  isPublic: true,
  limit: 'sign-in',
  body: linkSchema,
  response: z.object({
    additions: listOf(addition, ADDITIONS_MAX),
    isFirstPassword: described(
      z.boolean(),
      `The account has no password, and not because of a recovery in the last ${RECOVERY_DAYS} days: it need not remove anything.`,
    ),
  }),
  errors: ['link_invalid'],
})

export const resetPassword = inAccount({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Set a new password with a reset link; ends all sessions and API keys',
  description: `It does not sign in. Sign-in methods and second factors that were added within the last ${RECOVERY_DAYS} days are removed, unless \`removesRecent\` is false; older ones stay and are required.`,
  isPublic: true,
  limit: 'sign-in',
  body: passwordResetSchema,
  response: done,
  errors: ['link_invalid'],
})

export const verifyEmail = inAccount({
  method: 'POST',
  path: '/api/verify-email',
  summary: 'Verify an email address with the link sent to it',
  isPublic: true,
  limit: 'sign-in',
  body: linkSchema,
  response: done,
  errors: ['link_invalid'],
})

export const resendVerification = inAccount({
  method: 'POST',
  path: '/api/verify-email/resend',
  summary: 'Resend the verification link',
  needsIdempotencyKey: true,
  body: nothing,
  response: z.object({ isVerified: z.boolean() }),
})

export const changeEmail = inAccount({
  method: 'POST',
  path: '/api/email',
  summary: 'Start an email change; a link is sent to the new address',
  description: 'The address changes when the link is opened.',
  needsIdempotencyKey: true,
  body: emailChangeSchema,
  response: done,
  errors: ['reauthentication_required'],
})

export const confirmEmail = inAccount({
  method: 'POST',
  path: '/api/email/confirm',
  summary: 'Confirm an email change; ends all other sessions',
  isPublic: true,
  limit: 'sign-in',
  body: linkSchema,
  response: done,
  errors: ['email_taken', 'email_suspended', 'link_invalid'],
})

export const undoEmail = inAccount({
  method: 'POST',
  path: '/api/email/undo',
  summary: 'Undo an email change; ends all sessions',
  isPublic: true,
  limit: 'sign-in',
  body: linkSchema,
  response: done,
  errors: ['email_taken', 'link_invalid'],
})

export const reviewAddition = inAccount({
  method: 'POST',
  path: '/api/additions/review',
  summary: 'Get what the link of a security email removes',
  description: 'The link stays valid.',
  isPublic: true,
  limit: 'sign-in',
  body: linkSchema,
  response: z.object({
    kind: additionKind,
    addedAt: moment,
    isPresent: described(z.boolean(), 'False where it was removed or replaced meanwhile.'),
    isCurrentAddress: described(z.boolean(), 'The account still has the address that the link was sent to.'),
  }),
  errors: ['link_invalid'],
})

export const removeAddition = inAccount({
  method: 'POST',
  path: '/api/additions/remove',
  summary: 'Remove the addition that a security email reported; ends all sessions',
  description:
    'Also where it is gone already. While the link’s address is the account’s, the password is removed too and a link for a new one is emailed.',
  isPublic: true,
  limit: 'sign-in',
  body: linkSchema,
  response: z.object({
    kind: additionKind,
    wasPresent: z.boolean(),
    isResetLinkSent: described(z.boolean(), 'A link for a new password was emailed.'),
  }),
  errors: ['link_invalid'],
})

export const listSignIns = inSessions({
  method: 'GET',
  path: '/api/sign-ins',
  summary: 'List recent sign-ins and refused attempts, newest first',
  response: z.object({ signIns: listOf(signInEntry, LISTED.sign_ins) }),
})

export const changePassword = inAccount({
  method: 'POST',
  path: '/api/password',
  summary: 'Change the password; ends all other sessions',
  body: passwordChangeSchema,
  response: session,
  errors: ['password_wrong', 'reauthentication_required'],
})

export const listSessions = inSessions({
  method: 'GET',
  path: '/api/sessions',
  summary: 'List active sessions, current first',
  description: `An account has up to ${LIMITS.sessions} sessions: a further sign-in ends the one that was used least recently.`,
  response: z.object({ sessions: listOf(openSession, LIMITS.sessions) }),
})

export const endSession = inSessions({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  summary: 'End one session',
  needsIdempotencyKey: true,
  params: z.strictObject({ sessionId: id }),
  response: z.object({ ended: z.int() }),
  errors: ['not_found', 'reauthentication_required'],
})

export const endOtherSessions = inSessions({
  method: 'POST',
  path: '/api/sessions/end-others',
  summary: 'End all other sessions',
  needsIdempotencyKey: true,
  body: nothing,
  response: z.object({ ended: z.int() }),
  errors: ['reauthentication_required'],
})
