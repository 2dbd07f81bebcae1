/** The command that sets the limits of tiers, run as a process on a test database. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { BONDED_OFFER, askQuote, postOffer, signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const SCRIPT = fileURLToPath(new URL('../../../scripts/limits.ts', import.meta.url))

function limits(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: testApp().database.appUrl,
    DATABASE_OWNER_URL: testApp().database.ownerUrl,
  }
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const tierLimits = async (rank: number) =>
  (await call(testApp().app, 'GET', '/api/tiers')).body.tiers[rank].limits as unknown

test('sets limits that the server applies immediately, lists them and keeps every change', async () => {
  expect((await limits('history')).out).toBe('No limit was ever changed.\n')
  const done = await limits('set', 'starter', 'reversible', 'trade=400.50', 'day=1500')
  expect(done).toEqual({
    code: 0,
    out: 'starter     reversible trade=400.500000 open=1000.000000 day=1500.000000\n',
    err: '',
  })
  expect(await tierLimits(0)).toContainEqual({
    risk: 'reversible',
    tradeUsdt: '400.500000',
    openUsdt: '1000.000000',
    dayUsdt: '1500.000000',
  })
  const listed = (await limits('list')).out.trim().split('\n')
  expect(listed).toHaveLength(13)
  expect(listed).toContain(done.out.trim())
  const [change, before] = (await limits('history')).out.split('\n')
  expect(change).toMatch(/^\d{4}-\d\d-\d\dT\S+ \S+@\S+: starter +reversible trade=400.500000 .* day=1500.000000$/)
  expect(before).toContain('before: starter     reversible trade=500.000000 open=1000.000000 day=2000.000000')
})

test('switches the bond on and off, which the next quote follows, and keeps each change', async () => {
  const on =
    'bond on: 2% of a trade, at least 5 USDT, of buyers without a completed trade who take more than they may without\n'
  expect(await limits('bond', 'on')).toEqual({ code: 0, out: on, err: '' })
  expect((await limits('list')).out).toContain(on)
  const [seller, buyer] = [await signUp(testApp().app, 'seller'), await signUp(testApp().app, 'buyer')]
  const offer = await postOffer(seller, BONDED_OFFER)
  expect((await askQuote(buyer, offer.id)).bond).toBe('5.000000')
  expect((await limits('bond', 'off')).out).toBe('bond off\n')
  const refused = await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
  expect(refused.body.code).toBe('new_taker_usdt_limit')
  const changes = (await limits('history')).out.trim().split('\n').slice(-2)
  expect(changes.map((line) => line.replace(/^\S+ \S+@\S+: /, ''))).toEqual([on.trim(), 'bond off'])
})

test.each([
  [['bond'], 'npm run limits -- list'],
  [['bond', 'maybe'], 'npm run limits -- list'],
  [['set', 'starter', 'final', 'trade=9.99'], 'a limit is between 10.000000 and 100000000.000000 USDT'],
  [['set', 'experienced', 'final', 'day=100000001'], 'a limit is between'],
  [['set', 'rehearsed', 'final', 'trade=2000'], 'starter has more'],
  [['set', 'starter', 'reversible', 'open=6000', 'day=8000'], 'final payments of this tier have less'],
  [['set', 'starter', 'final', 'trade=6000'], 'trade may not exceed open'],
  [['set', 'starter', 'final', 'trade=1e3'], 'trade=1e3 is no limit'],
  [['set', 'starter', 'final', 'fee=1'], 'fee=1 is no limit'],
  [['set', 'starter', 'final'], 'npm run limits -- set'],
  [['set', 'boss', 'final', 'trade=10'], 'npm run limits -- set'],
  [['raise'], 'npm run limits -- list'],
] as const)('refuses %j', async (args, reason) => {
  const former = await tierLimits(0)
  const { code, err } = await limits(...args)
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(await tierLimits(0)).toEqual(former)
})
