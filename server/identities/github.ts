/** Signing in at GitHub, which speaks OAuth 2 without OpenID Connect: who it is, its API is asked (RFC 6749 section 4.1). */
import * as client from 'openid-client'
import { Configuration } from 'openid-client'
import * as z from 'zod/mini'
import { mailboxOf } from './oidc/claims.ts'
import { TIMEOUT_SECONDS, plainHttp } from './oidc/discovery.ts'
import { asked, refusal } from './oidc/provider-errors.ts'
import { requireSameAddress } from './oidc/oidc.ts'
import type { Claim, AuthorizationParameters, Kept, RedirectProvider } from './provider.ts'
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
    begin: (departure) => leave(config, departure),
    finish: (address, departure, kept) => handleCallback(config, api, { address, departure, kept }),
  }
}

/** GitHub never says when somebody signed in, and cannot be made to ask for a password: only which account it is. */
async function leave(config: Configuration, { redirectUri, state, forceLogin }: AuthorizationParameters) {
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(forceLogin ? { prompt: 'select_account' } : {}),
  })
  return { url: url.href, keep: { verifier } }
}

type Return = { address: URL; departure: AuthorizationParameters; kept: Kept }

async function handleCallback(
  config: Configuration,
  api: string,
  { address, departure, kept }: Return,
): Promise<Claim> {
  const { verifier } = kept
  if (!verifier) throw refusal('provider_refused', 'Nothing was kept of the departure')
  requireSameAddress(address, departure)
  const tokens = await asked(() =>
    client.authorizationCodeGrant(config, address, { expectedState: departure.state, pkceCodeVerifier: verifier }),
  )
  const ask = (path: string) => asked(() => answerOf(config, tokens.access_token, new URL(`${api}${path}`)))
  const user = userSchema.safeParse(await ask('/user'))
  if (!user.success) throw refusal('provider_refused', 'GitHub did not say who it is')
  const emails = emailsSchema.safeParse(await ask('/user/emails?per_page=100'))
  if (!emails.success) throw refusal('provider_refused', 'GitHub did not say which mailboxes are theirs')
  const primary = emails.data.find((one) => one.primary)
  const email = mailboxOf(primary?.email)
  return { accountId: String(user.data.id), email, isEmailVerified: email !== null && primary?.verified === true }
}

async function answerOf(config: Configuration, token: string, url: URL): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': API_VERSION })
  const response = await client.fetchProtectedResource(config, token, url, 'GET', null, headers)
  if (response.status !== 200) throw new Error('GitHub answered with another status', { cause: response })
  return response.json()
}
