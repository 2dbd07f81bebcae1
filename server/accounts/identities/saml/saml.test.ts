/** Single sign-on by SAML, with a test identity provider that is built on another library and can send false responses. */
import { generateKeyPairSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { ServiceProvider } from 'samlify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../testing/servers/certificate.ts'
import type { SamlPair } from '../../../testing/servers/saml-pair.ts'
import {
  ACS_URL,
  AMINA,
  SP_ENTITY_ID,
  providerOf,
  readXml,
  samlRefusal,
  sendXml,
  startSamlPair,
  stopSamlPairs,
} from '../../../testing/servers/saml-pair.ts'
import type { SamlLies } from '../../../testing/servers/saml-server.ts'
import type { SamlProviderSettings } from './settings.ts'

let pair: SamlPair

beforeAll(async () => {
  pair = await startSamlPair()
})
beforeEach(() => {
  pair.service.user = AMINA
})
afterAll(stopSamlPairs)

describe('a SAML response', () => {
  test('identifies the user, with the email in lower case and unverified', async () => {
    const { url, requestId } = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const { SAMLResponse, RelayState } = await pair.service.answerTo(url)
    const taken = await pair.provider.verifyResponse(SAMLResponse, async (id) => id === requestId)
    expect(taken).toEqual({
      requestId,
      identity: { accountId: 'e7c1f0', email: 'amina@company.example', isEmailVerified: false },
    })
    expect(RelayState).toBe('state')
  })

  test('is posted by the button of the provider’s page', async () => {
    const { url, requestId } = await pair.provider.authorize({ relayState: 'a&"b"', forceLogin: false })
    const page = await (await fetch(url)).text()
    expect(page).toContain(`<form method="post" action="${ACS_URL}">`)
    expect(page).toContain('Continue as e7c1f0')
    const [, answer = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? []
    expect(await pair.provider.verifyResponse(answer, async () => true)).toMatchObject({ requestId })
  })

  test.each(['persistent', 'emailAddress', 'unspecified', null] as const)(
    'may use the name format %s',
    async (format) => {
      pair.service.user = { nameId: 'Karim@Company.example', format, email: null }
      expect((await pair.handleCallback()).identity).toEqual({
        accountId: 'Karim@Company.example',
        email: format === 'emailAddress' ? 'karim@company.example' : null,
        isEmailVerified: false,
      })
    },
  )

  test.each([
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ])('has the email of the attribute %s', async (name) => {
    const { identity } = await pair.handleCallback({ rewrite: (xml) => xml.replace('Name="email"', `Name="${name}"`) })
    expect(identity.email).toBe('amina@company.example')
  })

  test('has no email where the provider gives an invalid one', async () => {
    pair.service.user = { ...AMINA, email: 'amina at company' }
    expect((await pair.handleCallback()).identity.email).toBe(null)
    pair.service.user = { ...AMINA, email: `${'a'.repeat(250)}@company.example` }
    expect((await pair.handleCallback()).identity.email).toBe(null)
  })

  test.each([{ signatures: 'RSA_SHA512' }, { signs: 'both' }, { signs: 'both', signatures: 'RSA_SHA512' }] as const)(
    'is accepted from a provider with %o',
    async (options) => {
      const other = await startSamlPair(options)
      expect(await other.handleCallback()).toMatchObject({ identity: { accountId: 'e7c1f0' } })
    },
  )

  test('is accepted with line breaks in the base64', async () => {
    const { url } = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const { SAMLResponse } = await pair.service.answerTo(url)
    const inLines = SAMLResponse.replaceAll(/.{76}/g, '$&\r\n')
    expect(await pair.take({ SAMLResponse: inLines })).toMatchObject({ identity: { accountId: 'e7c1f0' } })
  })

  test('is accepted while the provider rotates its key', async () => {
    const changing = providerOf(pair.service, {
      idpCertificates: [makeCertificate('the next key').certificate, bare(pair.service.certificate)],
    })
    expect(await pair.handleCallback({}, changing)).toMatchObject({ identity: { accountId: 'e7c1f0' } })
  })

  test('is accepted when the clocks differ by less than a minute', async () => {
    for (const values of [
      { IssueInstant: at(50), ConditionsNotBefore: at(50), AuthnInstant: at(50) },
      { ConditionsNotOnOrAfter: at(-50), SubjectConfirmationDataNotOnOrAfter: at(-50) },
    ]) {
      expect(await pair.handleCallback({ values })).toMatchObject({ identity: { accountId: 'e7c1f0' } })
    }
  })
})

describe('a forced login', () => {
  test('is requested from the provider; an ordinary sign-in does not request it', async () => {
    const authnRequest = await pair.provider.authorize({ relayState: 'state', forceLogin: true })
    const plain = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    expect(requestIn(authnRequest.url)).toContain(' ForceAuthn="true"')
    expect(requestIn(plain.url)).not.toContain('ForceAuthn')
    expect(await pair.take(await pair.service.answerTo(authnRequest.url))).toMatchObject({
      requestId: authnRequest.requestId,
    })
  })

  test('is refused where the provider did not ask the user to sign in again', async () => {
    const { url } = await pair.provider.authorize({ relayState: 'state', forceLogin: true })
    const answer = await pair.service.answerTo(url, { values: { AuthnInstant: at(-120) } })
    expect(await samlRefusal(pair.take(answer))).toBe('The provider did not ask the user to sign in again')
  })

  test('is not satisfied by the response to an ordinary request', async () => {
    const authnRequest = await pair.provider.authorize({ relayState: 'state', forceLogin: true })
    const plain = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const { SAMLResponse } = await pair.service.answerTo(plain.url)
    expect(
      await samlRefusal(pair.provider.verifyResponse(SAMLResponse, async (id) => id === authnRequest.requestId)),
    ).toMatch(/InResponseTo/)
  })
})

describe('a misplaced or untimely response', () => {
  test('is refused the second time it is used', async () => {
    const { url, requestId } = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const { SAMLResponse } = await pair.service.answerTo(url)
    const awaited = new Set([requestId])
    await pair.provider.verifyResponse(SAMLResponse, async (id) => awaited.delete(id))
    expect(await samlRefusal(pair.provider.verifyResponse(SAMLResponse, async (id) => awaited.delete(id)))).toMatch(
      /InResponseTo/,
    )
  })

  test('calls isPending once, whose errors pass through', async () => {
    const { url } = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const { SAMLResponse } = await pair.service.answerTo(url)
    let asked = 0
    await pair.provider.verifyResponse(SAMLResponse, async () => ++asked === 1)
    expect(asked).toBe(1)
    const fault = new Error('the database is down')
    await expect(pair.provider.verifyResponse(SAMLResponse, () => Promise.reject(fault))).rejects.toBe(fault)
  })

  test('is refused where it answers no request', async () => {
    expect(
      await samlRefusal(pair.handleCallback({ rewrite: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') })),
    ).toMatch(/no request/)
    expect(await samlRefusal(pair.handleCallback({ values: { InResponseTo: '' } }))).toMatch(/no request/)
    const half = { rewrite: (xml: string) => xml.replace(/(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1') }
    expect(await samlRefusal(pair.handleCallback(half))).toMatch(/InResponseTo/)
    const { url } = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const { SAMLResponse } = await pair.service.answerTo(url)
    expect(await samlRefusal(pair.provider.verifyResponse(SAMLResponse, async () => false))).toMatch(/InResponseTo/)
  })

  test('is refused as the response to another pending request', async () => {
    const mine = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const theirs = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const xml = readXml(await pair.service.answerTo(theirs.url))
    const moved = xml.replace(/InResponseTo="[^"]*"/, `InResponseTo="${mine.requestId}"`)
    expect(await samlRefusal(pair.take(sendXml(moved)))).toMatch(/InResponseTo/)
  })

  test.each<[string, SamlLies, RegExp]>([
    ['for another audience', { values: { Audience: 'https://other.example' } }, /audience mismatch/],
    [
      'for no audience',
      { rewrite: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
      /AudienceRestriction/,
    ],
    ['for another recipient', { values: { SubjectRecipient: 'https://other.example/acs' } }, /Recipient/],
    ['for no recipient', { rewrite: (xml) => xml.replace(/ Recipient="[^"]*"/, '') }, /Recipient/],
    ['to another destination', { values: { Destination: 'https://other.example/acs' } }, /is for https:\/\/other/],
    ['by another issuer', { values: { Issuer: 'https://other.example/idp' } }, /is by https:\/\/other/],
    [
      'whose assertion alone is by another issuer',
      { rewrite: (xml) => replaceLast(xml, /<saml:Issuer>[^<]+/g, '<saml:Issuer>https://other.example') },
      /Issuer/,
    ],
    ['that is not a bearer assertion', { rewrite: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }, /Method/],
    [
      'with an error status',
      { values: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } },
      /status:Responder/,
    ],
    ['past its conditions', { values: { ConditionsNotOnOrAfter: () => at(-70) } }, /expired/],
    [
      'past its confirmation',
      { values: { SubjectConfirmationDataNotOnOrAfter: () => at(-70) } },
      /No valid subject confirmation/,
    ],
    [
      'without an expiry',
      { rewrite: (xml) => xml.replace(/(NotBefore="[^"]*") NotOnOrAfter="[^"]*"/, '$1') },
      /NotOnOrAfter/,
    ],
    [
      'without conditions',
      { rewrite: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') },
      /AudienceRestriction/,
    ],
    ['that is older than ten minutes', { values: { IssueInstant: () => at(-670) } }, /No valid subject confirmation/],
    ['with a time without a zone', { values: { IssueInstant: () => at(0).replace('Z', '') } }, /IssueInstant/],
    ['not yet valid', { values: { ConditionsNotBefore: () => at(70) } }, /not yet valid/],
    ['issued in the future', { values: { IssueInstant: () => at(70) } }, /from the future/],
    ['with a sign-in in the future', { values: { AuthnInstant: () => at(70) } }, /from the future/],
    [
      'without a sign-in statement',
      { rewrite: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') },
      /AuthnStatement/,
    ],
    ['without a name', { rewrite: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '') }, /NameID/],
    ['with a name that is too long', { values: { NameID: 'a'.repeat(256) } }, /NameID/],
    ['with a control character in the name', { values: { NameID: 'amina\u0007' } }, /NameID/],
    ['with two names', { rewrite: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '$&$&') }, /NameID/],
  ])('is refused %s', async (_, lies, because) => {
    expect(await samlRefusal(pair.handleCallback(lies))).toMatch(because)
  })

  test('is refused where the name is transient', async () => {
    pair.service.user = { ...AMINA, format: 'transient' }
    expect(await samlRefusal(pair.handleCallback())).toMatch(/transient is not permanent/)
  })
})

describe('settings', () => {
  test.each<[string, Partial<SamlProviderSettings>, string]>([
    ['entryPoint', { entryPoint: 'http://idp.example/sign-in' }, 'SAML entryPoint must be an https address'],
    ['entryPoint', { entryPoint: 'http://127.0.0.1.evil.example/' }, 'SAML entryPoint must be an https address'],
    ['entryPoint', { entryPoint: 'sign-in' }, 'SAML entryPoint must be an https address'],
    ['callbackUrl', { callbackUrl: '/answer' }, 'SAML callbackUrl must be a whole address'],
    ['idpEntityId', { idpEntityId: '' }, 'SAML idpEntityId must not be empty'],
    ['spEntityId', { spEntityId: '' }, 'SAML spEntityId must not be empty'],
    ['idpCertificates', { idpCertificates: [] }, 'SAML idpCertificates must hold at least one certificate'],
    ['idpCertificates', { idpCertificates: ['rubbish'] }, 'SAML idpCertificates[0] cannot be read as a certificate'],
  ])('are refused with the name of the wrong one: %s', (_, wrong, message) => {
    expect(() => providerOf(pair.service, wrong)).toThrow(message)
  })

  test('are refused with keys that cannot verify a signature', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const bareKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(() => providerOf(pair.service, { idpCertificates: [pair.service.certificate, bareKey] })).toThrow(
      /idpCertificates\[1\]/,
    )
    const small = makeCertificate('small', 1024).certificate
    expect(() => providerOf(pair.service, { idpCertificates: [small] })).toThrow(/RSA key of at least 2048 bits/)
  })

  test('produce metadata that the provider’s library can read', () => {
    const { entityMeta } = ServiceProvider({ metadata: pair.provider.metadata() })
    expect(entityMeta.getEntityID()).toBe(SP_ENTITY_ID)
    expect(entityMeta.getAssertionConsumerService('post')).toBe(ACS_URL)
    expect(entityMeta.isWantAssertionsSigned()).toBe(true)
  })
})

function requestIn(url: string): string {
  const deflated = new URL(url).searchParams.get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(deflated, 'base64')).toString()
}

function at(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

function bare(pem: string): string {
  return pem.replaceAll(/-----.*-----/g, '')
}

function replaceLast(text: string, pattern: RegExp, put: string): string {
  const last = [...text.matchAll(pattern)].at(-1)
  return last ? text.slice(0, last.index) + put + text.slice(last.index + last[0].length) : text
}
