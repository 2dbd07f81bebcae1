/** Whose rows the queries of a call may see. */
import { beforeEach, expect, test } from 'vitest'
import { queryPlugins } from '../db/pool.ts'
import { NOTHING, SYSTEM, currentScope } from '../db/scope.ts'
import { call } from '../testing/app.ts'
import { useTestApp } from '../testing/suite.ts'
import { signUp } from '../testing/accounts/users.ts'

let scopes: (string | undefined)[] = []
queryPlugins.push({
  transformQuery({ node }) {
    scopes.push(currentScope())
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})

const testApp = useTestApp()
beforeEach(() => {
  scopes = []
})

test('a signed-in user’s call sees the rows of its user, after it was authenticated', async () => {
  const amina = await signUp(testApp().app, 'amina')
  for (const work of [
    () => amina.get('/api/profile'),
    () => amina.get('/api/trades'),
    () => amina.post('/api/profile/language', { language: 'fr' }),
  ]) {
    scopes = []
    expect((await work()).status).toBe(200)
    expect(scopes[0]).toBe(SYSTEM)
    expect(new Set(scopes.slice(1))).toEqual(new Set([amina.id]))
  }
})

test('a visitor’s call sees no private row', async () => {
  expect((await call(testApp().app, 'GET', '/api/offers')).status).toBe(200)
  expect(new Set(scopes)).toEqual(new Set([NOTHING]))
})
