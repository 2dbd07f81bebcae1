/** Attacks on SAML responses: forged, stripped and wrapped signatures, and XML features that a response must not use. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DomainError } from '../../../../domain/errors.ts'
import type { SamlPair } from '../../../testing/servers/saml-pair.ts'
import {
  AMINA,
  providerOf,
  readXml,
  samlRefusal,
  sendXml,
  startSamlPair,
  stopSamlPairs,
} from '../../../testing/servers/saml-pair.ts'
import type { SamlServerOptions } from '../../../testing/servers/saml-server.ts'

let pair: SamlPair
/** Signs its responses and the assertions in them. */
let thorough: SamlPair

beforeAll(async () => {
  pair = await startSamlPair()
  thorough = await startSamlPair({ signs: 'both' })
})
beforeEach(() => {
  pair.service.user = AMINA
})
afterAll(stopSamlPairs)

describe('a signature', () => {
  test.each<[string, Partial<SamlServerOptions>, RegExp]>([
    ['by SHA-1', { signatures: 'RSA_SHA1' }, /^SignatureMethod \S+#rsa-sha1 is not accepted/],
    ['on the response only, and not on its assertion', { signs: 'response' }, /Invalid signature/],
  ])('is refused %s', async (_, options, because) => {
    const other = await startSamlPair(options)
    expect(await samlRefusal(other.handleCallback())).toMatch(because)
  })

  test('by another key is refused, though the response contains its certificate', async () => {
    const impostor = await startSamlPair({ entityId: pair.service.entityId })
    const deceived = providerOf(pair.service, { entryPoint: impostor.service.entryPoint })
    expect(await samlRefusal(impostor.handleCallback({}, deceived))).toMatch(/Invalid signature/)
  })

  test('of the response is verified too where there is one', async () => {
    const altered = thorough.tampered((xml) => xml.replace('<samlp:Status>', '<samlp:Status> '))
    expect(await samlRefusal(altered)).toBe('Invalid document signature')
  })

  test.each<[string, (xml: string) => string, RegExp]>([
    ['taken off', (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, ''), /Invalid signature/],
    [
      'whose value is altered',
      (xml) => xml.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
      /Invalid signature/,
    ],
    [
      'with the digest by SHA-1',
      (xml) => xml.replace('2001/04/xmlenc#sha256', '2000/09/xmldsig#sha1'),
      /^DigestMethod \S+#sha1 is not accepted/,
    ],
    [
      'by an HMAC',
      (xml) => xml.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'),
      /^SignatureMethod \S+#hmac-sha1 is not accepted/,
    ],
    ['twice over', (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '$&$&'), /Too many signatures/],
    ['over an altered attribute', (xml) => xml.replace('Amina@Company', 'Karim@Company'), /Invalid signature/],
    ['over an altered name', (xml) => xml.replace('>e7c1f0<', '>e7c1f1<'), /Invalid signature/],
    [
      'over a name of another format',
      (xml) => xml.replace('nameid-format:persistent', 'nameid-format:emailAddress'),
      /Invalid signature/,
    ],
  ])('is refused %s', async (_, alter, because) => {
    expect(await samlRefusal(pair.tampered(alter))).toMatch(because)
  })

  test('covers the whole response: every alteration is refused or changes nothing that is read', async () => {
    const { url, requestId } = await pair.provider.authorize({ relayState: 'state', forceLogin: false })
    const xml = readXml(await pair.service.answerTo(url))
    const honest = await pair.take(sendXml(xml))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(xml.length - 1),
        fc.nat(3),
        fc.constantFrom('', 'x', '<', '"', '/>', '&#65;', ' ', '<a/>', '\u{1f600}'),
        async (place, length, put) => {
          const altered = xml.slice(0, place) + put + xml.slice(place + length)
          const outcome = await pair.take(sendXml(altered)).catch((error: unknown) => error)
          if (outcome instanceof DomainError) expect(outcome.code).toBe('provider_refused')
          else expect(outcome).toEqual({ ...honest, requestId })
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('wrapping a signed assertion', () => {
  const shapes: Record<string, (parts: Parts) => string> = {
    'an evil one first': ({ whole, signed, evil }) => whole.replace(signed, () => evil + signed),
    'an evil one last': ({ whole, signed, evil }) => whole.replace(signed, () => signed + evil),
    'the signed one inside the evil one': ({ whole, signed, evil }) =>
      whole.replace(signed, () => evil.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
    'the evil one signed by the other’s signature': ({ whole, signed, evil, signature }) =>
      whole.replace(
        signed,
        () => evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + signed.replace(signature, ''),
      ),
    'the signed one in the signature’s object': ({ whole, signed, evil, signature }) =>
      whole.replace(signed, () =>
        evil.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${signed.replace(signature, '')}</ds:Object></ds:Signature>`)}`,
        ),
      ),
    'the signed one in an extension': ({ whole, signed, evil }) =>
      whole.replace(signed, () => `<samlp:Extensions>${signed}</samlp:Extensions>${evil}`),
    'the signed one alone, where none belongs': ({ whole, signed }) =>
      whole.replace(signed, () => `<samlp:Extensions>${signed}</samlp:Extensions>`),
    'the evil one in an extension': ({ whole, evil }) =>
      whole.replace('<samlp:Status>', () => `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`),
    'the whole response in another one': ({ whole, evil, signed }) =>
      whole.replace(signed, () => evil.replace('<saml:Subject>', `<saml:Advice>${whole}</saml:Advice><saml:Subject>`)),
    'the signed response in the status of another one': ({ whole, evil, signed }) =>
      whole
        .replace(signed, () => evil)
        .replace('</samlp:Status>', () => `<samlp:StatusDetail>${signed}</samlp:StatusDetail></samlp:Status>`),
    'one of the same ID': ({ whole, signed, evil, id }) =>
      whole.replace(signed, () => evil.replace('_evil', id) + signed),
    'one without a namespace': ({ whole, signed, evil }) =>
      whole.replace(signed, () => evil.replaceAll('saml:', '').replaceAll('xmlns:saml', 'xmlns:x') + signed),
    'one under another prefix': ({ whole, signed, evil }) =>
      whole.replace(signed, () => evil.replaceAll('saml:', 'SAML:').replace('xmlns:saml=', 'xmlns:SAML=') + signed),
    'an encrypted one beside it': ({ whole, signed }) =>
      whole.replace(signed, () => `${signed}<saml:EncryptedAssertion>x</saml:EncryptedAssertion>`),
  }
  test.each(Object.entries(shapes))('is refused: %s', async (_, shape) => {
    for (const each of [pair, thorough]) {
      expect(await samlRefusal(each.tampered((whole) => shape(partsOf(whole))))).toMatch(/holds \d assertions|belongs/)
    }
  })
})

describe('XML that is not plain', () => {
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  test.each<[string, (xml: string) => string]>([
    ['a comment in a name that is signed', (xml) => xml.replace('e7c1f0', 'e7c<!---->1f0')],
    ['a processing instruction in a name', (xml) => xml.replace('e7c1f0', 'e7c<?x ?>1f0')],
    ['a CDATA section in a name', (xml) => xml.replace('e7c1f0', '<![CDATA[e7c1f0]]>')],
    ['a document type', (xml) => `<!DOCTYPE Response>${xml}`],
    ['a document type in lower case after the declaration', (xml) => `<?xml version="1.0"?><!doctype Response>${xml}`],
    [
      'an external entity that names a file',
      (xml) => `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xml.replace('e7c1f0', '&f;')}`,
    ],
    ['a billion laughs', (xml) => `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]>${xml.replace('e7c1f0', '&l12;')}`],
    ['two declarations', (xml) => `<?xml version="1.0"?><?xml version="1.0"?>${xml}`],
  ])('is refused: %s', async (_, alter) => {
    expect(await samlRefusal(pair.tampered(alter))).toMatch(
      /document type, comment, CDATA section or processing instruction/,
    )
  })

  test('a comment that the provider signed truncates no name', async () => {
    pair.service.user = { ...AMINA, nameId: 'amina@evil.example', format: 'emailAddress' }
    const lies = { rewrite: (xml: string) => xml.replace('>amina@evil.example<', '>amina@evil<!---->.example<') }
    expect(await samlRefusal(pair.handleCallback(lies))).toMatch(/comment/)
  })

  const many = (count: number, each: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => each(at)).join('')
  const answerOf = (inside: string) =>
    btoa(`<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</Response>`)
  test.each<[string, string, RegExp]>([
    ['nothing', '', /not base64/],
    ['what is not base64', '%%%', /not base64/],
    ['base64 with an invalid character after many spaces', `AAAA${' '.repeat(99_000)}%`, /not base64/],
    ['base64 of nothing', '====', /not base64/],
    ['base64 that is not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0xd8]).toString('base64'), /not valid/],
    ['plain text', btoa('hello'), /Non-whitespace before first tag/],
    ['another document', btoa('<html><body/></html>'), /no SAML response/],
    ['another message', btoa('<x:LogoutResponse xmlns:x="urn:oasis:names:tc:SAML:2.0:protocol"/>'), /no SAML response/],
    ['a response of another namespace', btoa('<Response xmlns="urn:x"/>'), /no SAML response/],
    ['an empty response', answerOf(''), /The provider answers with ""/],
    ['an unfinished response', btoa('<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol"'), /Unexpected end/],
    ['an unknown entity', answerOf('&x;'), /Invalid character entity/],
    ['a long one', 'A'.repeat(100_004), /too long/],
    ['a deeply nested one', answerOf('<a>'.repeat(400) + '</a>'.repeat(400)), /nested too deep/],
    ['one with many elements', answerOf('<a/>'.repeat(1000)), /too many elements/],
    ['one with many attributes', btoa(`<a ${many(7000, (at) => ` n${at}=""`)}/>`), /no SAML response/],
    ['one with many unclosed tags', btoa('<a '.repeat(900)), /Invalid attribute name/],
    ['one with many entities', answerOf('&quot;'.repeat(11_000)), /The provider answers with ""/],
  ])('is refused: %s', async (_, answer, because) => {
    expect(await samlRefusal(pair.take({ SAMLResponse: answer }))).toMatch(because)
  })

  test('many elements around a signed assertion do not take long', async () => {
    const crowds = [
      many(400, (at) => `<x xmlns:n${at}="u" ID="i${at}"/>`),
      `<x ${many(3000, (at) => ` xmlns:n${at}="u"`)}>${'<y/>'.repeat(400)}</x>`,
      `<x ${many(7000, (at) => ` n${at}=""`)}/>`,
      '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'.repeat(400),
    ]
    for (const crowd of crowds) {
      expect(
        await samlRefusal(pair.tampered((xml) => xml.replace('</saml:Assertion>', () => `${crowd}</saml:Assertion>`))),
      ).toMatch(/Invalid signature/)
    }
    const tooMany = '<y/>'.repeat(1000)
    expect(await samlRefusal(pair.tampered((xml) => xml.replace('</saml:Assertion>', `${tooMany}$&`)))).toMatch(
      /too many elements/,
    )
  })
})

type Parts = { whole: string; signed: string; signature: string; evil: string; id: string }

/** The signed assertion, its signature, and the same assertion for another user. */
function partsOf(whole: string): Parts {
  const [signed = ''] = /<saml:Assertion .*<\/saml:Assertion>/.exec(whole) ?? []
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(signed) ?? []
  const [, id = ''] = / ID="([^"]+)"/.exec(signed) ?? []
  const evil = signed.replace(signature, '').replace(id, '_evil').replace('e7c1f0', 'evil')
  return { whole, signed, signature, evil, id }
}
