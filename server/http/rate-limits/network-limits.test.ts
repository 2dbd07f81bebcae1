/** Limits per network, tested through the API. Other tests switch them off, since their users share one network. */
import { expect, test } from 'vitest'
import { signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { RATE_LIMITS } from './rate-limits.ts'
import { SITE_FACTOR } from '../network.ts'
import type { RateLimitName } from './rate-limits.ts'

const testApp = useTestApp({ requestsPerMinute: 100_000 })

async function post(url: string, payload: object, remoteAddress: string): Promise<[number, string | undefined]> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const reply = await testApp().app.inject({ method: 'POST', url, headers, payload, remoteAddress })
  return [reply.statusCode, reply.json().code]
}

const token = 'x'.repeat(43)
const unknownEmail = () => ({ email: `unknown_${crypto.randomUUID().slice(0, 8)}@example.org` })
const CALLS: [string, RateLimitName, () => object, [number, string | undefined]][] = [
  [
    '/api/sign-in',
    'wrong_passwords_per_network',
    () => ({ ...unknownEmail(), password: 'a guess' }),
    [401, 'credentials_wrong'],
  ],
  ['/api/sign-in/code/send', 'emails_per_network', unknownEmail, [200, undefined]],
  ['/api/forgot-password', 'emails_per_network', unknownEmail, [200, undefined]],
  [
    '/api/reset-password',
    'invalid_links_per_network',
    () => ({ token, newPassword: 'a better one' }),
    [409, 'link_invalid'],
  ],
  ['/api/email/confirm', 'invalid_links_per_network', () => ({ token }), [409, 'link_invalid']],
  ['/api/reset-password/review', 'invalid_links_per_network', () => ({ token }), [409, 'link_invalid']],
  ['/api/additions/review', 'invalid_links_per_network', () => ({ token }), [409, 'link_invalid']],
  ['/api/additions/remove', 'invalid_links_per_network', () => ({ token }), [409, 'link_invalid']],
  ['/api/email/undo', 'invalid_links_per_network', () => ({ token }), [409, 'link_invalid']],
]

/** Counts so many calls, in the tallies of the address that a single one is counted in. */
async function use(name: RateLimitName, address: string, calls: number): Promise<void> {
  const { limits, db } = testApp().context
  expect(await limits.consumeWithin(db, name, address, calls)).toBeNull()
}

test.each(CALLS)('%s is limited by %s', async (url, name, body, answer) => {
  await testApp().owner.query('delete from rate_limits')
  await use(name, '2001:db8:7::1', RATE_LIMITS[name].times - 1)
  expect(await post(url, body(), '2001:db8:7::2')).toEqual(answer)
  expect(await post(url, body(), '2001:db8:7::3')).toEqual([429, 'rate_limited'])
  expect(await post(url, body(), '198.51.100.9')).toEqual(answer)
})

test.each(CALLS)(
  '%s is limited by %s for all /64s of one /48 together, at eight times the number',
  async (url, name, body, answer) => {
    await testApp().owner.query('delete from rate_limits')
    const { times } = RATE_LIMITS[name]
    for (let n = 0; n < SITE_FACTOR; n++) await use(name, `2001:db8:7:${n}::1`, n === 0 ? times - 1 : times)
    expect(await post(url, body(), '2001:db8:7:aaaa::2')).toEqual(answer)
    expect(await post(url, body(), '2001:db8:7:bbbb::2')).toEqual([429, 'rate_limited'])
    expect(await post(url, body(), '2001:db8:8::2')).toEqual(answer)
  },
)

test('a right password is not counted', async () => {
  const amina = await signUp(testApp().app, 'amina')
  await use('wrong_passwords_per_network', '192.0.2.77', RATE_LIMITS.wrong_passwords_per_network.times - 1)
  const { email, password } = amina
  for (let n = 0; n < 3; n++) expect((await post('/api/sign-in', { email, password }, '192.0.2.77'))[0]).toBe(200)
})
