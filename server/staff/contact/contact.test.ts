import { expect, test } from 'vitest'
import { CONTACT_MESSAGES_PER_HOUR } from '../../../domain/staff/contact.ts'
import { call } from '../../testing/app.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { readOperator } from '../../operator/operator.ts'
import { useTestApp } from '../../testing/suite.ts'

const SUPPORT = 'support@sarraf.example'
const testApp = useTestApp({ requestsPerMinute: 3000, operator: { ...readOperator(undefined), supportEmail: SUPPORT } })
const withoutSupport = useTestApp()

const MESSAGE = { name: 'Amina', email: 'amina@example.org', subject: 'support', message: 'Where is my trade?' }

let addresses = 0
/** An IP address that has not sent a message yet. */
const somewhere = () => `192.0.2.${++addresses}`

async function write(body: object, { from = somewhere(), key = crypto.randomUUID(), cookie = '' } = {}) {
  const reply = await testApp().app.inject({
    method: 'POST',
    url: '/api/contact',
    remoteAddress: from,
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': key, ...(cookie ? { cookie } : {}) },
    payload: body,
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

async function kept(key: string) {
  const { rows } = await testApp().owner.query(
    'select id, user_id, name, email, subject, message from contact_messages where key = $1',
    [key],
  )
  return rows
}

test('a visitor can send a message, and gets the reference of the stored message', async () => {
  const key = crypto.randomUUID()
  const { status, body } = await write({ ...MESSAGE, message: '  Where is\r\nmy trade?\u202E ' }, { key })
  expect(status).toBe(201)
  const [row] = await kept(key)
  expect(body).toEqual({ reference: `C-${row.id.slice(0, 8).toUpperCase()}` })
  expect(row).toMatchObject({ ...MESSAGE, message: 'Where is\nmy trade?', user_id: null })
})

test('a signed-in user’s message is stored with the user', async () => {
  const [user, key] = [await signUp(testApp().app), crypto.randomUUID()]
  await write(MESSAGE, { key, cookie: user.cookie })
  expect(await kept(key)).toMatchObject([{ user_id: user.id }])
})

test('repeated and concurrent requests store a message once', async () => {
  const key = crypto.randomUUID()
  const replies = await Promise.all([write(MESSAGE, { key }), write(MESSAGE, { key }), write(MESSAGE, { key })])
  replies.push(await write(MESSAGE, { key }))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.reference}`)).size).toBe(1)
  expect(replies.at(-1)?.headers['idempotent-replay']).toBe('true')
  expect(await kept(key)).toHaveLength(1)
})

test('a message is mailed to support, once, in the transaction that stores it', async () => {
  const key = crypto.randomUUID()
  const replies = await Promise.all([write(MESSAGE, { key }), write(MESSAGE, { key })])
  const { reference } = replies[0]!.body
  const [row] = await kept(key)
  const { rows } = await testApp().owner.query(
    'select user_id, to_address, kind, language, values from mails where contact_message_id = $1',
    [row.id],
  )
  const values = { reference, topic: 'support', name: 'Amina', email: 'amina@example.org', message: MESSAGE.message }
  expect(rows).toEqual([{ user_id: null, to_address: SUPPORT, kind: 'contact_message', language: 'en', values }])
  const failing = `create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`
  await testApp().owner.query(failing)
  const other = crypto.randomUUID()
  expect((await write(MESSAGE, { key: other })).status).toBe(500)
  await testApp().owner.query('drop trigger refuse_mail on mails; drop function refuse_mail')
  expect(await kept(other)).toEqual([])
})

test('deleting a message deletes its mail', async () => {
  const key = crypto.randomUUID()
  await write(MESSAGE, { key })
  const [row] = await kept(key)
  const mails = async () =>
    (await testApp().owner.query('select 1 from mails where contact_message_id = $1', [row.id])).rowCount
  expect(await mails()).toBe(1)
  await testApp().owner.query('delete from contact_messages where id = $1', [row.id])
  expect(await mails()).toBe(0)
})

test('deleting the account of the support address leaves the mails of other senders', async () => {
  const key = crypto.randomUUID()
  const support = await signUp(testApp().app)
  await testApp().owner.query('update accounts set email = $1 where user_id = $2', [SUPPORT, support.id])
  await write(MESSAGE, { key })
  expect(await support.post('/api/account/delete', { username: support.username })).toMatchObject({ status: 200 })
  const [row] = await kept(key)
  const { rows } = await testApp().owner.query('select kind from mails where contact_message_id = $1', [row.id])
  expect(rows).toEqual([{ kind: 'contact_message' }])
})

test('without a support address a message is only stored for the inbox', async () => {
  const { app, owner } = withoutSupport()
  expect((await call(app, 'POST', '/api/contact', { body: MESSAGE })).status).toBe(201)
  const { rows } = await owner.query('select m.id, (select count(*)::int from mails) as mails from contact_messages m')
  expect(rows).toMatchObject([{ mails: 0 }])
})

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example,c@d.example',
  'A <a@b.example>, c@d.example',
  '"a b"@c.example',
])('an email that could add a header or a recipient is refused: %j', async (email) => {
  const { status, body } = await write({ ...MESSAGE, email })
  expect([status, body.fields]).toEqual([400, { email: 'Please enter a valid email address' }])
})

test('another message under the same key is refused and not stored', async () => {
  const key = crypto.randomUUID()
  await write(MESSAGE, { key })
  const other = await write({ ...MESSAGE, message: 'Something else' }, { key })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await kept(key)).toMatchObject([{ message: MESSAGE.message }])
})

test('the refusal names each invalid field', async () => {
  const { status, body } = await write({ name: ' ', email: 'x', subject: '', message: '' })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    name: 'Name is required',
    email: 'Please enter a valid email address',
    subject: 'Please choose a subject',
    message: 'Message is required',
  })
})

test('without an Idempotency-Key nothing is stored', async () => {
  const reply = await call(testApp().app, 'POST', '/api/contact', { body: MESSAGE, key: 'short' })
  expect([reply.status, reply.body.code]).toEqual([400, 'idempotency_key_missing'])
})

test('an IP address is limited to a few messages an hour, and retries still get their answer', async () => {
  const [from, key] = [somewhere(), crypto.randomUUID()]
  const first = await write(MESSAGE, { from, key })
  for (let sent = 1; sent < CONTACT_MESSAGES_PER_HOUR; sent++) expect((await write(MESSAGE, { from })).status).toBe(201)
  const tooMany = await write(MESSAGE, { from })
  expect([tooMany.status, tooMany.body.code]).toEqual([429, 'contact_limit'])
  expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await write(MESSAGE, { from, key })).body).toEqual(first.body)
  expect((await write(MESSAGE)).status).toBe(201)
})
