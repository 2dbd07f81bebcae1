/**
 * Checks of a SAML response before its signature. All of it is unverified input: it can be refused for what it says, but
 * proves nothing. The checks leave no room for signature wrapping, truncation and entity attacks.
 */
import { parseDomFromString, parseXml2JsFromString } from './parse-xml.ts'
import type { SamlProviderSettings } from './settings.ts'

export type SamlResponse = {
  xml: string
  /** The id of the request that the response claims to answer. */
  requestId: string
  /** The whole response has a signature, besides that of its assertion. */
  isSigned: boolean
}

/** Real ones have 5 to 30 thousand characters of base64. */
const RESPONSE_MAX = 100_000
/** Opening and closing tags, enough for the groups of a large company; the work in XPath grows with their square. */
const TAGS_MAX = 1000
/** Real ones are nested 9 deep, at the attribute of a signature's list of namespaces. */
const DEPTH_MAX = 12
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** Without SHA-1, which the library accepts. */
const ALGORITHMS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'SignatureMethod',
    [
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
    ],
  ],
  ['DigestMethod', ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']],
])

/** Throws an Error that says what is wrong. */
export async function readSamlResponse(samlResponse: string, expected: SamlProviderSettings): Promise<SamlResponse> {
  const xml = decode(samlResponse)
  if (/<[!?]/.test(xml.replace(/^<\?xml\s[^<>]*\?>/, ''))) {
    throw new Error('The response holds a document type, comment, CDATA section or processing instruction')
  }
  if (xml.split('<').length > TAGS_MAX) throw new Error('The response has too many elements')
  // This parser is stricter than the one that follows, and its speed does not depend on the structure of the document.
  if (isDeeper(await parseXml2JsFromString(xml), DEPTH_MAX)) throw new Error('The response is nested too deep')
  const { documentElement: response } = await parseDomFromString(xml)
  if (response.localName !== 'Response' || response.namespaceURI !== PROTOCOL)
    throw new Error('This is no SAML response')
  checkResponse(response, expected)
  checkStatus(response)
  const inside = Array.from(response.getElementsByTagName('*'))
  checkAssertions(inside, response)
  for (const element of inside) checkAlgorithm(element)
  const requestId = response.getAttribute('InResponseTo')
  if (!requestId) throw new Error('The response is to no request')
  return { xml, requestId, isSigned: children(response, 'Signature').length > 0 }
}

function decode(samlResponse: string): string {
  if (samlResponse.length > RESPONSE_MAX) throw new Error('The response is too long')
  const base64 = samlResponse.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Error('The response is not base64')
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
}

/** In the parsed form, children are in lists by name, which do not count as a level; attributes do. */
function isDeeper(node: unknown, levels: number): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (levels === 0) return true
  return Object.values(node).some((named) =>
    Array.isArray(named) ? named.some((child) => isDeeper(child, levels - 1)) : isDeeper(named, levels - 1),
  )
}

function checkResponse(response: Element, expected: SamlProviderSettings): void {
  const destination = response.getAttribute('Destination')
  if (destination && destination !== expected.callbackUrl) throw new Error(`The response is for ${destination}`)
  for (const issuer of children(response, 'Issuer')) {
    if (issuer.textContent !== expected.idpEntityId) throw new Error(`The response is by ${issuer.textContent}`)
  }
}

function checkStatus(response: Element): void {
  const codes = children(response, 'Status').flatMap((status) => children(status, 'StatusCode'))
  const status = codes.map((code) => code.getAttribute('Value')).join(' ')
  if (status !== SUCCESS) throw new Error(`The provider answers with "${status}"`)
}

/** Exactly one in the document, in its place, and not encrypted: the metadata offers no encryption key. */
function checkAssertions(inside: Element[], response: Element): void {
  const assertions = inside.filter(({ localName }) => localName.includes('Assertion'))
  const [assertion] = assertions
  if (assertions.length !== 1 || !assertion) throw new Error(`The response holds ${assertions.length} assertions`)
  const { localName, namespaceURI, parentNode } = assertion
  if (localName !== 'Assertion' || namespaceURI !== ASSERTION || parentNode !== response) {
    throw new Error('The assertion is encrypted, or not where it belongs')
  }
}

function checkAlgorithm(element: Element): void {
  const algorithm = element.getAttribute('Algorithm') ?? ''
  if (ALGORITHMS.get(element.localName)?.includes(algorithm) === false) {
    throw new Error(`${element.localName} ${algorithm} is not accepted`)
  }
}

function children(parent: Element, name: string): Element[] {
  return Array.from(parent.childNodes as NodeListOf<Element>).filter(({ localName }) => localName === name)
}
