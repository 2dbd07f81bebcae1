/** Other services and wallets that vouch for a person: signing in with them, joining with them, linking them. */
import * as z from 'zod/mini'
import {
  IDENTITY_KINDS,
  PROVIDERS,
  departureSchema,
  idTokenSchema,
  linkDepartureSchema,
  newcomerSchema,
  signedWalletSchema,
  walletSchema,
} from '../identities.ts'
import { WAYS } from '../factors.ts'
import { session } from './accounts.ts'
import { endpoint, id, moment, nothing } from './endpoint.ts'

const provider = z.object({
  id: z.enum(PROVIDERS),
  /** What its button says. */
  name: z.string(),
})
export type Provider = z.infer<typeof provider>

const identity = z.object({
  id,
  kind: z.enum(IDENTITY_KINDS),
  /** What it is known by: an e-mail at the other service, or the wallet's address. */
  label: z.nullable(z.string()),
  linkedAt: moment,
})
export type Identity = z.infer<typeof identity>

const newcomer = z.object({
  kind: z.enum(IDENTITY_KINDS),
  email: z.nullable(z.string()),
  /** The service says that this mailbox is theirs: it needs no link to verify it. */
  isEmailVerified: z.boolean(),
})
export type Newcomer = z.infer<typeof newcomer>

const identities = z.object({ identities: z.array(identity) })
const address = z.object({ url: z.string() })
const message = z.object({ message: z.string() })

export const listWaysIn = endpoint({
  method: 'GET',
  path: '/api/ways-in',
  summary: 'The services that people can sign in with here, and whether wallets can',
  isPublic: true,
  response: z.object({ providers: z.array(provider), wallet: z.boolean() }),
})

export const startElsewhere = endpoint({
  method: 'POST',
  path: '/api/sign-in/elsewhere',
  summary: 'The address of another service to go to and sign in with',
  isPublic: true,
  body: departureSchema,
  response: address,
})

export const getSecondStep = endpoint({
  method: 'GET',
  path: '/api/sign-in/second-factor',
  summary: 'What the sign-in that waits in this browser waits for; null where none does',
  isPublic: true,
  response: z.object({ ways: z.nullable(z.array(z.enum(WAYS))) }),
})

export const startIdToken = endpoint({
  method: 'POST',
  path: '/api/sign-in/id-token/start',
  summary: 'A nonce to ask an ID token for',
  isPublic: true,
  body: nothing,
  response: z.object({ nonce: z.string() }),
})

export const signInWithIdToken = endpoint({
  method: 'POST',
  path: '/api/sign-in/id-token',
  summary: 'Sign in with an ID token that was made for us with that nonce',
  isPublic: true,
  body: idTokenSchema,
  response: session,
})

export const startWallet = endpoint({
  method: 'POST',
  path: '/api/sign-in/wallet/start',
  summary: 'The message a wallet is to sign, to sign in with it',
  isPublic: true,
  body: walletSchema,
  response: message,
})

export const signInWithWallet = endpoint({
  method: 'POST',
  path: '/api/sign-in/wallet',
  summary: 'Sign in with the message a wallet has signed',
  isPublic: true,
  body: signedWalletSchema,
  response: session,
})

export const getNewcomer = endpoint({
  method: 'GET',
  path: '/api/register/newcomer',
  summary: 'Who another service has vouched for and has no account yet; null where nobody waits in this browser',
  isPublic: true,
  response: z.object({ newcomer: z.nullable(newcomer) }),
})

export const registerNewcomer = endpoint({
  method: 'POST',
  path: '/api/register/newcomer',
  summary: 'Create an account for them and sign in',
  isPublic: true,
  body: newcomerSchema,
  response: session,
})

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/identities',
  summary: 'The services and the wallet that are linked to one’s account',
  response: identities,
})

export const startLink = endpoint({
  method: 'POST',
  path: '/api/identities/elsewhere',
  summary: 'The address of another service to go to and link',
  body: linkDepartureSchema,
  response: address,
})

export const startWalletLink = endpoint({
  method: 'POST',
  path: '/api/identities/wallet/start',
  summary: 'The message a wallet is to sign, to link it',
  body: walletSchema,
  response: message,
})

export const linkWallet = endpoint({
  method: 'POST',
  path: '/api/identities/wallet',
  summary: 'Link the wallet that has signed the message',
  body: signedWalletSchema,
  response: identities,
})

export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/api/identities/:identityId',
  summary: 'Unlink a service or the wallet; the last way in stays',
  needsKey: true,
  params: z.strictObject({ identityId: id }),
  response: identities,
})
