import { randomBytes } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import type { ProviderId } from '../../domain/identities.ts'
import type { Language } from '../../domain/languages.ts'
import type { Context } from '../context.ts'
import { tagOf } from './cookies.ts'
import { storeAuthorizationRequest } from './authorization-requests.ts'
import type { AuthorizationIntent } from './authorization-requests.ts'

/** Where a service sends people back to. */
export function callbackPath(provider: ProviderId): string {
  return `/api/auth/${provider}/callback`
}

/** Where the person is sent, and what their browser keeps until they are back. */
export type Leaving = { url: string; tag: string; token: string }

/**
 * The way to another service. Whoever is about to link
 * shows there anew who they are, since somebody else may be signed in there. Refuses with `provider_off` or `provider_unavailable`.
 */
export async function startAuthorizationAt(
  { config, db, providers }: Pick<Context, 'config' | 'db' | 'providers'>,
  provider: ProviderId,
  language: Language,
  intent: AuthorizationIntent,
): Promise<Leaving> {
  const way = providers.forAuthorization(provider)
  if (!way) throw new DomainError('provider_off')
  const departure = {
    redirectUri: `${config.publicUrl}${callbackPath(provider)}`,
    state: randomBytes(32).toString('base64url'),
    forceLogin: intent.for === 'link',
  }
  const { url, keep } = await way.begin(departure)
  const token = await storeAuthorizationRequest(db, { provider, intent, language, departure, kept: keep })
  return { url, tag: tagOf(departure.state), token }
}
