/** Signing in with GitHub, which has OAuth 2 but not OpenID Connect: its API says who the user is (RFC 6749 section 4.1). */
import * as client from 'openid-client'
import { Configuration } from 'openid-client'
import * as z from 'zod/mini'
import type { VerifiedIdentity } from '../one-time-tokens/purposes.ts'
import { validEmail } from './oidc/claims.ts'
import { TIMEOUT_SECONDS, plainHttp } from './oidc/discovery.ts'
import { callProvider, refusal } from './oidc/provider-errors.ts'
import { requireSameAddress } from './oidc/oidc.ts'
import type { AuthorizationParameters, ProviderState, RedirectProvider } from './provider.ts'
import type { GithubSettings } from './settings.ts'
import { isTrusted } from './trusted-address.ts'

const SCOPE = 'read:user user:email'
const API_VERSION = '2022-11-28'

const userSchema = z.object({ id: z.int().check(z.positive()) })
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.unknown() }))

/** `url` is https://github.com or a company's own GitHub; throws an Error where it is not https (http on this machine only). */
export function createGithubProvider({ clientId, clientSecret, url }: GithubSettings): RedirectProvider {
  if (!isTrusted(url)) throw new Error(`GitHub's address must be https, not "${url}"`)
  const base = url.replace(/\/+$/, '')
  const config = new Configuration(
    {
      issuer: base,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
  )
  config.timeout = TIMEOUT_SECONDS
  for (const allow of plainHttp(new URL(base))) allow(config)
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  return {
    id: 'github',
    name: 'GitHub',
    authorize: (parameters) => authorize(config, parameters),
    verifyCallback: (address, parameters, providerState) =>
      verifyCallback(config, api, { address, parameters, providerState }),
  }
}

/** GitHub does not say when the user signed in, and cannot be made to ask for a password, only for the account. */
async function authorize(config: Configuration, { redirectUri, state, forceLogin }: AuthorizationParameters) {
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(forceLogin ? { prompt: 'select_account' } : {}),
  })
  return { url: url.href, providerState: { verifier } }
}

type Callback = { address: URL; parameters: AuthorizationParameters; providerState: ProviderState }

async function verifyCallback(
  config: Configuration,
  api: string,
  { address, parameters, providerState }: Callback,
): Promise<VerifiedIdentity> {
  const { verifier } = providerState
  if (!verifier) throw refusal('provider_refused', 'The authorization request has no stored state')
  requireSameAddress(address, parameters)
  const tokens = await callProvider(() =>
    client.authorizationCodeGrant(config, address, { expectedState: parameters.state, pkceCodeVerifier: verifier }),
  )
  const ask = (path: string) => callProvider(() => answerOf(config, tokens.access_token, new URL(`${api}${path}`)))
  const user = userSchema.safeParse(await ask('/user'))
  if (!user.success) throw refusal('provider_refused', 'GitHub did not say which user it is')
  const emails = emailsSchema.safeParse(await ask('/user/emails?per_page=100'))
  if (!emails.success) throw refusal('provider_refused', 'GitHub did not say which emails the user has')
  const primary = emails.data.find((one) => one.primary)
  const email = validEmail(primary?.email)
  return { accountId: String(user.data.id), email, isEmailVerified: email !== null && primary?.verified === true }
}

async function answerOf(config: Configuration, token: string, url: URL): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': API_VERSION })
  const response = await client.fetchProtectedResource(config, token, url, 'GET', null, headers)
  if (response.status !== 200) throw new Error('GitHub responded with an error status', { cause: response })
  return response.json()
}
