/** Proofs of payment over HTTP on a real database: who may add and read them, what is stored, and what each refusal says. */
import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { FILE_MAX_BYTES } from '../../../domain/trades/evidence.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { paymentReference } from '../../../domain/trades/trades.ts'
import { inTransaction } from '../../db/pool.ts'
import { apiClientWith, createApiKey } from '../../testing/accounts/api-clients.ts'
import type { TestApp } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { addFile, noise, originOf, pdf, readFile } from '../../testing/uploads.ts'
import type { Upload } from '../../testing/uploads.ts'
import { move, signUp, tradingPair, withRecord } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { submitProof } from './add-file.ts'

const testApp = useTestApp()
let home: TestApp
let origin: string
let photo: Buffer

const PAYLOAD = '<script>alert(1)</script><?php system($_GET[0]); ?>PK\x03\x04'
const SECRET = 'Rue de la Kasbah 7'
const SCRIPTED = pdf(`/OpenAction << /S /JavaScript /JS (app.alert(1)) >>`)

beforeAll(async () => {
  home = testApp()
  origin = await originOf(home.app)
  photo = await sharp(await noise(600, 400))
    .withExif({ IFD0: { Artist: SECRET, ImageDescription: PAYLOAD }, IFD3: { GPSLatitude: '36/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})
const add = (user: { cookie?: string }, trade: { id: string }, upload: Upload) =>
  addFile(origin, user, trade.id, upload)
const read = (user: { cookie?: string }, trade: { id: string }, fileId: string) =>
  readFile(origin, user, trade.id, fileId)
const pairWithRecord = async () => tradingPair(home.app, {}, await withRecord(home.app))
const list = async (user: Caller, trade: { id: string }) => (await user.get(`/api/trades/${trade.id}/files`)).body.files
const submit = (user: Caller, trade: { id: string }, fileId: string) =>
  inTransaction(home.context.db, (tx) => submitProof(tx, { tradeId: trade.id, userId: user.id, fileId }))

/** A trade that a buyer with a record, who needs no proof, has marked as paid. */
async function paidPair() {
  const pair = await pairWithRecord()
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  return pair
}

async function stored(fileId: string) {
  const { rows } = await home.owner.query('select * from evidence_files where id = $1', [fileId])
  return rows[0]
}

async function readsOf(fileId: string): Promise<string[]> {
  const { rows } = await home.owner.query('select reader_id from evidence_reads where file_id = $1 order by id', [
    fileId,
  ])
  return rows.map(({ reader_id: reader }) => reader)
}

describe('a picture', () => {
  test('is stored upright, as WebP, without its metadata, and encrypted', async () => {
    const { seller, buyer, trade } = await paidPair()
    const polyglot = Buffer.concat([photo, Buffer.from(PAYLOAD)])
    const added = await add(buyer, trade, { file: polyglot, filename: '../../etc/<b>.php' })
    expect(added).toMatchObject({
      status: 201,
      body: { sender: 'buyer', type: 'image/webp', picture: { width: 400, height: 600 }, isSubmitted: true },
    })
    expect(JSON.stringify(added.body)).not.toMatch(/etc|php|sha|hash/i)
    const { headers, bytes } = await read(seller, trade, added.body.id)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
    })
    expect(added.body.bytes).toBe(bytes.length)
    const shown = await sharp(bytes).metadata()
    expect(shown).toMatchObject({ format: 'webp', width: 400, height: 600 })
    for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(shown[part]).toBeUndefined()
    for (const text of [SECRET, '<script>', '<?php', 'Exif']) expect(bytes.includes(text)).toBe(false)
    const row = await stored(added.body.id)
    for (const part of ['RIFF', 'WEBP']) expect(row.sealed.includes(part)).toBe(false)
    expect(row.sealed.includes(bytes.subarray(100, 130))).toBe(false)
  })

  test('does not open as that of another row', async () => {
    const { buyer, trade } = await paidPair()
    const [one, other] = [await add(buyer, trade, { file: await noise() }), await add(buyer, trade, { file: pdf('a') })]
    const { data_key: key, sealed, bytes } = await stored(one.body.id)
    await asOutsider(home.owner, [
      `update evidence_files set bytes = ${bytes}, data_key = '\\x${key.toString('hex')}',
         sealed = '\\x${sealed.toString('hex')}' where id = '${other.body.id}'`,
    ])
    expect((await read(buyer, trade, other.body.id)).status).toBe(500)
  })
})

describe('a PDF', () => {
  test('with a script in it is a download that is never shown', async () => {
    const { seller, buyer, trade } = await paidPair()
    const { status, body } = await add(buyer, trade, { file: SCRIPTED, filename: 'a"\r\nset-cookie: x=1.html' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'application/pdf', picture: null, bytes: SCRIPTED.length })
    const { headers, bytes } = await read(seller, trade, body.id)
    expect(bytes.equals(SCRIPTED)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${paymentReference(trade.id)}-${body.id.slice(0, 8)}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect((await stored(body.id)).sealed.includes('JavaScript')).toBe(false)
  })

  test('that is also a page of HTML is a download nevertheless', async () => {
    const { buyer, trade } = await paidPair()
    const { body } = await add(buyer, trade, { file: pdf('</pre><html><script>alert(document.cookie)</script>') })
    expect((await read(buyer, trade, body.id)).headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
  })
})

test('5 MB exactly are accepted and one byte more is not', async () => {
  const { buyer, trade } = await paidPair()
  const [start, end] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF')]
  const sized = (bytes: number) => Buffer.concat([start, Buffer.alloc(bytes - start.length - end.length, ' '), end])
  expect((await add(buyer, trade, { file: sized(FILE_MAX_BYTES) })).status).toBe(201)
  for (const bytes of [FILE_MAX_BYTES + 1, FILE_MAX_BYTES * 3]) {
    expect(await add(buyer, trade, { file: sized(bytes) })).toMatchObject({
      status: 413,
      body: { code: 'file_too_large', field: 'file', message: 'The file must be 5 MB or smaller.' },
    })
  }
})

test('forms with a missing, misnamed or unknown part are refused with the field’s name', async () => {
  const { buyer, trade } = await paidPair()
  for (const [upload, field] of [
    [{}, 'file'],
    [{ file: photo, field: 'image' }, 'file'],
    [{ file: photo, purpose: '' }, 'purpose'],
    [{ file: photo, purpose: 'avatar' }, 'purpose'],
  ] as const)
    expect(await add(buyer, trade, upload)).toMatchObject({ status: 400, body: { code: 'invalid_input', field } })
  const json = await buyer.post(`/api/trades/${trade.id}/files`, {})
  expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
})

test('a form without a valid picture costs no place among the files', async () => {
  const { buyer, trade } = await paidPair()
  for (let n = 0; n <= LIMITS.files_of_party; n++) await add(buyer, trade, { file: 'nothing' })
  expect((await add(buyer, trade, { file: photo })).status).toBe(201)
})

describe('who may add a file', () => {
  test('the buyer before and after the payment is marked; the seller no proof of payment', async () => {
    const { seller, buyer, trade } = await tradingPair(home.app)
    expect((await add(buyer, trade, { file: pdf('a') })).status).toBe(201)
    expect(await add(seller, trade, { file: photo })).toMatchObject({ status: 403, body: { code: 'not_your_move' } })
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await add(buyer, trade, { file: pdf('b') })).status).toBe(201)
    expect(await add(seller, trade, { file: photo })).toMatchObject({ status: 403, body: { code: 'not_your_move' } })
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    expect(await add(buyer, trade, { file: pdf('c') })).toMatchObject({
      status: 409,
      body: { code: 'file_not_expected', details: { status: 'completed' } },
    })
  })

  test('no user but the parties: for others the trade is not found', async () => {
    const { buyer, trade } = await paidPair()
    const { body } = await add(buyer, trade, { file: photo })
    const strangers = [
      await signUp(home.app, 'stranger'),
      await createStaffUser(home, 'arbiter'),
      await createStaffUser(home),
    ]
    const unknown = { id: crypto.randomUUID() }
    for (const stranger of strangers) {
      const [refused, elsewhere] = [
        await add(stranger, trade, { file: photo }),
        await add(stranger, unknown, { file: photo }),
      ]
      expect({ ...refused.body, requestId: null }).toEqual({ ...elsewhere.body, requestId: null })
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await read(stranger, trade, body.id)).status).toBe(404)
      expect((await stranger.get(`/api/trades/${trade.id}/files`)).status).toBe(404)
    }
    expect((await add({}, trade, { file: photo })).status).toBe(401)
    expect((await read({}, trade, body.id)).status).toBe(401)
    expect(await readsOf(body.id)).toEqual([])
  })

  test('a file is not found under another trade', async () => {
    const [one, other] = [await paidPair(), await paidPair()]
    const { body } = await add(one.buyer, one.trade, { file: photo })
    expect((await read(other.buyer, other.trade, body.id)).status).toBe(404)
    expect((await read(one.buyer, one.trade, crypto.randomUUID())).status).toBe(404)
  })

  test('an API key that trades adds one, and no API key reads one', async () => {
    const { buyer, trade } = await paidPair()
    const [reader, trader] = [await createApiKey(buyer, ['read']), await createApiKey(buyer, ['trades'])]
    const bearer = ({ key }: { key: string }) => ({ headers: { authorization: `Bearer ${key}` } })
    expect(await add({}, trade, { file: photo, ...bearer(reader) })).toMatchObject({
      status: 403,
      body: { code: 'key_not_allowed' },
    })
    const added = await add({}, trade, { file: photo, ...bearer(trader) })
    expect(added.status).toBe(201)
    const url = `/api/trades/${trade.id}/files/${added.body.id}`
    for (const { key } of [reader, trader]) {
      for (const path of [url, `/api/trades/${trade.id}/files`]) {
        expect(await apiClientWith(home.app, key)('GET', path)).toMatchObject({
          status: 403,
          body: { code: 'key_not_allowed' },
        })
      }
    }
  })
})

describe('a draft', () => {
  test('is its uploader’s only, until a move submits it', async () => {
    const { seller, buyer, trade } = await tradingPair(home.app)
    const { body } = await add(buyer, trade, { file: photo })
    expect(body.isSubmitted).toBe(false)
    expect(await list(buyer, trade)).toEqual([body])
    expect(await list(seller, trade)).toEqual([])
    expect((await read(seller, trade, body.id)).status).toBe(404)
    expect((await read(buyer, trade, body.id)).status).toBe(200)
    await submit(buyer, trade, body.id)
    expect(await list(seller, trade)).toEqual([{ ...body, isSubmitted: true }])
    expect((await read(seller, trade, body.id)).status).toBe(200)
    expect(await readsOf(body.id)).toEqual([buyer.id, seller.id])
  })

  test('is submitted by its uploader only, in its trade', async () => {
    const [one, other] = [await tradingPair(home.app), await tradingPair(home.app)]
    const { body } = await add(one.buyer, one.trade, { file: photo })
    for (const [user, trade, fileId] of [
      [one.seller, one.trade, body.id],
      [one.buyer, other.trade, body.id],
      [other.buyer, other.trade, body.id],
      [one.buyer, one.trade, crypto.randomUUID()],
    ] as const)
      await expect(submit(user, trade, fileId)).rejects.toMatchObject({ code: 'proof_unknown', field: 'proofId' })
    expect((await stored(body.id)).submitted_at).toBeNull()
  })

  test('submitted twice keeps its first moment', async () => {
    const { buyer, trade } = await tradingPair(home.app)
    const { body } = await add(buyer, trade, { file: photo })
    await submit(buyer, trade, body.id)
    const { submitted_at: first } = await stored(body.id)
    await submit(buyer, trade, body.id)
    expect((await stored(body.id)).submitted_at).toEqual(first)
  })

  test('that is uploaded again once the payment is marked is submitted', async () => {
    const { seller, buyer, trade } = await pairWithRecord()
    const { body } = await add(buyer, trade, { file: photo })
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const again = await add(buyer, trade, { file: photo })
    expect(again).toMatchObject({ status: 201, body: { id: body.id, isSubmitted: true } })
    expect(await list(seller, trade)).toEqual([again.body])
  })
})

describe('repetitions and limits', () => {
  test('one key is one file, and another file under it is refused', async () => {
    const { buyer, trade } = await paidPair()
    const key = crypto.randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => add(buyer, trade, { file: photo, key })))
    for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body)
    expect(replies[0]!.status).toBe(201)
    expect((await add(buyer, trade, { file: pdf('x'), key })).body.code).toBe('idempotency_key_reused')
    expect(await list(buyer, trade)).toHaveLength(1)
  })

  test('the same file under other keys is one file', async () => {
    const { buyer, trade } = await paidPair()
    const replies = await Promise.all([1, 2, 3].map(() => add(buyer, trade, { file: photo })))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await list(buyer, trade)).toHaveLength(1)
  })

  test('a party has five files, however many are added concurrently', async () => {
    const { buyer, trade } = await paidPair()
    for (let n = 1; n < LIMITS.files_of_party; n++)
      expect((await add(buyer, trade, { file: pdf(`file ${n}`) })).status).toBe(201)
    const replies = await Promise.all(['a', 'b', 'c'].map((text) => add(buyer, trade, { file: pdf(text) })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'file_quota',
      message: 'You can add up to 5 files.',
    })
    expect(await list(buyer, trade)).toHaveLength(LIMITS.files_of_party)
  })

  test('a user adds twenty files an hour, in all trades together', async () => {
    const { buyer, trade } = await paidPair()
    await asOutsider(home.owner, [
      `insert into evidence_files (id, trade_id, purpose, uploader_role, uploader_id, media_type, bytes, data_key, sealed, sha256, at)
         select gen_random_uuid(), gen_random_uuid(), 'payment_proof', 'buyer', '${buyer.id}', 'application/pdf', 9,
           decode(repeat('00', 69), 'hex'), decode(repeat('00', 37), 'hex'), sha256(n::text::bytea), clock_timestamp()
         from generate_series(1, ${LIMITS.files_per_hour}) n`,
    ])
    const refused = await add(buyer, trade, { file: photo })
    expect(refused).toMatchObject({ status: 429, body: { code: 'file_limit' } })
    const later = `at = at - interval '1 hour' where uploader_id = '${buyer.id}'`
    await asOutsider(home.owner, [`update evidence_files set ${later}`])
    expect((await add(buyer, trade, { file: photo })).status).toBe(201)
    await asOutsider(home.owner, [
      `delete from evidence_files where uploader_id = '${buyer.id}' and trade_id <> '${trade.id}'`,
    ])
  })

  test('an upload and a move that ends its time: one waits for the other, and a late file is refused', async () => {
    for (let round = 0; round < 4; round++) {
      const { seller, buyer, trade } = await paidPair()
      const [added] = await Promise.all([
        add(buyer, trade, { file: pdf('late') }),
        move(seller, trade, 'confirm-receipt', 'payment_sent'),
      ])
      expect([201, 409]).toContain(added.status)
      expect(await list(buyer, trade)).toHaveLength(added.status === 201 ? 1 : 0)
    }
  })
})
