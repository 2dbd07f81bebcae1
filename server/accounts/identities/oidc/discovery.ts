/** An OpenID provider's discovery document: fetched at its first use, and cached. */
import { allowInsecureRequests, discovery, enableNonRepudiationChecks } from 'openid-client'
import type { ClientAuth, Configuration } from 'openid-client'
import { refusal } from './provider-errors.ts'
import { isTrusted } from '../trusted-address.ts'

/** How long any one call to another service may take, in seconds. */
export const TIMEOUT_SECONDS = 5
const FRESH_MS = 60 * 60_000
const RETRY_MS = 60_000

export type Discovery = () => Promise<Configuration>

/**
 * Throws an Error immediately where the issuer is not trusted. The document is fetched again after an hour; where that fails,
 * the former one stays in use. The first fetch refuses with `provider_unavailable`, and the next use tries again.
 */
export function createDiscovery(issuer: string, clientId: string, clientAuth: ClientAuth): Discovery {
  const address = issuerAddress(issuer)
  let known: { config: Configuration; refetchAt: number } | null = null
  let asking: Promise<Configuration> | null = null

  async function ask(): Promise<Configuration> {
    try {
      known = { config: await discover(address, clientId, clientAuth), refetchAt: Date.now() + FRESH_MS }
    } catch (error) {
      if (known === null) throw refusal('provider_unavailable', error)
      known.refetchAt = Date.now() + RETRY_MS
    }
    return known.config
  }

  return async () => {
    if (known !== null && Date.now() < known.refetchAt) return known.config
    asking ??= ask().finally(() => (asking = null))
    return asking
  }
}

async function discover(issuer: URL, clientId: string, clientAuth: ClientAuth): Promise<Configuration> {
  const config = await discovery(issuer, clientId, undefined, clientAuth, {
    timeout: TIMEOUT_SECONDS,
    // Without the second the library does not verify the signature of an ID token that came over TLS.
    execute: [...plainHttp(issuer), enableNonRepudiationChecks],
  })
  const {
    authorization_endpoint: page,
    token_endpoint: tokens,
    jwks_uri: keys,
    userinfo_endpoint: user,
  } = config.serverMetadata()
  if (page === undefined || tokens === undefined || keys === undefined)
    throw new Error('The discovery document lacks an address')
  const isSafe = (text: string) =>
    isTrusted(text) && (issuer.protocol === 'http:' || new URL(text).protocol === 'https:')
  if (![page, tokens, keys, user ?? page].every(isSafe))
    throw new Error('The discovery document has an address without https')
  return config
}

/** Lets the library use http with a provider on this machine only. */
export function plainHttp(address: URL): ((config: Configuration) => void)[] {
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated by the library as a warning only; the address was checked above
  return address.protocol === 'http:' ? [allowInsecureRequests] : []
}

function issuerAddress(issuer: string): URL {
  if (!isTrusted(issuer)) throw new Error(`An issuer must be an https address, not "${issuer}"`)
  const address = new URL(issuer)
  // Given its document instead, the library would not compare the issuer that the document names.
  if (address.pathname.includes('/.well-known/')) {
    throw new Error(`An issuer is the address before "/.well-known/", not "${issuer}"`)
  }
  return address
}
