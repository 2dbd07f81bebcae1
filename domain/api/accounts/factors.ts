/** The second factors: an authenticator app, passkeys and recovery codes; sign-in and re-authentication with them. */
import * as z from 'zod/mini'
import { exact } from '../../reading/fields.ts'
import {
  PASSKEYS_MAX,
  RECOVERY_CODES,
  confirmAboveSchema,
  passkeyNameSchema,
  reauthenticationSchema,
  secondFactorCodeSchema,
  totpCodeSchema,
} from '../../accounts/factors.ts'
import { session } from './sessions.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'

export type { SecondFactorCode } from '../../accounts/factors.ts'

const inReAuthentication = endpointsOf('Re-authentication')
const inSecondFactors = endpointsOf('Second factors')
const inSignIn = endpointsOf('Sign-in')

export const factors = named(
  'Factors',
  z.object({
    hasPassword: described(z.boolean(), 'False for an account that began with an identity provider or a wallet.'),
    totpSince: described(z.nullable(moment), 'Null if no authenticator app is on.'),
    passkeys: listOf(
      z.object({ id, name: z.string(), createdAt: moment, lastUsedAt: z.nullable(moment) }),
      PASSKEYS_MAX,
    ),
    recoveryCodesLeft: z.int(),
    confirmAboveUsdt: described(
      z.nullable(decimal),
      'Confirming a receipt above this amount requires re-authentication; null if none does.',
    ),
  }),
)
export type Factors = z.infer<typeof factors>

const recoveryCodes = described(
  listOf(z.string(), RECOVERY_CODES),
  'The new recovery codes: they cannot be read again.',
)
const changedFactors = named('ChangedFactors', z.object({ factors, recoveryCodes: z.nullable(recoveryCodes) }))
export type ChangedFactors = z.infer<typeof changedFactors>

/** How a browser reaches a passkey, for instance `usb`, and the signature algorithms that it may choose from. */
const TRANSPORTS_MAX = 10
const ALGORITHMS_MAX = 3

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (max: number) => exact().check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/))
const credential = named(
  'PasskeyCredential',
  z.object({
    id: z.string(),
    type: z.literal('public-key'),
    transports: z.optional(listOf(z.string(), TRANSPORTS_MAX)),
  }),
)

