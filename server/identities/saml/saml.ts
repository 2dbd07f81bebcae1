/**
 * Single sign-on by SAML 2.0, as the service provider (saml-profiles 4.1): the person leaves by a redirect and comes back
 * with a form. Signatures, times and audience are the library's work; what it leaves to its user is in `saml-answer.ts`
 * (before) and `saml-claim.ts` (after).
 */
import { randomBytes } from 'node:crypto'
import type { CacheProvider, SamlConfig } from '@node-saml/node-saml'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { DomainError } from '../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES } from '../../../domain/identities.ts'
import type { Claim } from '../provider.ts'
import { readSamlResponse } from './response.ts'
import { CLOCK_SKEW_MS, PERSISTENT, readSamlAssertion } from './assertion.ts'
import { checkSamlSettings } from './settings.ts'
import type { SamlProviderSettings } from './settings.ts'

export type SamlProvider = {
  id: 'saml'
  /** What its button says. */
  name: string
  /**
   * Where the person is sent, and the request whose answer is then awaited. `relayState`: at most 80 bytes (saml-bindings
   * 3.4.3). `forceLogin`: the service is to ask the person again, and its answer must say that it did.
   */
  begin(departure: { relayState: string; forceLogin: boolean }): Promise<{ url: string; requestId: string }>
  /**
   * Who came back, from the form's `SAMLResponse`. `isSamlRequestPending` is asked once, before any signature is looked at; what it
   * throws passes through. Whoever calls this uses the request up afterwards: an answer is good once.
   * Refuses with `provider_refused`, whose `cause` says why.
   */
  take(
    samlResponse: string,
    isSamlRequestPending: (requestId: string) => Promise<boolean>,
  ): Promise<{ requestId: string; claim: Claim }>
  /** What the other side's administrator needs to know of us, as XML. */
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
    // Nobody waits longer for an answer, so none can be older.
    maxAssertionAgeMs: AUTHORIZATION_MINUTES * 60_000,
    // The service chooses among the names it has; a request for one format is refused by services that lack it.
    identifierFormat: null,
    // Whatever way of signing in the service has: its own decision, and not always a password.
    disableRequestedAuthnContext: true,
  }
  return {
    id: 'saml',
    name: settings.name,
    async begin({ relayState, forceLogin }) {
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
    async take(samlResponse, isSamlRequestPending) {
      const answer = await refusing(() => readSamlResponse(samlResponse, settings))
      const isKnown = await isSamlRequestPending(answer.requestId)
      return refusing(async () => {
        const cacheProvider = requests((id) => isKnown && id === answer.requestId)
        const saml = new SAML({ ...config, cacheProvider, wantAuthnResponseSigned: answer.isSigned })
        // What was looked at above, to the letter, and not what another reading of the same base64 might give.
        const { profile } = await saml.validatePostResponseAsync({
          SAMLResponse: Buffer.from(answer.xml).toString('base64'),
        })
        const expected = { ...settings, requestId: answer.requestId, askedAgainAt: askedAgainAt(answer.requestId) }
        return { requestId: answer.requestId, claim: readSamlAssertion(profile, expected) }
      })
    },
    metadata: () => new SAML({ ...config, identifierFormat: PERSISTENT }).generateServiceProviderMetadata(null),
  }
}

/**
 * A request's own name says whether the person was to be asked again, and since when: it comes back under the service's
 * signature, so that no answer to an ordinary request passes for a proof. 160 random bits; an XML ID starts with no digit.
 */
function newRequestId(forceLogin: boolean): string {
  return `${forceLogin ? '_again' : '_'}${Date.now()}-${randomBytes(20).toString('hex')}`
}

/** In milliseconds since 1970; null where the request was an ordinary one. */
function askedAgainAt(requestId: string): number | null {
  const found = /^_again(\d+)-/.exec(requestId)
  return found ? Number(found[1]) : null
}

/** The library's store of requests, which keeps nothing: our database does. The moment it wants is any that is not old. */
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
