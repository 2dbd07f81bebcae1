import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry, FoundUser, ReceivedMessage } from '../../domain/api/staff/staff.ts'
import { STAFF_PAGE_SIZE } from '../../domain/staff/staff.ts'
import { REASON_MAX, REASON_MIN } from '../../domain/staff/staff-forms.ts'
import { insertUser } from '../testing/accounts/insert-user.ts'
import { call } from '../testing/app.ts'
import { listen } from '../testing/event-stream.ts'
import { untilLocksAwaited } from '../testing/lock-waits.ts'
import { ageReauthentication } from '../testing/accounts/factors.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createApiKey, apiClientWith } from '../testing/accounts/api-clients.ts'
import { grantStaffRole, createStaffUser, revokeStaffRole } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const REASON = 'An attacker uses this account.'
let admin: Caller
beforeAll(async () => {
  admin = await createStaffUser(testApp())
})

/** Sends a message by the contact form; returns its id. */
async function receive(message: string, sender?: Caller): Promise<string> {
  const key = crypto.randomUUID()
  const body = { name: 'Lea', email: 'lea@example.org', subject: 'support', message }
  await call(testApp().app, 'POST', '/api/contact', { body, key, ...(sender ? { cookie: sender.cookie } : {}) })
  const { rows } = await testApp().owner.query('select id from contact_messages where key = $1', [key])
  return rows[0].id
}

async function inbox(query = '') {
  return (await admin.get(`/api/staff/messages${query}`)).body as {
    messages: ReceivedMessage[]
    nextCursor: string | null
  }
}

const find = async (name: string): Promise<FoundUser[]> =>
  (await admin.get(`/api/staff/users?username=${name}`)).body.users
const records = async (): Promise<AuditEntry[]> => (await admin.get('/api/staff/audit-log')).body.entries
const endSessions = (who: Pick<Caller, 'id'>, reason = REASON) =>
  admin.post(`/api/staff/users/${who.id}/end-sessions`, { reason })

describe('a role', () => {
  test('that is revoked between the admission of an action and its record stops the action', async () => {
    const { app, owner } = testApp()
    const [user, subject] = [await createStaffUser(testApp()), await signUp(app, 'subject')]
    const holder = await owner.connect()
    await holder.query('begin')
    await holder.query("select count_alone('staff actions', $1)", [user.id])
    const reply = user.post(`/api/staff/users/${subject.id}/end-sessions`, { reason: REASON })
    await untilLocksAwaited(owner, 1)
    await revokeStaffRole(owner, user, 'admin')
    await holder.query('commit')
    holder.release()
    expect([(await reply).status, (await reply).body.code]).toEqual([404, 'not_found'])
    expect((await subject.get('/api/profile')).status).toBe(200)
  })

  test('is visible to its holder only, and a revoked one has no effect from the next request', async () => {
    const { app, owner } = testApp()
    const user = await createStaffUser(testApp())
    const roles = async () => (await user.get('/api/session')).body.user.roles
    expect(await roles()).toEqual(['admin'])
    await grantStaffRole(owner, user, 'arbiter')
    expect(await roles()).toEqual(['admin', 'arbiter'])
    expect((await user.get('/api/staff/audit-log')).status).toBe(200)
    await revokeStaffRole(owner, user, 'admin')
    expect((await user.get('/api/staff/audit-log')).status).toBe(404)
    expect((await user.post(`/api/staff/users/${admin.id}/end-sessions`, { reason: REASON })).status).toBe(404)
    expect(await roles()).toEqual(['arbiter'])
    const trader = await signUp(app, 'trader')
    expect((await trader.get('/api/session')).body.user.roles).toEqual([])
    expect(JSON.stringify((await trader.get(`/api/traders/${user.username}`)).body)).not.toContain('arbiter')
  })

  test('requires re-authentication after 30 minutes, and the same call succeeds after it', async () => {
    const user = await createStaffUser(testApp())
    await ageReauthentication(testApp().owner, user, 31)
    const key = crypto.randomUUID()
    const url = `/api/staff/messages/${await receive('Hello')}/answered`
    const refused = await user.post(url, { note: '' }, key)
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    // The refusal names the factors, as for any sensitive action.
    expect(refused.body.details).toEqual((await user.post('/api/sessions/end-others')).body.details)
    await testApp().owner.query('update sessions set reauthenticated_at = clock_timestamp() where user_id = $1', [
      user.id,
    ])
    expect((await user.post(url, { note: '' }, key)).status).toBe(200)
  })

  test('has no effect once the last second factor is removed', async () => {
    const user = await createStaffUser(testApp())
    await testApp().owner.query('delete from passkeys where user_id = $1', [user.id])
    const reply = await user.get('/api/staff/audit-log')
    expect([reply.status, reply.body.code]).toEqual([409, 'second_factor_off'])
  })
})