/** The used part of W3C's PublicKeyCredentialCreationOptionsJSON. */
const passkeyCreation = named(
  'PasskeyCreationOptions',
  z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: listOf(z.object({ alg: z.int(), type: z.literal('public-key') }), ALGORITHMS_MAX),
    timeout: z.int(),
    excludeCredentials: listOf(credential, PASSKEYS_MAX),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
)
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** The used part of W3C's PublicKeyCredentialRequestOptionsJSON. */
const passkeyRequest = named(
  'PasskeyRequestOptions',
  z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: listOf(credential, PASSKEYS_MAX),
  }),
)
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** A new passkey: its name, and the used parts of the browser's answer. */
const newPasskey = z.strictObject({
  name: passkeyNameSchema,
  credentialId: bytes(1400),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(20_000),
  transports: z.optional(listOf(exact().check(z.maxLength(30)), TRANSPORTS_MAX)),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** The used parts of the browser's answer to a passkey challenge. */
const passkeyAnswer = named(
  'PasskeyAnswer',
  z.strictObject({
    credentialId: bytes(1400),
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: z.optional(bytes(100)),
  }),
)
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

const reauthenticated = named(
  'Reauthenticated',
  z.object({ reauthenticationExpiresAt: described(moment, 'Until then sensitive actions are possible.') }),
)

export const getFactors = inSecondFactors({
  method: 'GET',
  path: '/api/factors',
  summary: 'Get the second factors, without their secrets',
  response: factors,
})

export const startTotp = inSecondFactors({
  method: 'POST',
  path: '/api/factors/totp/start',
  summary: 'Start setting up an authenticator app; the secret is returned once',
  needsVerifiedEmail: true,
  body: nothing,
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['reauthentication_required', 'totp_on'],
})

export const confirmTotp = inSecondFactors({
  method: 'POST',
  path: '/api/factors/totp/confirm',
  summary: 'Turn on the authenticator app with a first code; ends all other sessions',
  body: totpCodeSchema,
  response: changedFactors,
  errors: ['reauthentication_required', 'code_wrong', 'totp_on', 'totp_not_started'],
})

export const removeTotp = inSecondFactors({
  method: 'POST',
  path: '/api/factors/totp/remove',
  summary: 'Turn off the authenticator app',
  needsIdempotencyKey: true,
  body: nothing,
  response: factors,
  errors: ['not_found', 'reauthentication_required'],
})

export const renewRecoveryCodes = inSecondFactors({
  method: 'POST',
  path: '/api/factors/recovery-codes',
  summary: 'Replace the recovery codes; the new ones are returned once',
  body: nothing,
  response: z.object({ factors, recoveryCodes }),
  errors: ['second_factor_off', 'reauthentication_required'],
})

export const startPasskey = inSecondFactors({
  method: 'POST',
  path: '/api/factors/passkeys/start',
  summary: 'Start adding a passkey',
  description: 'The answer is the options object for `navigator.credentials.create`.',
  needsVerifiedEmail: true,
  body: nothing,
  response: passkeyCreation,
  errors: ['reauthentication_required', 'passkeys_full'],
})

export const addPasskey = inSecondFactors({
  method: 'POST',
  path: '/api/factors/passkeys',
  summary: 'Add a passkey; ends all other sessions',
  body: newPasskey,
  response: changedFactors,
  errors: ['reauthentication_required', 'passkey_refused', 'passkey_known', 'passkeys_full'],
})

export const removePasskey = inSecondFactors({
  method: 'DELETE',
  path: '/api/factors/passkeys/:passkeyId',
  summary: 'Delete a passkey',
  needsIdempotencyKey: true,
  params: z.strictObject({ passkeyId: id }),
  response: factors,
  errors: ['last_sign_in_method', 'not_found', 'reauthentication_required'],
})

export const saveConfirmAbove = inSecondFactors({
  method: 'POST',
  path: '/api/factors/confirm-above',
  summary: 'Set the USDT amount above which confirming a receipt requires re-authentication',
  needsIdempotencyKey: true,
  body: confirmAboveSchema,
  response: factors,
  errors: ['reauthentication_required'],
})

export const startSignInWithPasskey = inSignIn({
  method: 'POST',
  path: '/api/sign-in/passkey/start',
  summary: 'Start a sign-in with a passkey',
  description: 'The answer is the options object for `navigator.credentials.get`.',
  isPublic: true,
  limit: 'sign-in',
  body: nothing,
  response: passkeyRequest,
})

export const signInWithPasskey = inSignIn({
  method: 'POST',
  path: '/api/sign-in/passkey',
  summary: 'Sign in with a passkey',
  isPublic: true,
  limit: 'sign-in',
  body: passkeyAnswer,
  response: session,
  errors: ['passkey_refused'],
})

export const answerSecondFactorChallenge = inSignIn({
  method: 'POST',
  path: '/api/sign-in/second-factor',
  summary: 'Complete a sign-in with a second-factor code',
  isPublic: true,
  limit: 'sign-in',
  body: secondFactorCodeSchema,
  response: session,
  errors: ['code_wrong', 'totp_attempts_exceeded', 'totp_blocked', 'sign_in_expired'],
})

export const startSecondFactorPasskey = inSignIn({
  method: 'POST',
  path: '/api/sign-in/second-factor/passkey/start',
  summary: 'Start completing a sign-in with a passkey',
  description: 'The answer is the options object for `navigator.credentials.get`.',
  isPublic: true,
  limit: 'sign-in',
  body: nothing,
  response: passkeyRequest,
  errors: ['sign_in_expired'],
})

export const answerSecondFactorWithPasskey = inSignIn({
  method: 'POST',
  path: '/api/sign-in/second-factor/passkey',
  summary: 'Complete a sign-in with a passkey',
  isPublic: true,
  limit: 'sign-in',
  body: passkeyAnswer,
  response: session,
  errors: ['passkey_refused', 'sign_in_expired'],
})

export const sendReauthenticationCode = inReAuthentication({
  method: 'POST',
  path: '/api/reauthenticate/code/send',
  summary: 'Email a re-authentication code',
  team: 'self',
  description: 'For accounts without a password.',
  needsIdempotencyKey: true,
  body: nothing,
  response: z.object({ codeId: id }),
  errors: ['reauthentication_required'],
})

export const reauthenticate = inReAuthentication({
  method: 'POST',
  path: '/api/reauthenticate',
  summary: 'Re-authenticate; rotates the session cookie',
  team: 'self',
  body: reauthenticationSchema,
  response: reauthenticated,
  errors: ['password_wrong', 'reauthentication_required', 'code_wrong', 'totp_attempts_exceeded', 'totp_blocked'],
})

export const startReauthenticationWithPasskey = inReAuthentication({
  method: 'POST',
  path: '/api/reauthenticate/passkey/start',
  summary: 'Start re-authentication with a passkey',
  team: 'self',
  description: 'The answer is the options object for `navigator.credentials.get`.',
  body: nothing,
  response: passkeyRequest,
})

export const reauthenticateWithPasskey = inReAuthentication({
  method: 'POST',
  path: '/api/reauthenticate/passkey',
  summary: 'Re-authenticate with a passkey; rotates the session cookie',
  team: 'self',
  body: passkeyAnswer,
  response: reauthenticated,
  errors: ['passkey_refused'],
})
