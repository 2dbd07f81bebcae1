/** The command line that gives and takes roles, as a process of its own over a test's database. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createStaffUser } from '../testing/staff.ts'
import { signUp } from '../testing/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const SCRIPT = fileURLToPath(new URL('../../scripts/role.ts', import.meta.url))

type Ended = { code: number; out: string; err: string }

function role(...args: string[]): Promise<Ended> {
  return inDatabase(testApp().connectionString, args)
}

function inDatabase(DATABASE_URL: string, args: string[]): Promise<Ended> {
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...args], { env: { ...process.env, DATABASE_URL } }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

test('gives a role, lists it, and takes it back', async () => {
  const person = await signUp(testApp().app, 'Boss')
  expect(await role('list')).toEqual({ code: 0, out: 'Nobody has a role.\n', err: '' })
  const given = await role('grant', 'admin', person.username.toLowerCase())
  expect([given.code, given.err]).toEqual([0, ''])
  expect(given.out).toContain(`${person.username} has the role admin from now on.`)
  expect(given.out).toContain(`${person.username} cannot use the role until an authenticator app or a passkey is.`)
  expect((await person.get('/api/session')).body.user.roles).toEqual(['admin'])
  expect((await role('grant', 'admin', person.username)).out).toContain('has the role admin already')
  expect((await role('list')).out).toMatch(new RegExp(`^admin +${person.username} +since .*no second factor is on\n$`))
  expect(await role('take', 'admin', person.username)).toEqual({
    code: 0,
    out: `${person.username} no longer has the role admin.\n`,
    err: '',
  })
  expect((await person.get('/api/session')).body.user.roles).toEqual([])
})

test('says nothing of factors where one is on', async () => {
  const person = await createStaffUser(testApp(), 'admin')
  expect(await role('grant', 'arbiter', person.username)).toEqual({
    code: 0,
    out: `${person.username} has the role arbiter from now on.\n`,
    err: '',
  })
})

test('says what is wrong, and does nothing', async () => {
  const person = await signUp(testApp().app, 'person')
  const count = async () => (await testApp().owner.query('select count(*)::int as roles from roles')).rows[0].roles
  const before = await count()
  expect(await role('grant', 'admin', 'nobody_at_all')).toEqual({
    code: 1,
    out: '',
    err: 'Nobody here is called nobody_at_all.\n',
  })
  expect((await role('take', 'arbiter', person.username)).err).toBe(
    `${person.username} does not have the role arbiter.\n`,
  )
  const unread = [[], ['list', 'admin'], ['grant', 'king', person.username], ['grant', 'admin'], ['give', 'admin', 'x']]
  for (const args of [...unread, ['grant', 'admin', person.username, 'x'], ['grant', 'admin', "' or true --"]]) {
    const ended = await role(...args)
    expect([args, ended.code, ended.out]).toEqual([args, 1, ''])
    expect(ended.err).toMatch(/^(npm run role -- grant arbiter\|admin USERNAME|Nobody here is called)/)
  }
  expect(await count()).toBe(before)
})

test('a database without the tables is told to be set up first', async () => {
  const url = new URL(testApp().connectionString)
  url.pathname = '/postgres'
  const ended = await inDatabase(url.href, ['list'])
  expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('start the server first')])
})
