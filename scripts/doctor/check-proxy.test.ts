import { expect, test } from 'vitest'
import { checkProxy } from './check-proxy.ts'
import type { Finding } from './finding.ts'

type Trust = false | number | string[]
const HTTPS = 'https://sarraf.example'
const HERE = 'http://localhost:3000'

test.each<[string, string, Trust, Finding['state'], RegExp]>([
  ['no proxy on this machine', HERE, false, 'ok', /^No proxy is trusted/],
  ['one proxy with https', HTTPS, 1, 'ok', /counts as 203\.0\.113\.9: the proxy must write the header/],
  ['two proxies with https', HTTPS, 2, 'ok', /counts as 203\.0\.113\.9/],
  ['proxies by their network', HTTPS, ['10.0.0.0/8', 'fd00::/8'], 'ok', /counts as 203\.0\.113\.9/],
  ['https without a trusted proxy', HTTPS, false, 'warning', /Set TRUST_PROXY to the number/],
  ['networks in which callers are too', HTTPS, ['203.0.113.0/24'], 'warning', /counts as 198\.51\.100\.7/],
  ['a trusted proxy that is not there', HERE, 1, 'warning', /callers choose their address. Set TRUST_PROXY to 0/],
  ['no encryption in public', 'http://sarraf.example', 1, 'warning', /Put a proxy with https in front/],
])('%s', async (_name, publicUrl, trustProxy, state, text) => {
  expect(await checkProxy({ publicUrl, trustProxy })).toEqual({ state, text: expect.stringMatching(text) })
})
