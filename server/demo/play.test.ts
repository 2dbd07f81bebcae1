/** `npm run demo:play` as a process, against the real server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { asSystem } from '../db/scope.ts'
import { startTestApp } from '../testing/app.ts'
import { useTestApp } from '../testing/suite.ts'
import { seedDemo } from './seed.ts'
import { plainEnvironment } from '../testing/plain-environment.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/demo-play.ts', import.meta.url))

const testApp = useTestApp({ demo: true })

function play(address: string) {
  const child = spawn(process.execPath, [SCRIPT, address], {
    env: { ...plainEnvironment(), PAUSE_MS: '20' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, errors }))
  return { child, ended }
}

test('the server of a market without DEMO is refused, as are no server and one elsewhere; nothing is changed', async () => {
  const market = await startTestApp()
  try {
    const address = await market.app.listen({ host: '127.0.0.1', port: 0 })
    const [real, none, elsewhere] = await Promise.all(
      [address, 'http://localhost:1', 'https://sarraf.example'].map((origin) => play(origin).ended),
    )
    expect(real).toEqual({ code: 1, errors: expect.stringContaining('is not a demonstration') })
    expect(none).toEqual({ code: 1, errors: expect.stringContaining('No server answers') })
    expect(elsewhere).toEqual({ code: 1, errors: expect.stringContaining('not on this computer') })
    expect((await market.owner.query('select from users')).rowCount).toBe(0)
  } finally {
    await market.close()
  }
})

test('traders of each currency complete and rate trades by themselves, prices move, and Ctrl+C leaves no trade or offer open', async () => {
  const { app, context, owner } = testApp()
  await asSystem('demonstration', () => seedDemo(context))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const ofPlay = `from trades where terms like '%demo:play%'`
  const prices = async () =>
    (await owner.query('select id, percentage_tenths from offers where deleted_at is null order by id')).rows
  const waiting = async () =>
    (
      await owner.query(`select trade_id, status, version from trade_states s
        where is_open and exists (select from trades t where t.id = s.trade_id and terms not like '%demo:play%') order by 1`)
    ).rows
  const unread = async () =>
    (
      await owner.query(
        'select user_id, count(*)::int as n from notifications where read_at is null group by 1 order by 1',
      )
    ).rows
  const before = { prices: await prices(), waiting: await waiting(), unread: await unread() }
  const { child, ended } = play(address)
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        `select distinct u.username, fiat_currency from (select * ${ofPlay} and status = 'completed') t
         join users u on u.id = seller_id order by 1`,
      )
      expect(rows).toEqual([
        { username: 'karim_sfax', fiat_currency: 'TND' },
        { username: 'lea_lyon', fiat_currency: 'EUR' },
        { username: 'northpay', fiat_currency: 'USD' },
      ])
    },
    { timeout: 40_000, interval: 100 },
  )
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, errors: '' })
  const { rows } = await owner.query(
    `select t.status, (select count(*)::int from ratings where trade_id = t.id) as ratings,
       (select count(*)::int from messages where trade_id = t.id and kind = 'text') as lines
     from (select * ${ofPlay}) t`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(3)
  for (const row of rows) expect(row).toEqual({ status: 'completed', ratings: 2, lines: 2 })
  const after = await prices()
  expect(after).toHaveLength(before.prices.length)
  expect(after).not.toEqual(before.prices)
  expect(await waiting()).toEqual(before.waiting)
  expect(before.waiting.length).toBeGreaterThan(0)
  expect(await unread()).toEqual(before.unread)
})
