/** The command that grants and revokes roles, run as a process on a test database. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { postOffer, signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const SCRIPT = fileURLToPath(new URL('../../scripts/role.ts', import.meta.url))

type Ended = { code: number; out: string; err: string }

function role(...args: string[]): Promise<Ended> {
  return inDatabase(testApp().database.ownerUrl, args)
}

function inDatabase(DATABASE_OWNER_URL: string, args: string[]): Promise<Ended> {
  const { DATABASE_URL = testApp().database.appUrl, ...env } = process.env
  return new Promise((done) => {
    execFile(
      process.execPath,
      [SCRIPT, ...args],
      { env: { ...env, DATABASE_URL, DATABASE_OWNER_URL } },
      (error, out, err) => {
        done({ code: error ? Number(error.code) : 0, out, err })
      },
    )
  })
}

test('grants a role, lists it and revokes it', async () => {
  const user = await signUp(testApp().app, 'Boss')
  expect(await role('list')).toEqual({ code: 0, out: 'No user has a role.\n', err: '' })
  const given = await role('grant', 'admin', user.username.toLowerCase())
  expect([given.code, given.err]).toEqual([0, ''])
  expect(given.out).toContain(`${user.username} now has the role admin.`)
  expect(given.out).toContain(`${user.username} needs an authenticator app or a passkey to use the role.`)
  expect((await user.get('/api/session')).body.user.roles).toEqual(['admin'])
  expect((await role('grant', 'admin', user.username)).out).toContain('already has the role admin')
  expect((await role('list')).out).toMatch(
    new RegExp(`^admin +${user.username} +since .*two-factor authentication is off\n$`),
  )
  expect(await role('revoke', 'admin', user.username)).toEqual({
    code: 0,
    out: `${user.username} no longer has the role admin.\n`,
    err: '',
  })
  expect((await user.get('/api/session')).body.user.roles).toEqual([])
})

test('does not mention two-factor authentication where it is on', async () => {
  const user = await createStaffUser(testApp(), 'admin')
  expect(await role('grant', 'arbiter', user.username)).toEqual({
    code: 0,
    out: `${user.username} now has the role arbiter.\n`,
    err: '',
  })
})

test('makes no arbiter of a user with active offers, and says what to do first', async () => {
  const user = await signUp(testApp().app, 'trader')
  const offer = await postOffer(user)
  expect(await role('grant', 'arbiter', user.username)).toEqual({
    code: 1,
    out: '',
    err: `${user.username} has active offers. An arbiter does not trade: ${user.username} has to pause them first.\n`,
  })
  await user.post(`/api/offers/${offer.id}/pause`)
  expect((await role('grant', 'arbiter', user.username)).code).toBe(0)
})

test('reports wrong arguments, and changes nothing', async () => {
  const user = await signUp(testApp().app, 'trader')
  const count = async () =>
    (await testApp().owner.query('select count(*)::int as roles from staff_members')).rows[0].roles
  const before = await count()
  expect(await role('grant', 'admin', 'nobody_at_all')).toEqual({
    code: 1,
    out: '',
    err: 'There is no user named nobody_at_all.\n',
  })
  expect((await role('revoke', 'arbiter', user.username)).err).toBe(
    `${user.username} does not have the role arbiter.\n`,
  )
  const unread = [[], ['list', 'admin'], ['grant', 'king', user.username], ['grant', 'admin'], ['give', 'admin', 'x']]
  for (const args of [...unread, ['grant', 'admin', user.username, 'x'], ['grant', 'admin', "' or true --"]]) {
    const ended = await role(...args)
    expect([args, ended.code, ended.out]).toEqual([args, 1, ''])
    expect(ended.err).toMatch(/^(npm run role -- grant arbiter\|admin USERNAME|There is no user named)/)
  }
  expect(await count()).toBe(before)
})

test('reports that a database without tables must be set up first', async () => {
  const url = new URL(testApp().database.ownerUrl)
  url.pathname = '/postgres'
  const ended = await inDatabase(url.href, ['list'])
  expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('Start the server first')])
})
