/** Identity providers and wallets: signing in, signing up and linking with them. */
import * as z from 'zod/mini'
import {
  authorizationSchema,
  idTokenSchema,
  linkAuthorizationSchema,
  pendingSignUpSchema,
  signedWalletSchema,
  walletSchema,
} from '../../accounts/identities.ts'
import { IDENTITY_KINDS, PROVIDERS, SECOND_FACTORS } from '../../accounts/sign-in-methods.ts'
import { session } from './sessions.ts'
import { described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'
import { identityKind, secondFactor } from './account-values.ts'

const inIdentities = endpointsOf('Identities')
const inRegistration = endpointsOf('Registration')
const inSignIn = endpointsOf('Sign-in')

const provider = named('Provider', z.object({ id: z.enum(PROVIDERS), name: z.string() }))
export type Provider = z.infer<typeof provider>

const identity = named(
  'Identity',
  z.object({
    id,
    kind: identityKind,
    label: described(z.nullable(z.string()), 'The email address at the provider, or the address of the wallet.'),
    linkedAt: moment,
  }),
)
export type Identity = z.infer<typeof identity>

const pendingSignUp = named(
  'PendingSignUp',
  z.object({
    kind: identityKind,
    email: z.nullable(z.string()),
    isEmailVerified: described(z.boolean(), 'The provider has verified the email address: it needs no code.'),
  }),
)
export type PendingSignUp = z.infer<typeof pendingSignUp>

const identities = named('Identities', z.object({ identities: listOf(identity, IDENTITY_KINDS.length) }))
const address = named('ProviderAddress', z.object({ url: described(z.string(), 'Where to send the browser.') }))
const message = named('WalletMessage', z.object({ message: described(z.string(), 'The text to sign.') }))

export const listSignInMethods = inSignIn({
  method: 'GET',
  path: '/api/sign-in-methods',
  summary: 'List the available sign-in methods',
  isPublic: true,
  response: z.object({ providers: listOf(provider, PROVIDERS.length), wallet: z.boolean() }),
})

export const startAuthorization = inSignIn({
  method: 'POST',
  path: '/api/auth/start',
  summary: 'Start a sign-in with an identity provider',
  description: 'The answer is the provider’s address to send the browser to.',
  isPublic: true,
  limit: 'sign-in',
  body: authorizationSchema,
  response: address,
  errors: ['provider_off', 'provider_unavailable'],
})

export const getSecondFactorChallenge = inSignIn({
  method: 'GET',
  path: '/api/sign-in/second-factor',
  summary: 'Get the second factors that would complete the pending sign-in, or null',
  isPublic: true,
  limit: 'sign-in',
  response: z.object({ methods: z.nullable(listOf(secondFactor, SECOND_FACTORS.length)) }),
})

export const startIdTokenSignIn = inSignIn({
  method: 'POST',
  path: '/api/sign-in/id-token/start',
  summary: 'Create a nonce to request an ID token with',
  isPublic: true,
  limit: 'sign-in',
  body: nothing,
  response: z.object({ nonce: z.string() }),
})

export const signInWithIdToken = inSignIn({
  method: 'POST',
  path: '/api/sign-in/id-token',
  summary: 'Sign in with an ID token',
  isPublic: true,
  limit: 'sign-in',
  body: idTokenSchema,
  response: session,
  errors: ['provider_off', 'provider_unavailable', 'id_token_refused'],
})

export const startWallet = inSignIn({
  method: 'POST',
  path: '/api/sign-in/wallet/start',
  summary: 'Start a sign-in with a wallet',
  description:
    'The answer is the Sign-In with Ethereum message (EIP-4361) to sign, and sets the cookie without which the signed message is refused.',
  isPublic: true,
  limit: 'sign-in',
  body: walletSchema,
  response: message,
  errors: ['provider_off', 'unsupported_chain'],
})

export const signInWithWallet = inSignIn({
  method: 'POST',
  path: '/api/sign-in/wallet',
  summary: 'Sign in with a signed wallet message',
  isPublic: true,
  limit: 'sign-in',
  body: signedWalletSchema,
  response: session,
  errors: ['provider_off', 'unsupported_chain', 'wallet_refused'],
})

export const getPendingSignUp = inRegistration({
  method: 'GET',
  path: '/api/register/pending',
  summary: 'Get the pending sign-up, or null',
  description:
    'A sign-up is pending when an identity provider or a wallet has verified an identity that has no account yet.',
  isPublic: true,
  limit: 'sign-in',
  response: z.object({ pendingSignUp: z.nullable(pendingSignUp) }),
})

export const completePendingSignUp = inRegistration({
  method: 'POST',
  path: '/api/register/pending',
  summary: 'Complete the pending sign-up',
  description: 'Signs in, or asks for the code emailed to an address that the provider has not verified.',
  isPublic: true,
  limit: 'sign-in',
  body: pendingSignUpSchema,
  response: session,
  statuses: [201, 202],
  errors: ['email_taken', 'email_suspended', 'username_taken', 'sign_in_expired'],
})

export const listIdentities = inIdentities({
  method: 'GET',
  path: '/api/identities',
  summary: 'List linked identities',
  response: identities,
})

export const startLink = inIdentities({
  method: 'POST',
  path: '/api/identities/start',
  summary: 'Start linking an identity provider',
  description: 'The answer is the provider’s address to send the browser to.',
  needsVerifiedEmail: true,
  body: linkAuthorizationSchema,
  response: address,
  errors: ['reauthentication_required', 'provider_off', 'provider_unavailable', 'identity_linked'],
})

export const startWalletLink = inIdentities({
  method: 'POST',
  path: '/api/identities/wallet/start',
  summary: 'Start linking a wallet',
  description: 'The answer is the message to sign, and sets the cookie without which the signed message is refused.',
  needsVerifiedEmail: true,
  body: walletSchema,
  response: message,
  errors: ['reauthentication_required', 'provider_off', 'unsupported_chain', 'identity_linked'],
})

export const linkWallet = inIdentities({
  method: 'POST',
  path: '/api/identities/wallet',
  summary: 'Link a wallet',
  needsVerifiedEmail: true,
  body: signedWalletSchema,
  response: identities,
  errors: [
    'reauthentication_required',
    'provider_off',
    'unsupported_chain',
    'wallet_refused',
    'identity_taken',
    'identity_linked',
  ],
})

export const removeIdentity = inIdentities({
  method: 'DELETE',
  path: '/api/identities/:identityId',
  summary: 'Unlink an identity',
  description: 'The last sign-in method of an account cannot be removed.',
  needsIdempotencyKey: true,
  params: z.strictObject({ identityId: id }),
  response: identities,
  errors: ['not_found', 'reauthentication_required', 'last_sign_in_method'],
})
