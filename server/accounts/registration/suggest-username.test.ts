import { expect, test } from 'vitest'
import { usernameError } from '../../../domain/accounts/usernames.ts'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { insertUser } from '../../testing/accounts/insert-user.ts'
import { ADJECTIVES, NOUNS, suggestUsername } from './suggest-username.ts'

const testApp = useTestApp()

test('a visitor gets a username that may be registered', async () => {
  const { status, body } = await call(testApp().app, 'GET', '/api/register/username')
  expect(status).toBe(200)
  expect(usernameError(body.username)).toBeNull()
})

test('every combination of the words is a valid username', () => {
  const names = ADJECTIVES.flatMap((adjective) => NOUNS.map((noun) => `${adjective}${noun}9999`))
  expect(names.filter((name) => usernameError(name) !== null)).toEqual([])
})

test('a name that looks like a taken one is passed over, and five in a row end the search', async () => {
  const { context, owner } = testApp()
  await insertUser(owner, 'amberacacia1OO')
  const first = () => 0
  let picks = 0
  const firstThenNext = () => (picks++ < 3 ? 0 : 1)
  expect(await suggestUsername(context.publicReads, firstThenNext)).toBe('BlueAlmond101')
  await expect(suggestUsername(context.publicReads, first)).rejects.toThrow('none of 5 suggested usernames is free')
})
