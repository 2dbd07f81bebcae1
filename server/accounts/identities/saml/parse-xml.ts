/**
 * The XML parsers of the SAML library. Its package does not export them, but the checks before the signature must read a
 * response with the very parser that verifies it: with another one, an attacker could show each a different document. The test
 * beside this file names the version of the library that this was read in.
 */
export { parseDomFromString, parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js'
