import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseDomFromString, parseXml2JsFromString } from './parse-xml.ts'

test('the SAML library has the version whose private parser file was reviewed', async () => {
  const file = new URL('../../../../node_modules/@node-saml/node-saml/package.json', import.meta.url)
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  // With another version, read lib/xml.js and the use of its parsers in lib/saml.js again, then change this line.
  expect(version).toBe('5.1.0')
})

test('both parsers read a document, and the first refuses one that is not well-formed', async () => {
  expect((await parseDomFromString('<a><b/></a>')).documentElement.localName).toBe('a')
  expect(await parseXml2JsFromString('<a><b/></a>')).toEqual({ a: { b: [''] } })
  await expect((async () => parseXml2JsFromString('<a><b></a>'))()).rejects.toThrow()
})
