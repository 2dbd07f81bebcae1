/** What an identity provider looks like to this server; one file for each protocol implements it. */
import type { ProviderId } from '../../../domain/accounts/sign-in-methods.ts'
import type { PayloadOf, VerifiedIdentity } from '../one-time-tokens/purposes.ts'

export type AuthorizationRequest = PayloadOf<'authorization_request'>
/** `forceLogin`: the provider must ask a user who is signed in there to sign in again. */
export type AuthorizationParameters = AuthorizationRequest['parameters']
/** What a provider needs again at the callback, for example a PKCE verifier; strings, since it is stored as JSON. */
export type ProviderState = AuthorizationRequest['providerState']

/** A provider whose callback is a redirect: OpenID Connect and OAuth 2. */
export type RedirectProvider = {
  id: ProviderId
  /** The text of its button. */
  name: string
  /** The address to send the browser to, and the state to store meanwhile. Refuses with `provider_unavailable`. */
  authorize(parameters: AuthorizationParameters): Promise<{ url: string; providerState: ProviderState }>
  /**
   * The identity in a callback; `address` is its whole address with the query. Refuses with `provider_refused` where it does
   * not answer this request or its signature, time or audience is wrong, and with `provider_unavailable`.
   */
  verifyCallback(
    address: URL,
    parameters: AuthorizationParameters,
    providerState: ProviderState,
  ): Promise<VerifiedIdentity>
}

/**
 * The identity under the name it is stored by: the issuer and the issuer's name for the account. If the settings name another
 * issuer later, none of its accounts can pass for one of the former issuer's (ASVS 6.8.1).
 */
export function scopedToIssuer(issuer: string, identity: VerifiedIdentity): VerifiedIdentity {
  return { ...identity, accountId: `${issuerKey(issuer)} ${identity.accountId}` }
}

/** The issuer as it is stored, without a slash at the end. */
export function issuerKey(address: string): string {
  return address.replace(/\/+$/, '')
}
