/**
 * Single sign-on by SAML 2.0, as the service provider (saml-profiles 4.1): the request leaves by a redirect and the response
 * comes as a posted form. The library checks signatures, times and audience; the checks it leaves to its user are in
 * `response.ts` (before) and `assertion.ts` (after).
 */
import { randomBytes } from 'node:crypto'
import type { CacheProvider, SamlConfig } from '@node-saml/node-saml'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { DomainError } from '../../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES } from '../../../../domain/accounts/identities.ts'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'
import { CLOCK_SKEW_MS, PERSISTENT, readSamlAssertion } from './assertion.ts'
import { readSamlResponse } from './response.ts'
import { checkSamlSettings } from './settings.ts'
import type { SamlProviderSettings } from './settings.ts'

export type SamlProvider = {
  id: 'saml'
  /** The text of its button. */
  name: string
  /**
   * The address to send the browser to, and the id of the request. `relayState`: at most 80 bytes (saml-bindings 3.4.3).
   * `forceLogin`: the provider must ask the user to sign in again, and its response must say that it did.
   */
  authorize(request: { relayState: string; forceLogin: boolean }): Promise<{ url: string; requestId: string }>
  /**
   * The identity in the form's `SAMLResponse`. `isPending` is called once, before any signature is checked; its errors pass
   * through. The caller uses the request up afterwards, so that a response works once. Refuses with `provider_refused`, whose
   * `cause` says why.
   */
  verifyResponse(
    samlResponse: string,
    isPending: (requestId: string) => Promise<boolean>,
  ): Promise<{ requestId: string; identity: VerifiedIdentity }>
  /** The XML that the provider's administrator needs. */
  metadata(): string
}

/** Throws an Error that names the setting which is wrong. */
export function createSamlProvider(settings: SamlProviderSettings): SamlProvider {
  const config: SamlConfig = {
    entryPoint: settings.entryPoint,
    idpCert: checkSamlSettings(settings),
    issuer: settings.spEntityId,
    audience: settings.spEntityId,
    callbackUrl: settings.callbackUrl,
    wantAssertionsSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // A request expires after this time, so no response can be older.
    maxAssertionAgeMs: AUTHORIZATION_MINUTES * 60_000,
    // The provider chooses the format: one that lacks the requested format would refuse the request.
    identifierFormat: null,
    // The provider decides how its users sign in, which is not always a password.
    disableRequestedAuthnContext: true,
  }
  return {
    id: 'saml',
    name: settings.name,
    async authorize({ relayState, forceLogin }) {
      const requestId = newRequestId(forceLogin)
      const generateUniqueId = () => requestId
      const saml = new SAML({
        ...config,
        generateUniqueId,
        forceAuthn: forceLogin,
        cacheProvider: requests(() => false),
      })
      return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), requestId }
    },
    async verifyResponse(samlResponse, isPending) {
      const answer = await refusing(() => readSamlResponse(samlResponse, settings))
      const isKnown = await isPending(answer.requestId)
      return refusing(async () => {
        const cacheProvider = requests((id) => isKnown && id === answer.requestId)
        const saml = new SAML({ ...config, cacheProvider, wantAuthnResponseSigned: answer.isSigned })
        // Exactly the text that was checked above, not another reading of the same base64.
        const { profile } = await saml.validatePostResponseAsync({
          SAMLResponse: Buffer.from(answer.xml).toString('base64'),
        })
        const expected = { ...settings, requestId: answer.requestId, forcedLoginAt: forcedLoginAt(answer.requestId) }
        return { requestId: answer.requestId, identity: readSamlAssertion(profile, expected) }
      })
    },
    metadata: () => new SAML({ ...config, identifierFormat: PERSISTENT }).generateServiceProviderMetadata(null),
  }
}

/**
 * The request's id says whether a new login was forced, and since when: it returns under the provider's signature, so a
 * response to an ordinary request cannot pass for a forced login. 160 random bits; an XML ID must not start with a digit.
 */
function newRequestId(forceLogin: boolean): string {
  return `${forceLogin ? '_forced' : '_'}${Date.now()}-${randomBytes(20).toString('hex')}`
}

/** In milliseconds since 1970; null where the request was an ordinary one. */
function forcedLoginAt(requestId: string): number | null {
  const found = /^_forced(\d+)-/.exec(requestId)
  return found ? Number(found[1]) : null
}

/** The library's store of requests, replaced by the database; the library only needs a recent time for a known request. */
function requests(isKnown: (requestId: string) => boolean): CacheProvider {
  return {
    saveAsync: async () => null,
    getAsync: async (requestId) => (isKnown(requestId) ? new Date().toISOString() : null),
    removeAsync: async () => null,
  }
}

async function refusing<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (cause) {
    const refusal = new DomainError('provider_refused')
    refusal.cause = cause
    throw refusal
  }
}
