/** Signing in at an OpenID provider: the authorization code flow with PKCE, state and nonce (OpenID Connect Core section 3.1). */
import { importJWK } from 'jose'
import * as client from 'openid-client'
import type { ClientAuth, Configuration } from 'openid-client'
import type { IdTokenProviderId } from '../../../domain/identities.ts'
import { CLIENT_KEY_ALG } from './client-keys.ts'
import { claimOf } from './claims.ts'
import { createDiscovery } from './discovery.ts'
import { asked, refusal } from './provider-errors.ts'
import type { Claim, AuthorizationParameters, Kept, RedirectProvider } from '../provider.ts'
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
    begin: async (departure) => leave(await discover(), departure, id),
    finish: async (address, departure, kept) => handleCallback(await discover(), { address, departure, kept, id }),
  }
}

async function leave(
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
    ...(forceLogin ? askedAgain(id) : {}),
  })
  return { url: url.href, keep: { verifier, nonce, leftAt: String(Date.now()) } }
}

/** Google knows neither `prompt=login` nor when somebody signed in: it can only ask which of their accounts it is. */
function askedAgain(id: IdTokenProviderId): Record<string, string> {
  return id === 'google' ? { prompt: 'select_account' } : { prompt: 'login', max_age: '0' }
}

type Return = { address: URL; departure: AuthorizationParameters; kept: Kept; id: IdTokenProviderId }

async function handleCallback(config: Configuration, { address, departure, kept, id }: Return): Promise<Claim> {
  const { verifier, nonce, leftAt } = kept
  // Without them the library would check neither.
  if (!verifier || !nonce || !leftAt) throw refusal('provider_refused', 'Nothing was kept of the departure')
  requireSameAddress(address, departure)
  // A service that was to ask again must have done so since the person left; the library allows clocks 30 seconds.
  const maxAge = Math.ceil((Date.now() - Number(leftAt)) / 1000)
  const tokens = await asked(() =>
    client.authorizationCodeGrant(config, address, {
      expectedState: departure.state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(departure.forceLogin && id !== 'google' ? { maxAge } : {}),
    }),
  )
  const claims = tokens.claims()
  if (!claims) throw refusal('provider_refused', 'There is no ID token')
  if (claims.azp !== undefined && claims.azp !== config.clientMetadata().client_id) {
    throw refusal('provider_refused', 'The ID token was made for somebody else')
  }
  const claim = claimOf(await withMailbox(config, claims, tokens.access_token))
  if (!claim) throw refusal('provider_refused', 'The subject is none that can be kept')
  return claim
}

/** The service came back to where it was asked to, and not to where another one does (RFC 9700 section 4.4). */
export function requireSameAddress(address: URL, { redirectUri }: AuthorizationParameters): void {
  if (`${address.origin}${address.pathname}` !== new URL(redirectUri).href) {
    throw refusal('provider_refused', 'The person came back to another address')
  }
}

/** Many services name the mailbox only to those who ask for it (OpenID Connect Core section 5.4). */
async function withMailbox(config: Configuration, claims: client.IDToken, accessToken: string) {
  if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims
  const said = await asked(() => client.fetchUserInfo(config, accessToken, claims.sub))
  return { sub: claims.sub, email: said.email, email_verified: said.email_verified }
}

/** How the house shows the service who it is: with the secret, or else with its own key of the day. */
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
  if (keys === null) throw new Error('An OpenID provider needs a client secret or a key of ours')
  // The library waits for it, though its type does not say so.
  // oxlint-disable-next-line typescript/no-misused-promises
  return async (...request) => {
    const { kid, privateJwk } = await keys.current()
    const key = (await importJWK(privateJwk, CLIENT_KEY_ALG)) as CryptoKey
    return client.PrivateKeyJwt({ key, kid })(...request)
  }
}
