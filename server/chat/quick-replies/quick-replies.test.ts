/** Quick replies: short texts of a user, which the page inserts in a chat (decisions: Offers). */
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { REPLY_MAX, REPLY_TITLE_MAX } from '../../../domain/chat/quick-replies.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()
const REPLY = { title: 'Greeting', text: 'Hello!\nI check the payment now.' }

const listOf = async (user: Caller) => (await user.get('/api/quick-replies')).body.replies

test('are created, listed in their order, edited and deleted by their user only', async () => {
  const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
  const first = await amina.post('/api/quick-replies', REPLY)
  expect([first.status, first.body]).toEqual([201, { ...REPLY, id: first.body.id }])
  const second = await amina.post('/api/quick-replies', { title: '', text: ' Thank you.\u202E ' })
  expect(second.body).toMatchObject({ title: '', text: 'Thank you.' })
  expect(await listOf(amina)).toEqual([first.body, second.body])
  expect(await listOf(karim)).toEqual([])
  const path = `/api/quick-replies/${first.body.id}`
  for (const refused of [await karim.post(path, REPLY), await karim.delete(path)])
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  expect((await amina.post(path, { ...REPLY, title: 'Hi' })).body.title).toBe('Hi')
  expect((await amina.delete(path)).status).toBe(200)
  expect(await listOf(amina)).toEqual([second.body])
})

test.each([
  [{ text: '' }, 'text'],
  [{ text: ' \u200B\u2060\n' }, 'text'],
  [{ text: 'x'.repeat(REPLY_MAX + 1) }, 'text'],
  [{ title: 'x'.repeat(REPLY_TITLE_MAX + 1) }, 'title'],
])('%j is refused', async (changes, field) => {
  const amina = await signUp(testApp().app, 'amina')
  const reply = await amina.post('/api/quick-replies', { ...REPLY, ...changes })
  expect([reply.status, reply.body.code, Object.keys(reply.body.fields)]).toEqual([400, 'invalid_input', [field]])
})

test('one more than the limit is refused, also where two are created at the same time', async () => {
  const amina = await signUp(testApp().app, 'amina')
  for (let nr = 1; nr < LIMITS.quick_replies; nr++) await amina.post('/api/quick-replies', REPLY)
  const replies = await Promise.all([1, 2].map(() => amina.post('/api/quick-replies', REPLY)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'quick_replies_limit',
    values: { limit: LIMITS.quick_replies },
  })
})

test('a member who writes in chats reads those of the owner, and changes none', async () => {
  const { app } = testApp()
  const [owner, member] = [await signUp(app, 'owner'), await signUp(app, 'member')]
  await join(owner, member, ['chat'])
  const { body: reply } = await owner.post('/api/quick-replies', REPLY)
  await member.post('/api/quick-replies', { ...REPLY, title: 'Mine' })
  const acting = await actFor(member, owner)
  expect(await listOf(acting)).toEqual([reply])
  for (const path of ['/api/quick-replies', `/api/quick-replies/${reply.id}`]) {
    expect((await acting.post(path, REPLY)).body.code).toBe('team_not_allowed')
  }
  expect((await acting.delete(`/api/quick-replies/${reply.id}`)).body.code).toBe('team_not_allowed')
})

describe('the database refuses', () => {
  const insert = (user: Caller, text: string, title = "''") =>
    `insert into quick_replies (user_id, title, text) select '${user.id}', ${title}, ${text}`

  test.each([
    ['a blank text', 'quick_replies_text', (u: Caller) => insert(u, "' '")],
    ['a long text', 'quick_replies_text', (u: Caller) => insert(u, `repeat('x', ${REPLY_MAX + 1})`)],
    ['a long title', 'quick_replies_title', (u: Caller) => insert(u, "'x'", `repeat('x', ${REPLY_TITLE_MAX + 1})`)],
    [
      'too many',
      'quick_replies_within_limit',
      (u: Caller) => `${insert(u, "'x'")} from generate_series(1, ${LIMITS.quick_replies + 1})`,
    ],
    [
      'one that changes its user',
      'quick_replies_frozen',
      (u: Caller) =>
        `${insert(u, "'x'")}; update quick_replies set user_id = (select id from users where id <> user_id limit 1)`,
    ],
    [
      'one by a member',
      'team_role_missing',
      (u: Caller) => `set local app.acting = '${u.id}/${u.id}'; ${insert(u, "'x'")}`,
    ],
  ])('%s', async (_, refusedBy, statements) => {
    const amina = await signUp(testApp().app, 'amina')
    expect(await refusalOf(testApp().owner, statements(amina))).toBe(refusedBy)
  })
})
