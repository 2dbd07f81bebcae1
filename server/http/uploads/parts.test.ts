/** Files that are sent in parts, over HTTP: a form uses them as if it had the file, and only their sender can. */
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTING_FOR_HEADER } from '../../../domain/accounts/teams.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { PART_BYTES, PARTS_MAX, PARTS_PER_MINUTE } from '../../../domain/uploads/upload-parts.ts'
import { buildApp } from '../../app.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { inTransaction } from '../../db/pool.ts'
import { purgeExpiredRows } from '../../jobs/purge-expired-rows.ts'
import { createApiKey } from '../../testing/accounts/api-clients.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { move, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { startTestApp } from '../../testing/app.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { stopClock } from '../../testing/standing-clock.ts'
import { useTestApp } from '../../testing/suite.ts'
import { addFile, noise, originOf, pdf, readFile, sendPart } from '../../testing/uploads.ts'
import type { Part } from '../../testing/uploads.ts'
import { PARTS_AT_A_TIME } from './routes.ts'
import { storePart } from './store-part.ts'

const testApp = useTestApp()
let origin: string

beforeAll(async () => {
  origin = await originOf(testApp().app)
})

const newUpload = () => crypto.randomUUID()
const send = (user: { cookie?: string }, part: Part) => sendPart(origin, user, part)
const finish = (user: Caller, trade: { id: string }, uploadId: string, parts: number | string, key = newUpload()) =>
  addFile(origin, user, trade.id, { fields: { uploadId, parts: String(parts) }, key })

/** A form whose picture was sent in one part. */
async function sendForm(user: Caller, path: string, uploadId: string, headers: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ uploadId, parts: '1' })) body.append(name, value)
  const ofAll = { cookie: user.cookie, 'idempotency-key': newUpload(), 'sec-fetch-site': 'same-origin' }
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers: { ...ofAll, ...headers }, body })
  return { status: response.status, body: await response.json() }
}

async function paidPair() {
  const pair = await tradingPair(testApp().app)
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  return pair
}

/** A PDF of this many parts, the last of which is small. */
function fileOf(parts: number): Buffer {
  return pdf('x'.repeat((parts - 1) * PART_BYTES))
}

function partsOf(file: Buffer): Buffer[] {
  const count = Math.ceil(file.length / PART_BYTES)
  return Array.from({ length: count }, (_, n) => file.subarray(n * PART_BYTES, (n + 1) * PART_BYTES))
}

async function storedParts(user: Caller): Promise<{ upload_id: string; number: number }[]> {
  const { rows } = await testApp().owner.query(
    'select upload_id, number from upload_parts where user_id = $1 order by upload_id, number',
    [user.id],
  )
  return rows
}

async function age(user: Caller, minutes: number): Promise<void> {
  const by = `interval '${minutes} minutes'`
  await testApp().owner.query(`update upload_parts set expires_at = expires_at - ${by} where user_id = $1`, [user.id])
}

