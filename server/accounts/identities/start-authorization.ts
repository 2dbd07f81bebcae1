import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { ProviderId } from '../../../domain/accounts/sign-in-methods.ts'
import type { Db } from '../../db/pool.ts'
import { storeAuthorizationRequest } from './authorization-requests.ts'
import { tagOf } from './authorization-tag.ts'
import type { AuthorizationRequest } from './provider.ts'
import type { IdentityProviders } from './providers.ts'

/** The redirect URI of a provider (RFC 6749 section 3.1.2). */
export function callbackPath(provider: ProviderId): string {
  return `/api/auth/${provider}/callback`
}

type Services = { db: Db; providers: IdentityProviders; config: { publicUrl: string } }

/** The address to send the browser to, and the token and tag of the cookie that it keeps meanwhile. */
export type StartedAuthorization = { url: string; tag: string; token: string }

/**
 * Starts an authorization request. To link an identity the provider must ask for a sign-in again, since another user may be
 * signed in there. Refuses with `provider_off` or `provider_unavailable`.
 */
export async function startAuthorization(
  { config, db, providers }: Services,
  wanted: Pick<AuthorizationRequest, 'provider' | 'intent' | 'language'>,
): Promise<StartedAuthorization> {
  const provider = providers.forAuthorization(wanted.provider)
  if (!provider) throw new DomainError('provider_off')
  const parameters = {
    redirectUri: `${config.publicUrl}${callbackPath(wanted.provider)}`,
    state: randomBytes(32).toString('base64url'),
    forceLogin: wanted.intent.for === 'link',
  }
  const { url, providerState } = await provider.authorize(parameters)
  const token = await storeAuthorizationRequest(db, { ...wanted, parameters, providerState })
  return { url, tag: tagOf(parameters.state), token }
}