describe('the inbox', () => {
  test('lists messages with their sender, all of them newest first', async () => {
    const sender = await signUp(testApp().app, 'sender')
    const [first, second] = [await receive('The first one'), await receive('The second one', sender)]
    const [newest, before] = (await inbox('?show=all')).messages
    expect(newest).toEqual({
      id: second,
      reference: `C-${second.slice(0, 8).toUpperCase()}`,
      name: 'Lea',
      email: 'lea@example.org',
      subject: 'support',
      message: 'The second one',
      at: expect.any(String),
      username: sender.username,
      answered: null,
    })
    expect(before).toMatchObject({ id: first, username: null })
  })

  test('lists the unanswered messages from the longest waiting one, over all pages', async () => {
    const sent = []
    for (let nr = 0; nr <= STAFF_PAGE_SIZE; nr++) sent.push(await receive(`Waiting ${nr}`))
    // Two messages of the same time.
    await testApp().owner.query(
      'update contact_messages set created_at = (select created_at from contact_messages where id = $1) where id = $2',
      [sent[3], sent[2]],
    )
    const seen: ReceivedMessage[] = []
    for (let query = ''; ;) {
      const page = await inbox(query)
      seen.push(...page.messages)
      if (page.nextCursor === null) break
      query = `?cursor=${page.nextCursor}`
    }
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted())
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(sent))
  })

  test('a message marked as answered has an audit record, and leaves the unanswered list', async () => {
    const id = await receive('Where is my trade?')
    expect((await admin.post(`/api/staff/messages/${id}/answered`, { note: '  Answered by mail. ' })).status).toBe(200)
    expect((await inbox()).messages.map((each) => each.id)).not.toContain(id)
    const all = (await inbox('?show=all')).messages.find((each) => each.id === id)
    expect(all?.answered).toEqual({
      at: expect.any(String),
      by: admin.username,
      note: 'Answered by mail.',
      answer: null,
    })
    expect((await records())[0]).toEqual({
      id: expect.any(String),
      at: all?.answered?.at,
      actor: admin.username,
      role: 'admin',
      action: 'mark_answered',
      about: all?.reference,
      userId: null,
      reason: 'Answered by mail.',
    })
  })

  test('a message is answered from the page: stored, recorded, and mailed to the sender with the message', async () => {
    const { owner } = testApp()
    const sender = await signUp(testApp().app, 'sender')
    await owner.query("update accounts set language = 'fr' where user_id = $1", [sender.id])
    const ids = [await receive('Where is my trade?'), await receive('Où est mon échange ?', sender)]
    for (const id of ids)
      expect((await admin.post(`/api/staff/messages/${id}/answer`, { answer: ' Under My trades.\nBye ' })).status).toBe(
        200,
      )
    const { rows } = await owner.query(
      `select user_id, to_address, language, values from mails where kind = 'contact_answer'
       and contact_message_id = any($1) order by created_at`,
      [ids],
    )
    const answer = 'Under My trades.\nBye'
    const reference = (id: string) => `C-${id.slice(0, 8).toUpperCase()}`
    expect(rows).toEqual([
      {
        user_id: null,
        to_address: 'lea@example.org',
        language: 'en',
        values: { reference: reference(ids[0]!), answer, message: 'Where is my trade?' },
      },
      {
        user_id: null,
        to_address: 'lea@example.org',
        language: 'fr',
        values: { reference: reference(ids[1]!), answer, message: 'Où est mon échange ?' },
      },
    ])
    const shown = (await inbox('?show=all')).messages.find(({ id }) => id === ids[0])
    expect(shown?.answered).toEqual({ at: expect.any(String), by: admin.username, note: null, answer })
    expect((await records())[0]).toMatchObject({ action: 'answer_message', about: reference(ids[1]!), reason: null })
    const again = await admin.post(`/api/staff/messages/${ids[0]}/answer`, { answer })
    expect([again.status, again.body.code]).toEqual([409, 'message_answered'])
    for (const wrong of ['  ', 'x'.repeat(4001)])
      expect((await admin.post(`/api/staff/messages/${ids[0]}/answer`, { answer: wrong })).body.field).toBe('answer')
  })

  test('of two admins who mark a message one succeeds; the other is refused, without a record', async () => {
    const id = await receive('Twice, please')
    const other = await createStaffUser(testApp())
    const mark = (who: Caller) => who.post(`/api/staff/messages/${id}/answered`, { note: '' })
    const replies = await Promise.all([mark(admin), mark(other), mark(admin)])
    expect(replies.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2)
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('message_answered')
    const { rows } = await testApp().owner.query('select reason from audit_log where subject = $1', [id])
    expect(rows).toEqual([{ reason: null }])
    expect((await admin.post(`/api/staff/messages/${crypto.randomUUID()}/answered`, { note: '' })).status).toBe(404)
  })

  test('is paged, each message once, while new ones arrive', async () => {
    const sent: string[] = []
    for (let nr = 0; nr < STAFF_PAGE_SIZE + 3; nr++) sent.push(await receive(`Message ${nr}`))
    // Two messages of the same time, on both sides of a page boundary.
    await testApp().owner.query(
      'update contact_messages set created_at = (select created_at from contact_messages where id = $1) where id = $2',
      [sent[3], sent[2]],
    )
    const first = await inbox('?show=all')
    await receive('A late one')
    const seen = [...first.messages]
    for (let next = first.nextCursor; next !== null;) {
      const page = await inbox(`?show=all&cursor=${next}`)
      seen.push(...page.messages)
      next = page.nextCursor
    }
    const ids = seen.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(sent))
    expect(first.messages).toHaveLength(STAFF_PAGE_SIZE)
    for (const cursor of ['x', '1', '1.x', `99999999999999999999.${sent[0]}`]) {
      expect((await admin.get(`/api/staff/messages?cursor=${cursor}`)).body.code).toBe('invalid_input')
    }
  })
})