describe('a file in parts', () => {
  test('sent in any order, and some twice, is the file itself', async () => {
    const { buyer, trade } = await paidPair()
    const [uploadId, file] = [newUpload(), fileOf(3)]
    const parts = partsOf(file)
    for (const number of [2, 0, 2, 1, 0])
      expect(await send(buyer, { uploadId, number, bytes: parts[number]! })).toMatchObject({ status: 200, body: {} })
    const added = await finish(buyer, trade, uploadId, 3)
    expect(added).toMatchObject({ status: 201, body: { type: 'application/pdf', bytes: file.length } })
    expect((await readFile(origin, buyer, trade.id, added.body.id)).bytes.equals(file)).toBe(true)
  })

  test('of the largest size is accepted, and one part more is not', async () => {
    const { buyer, trade } = await paidPair()
    const uploadId = newUpload()
    const file = Buffer.concat([Buffer.alloc(PARTS_MAX * PART_BYTES - 6, '%PDF-1.7\n'), Buffer.from('\n%%EOF')])
    for (const [number, bytes] of partsOf(file).entries()) await send(buyer, { uploadId, number, bytes })
    expect(await finish(buyer, trade, uploadId, PARTS_MAX)).toMatchObject({
      status: 201,
      body: { bytes: file.length },
    })
    for (const number of [PARTS_MAX, -1, 'x', '0.5'])
      expect(await send(buyer, { uploadId, number, bytes: file.subarray(0, 1) })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
    for (const parts of [0, PARTS_MAX + 1, 'x'])
      expect(await finish(buyer, trade, uploadId, parts)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'parts' },
      })
  })

  test('is a picture of a chat and of a profile too, with the refusals of a file in the form', async () => {
    const { buyer, trade } = await paidPair()
    const [picture, text] = [newUpload(), newUpload()]
    await send(buyer, { uploadId: picture, bytes: await noise() })
    await send(buyer, { uploadId: text, bytes: Buffer.from('hello') })
    for (const path of [`/api/trades/${trade.id}/images`, '/api/profile/avatar']) {
      expect(await sendForm(buyer, path, text)).toMatchObject({
        status: 400,
        body: { code: 'image_unreadable', field: 'image' },
      })
      expect(await sendForm(buyer, path, picture)).toMatchObject({ status: 201 })
    }
  })

  test('with parts missing is refused with their numbers, and continues with these', async () => {
    const { buyer, trade } = await paidPair()
    const [uploadId, key, parts] = [newUpload(), newUpload(), partsOf(fileOf(4))]
    for (const number of [0, 2]) await send(buyer, { uploadId, number, bytes: parts[number]! })
    expect(await finish(buyer, trade, uploadId, 4, key)).toMatchObject({
      status: 409,
      body: { code: 'upload_incomplete', details: { missing: [1, 3] } },
    })
    for (const number of [1, 3]) await send(buyer, { uploadId, number, bytes: parts[number]! })
    expect((await finish(buyer, trade, uploadId, 4, key)).status).toBe(201)
  })

  test('whose form is sent again, because its answer was lost, is answered as before', async () => {
    const { buyer, trade } = await paidPair()
    const [uploadId, key, parts] = [newUpload(), newUpload(), partsOf(fileOf(2))]
    for (const [number, bytes] of parts.entries()) await send(buyer, { uploadId, number, bytes })
    const first = await finish(buyer, trade, uploadId, 2, key)
    const second = await finish(buyer, trade, uploadId, 2, key)
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    expect(second.headers.get('idempotent-replay')).toBe('true')
  })

  test('continues at a server that has started since', async () => {
    const { buyer, trade } = await paidPair()
    const [uploadId, parts] = [newUpload(), partsOf(fileOf(2))]
    await send(buyer, { uploadId, number: 0, bytes: parts[0]! })
    const later = await buildApp(testApp().context)
    try {
      const at = await originOf(later)
      await sendPart(at, buyer, { uploadId, number: 1, bytes: parts[1]! })
      expect(await addFile(at, buyer, trade.id, { fields: { uploadId, parts: '2' } })).toMatchObject({ status: 201 })
    } finally {
      await later.close()
    }
  })

  test('that is not named by both of its fields is missing', async () => {
    const { buyer, trade } = await paidPair()
    const uploadId = newUpload()
    await send(buyer, { uploadId, bytes: pdf('a') })
    const halves: Record<string, string>[] = [{ uploadId }, { parts: '1' }]
    for (const fields of halves)
      expect(await addFile(origin, buyer, trade.id, { fields })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'file' },
      })
  })
})

describe('parts', () => {
  test('of another user, or of an unknown upload, are missing', async () => {
    const { seller, buyer, trade } = await paidPair()
    const uploadId = newUpload()
    await send(seller, { uploadId, bytes: pdf('of the seller') })
    for (const id of [uploadId, newUpload()])
      expect(await finish(buyer, trade, id, 1)).toMatchObject({
        status: 409,
        body: { code: 'upload_incomplete', details: { missing: [0] } },
      })
    await send(buyer, { uploadId, bytes: pdf('of the buyer') })
    const { body } = await finish(buyer, trade, uploadId, 1)
    const { bytes } = await readFile(origin, buyer, trade.id, body.id)
    expect(bytes.equals(pdf('of the buyer'))).toBe(true)
    expect(await storedParts(seller)).toHaveLength(1)
  })

  test('of a team member, also one who acts for the owner, are the member’s own', async () => {
    const { seller, trade } = await paidPair()
    const member = await signUp(testApp().app, 'member')
    await join(seller, member, ['chat'])
    const [acting, uploadId] = [await actFor(member, seller), newUpload()]
    expect((await send(acting, { uploadId, bytes: await noise() })).status).toBe(200)
    expect(await storedParts(member)).toHaveLength(1)
    const images = `/api/trades/${trade.id}/images`
    expect((await sendForm(seller, images, uploadId)).status).toBe(409)
    expect((await sendForm(acting, images, uploadId, { [ACTING_FOR_HEADER]: seller.id })).status).toBe(201)
  })

  test('of a suspended user are accepted: open trades can be finished', async () => {
    const { buyer, trade } = await paidPair()
    const [admin, uploadId] = [await createStaffUser(testApp()), newUpload()]
    await admin.post(`/api/staff/users/${buyer.id}/suspend`, { reason: 'False proofs of payment.' })
    expect((await send(buyer, { uploadId, bytes: pdf('a') })).status).toBe(200)
    expect((await finish(buyer, trade, uploadId, 1)).status).toBe(201)
  })

  test('are deleted with the account', async () => {
    const user = await signUp(testApp().app, 'former')
    await send(user, { uploadId: newUpload(), bytes: pdf('a') })
    expect((await user.post('/api/account/delete', { username: user.username })).status).toBe(200)
    expect(await storedParts(user)).toEqual([])
  })
})

