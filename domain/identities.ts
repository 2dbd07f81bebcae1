/** Ways in that somebody else vouches for: other services and wallets (spec-coverage 7 Auth; decisions: Accounts). */
import * as z from 'zod/mini'
import { EMAIL_MAX, EMAIL_PATTERN, EMAIL_INVALID, TERMS_NEEDED, usernameError } from './accounts.ts'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from './languages.ts'
import { OWN_PATH } from './own-path.ts'

/** Services a person is sent to and comes back from. */
export const PROVIDERS = ['google', 'github', 'oidc', 'saml'] as const
export type ProviderId = (typeof PROVIDERS)[number]

/** Those that hand out ID tokens, with which a program signs its owner in without a browser. */
export const ID_TOKEN_PROVIDERS = ['google', 'oidc'] as const
export type IdTokenProviderId = (typeof ID_TOKEN_PROVIDERS)[number]

/** What a person can have linked to an account, one of each. */
export const IDENTITY_KINDS = [...PROVIDERS, 'wallet'] as const
export type IdentityKind = (typeof IDENTITY_KINDS)[number]

/** Where a wallet may be when it signs, by its EIP-155 number (spec-coverage 9 Chain). */
export const WALLET_CHAINS = [
  { id: 137, name: 'Polygon' },
  { id: 56, name: 'BNB Chain' },
  { id: 1, name: 'Ethereum' },
] as const

/** Why a way through another service can end without an arrival: codes of refusals that a page tells by themselves. */
export const CALLBACK_ERRORS = [
  'sign_in_expired',
  'provider_off',
  'provider_refused',
  'provider_unavailable',
  'identity_taken',
  'identity_linked',
  'reauthentication_required',
  'email_unverified',
  'busy',
  'rate_limited',
  'internal',
] as const
export type CallbackError = (typeof CALLBACK_ERRORS)[number]

/** How long a person may be away at another service, and a wallet's message may wait for its signature. */
export const AUTHORIZATION_MINUTES = 10
/** How long somebody new may take to choose a name, once the other service has vouched for them. */
export const PENDING_SIGN_UP_MINUTES = 30
/** Longer than any name a service or a wallet gives somebody. */
export const ACCOUNT_ID_MAX = 255

/** Whether wallets on this chain can sign in here. */
export function isSupportedChain(chainId: number): boolean {
  return WALLET_CHAINS.some(({ id }) => id === chainId)
}

/** Where a person is sent to another service from: which one, where to afterwards, and in which language. */
export const authorizationSchema = z.strictObject({
  provider: z.enum(PROVIDERS),
  next: z.string().check(z.maxLength(2000), z.regex(OWN_PATH)),
  language: z.enum(LANGUAGES),
})

export const linkAuthorizationSchema = z.strictObject({ provider: z.enum(PROVIDERS), language: z.enum(LANGUAGES) })

export const idTokenSchema = z.strictObject({
  provider: z.enum(ID_TOKEN_PROVIDERS),
  idToken: z.string().check(z.minLength(1), z.maxLength(16_000)),
})

/** Where a wallet is and who it says it is; the server answers with what it is to sign. */
export const walletSchema = z.strictObject({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  chainId: z.int(),
})
export type WalletInput = z.infer<typeof walletSchema>

export const signedWalletSchema = z.strictObject({
  message: z.string().check(z.minLength(1), z.maxLength(4000)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]+$/), z.maxLength(300)),
})
export type SignedWalletInput = z.infer<typeof signedWalletSchema>

/** What somebody new adds to what the other service has vouched for: never derived from it (decisions: Accounts). */
export type PendingSignUpInput = { username: string; email: string; acceptsTerms: boolean; language: Language }

export const pendingSignUpSchema = z
  .strictObject({
    username: z.string().check(z.maxLength(200)),
    email: z.string().check(z.maxLength(320)),
    acceptsTerms: z.boolean(),
    language: z._default(z.enum(LANGUAGES), SOURCE_LANGUAGE),
  })
  .check((ctx) => {
    const { username, email, acceptsTerms } = ctx.value
    const refuse = (field: keyof PendingSignUpInput, message: string) =>
      ctx.issues.push({ code: 'custom', input: ctx.value, path: [field], message })
    const wrongName = usernameError(username)
    if (wrongName) return void refuse('username', wrongName)
    if (email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email)) return void refuse('email', EMAIL_INVALID)
    if (!acceptsTerms) refuse('acceptsTerms', TERMS_NEEDED)
  })