describe('users', () => {
  test('are found by their name or its beginning, in any case, without their email', async () => {
    const user = await signUp(testApp().app, 'Findme_1', { isVerified: false })
    for (const name of [user.username, user.username.toUpperCase(), 'findme_1']) {
      const found = await find(name)
      expect(found[0]).toEqual({
        id: user.id,
        username: user.username,
        memberSince: expect.any(String),
        isVerified: false,
        openSessions: 1,
        hasSecondFactor: false,
        suspendedAt: null,
      })
    }
    expect((await find(admin.username))[0]).toMatchObject({ hasSecondFactor: true })
    // An underscore is no wildcard.
    expect(await find('findme__')).toEqual([])
    expect(await find('indme_1')).toEqual([])
    for (const name of ['%25', 'a%5C', "'", '%00', 'x'.repeat(21)]) {
      const reply = await admin.get(`/api/staff/users?username=${name}`)
      expect([name, reply.body.code]).toEqual([name, 'invalid_input'])
    }
  })

  test('without a name the newest users are listed, the latest first and no deleted one', async () => {
    const { app } = testApp()
    const [first, second, gone] = [await signUp(app, 'newest'), await signUp(app, 'newest'), await signUp(app, 'gone')]
    expect((await gone.post('/api/account/delete', { username: gone.username })).status).toBe(200)
    expect((await find('')).slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('an exact match comes first', async () => {
    const { owner } = testApp()
    for (const name of ['starting_b', 'starting', 'STARTING_A']) await insertUser(owner, name)
    expect((await find('Starting')).map(({ username }) => username)).toEqual(['starting', 'STARTING_A', 'starting_b'])
  })
})

describe('ending a user’s sessions', () => {
  test('signs them out immediately, notifies them by email, and keeps their API keys', async () => {
    const { app, owner } = testApp()
    const user = await signUp(app, 'trader')
    const program = apiClientWith(app, (await createApiKey(user, ['read'])).key)
    await call(app, 'POST', '/api/sign-in', { body: { email: user.email, password: user.password } })
    expect((await find(user.username))[0]?.openSessions).toBe(2)
    expect((await endSessions(user)).body).toEqual({ ended: 2 })
    expect((await user.get('/api/sessions')).status).toBe(401)
    expect((await user.get('/api/session')).body.user).toBeNull()
    expect((await program('GET', '/api/notifications')).status).toBe(200)
    expect((await mailsTo(owner, user.email)).filter(({ kind }) => kind === 'sessions_ended_by_staff')).toHaveLength(1)
    expect((await records())[0]).toMatchObject({ action: 'end_sessions', about: user.username, reason: REASON })
    // A user without sessions gets no email, but the action is recorded.
    expect((await endSessions(user)).body).toEqual({ ended: 0 })
    expect((await mailsTo(owner, user.email)).filter(({ kind }) => kind === 'sessions_ended_by_staff')).toHaveLength(1)
    expect((await records()).filter(({ about }) => about === user.username)).toHaveLength(2)
  })

  test('ends their open streams within seconds', async () => {
    const { app } = testApp()
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const user = await signUp(app, 'listener')
    const stream = await listen(origin, user.cookie)
    expect(stream.status).toBe(200)
    await stream.until(1)
    await endSessions(user)
    await stream.ended
    expect((await listen(origin, user.cookie)).status).toBe(401)
  })

  test('ends sign-ins in progress as well', async () => {
    const { app, owner } = testApp()
    const user = await signUp(app, 'quick')
    const signIn = () => call(app, 'POST', '/api/sign-in', { body: { email: user.email, password: user.password } })
    const replies = await Promise.all([signIn(), endSessions(user), signIn()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    // Each remaining session began after the record was written.
    const { rows } = await owner.query(
      'select 1 from sessions s join audit_log a on a.subject = s.user_id where s.user_id = $1 and s.created_at < a.at',
      [user.id],
    )
    expect(rows).toEqual([])
  })

  test('requires a reason, and refuses the admin’s own account and unknown users', async () => {
    const user = await signUp(testApp().app, 'trader')
    for (const reason of [
      '',
      'short',
      ' '.repeat(REASON_MIN),
      '😀'.repeat(REASON_MIN - 1),
      'x'.repeat(REASON_MAX + 1),
    ]) {
      const reply = await endSessions(user, reason)
      expect([reply.status, reply.body.field]).toEqual([400, 'reason'])
    }
    expect((await endSessions(user, '😀'.repeat(REASON_MAX))).status).toBe(200)
    const own = await endSessions(admin)
    expect([own.status, own.body.code]).toEqual([409, 'own_account'])
    expect((await endSessions({ id: crypto.randomUUID() })).status).toBe(404)
    expect((await records())[0]?.about).toBe(user.username)
  })

  test('repeated it takes effect once', async () => {
    const user = await signUp(testApp().app, 'trader')
    const key = crypto.randomUUID()
    const send = () => admin.post(`/api/staff/users/${user.id}/end-sessions`, { reason: REASON }, key)
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.map(({ body }) => body)).toEqual([{ ended: 1 }, { ended: 1 }, { ended: 1 }])
    expect((await records()).filter(({ about }) => about === user.username)).toHaveLength(1)
  })
})

test('the audit log is paged, newest first', async () => {
  const user = await signUp(testApp().app, 'trader')
  for (let nr = 0; nr < STAFF_PAGE_SIZE + 2; nr++) await endSessions(user, `Reason number ${nr}`)
  const first = (await admin.get('/api/staff/audit-log')).body
  expect(first.entries).toHaveLength(STAFF_PAGE_SIZE)
  const second = (await admin.get(`/api/staff/audit-log?cursor=${first.nextCursor}`)).body
  const reasons = [...first.entries, ...second.entries].map(({ reason }: AuditEntry) => reason)
  const wanted = Array.from({ length: STAFF_PAGE_SIZE + 2 }, (_, nr) => `Reason number ${STAFF_PAGE_SIZE + 1 - nr}`)
  expect(reasons.slice(0, STAFF_PAGE_SIZE + 2)).toEqual(wanted)
})