describe('a part is refused', () => {
  test('where it is too large', async () => {
    const user = await signUp(testApp().app, 'sender')
    const uploadId = newUpload()
    expect((await send(user, { uploadId, bytes: Buffer.alloc(PART_BYTES) })).status).toBe(200)
    expect(await send(user, { uploadId, number: 1, bytes: Buffer.alloc(PART_BYTES + 1) })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    })
    expect(await storedParts(user)).toHaveLength(1)
  })

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'where it is declared as %s',
    async (type) => {
      const user = await signUp(testApp().app, 'sender')
      const part = { uploadId: newUpload(), bytes: Buffer.from('{}'), headers: { 'content-type': type } }
      expect(await send(user, part)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_type', message: 'This call expects application/octet-stream.' },
      })
    },
  )

  test('where it is empty, or its upload has no UUID', async () => {
    const user = await signUp(testApp().app, 'sender')
    expect(await send(user, { uploadId: newUpload(), bytes: Buffer.alloc(0) })).toMatchObject({
      status: 400,
      body: { code: 'file_empty' },
    })
    expect(await send(user, { uploadId: 'mine', bytes: pdf('a') })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  test('from a visitor and from a program', async () => {
    const part = { uploadId: newUpload(), bytes: pdf('a') }
    expect(await send({}, part)).toMatchObject({ status: 401, body: { code: 'signed_out' } })
    const { key } = await createApiKey(await signUp(testApp().app, 'bot'), ['trades'])
    expect(await send({}, { ...part, headers: { authorization: `Bearer ${key}` } })).toMatchObject({
      status: 403,
      body: { code: 'key_not_allowed' },
    })
  })

  test('beyond those of six large files in a minute', async () => {
    stopClock()
    const limited = await startTestApp({ requestsPerMinute: 10_000 })
    try {
      const [user, at] = [await signUp(limited.app, 'flood'), await originOf(limited.app)]
      const part = { uploadId: newUpload(), bytes: Buffer.from('x') }
      const statuses: number[] = []
      for (let sent = 0; sent < PARTS_PER_MINUTE + PARTS_AT_A_TIME; sent += PARTS_AT_A_TIME) {
        const replies = await Promise.all(Array.from({ length: PARTS_AT_A_TIME }, () => sendPart(at, user, part)))
        statuses.push(...replies.map(({ status }) => status))
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(PARTS_PER_MINUTE)
      expect(statuses.filter((status) => status === 429)).toHaveLength(PARTS_AT_A_TIME)
    } finally {
      await limited.close()
    }
  })

  test('while others of the same user are arriving slowly, and accepted once they have ended', async () => {
    const limited = await startTestApp({ requestsPerMinute: 10_000 })
    const [slow, other] = [await signUp(limited.app, 'slow'), await signUp(limited.app, 'other')]
    const at = await originOf(limited.app)
    const headers = { cookie: slow.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' }
    // Those beyond the accepted ones are refused immediately, which shows that the others have arrived.
    const answers: unknown[] = []
    const open = Array.from({ length: 2 * PARTS_AT_A_TIME }, () => {
      const sending = request(`${at}/api/uploads/${newUpload()}/parts/0`, { method: 'POST', headers })
      sending.on('response', ({ statusCode }) => answers.push(statusCode))
      sending.on('error', (error) => answers.push(error.message))
      sending.write('x')
      return sending
    })
    await expect.poll(() => answers).toEqual(Array.from({ length: PARTS_AT_A_TIME }, () => 503))
    const send = async (user: Caller) =>
      (await sendPart(at, user, { uploadId: newUpload(), bytes: Buffer.from('x') })).status
    expect(await send(slow)).toBe(503)
    expect(await send(other)).toBe(200)
    for (const sending of open) sending.destroy()
    await expect.poll(() => send(slow)).toBe(200)
    // Lines that break as soon as they were open take no place either.
    for (let n = 0; n < 10 * PARTS_AT_A_TIME; n++) {
      const sending = request(`${at}/api/uploads/${newUpload()}/parts/0`, { method: 'POST', headers })
      sending.on('error', () => {})
      sending.write('x', () => sending.destroy())
      await new Promise((resolve) => sending.once('close', resolve))
    }
    const replies = await Promise.all(Array.from({ length: PARTS_AT_A_TIME - 1 }, () => send(slow)))
    expect(new Set(replies)).toEqual(new Set([200]))
    await limited.close()
  })
})

describe('parts that are kept', () => {
  test('are sealed, and bound to their place', async () => {
    const { buyer, trade } = await paidPair()
    const [one, other] = [newUpload(), newUpload()]
    for (const uploadId of [one, other]) await send(buyer, { uploadId, bytes: pdf('secret words') })
    const { owner } = testApp()
    const { rows } = await owner.query('select sealed from upload_parts where user_id = $1', [buyer.id])
    for (const { sealed } of rows) expect(sealed.includes('secret')).toBe(false)
    await owner.query(
      `update upload_parts set sealed = (select sealed from upload_parts where upload_id = $1) where upload_id = $2`,
      [one, other],
    )
    expect((await finish(buyer, trade, other, 1)).status).toBe(500)
  })

  test('under a secret that was replaced are missing, and are sent again', async () => {
    const { buyer, trade } = await paidPair()
    const [uploadId, { db }] = [newUpload(), testApp().context]
    const former = createKeyring({ current: 'a secret of the past, which is long enough', previous: null })
    const storing = { limits: testApp().context.limits, userId: buyer.id, ipAddress: '203.0.113.1' }
    const part = { userId: buyer.id, uploadId, number: 0, bytes: pdf('a'), storing }
    await inTransaction(db, (tx) => storePart(tx, former, part))
    expect((await finish(buyer, trade, uploadId, 1)).body).toMatchObject({ details: { missing: [0] } })
    await send(buyer, { uploadId, bytes: pdf('a') })
    expect((await finish(buyer, trade, uploadId, 1)).status).toBe(201)
  })

  test('die an hour after they were sent, and ten minutes after they were put together', async () => {
    const { context } = testApp()
    const { buyer, trade } = await paidPair()
    const [used, unused] = [newUpload(), newUpload()]
    for (const uploadId of [used, unused]) await send(buyer, { uploadId, bytes: pdf(uploadId) })
    await finish(buyer, trade, used, 1)
    await age(buyer, 9)
    await purgeExpiredRows(context.db)
    expect(await storedParts(buyer)).toHaveLength(2)
    await age(buyer, 2)
    await purgeExpiredRows(context.db)
    expect(await storedParts(buyer)).toEqual([{ upload_id: unused, number: 0 }])
    await age(buyer, 50)
    await purgeExpiredRows(context.db)
    expect(await storedParts(buyer)).toEqual([])
  })

  test('are those of the uploads that were sent to last, also of several that begin at the same time', async () => {
    const user = await signUp(testApp().app, 'many')
    const first = newUpload()
    for (const number of [0, 1]) await send(user, { uploadId: first, number, bytes: pdf('a') })
    const others = Array.from({ length: LIMITS.unfinished_uploads - 1 }, newUpload)
    for (const uploadId of others) await send(user, { uploadId, bytes: pdf('a') })
    await send(user, { uploadId: first, number: 2, bytes: pdf('a') })
    const next = newUpload()
    await send(user, { uploadId: next, bytes: pdf('a') })
    const kept = new Set((await storedParts(user)).map(({ upload_id: id }) => id))
    expect(kept).toEqual(new Set([first, ...others.slice(1), next]))
    await Promise.all(Array.from({ length: 6 }, () => send(user, { uploadId: newUpload(), bytes: pdf('a') })))
    expect(await storedParts(user)).toHaveLength(LIMITS.unfinished_uploads)
  })

  test('have the size and number that the database allows', async () => {
    const user = await signUp(testApp().app, 'attacker')
    const insert = (number: number, bytes: number) =>
      refusalOf(
        testApp().owner,
        `insert into upload_parts (user_id, upload_id, number, sealed)
         values ('${user.id}', gen_random_uuid(), ${number}, decode(repeat('00', ${bytes}), 'hex'))`,
      )
    expect([await insert(-1, 98), await insert(PARTS_MAX, 98)]).toEqual(Array(2).fill('upload_parts_number'))
    expect([await insert(0, 97), await insert(0, PART_BYTES + 98)]).toEqual(Array(2).fill('upload_parts_sealed'))
    expect(await insert(PARTS_MAX - 1, PART_BYTES + 97)).toBe('nothing')
  })
})
