/** Identity providers and wallets as sign-in methods (spec-coverage 7 Auth; decisions: Accounts). */
import * as z from 'zod/mini'
import { exact, reads } from '../reading/fields.ts'
import { EMAIL_MAX, EMAIL_PATTERN, EMAIL_INVALID, TERMS_NEEDED } from './accounts.ts'
import { usernameError } from './usernames.ts'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '../languages.ts'
import { OWN_PATH } from '../own-path.ts'
import { PROVIDERS } from './sign-in-methods.ts'

/** Providers that issue ID tokens, with which a program signs its owner in without a browser. */
const ID_TOKEN_PROVIDERS = ['google', 'oidc'] as const
export type IdTokenProviderId = (typeof ID_TOKEN_PROVIDERS)[number]

/** The chains on which a wallet may sign, by EIP-155 number (spec-coverage 9 Chain). */
export const WALLET_CHAINS = [
  { id: 137, name: 'Polygon' },
  { id: 56, name: 'BNB Chain' },
  { id: 1, name: 'Ethereum' },
] as const

/** Why an authorization with a provider can fail: codes of refusals that pages show from the address. */
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

/** How long an authorization request, and a wallet's message, is valid. */
export const AUTHORIZATION_MINUTES = 10
/** How long a pending sign-up waits for its username, once the provider has verified the identity. */
export const PENDING_SIGN_UP_MINUTES = 30
/** Longer than any name that providers and wallets send. */
export const ACCOUNT_ID_MAX = 255

/** Whether wallets on this chain can sign in here. */
export function isSupportedChain(chainId: number): boolean {
  return WALLET_CHAINS.some(({ id }) => id === chainId)
}

/** Starts an authorization: the provider, the page to return to, and the language. */
export const authorizationSchema = z.strictObject({
  provider: z.enum(PROVIDERS),
  next: exact().check(z.maxLength(2000), z.regex(OWN_PATH)),
  language: z.enum(LANGUAGES),
})

export const linkAuthorizationSchema = z.strictObject({ provider: z.enum(PROVIDERS), language: z.enum(LANGUAGES) })

export const idTokenSchema = z.strictObject({
  provider: z.enum(ID_TOKEN_PROVIDERS),
  idToken: exact().check(z.minLength(1), z.maxLength(16_000)),
})

/** A wallet's chain and address; the server answers with the message to sign. */
export const walletSchema = z.strictObject({
  address: exact().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  chainId: z.int(),
})
export type WalletInput = z.infer<typeof walletSchema>

export const signedWalletSchema = z.strictObject({
  message: exact().check(z.minLength(1), z.maxLength(4000)),
  signature: exact().check(z.regex(/^0x[0-9a-fA-F]+$/), z.maxLength(300)),
})
export type SignedWalletInput = z.infer<typeof signedWalletSchema>

/** What the user adds to the verified identity: never derived from it (decisions: Accounts). */
export type PendingSignUpInput = { username: string; email: string; acceptsTerms: boolean; language: Language }

export const pendingSignUpSchema = z
  .strictObject({
    username: reads('username'),
    email: reads('email'),
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
