/** A SAML identity provider and our service provider, with an exchange between them: honest, forged, or intercepted. */
import { inspect } from 'node:util'
import { assert, expect } from 'vitest'
import type { SamlProviderSettings } from '../../accounts/identities/saml/settings.ts'
import type { SamlProvider } from '../../accounts/identities/saml/saml.ts'
import { createSamlProvider } from '../../accounts/identities/saml/saml.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { SamlLies, SamlPerson, SamlServer, SamlServerOptions } from './saml-server.ts'
import { startSamlServer } from './saml-server.ts'

export const SP_ENTITY_ID = 'https://sarraf.example/auth/saml'
export const ACS_URL = 'https://sarraf.example/auth/saml/answer'
export const AMINA: SamlPerson = { nameId: 'e7c1f0', format: 'persistent', email: 'Amina@Company.example' }

type Taken = Awaited<ReturnType<SamlProvider['verifyResponse']>>

export type SamlPair = {
  service: SamlServer
  provider: SamlProvider
  /** A whole exchange, with the answer that the provider sends to a pending request. */
  handleCallback(lies?: SamlLies, provider?: SamlProvider): Promise<Taken>
  /** A whole exchange, with the answer that an attacker makes of a valid one. */
  tampered(alter: (xml: string) => string): Promise<Taken>
  /** Handles an answer as if its request were pending. */
  take(form: { SAMLResponse: string }): Promise<Taken>
}

const started: SamlServer[] = []

export async function startSamlPair(options: Partial<SamlServerOptions> = {}): Promise<SamlPair> {
  const service = await startSamlServer({ spEntityId: SP_ENTITY_ID, acsUrl: ACS_URL, user: AMINA, ...options })
  started.push(service)
  const provider = providerOf(service)
  const answerFor = async (mine: SamlProvider, lies?: SamlLies) => {
    const { url } = await mine.authorize({ relayState: 'state', forceLogin: false })
    return service.answerTo(url, lies)
  }
  return {
    service,
    provider,
    take,
    async handleCallback(lies, mine = provider) {
      const { SAMLResponse } = await answerFor(mine, lies)
      return mine.verifyResponse(SAMLResponse, async () => true)
    },
    async tampered(alter) {
      const xml = readXml(await answerFor(provider))
      const altered = alter(xml)
      expect(altered).not.toBe(xml)
      return take(sendXml(altered))
    },
  }

  function take({ SAMLResponse }: { SAMLResponse: string }) {
    return provider.verifyResponse(SAMLResponse, async () => true)
  }
}

/** For `afterAll`. */
export async function stopSamlPairs(): Promise<void> {
  await Promise.all(started.splice(0).map((service) => service.close()))
}

export function providerOf(service: SamlServer, changes: Partial<SamlProviderSettings> = {}): SamlProvider {
  return createSamlProvider({
    name: 'Company',
    entryPoint: service.entryPoint,
    idpCertificates: [service.certificate],
    idpEntityId: service.entityId,
    spEntityId: SP_ENTITY_ID,
    callbackUrl: ACS_URL,
    ...changes,
  })
}

/**
 * Why a response was refused. The refusal carries the one public code, and costs less than a second of processor time,
 * which unlike the clock does not grow when the machine is busy.
 */
export async function samlRefusal(taking: Promise<Taken>): Promise<string> {
  const before = process.cpuUsage()
  const outcome = await taking.catch((error: unknown) => error)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  assert(outcome instanceof DomainError && outcome.cause instanceof Error, `not refused: ${inspect(outcome)}`)
  expect(outcome.code).toBe('provider_refused')
  return outcome.cause.message
}

export function readXml({ SAMLResponse }: { SAMLResponse: string }): string {
  return Buffer.from(SAMLResponse, 'base64').toString()
}

export function sendXml(xml: string): { SAMLResponse: string } {
  return { SAMLResponse: Buffer.from(xml).toString('base64') }
}
