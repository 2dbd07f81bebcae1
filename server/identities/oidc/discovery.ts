/** An OpenID provider's description of itself: asked for at its first use, and kept. */
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
 * Throws an Error at once where the issuer is not one that can be trusted. The description is asked for again after an hour;
 * where that fails, the former one holds. The first refuses with `provider_unavailable`, and the next use asks again.
 */
export function createDiscovery(issuer: string, clientId: string, clientAuth: ClientAuth): Discovery {
  const address = issuerAddress(issuer)
  let known: { config: Configuration; freshUntil: number } | null = null
  let asking: Promise<Configuration> | null = null

  async function ask(): Promise<Configuration> {
    try {
      known = { config: await discover(address, clientId, clientAuth), freshUntil: Date.now() + FRESH_MS }
    } catch (error) {
      if (known === null) throw refusal('provider_unavailable', error)
      known.freshUntil = Date.now() + RETRY_MS
    }
    return known.config
  }

  return async () => {
    if (known !== null && Date.now() < known.freshUntil) return known.config
    asking ??= ask().finally(() => (asking = null))
    return asking
  }
}

async function discover(issuer: URL, clientId: string, clientAuth: ClientAuth): Promise<Configuration> {
  const config = await discovery(issuer, clientId, undefined, clientAuth, {
    timeout: TIMEOUT_SECONDS,
    // Without the second the library believes an ID token's signature because it came over TLS.
    execute: [...plainHttp(issuer), enableNonRepudiationChecks],
  })
  const {
    authorization_endpoint: page,
    token_endpoint: tokens,
    jwks_uri: keys,
    userinfo_endpoint: person,
  } = config.serverMetadata()
  if (page === undefined || tokens === undefined || keys === undefined)
    throw new Error('The description lacks an address')
  const isSafe = (text: string) =>
    isTrusted(text) && (issuer.protocol === 'http:' || new URL(text).protocol === 'https:')
  if (![page, tokens, keys, person ?? page].every(isSafe))
    throw new Error('The description names an address without https')
  return config
}

/** What lets the library speak http with a service on this machine, and with no other. */
export function plainHttp(address: URL): ((config: Configuration) => void)[] {
  // The mark is the library's warning to look twice; the address was looked at.
  // oxlint-disable-next-line typescript/no-deprecated
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
