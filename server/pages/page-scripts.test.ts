/** The scripts of pages from former and later builds, which two small builds stand for. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openPool } from '../db/pool.ts'
import { holdTransactions, untilLocksAwaited } from '../testing/lock-waits.ts'
import { useTestApp } from '../testing/suite.ts'
import { keepPageScripts } from './page-scripts.ts'

const PER_MINUTE = 600
const testApp = useTestApp({ requestsPerMinute: 1000 })
let folder: string
let former: FastifyInstance
let later: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-scripts-'))
  former = await build('former', { 'same.js': '0', 'Offers-a.js': '1', 'Offers-a.js.br': 'br', 'font.woff2': 'f' })
  later = await build('later', { 'same.js': '0', 'Offers-b.js': '2' })
})
afterAll(async () => {
  await former.close()
  await later.close()
  await rm(folder, { recursive: true })
})

async function build(name: string, files: Record<string, string>): Promise<FastifyInstance> {
  const client = clientOf(name)
  await mkdir(join(client, 'assets'), { recursive: true })
  await writeFile(join(client, '__spa-fallback.html'), '<html>shell</html>')
  await writeFile(join(client, '../paths.json'), JSON.stringify({ all: ['/'], rendered: [] }))
  for (const [file, text] of Object.entries(files)) await writeFile(join(client, 'assets', file), text)
  return buildApp(testApp().context, { clientDir: client })
}

function clientOf(name: string): string {
  return join(folder, name, 'client')
}

const keep = (name: string) => keepPageScripts(testApp().database.ownerUrl, clientOf(name))

async function kept(): Promise<Record<string, boolean>> {
  const { rows } = await testApp().owner.query<{ name: string; isReplaced: boolean }>(
    'select name, replaced_at is not null as "isReplaced" from page_scripts order by name',
  )
  return Object.fromEntries(rows.map(({ name, isReplaced }) => [name, isReplaced]))
}

async function get(app: FastifyInstance, name: string) {
  const { statusCode, body, headers } = await app.inject({ url: `/assets/${name}`, remoteAddress: '192.0.2.1' })
  return [statusCode, body, headers['content-type'], headers['cache-control']]
}

const FOUND = ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable']
const NOT_FOUND = [404, '<html>shell</html>', 'text/html; charset=utf-8', 'no-cache']

test('a page of a former build finds its scripts at the later process, and one of a later build at the former', async () => {
  expect(await get(later, 'Offers-a.js')).toEqual(NOT_FOUND)
  await keep('former')
  await keep('later')
  expect(await get(later, 'Offers-a.js')).toEqual([200, '1', ...FOUND])
  expect(await get(former, 'Offers-b.js')).toEqual([200, '2', ...FOUND])
  expect(await get(later, 'Offers-c.js')).toEqual(NOT_FOUND)
  expect(await get(later, 'font.woff2')).toEqual(NOT_FOUND)
  expect(await kept()).toEqual({ 'Offers-a.js': true, 'Offers-b.js': false, 'same.js': false })
})

test('a script is deleted a week after another build has replaced it, and stays where its build is back', async () => {
  const pass = (days: number) =>
    testApp().owner.query(
      'update page_scripts set replaced_at = replaced_at - make_interval(days => $1) where replaced_at is not null',
      [days],
    )
  await keep('later')
  await pass(6)
  await keep('later')
  expect(await kept()).toMatchObject({ 'Offers-a.js': true })
  await keep('former')
  expect(await kept()).toEqual({ 'Offers-a.js': false, 'Offers-b.js': true, 'same.js': false })
  await pass(8)
  await keep('former')
  expect(await kept()).toEqual({ 'Offers-a.js': false, 'same.js': false })
})

test('a build that is kept while another one is waits for it', async () => {
  const { owner } = testApp()
  const gate = await holdTransactions(owner, 'after insert on page_scripts for each statement')
  const first = keep('former')
  await gate.untilHeld()
  const second = keep('later')
  await untilLocksAwaited(owner, 1)
  await gate.release()
  await Promise.all([first, second])
  expect(await kept()).toEqual({ 'Offers-a.js': true, 'Offers-b.js': false, 'same.js': false })
})

test('the server’s login, which browsers reach, writes none', async () => {
  const pool = await openPool(testApp().database.appUrl, 1)
  try {
    for (const statement of [
      `insert into page_scripts (name, content) values ('x.js', 'steal()')`,
      `update page_scripts set content = 'steal()'`,
      'delete from page_scripts',
    ])
      await expect(pool.raw.query(statement)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await pool.close()
  }
  await expect(
    testApp().owner.query(`insert into page_scripts (name, content) values ('../x.js', '')`),
  ).rejects.toMatchObject({ constraint: 'page_scripts_name' })
})

test('one network asks for so many scripts of other builds in a minute', async () => {
  const ask = async () => (await later.inject({ url: '/assets/Offers-c.js', remoteAddress: '192.0.2.9' })).statusCode
  for (let asked = 0; asked < PER_MINUTE; asked++) await ask()
  expect(await ask()).toBe(429)
  expect(await get(later, 'same.js')).toContain(200)
})
