/** What a one-time token can be issued for: whether it belongs to a user, and the payload stored with it. */
import * as z from 'zod/mini'
import type { TokenPurpose } from '../../../domain/accounts/one-time-tokens.ts'
import { SESSION_METHODS } from '../../../domain/accounts/sign-in-methods.ts'
import { IDENTITY_KINDS, PROVIDERS } from '../../../domain/accounts/sign-in-methods.ts'
import { LANGUAGES } from '../../../domain/languages.ts'

const forUser = <Payload extends z.ZodMiniType>(payload: Payload) => ({ userId: z.string(), payload })
const withoutUser = <Payload extends z.ZodMiniType>(payload: Payload) => ({ userId: z.null(), payload })

const nothing = z.object({})
const toEmail = z.object({ email: z.string() })

/** An account at an identity provider or a wallet, verified by the provider's response or the wallet's signature. */
const verifiedIdentity = z.object({
  /** The provider's permanent name for the account, never given to another one. */
  accountId: z.string(),
  email: z.nullable(z.string()),
  /** The provider says that the account's owner has verified this email. */
  isEmailVerified: z.boolean(),
})
export type VerifiedIdentity = z.infer<typeof verifiedIdentity>

/**
 * What an email reported, named so that its link removes this and nothing that was added in its place. Moments are exact text:
 * a Date would lose microseconds.
 */
const addition = z.discriminatedUnion('kind', [
  /** `recoveryCodes`: when the codes that were issued with the factor were created. */
  z.object({ kind: z.literal('totp'), createdAt: z.string(), recoveryCodes: z.nullable(z.string()) }),
  z.object({ kind: z.literal('passkey'), id: z.string(), recoveryCodes: z.nullable(z.string()) }),
  /** `former`: the codes that were replaced, as the database keeps them. */
  z.object({
    kind: z.literal('recovery_codes'),
    createdAt: z.string(),
    former: z.array(z.object({ nr: z.number(), hash: z.string(), createdAt: z.string() })),
  }),
  z.object({ kind: z.enum(IDENTITY_KINDS), id: z.string() }),
  z.object({ kind: z.literal('api_key'), id: z.string() }),
  z.object({ kind: z.literal('team_member'), id: z.string() }),
  z.object({ kind: z.literal('telegram'), linkedAt: z.string() }),
  z.object({ kind: z.literal('device'), createdAt: z.string() }),
  /** `fingerprint`: the SHA-256 of the stored hash. */
  z.object({ kind: z.literal('password'), fingerprint: z.string() }),
])
export type StoredAddition = z.infer<typeof addition>

const signUp = z.object({ kind: z.enum(IDENTITY_KINDS), identity: verifiedIdentity })

export const PURPOSES = {
  verify_email: forUser(toEmail),
  reset_password: forUser(toEmail),
  confirm_new_email: forUser(
    z.object({ oldEmail: z.string(), newEmail: z.string(), wasVerified: z.boolean(), since: z.string() }),
  ),
  undo_email_change: forUser(
    z.object({
      oldEmail: z.string(),
      newEmail: z.string(),
      wasVerified: z.boolean(),
      /** What was added for signing in after this moment is removed; exact text. The same in all links of one change. */
      since: z.string(),
    }),
  ),
  /** `to`: the address that the email was sent to. */
  remove_addition: forUser(z.object({ to: z.string(), addition })),
  sign_in_code: forUser(toEmail),
  reauthentication_code: forUser(z.object({ sessionId: z.string() })),
  /** A sign-in whose first factor was right, and how it was shown. */
  second_factor_challenge: forUser(z.object({ method: z.enum(SESSION_METHODS) })),
  /** `by`: the session, or the second factor challenge, that the passkey is asked for. */
  passkey_challenge: withoutUser(
    z.object({
      use: z.enum(['sign_in', 'second_factor', 'add', 'reauthenticate']),
      by: z.nullable(z.string()),
    }),
  ),
  authorization_request: withoutUser(
    z.object({
      provider: z.enum(PROVIDERS),
      intent: z.discriminatedUnion('for', [
        z.object({ for: z.literal('sign_in'), next: z.string() }),
        z.object({ for: z.literal('link'), userId: z.string(), sessionId: z.string() }),
      ]),
      language: z.enum(LANGUAGES),
      parameters: z.object({ redirectUri: z.string(), state: z.string(), forceLogin: z.boolean() }),
      providerState: z.record(z.string(), z.string()),
    }),
  ),
  saml_request: withoutUser(nothing),
  saml_response: withoutUser(z.object({ requestId: z.string(), identity: verifiedIdentity })),
  id_token_nonce: withoutUser(nothing),
  /** The user's, where a signed-in user links the wallet. */
  wallet_nonce: { userId: z.nullable(z.string()), payload: z.object({ message: z.string() }) },
  pending_sign_up: withoutUser(signUp),
  /** A registration that waits for the emailed code; the email is in lower case. */
  registration: withoutUser(
    z.object({
      username: z.string(),
      email: z.string(),
      language: z.enum(LANGUAGES),
      credential: z.union([z.object({ passwordHash: z.string() }), signUp]),
    }),
  ),
  registration_code: withoutUser(z.object({ registration: z.string() })),
  /** Links the Telegram chat that sends it. */
  telegram_code: forUser(nothing),
} as const satisfies Record<TokenPurpose, { userId: z.ZodMiniType; payload: z.ZodMiniType }>

export type Purpose = keyof typeof PURPOSES
export type PayloadOf<P extends Purpose> = z.output<(typeof PURPOSES)[P]['payload']>
export type OwnerOf<P extends Purpose> = z.output<(typeof PURPOSES)[P]['userId']>
