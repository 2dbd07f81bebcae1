/** Limits of registrations per address and per shared network. Other tests switch them off, since their users share one address. */
import { beforeEach, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../http/rate-limits/rate-limits.ts'
import { cookieIn } from '../../testing/accounts/factors.ts'
import { freshNames } from '../../testing/accounts/fresh-names.ts'
import { enterBy } from '../../testing/accounts/identities.ts'
import { createWallet } from '../../testing/accounts/wallet.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp({ requestsPerMinute: 100_000 })
beforeEach(() => testApp().owner.query('delete from rate_limits'))

const PER_ADDRESS = RATE_LIMITS.registrations_per_network.times
const PER_SHARED_NETWORK = RATE_LIMITS.registrations_per_shared_network.times
const CODES_PER_SHARED_NETWORK = RATE_LIMITS.registration_codes_per_shared_network.times
/** Fewer than the passwords that may wait to be hashed. */
const CONCURRENT = 15

const addressesOf = (count: number, of: (host: number) => string) => Array.from({ length: count }, (_, n) => of(n + 1))
const inNetwork = (network: string) => addressesOf(250, (host) => `${network}.${host}`)
const inSite = (site: string) => addressesOf(250, (subnet) => `${site}:${subnet.toString(16)}::1`)

function post(url: string, payload: object, remoteAddress: string, cookie = '') {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  return testApp().app.inject({ method: 'POST', url, headers, payload, remoteAddress })
}

function register(address: string, password = 'correct horse battery') {
  return post(
    '/api/register',
    { ...freshNames('many'), password, confirmPassword: password, acceptsTerms: true },
    address,
  )
}

/** With a password that is refused after the call is counted and before anything is hashed. */
const attempt = (address: string) => register(address, 'password1')

/** How many of the calls each status had. */
async function statuses(addresses: string[], call: typeof attempt): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let at = 0; at < addresses.length; at += CONCURRENT) {
    const replies = await Promise.all(addresses.slice(at, at + CONCURRENT).map((address) => call(address)))
    for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return counts
}

test('the 250 addresses of a /24 register its limit together and are mailed as many codes, and another /24 is not affected', async () => {
  const codes = async () => {
    const { rows } = await testApp().owner.query("select 1 from mails where kind = 'registration_code'")
    return rows.length
  }
  const before = await codes()
  const refused = 250 - PER_SHARED_NETWORK
  expect(await statuses(inNetwork('203.0.113'), register)).toEqual({ 202: PER_SHARED_NETWORK, 429: refused })
  expect((await codes()) - before).toBe(PER_SHARED_NETWORK)
  const reply = await register('203.0.113.251')
  expect([reply.statusCode, reply.json().code]).toEqual([429, 'rate_limited'])
  expect(reply.json().details.retryAfterSeconds).toBeGreaterThan(3000)
  expect((await register('203.0.114.1')).statusCode).toBe(202)
})

test('the /64s of a /48 register the same limit together, and another /48 is not affected', async () => {
  const refused = 250 - PER_SHARED_NETWORK
  expect(await statuses(inSite('2001:db8:7'), attempt)).toEqual({ 400: PER_SHARED_NETWORK, 429: refused })
  expect((await attempt('2001:db8:8::1')).statusCode).toBe(400)
})

test('an address is refused by its own lower limit, and what it is refused is not counted for its shared network', async () => {
  const one = Array<string>(PER_ADDRESS + 10).fill('198.51.100.1')
  expect(await statuses(one, attempt)).toEqual({ 400: PER_ADDRESS, 429: 10 })
  const rest = PER_SHARED_NETWORK - PER_ADDRESS
  expect(await statuses(inNetwork('198.51.100').slice(1), attempt)).toEqual({ 400: rest, 429: 249 - rest })
})

test('private addresses, which may be those of a proxy, have the limit of an address only', async () => {
  expect(await statuses(inNetwork('192.168.7'), attempt)).toEqual({ 400: 250 })
  const proxy = Array<string>(PER_ADDRESS + 1).fill('127.0.0.1')
  expect(await statuses(proxy, attempt)).toEqual({ 400: PER_ADDRESS, 429: 1 })
})

test('sign-ups by an identity are registrations', async () => {
  await statuses(inNetwork('203.0.113').slice(0, PER_SHARED_NETWORK), attempt)
  const cookie = cookieIn(await enterBy(testApp().app, createWallet()), 'pending_sign_up')
  const join = (address: string) =>
    post('/api/register/pending', { ...freshNames('walla'), acceptsTerms: true }, address, cookie)
  expect((await join('203.0.113.251')).statusCode).toBe(429)
  expect((await join('203.0.114.1')).statusCode).toBe(202)
})

test('codes that are asked for again are limited too, with the first ones, for all addresses of a /24 together', async () => {
  const { limits, db } = testApp().context
  const asked = await register('203.0.113.1')
  const cookie = String(asked.headers['set-cookie']).split(';')[0]!
  const resend = async (address: string) => (await post('/api/register/resend', {}, address, cookie)).statusCode
  const others = CODES_PER_SHARED_NETWORK - 2
  expect(await limits.consumeWithin(db, 'registration_codes_per_shared_network', '203.0.113.2', others)).toBeNull()
  expect(await resend('203.0.113.3')).toBe(200)
  expect(await resend('203.0.113.4')).toBe(429)
  expect((await register('203.0.113.5')).statusCode).toBe(429)
  expect(await resend('203.0.114.1')).toBe(200)
})
