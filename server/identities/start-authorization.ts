import { randomBytes } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import type { ProviderId } from '../../domain/identities.ts'
import type { Language } from '../../domain/languages.ts'
import type { Context } from '../context.ts'
import { tagOf } from './cookies.ts'
import { keepFlow } from './authorization-requests.ts'
import type { Errand } from './authorization-requests.ts'

/** Where a service sends people back to. */
export function returnPath(provider: ProviderId): string {
  return `/api/sign-in/elsewhere/${provider}`
}

/** Where the person is sent, and what their browser keeps until they are back. */
export type Leaving = { url: string; tag: string; token: string }

/**
 * The way to another service. Whoever is about to link
 * shows there anew who they are, since somebody else may be signed in there. Refuses with `provider_off` or `provider_unavailable`.
 */
export async function leaveFor(
  { config, db, ways }: Pick<Context, 'config' | 'db' | 'ways'>,
  provider: ProviderId,
  language: Language,
  errand: Errand,
): Promise<Leaving> {
  const way = ways.leaving(provider)
  if (!way) throw new DomainError('provider_off')
  const departure = {
    redirectUri: `${config.publicUrl}${returnPath(provider)}`,
    state: randomBytes(32).toString('base64url'),
    isProof: errand.for === 'link',
  }
  const { url, keep } = await way.begin(departure)
  const token = await keepFlow(db, { provider, errand, language, departure, kept: keep })
  return { url, tag: tagOf(departure.state), token }
}
