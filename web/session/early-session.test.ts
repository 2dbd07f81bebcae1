import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { SIGNED_IN_SCRIPTS, takeEarlyAnswer, takeSignedOut } from './early-session.ts'

const page = globalThis as { earlyAnswers?: Record<string, Promise<Response>> }

afterEach(() => delete page.earlyAnswers)

test('the script before the first paint asks for the session and knows the element that names the scripts', async () => {
  const script = await readFile(new URL('../layout/first.js', import.meta.url), 'utf8')
  expect(script).toContain(`meta[name="${SIGNED_IN_SCRIPTS}"]`)
  expect(script).toContain("window.earlyAnswers = { '/api/session': ")
})

test('the answer of a visitor is taken once, without its schema', async () => {
  page.earlyAnswers = { '/api/session': Promise.resolve(Response.json({ user: null })) }
  expect(await takeSignedOut()).toBe(true)
  expect(await takeSignedOut()).toBe(false)
})

test.each([
  ['a signed-in user', () => Promise.resolve(Response.json({ user: { username: 'amina' } }))],
  ['a refusal', () => Promise.resolve(Response.json({ user: null }, { status: 503 }))],
  ['no JSON', () => Promise.resolve(new Response('<p>'))],
  ['no connection', () => Promise.reject(new TypeError('offline'))],
])('%s is left to the first call, which checks it', async (_, answer) => {
  const early = answer()
  page.earlyAnswers = { '/api/session': early }
  expect(await takeSignedOut()).toBe(false)
  expect(takeEarlyAnswer('/api/session')).toBe(early)
  expect(takeEarlyAnswer('/api/session')).toBeUndefined()
  await early.catch(() => {})
})
