import { expect, test } from 'vitest'
import { checkProxy } from './check-proxy.ts'
import type { Finding } from './finding.ts'

type Trust = false | number | string[]
const HTTPS = 'https://sarraf.example'
const HERE = 'http://localhost:3000'

test.each<[string, string, Trust, Finding['state'], RegExp]>([
  ['no proxy on this machine', HERE, false, 'ok', /^No proxy is trusted/],
  ['one proxy with https', HTTPS, 1, 'ok', /the last address of X-Forwarded-For: exactly one proxy must/],
  ['two proxies with https', HTTPS, 2, 'ok', /address 2 from the end of X-Forwarded-For: exactly 2 proxies must/],
  ['proxies by their network', HTTPS, ['10.0.0.0/8', 'fd00::/8'], 'ok', /is not in 10\.0\.0\.0\/8, fd00::\/8/],
  ['one proxy by its public address', HTTPS, ['203.0.113.7', '2001:db8::7/128'], 'ok', /is not in 203\.0\.113\.7/],
  ['https without a trusted proxy', HTTPS, false, 'warning', /Set TRUST_PROXY to the number/],
  [
    'networks in which callers are too',
    HTTPS,
    ['10.0.0.0/8', '203.0.113.0/24'],
    'warning',
    /not private \(203\.0\.113\.0\/24\): .*Name the proxies/,
  ],
  ['a network of which a part is private', HTTPS, ['10.0.0.0/7'], 'warning', /not private \(10\.0\.0\.0\/7\)/],
  ['every network', HTTPS, ['0.0.0.0/0', '::/0'], 'warning', /not private \(0\.0\.0\.0\/0, ::\/0\)/],
  ['a trusted proxy that is not there', HERE, 1, 'warning', /callers choose their address. Set TRUST_PROXY to 0/],
  ['no encryption in public', 'http://sarraf.example', 1, 'warning', /Put a proxy with https in front/],
])('%s', (_name, publicUrl, trustProxy, state, text) => {
  expect(checkProxy({ publicUrl, trustProxy })).toEqual({ state, text: expect.stringMatching(text) })
})
