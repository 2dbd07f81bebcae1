/** Signing in at an OpenID provider: the authorization code flow with PKCE, state and nonce (OpenID Connect Core section 3.1). */
import { importJWK } from 'jose'
import * as client from 'openid-client'
import type { ClientAuth, Configuration } from 'openid-client'
import type { IdTokenProviderId } from '../../../../domain/accounts/identities.ts'
import { CLIENT_KEY_ALG } from './client-keys.ts'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'
import { identityFromClaims, isIssuedInFuture } from './claims.ts'
import { createDiscovery } from './discovery.ts'
import { callProvider, refusal } from './provider-errors.ts'
import type { AuthorizationParameters, ProviderState, RedirectProvider } from '../provider.ts'
import type { OidcSettings } from '../settings.ts'
import type { SigningKeys } from './signing-keys.ts'

const SCOPE = 'openid email profile'

/** Throws an Error where the issuer is not https (http on this machine only), and where there is neither a secret nor a key. */
export function createOidcProvider(
  settings: OidcSettings & { id: IdTokenProviderId },
  keys: Pick<SigningKeys, 'current'> | null,
): RedirectProvider {
  const { id, name, issuer, clientId, clientSecret } = settings
  const discover = createDiscovery(issuer, clientId, authentication(clientSecret, keys))
  return {
    id,
    name,
    authorize: async (parameters) => authorize(await discover(), parameters, id),
    verifyCallback: async (address, parameters, providerState) =>
      verifyCallback(await discover(), { address, parameters, providerState, id }),
  }
}

async function authorize(
  config: Configuration,
  { redirectUri, state, forceLogin }: AuthorizationParameters,
  id: IdTokenProviderId,
) {
  const verifier = client.randomPKCECodeVerifier()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(forceLogin ? reloginParameters(id) : {}),
  })
  return { url: url.href, providerState: { verifier, nonce, startedAt: String(Date.now()) } }
}

/** Google supports neither `prompt=login` nor `auth_time`: it can only ask the user to choose an account. */
function reloginParameters(id: IdTokenProviderId): Record<string, string> {
  return id === 'google' ? { prompt: 'select_account' } : { prompt: 'login', max_age: '0' }
}

type Callback = {
  address: URL
  parameters: AuthorizationParameters
  providerState: ProviderState
  id: IdTokenProviderId
}

async function verifyCallback(
  config: Configuration,
  { address, parameters, providerState, id }: Callback,
): Promise<VerifiedIdentity> {
  const { verifier, nonce, startedAt } = providerState
  // Without them the library would check neither.
  if (!verifier || !nonce || !startedAt)
    throw refusal('provider_refused', 'The authorization request has no stored state')
  requireSameAddress(address, parameters)
  // A forced login must have happened since the request was made; the library allows clocks 30 seconds of difference.
  const maxAge = Math.ceil((Date.now() - Number(startedAt)) / 1000)
  const tokens = await callProvider(() =>
    client.authorizationCodeGrant(config, address, {
      expectedState: parameters.state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(parameters.forceLogin && id !== 'google' ? { maxAge } : {}),
    }),
  )
  const claims = tokens.claims()
  if (!claims) throw refusal('provider_refused', 'There is no ID token')
  if (claims.azp !== undefined && claims.azp !== config.clientMetadata().client_id) {
    throw refusal('provider_refused', 'The ID token was issued to another client')
  }
  // The library checks when the token expires, and not when it was issued.
  if (isIssuedInFuture(claims)) throw refusal('provider_refused', 'The ID token was issued in the future')
  const identity = identityFromClaims(await withEmail(config, claims, tokens.access_token))
  if (!identity) throw refusal('provider_refused', 'The subject is not valid')
  return identity
}

/** Refuses a callback at another provider's redirect URI: a mix-up attack (RFC 9700 section 4.4). */
export function requireSameAddress(address: URL, { redirectUri }: AuthorizationParameters): void {
  if (`${address.origin}${address.pathname}` !== new URL(redirectUri).href) {
    throw refusal('provider_refused', 'The callback came to another address')
  }
}

/** Many providers give the email only at the UserInfo endpoint (OpenID Connect Core section 5.4). */
async function withEmail(config: Configuration, claims: client.IDToken, accessToken: string) {
  if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims
  const info = await callProvider(() => client.fetchUserInfo(config, accessToken, claims.sub))
  return { sub: claims.sub, email: info.email, email_verified: info.email_verified }
}

/** Client authentication: with the client secret, or without one with a signed assertion (private_key_jwt). */
function authentication(secret: string | null, keys: Pick<SigningKeys, 'current'> | null): ClientAuth {
  if (secret !== null) {
    const basic = client.ClientSecretBasic(secret)
    const post = client.ClientSecretPost(secret)
    return (as, ...rest) => {
      const takes = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (takes.includes('client_secret_basic') || !takes.includes('client_secret_post') ? basic : post)(
        as,
        ...rest,
      )
    }
  }
  if (keys === null) throw new Error('An OpenID provider needs a client secret or a signing key')
  // oxlint-disable-next-line typescript/no-misused-promises -- the library awaits it, though its type does not say so
  return async (...request) => {
    const { kid, privateJwk } = await keys.current()
    const key = (await importJWK(privateJwk, CLIENT_KEY_ALG)) as CryptoKey
    return client.PrivateKeyJwt({ key, kid })(...request)
  }
}
