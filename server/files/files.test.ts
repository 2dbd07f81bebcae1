/** Proofs and images of chats in a real S3 server: they leave sealed, are read as before, come back, and go with their rows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { purgeRecords } from '../jobs/purge-records.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { move, signUp, tradingPair, withRecord } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { startObjectStore } from '../testing/servers/object-store.ts'
import type { TestStore } from '../testing/servers/object-store.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'
import { addFile, noise, originOf, pdf, readFile } from '../testing/uploads.ts'
import { violations } from '../testing/violations.ts'
import { countFiles } from './count-files.ts'
import { keepFiles } from './keep-files.ts'
import { moveFiles } from './move-files.ts'
import { StoreError, openObjectStore } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import type { FilePlace } from './settings.ts'

const DAY = 24 * 60
/** On a machine that runs other tests, the store can take longer than a reader waits. */
const PATIENT = { GET: 60_000, PUT: 60_000, DELETE: 60_000 }

let store: TestStore
let home: TestApp
let origin: string
let objects: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
  home = await startTestApp({ files: { place: 's3', store: store.settings } })
  origin = await originOf(home.app)
  objects = openObjectStore(store.settings, PATIENT)
  home.context.objects = objects
})
afterAll(async () => {
  await home.close()
  await store.close()
})

/** A marked trade with a picture and a PDF as proofs, and an image in its chat; the proof of the buyer's earlier trade is moved. */
async function filedTrade() {
  const taker = await withRecord(home.app)
  await moveFiles({ ...home.context, objects }, 's3', { atMost: 10 })
  const pair = await tradingPair(home.app, {}, taker)
  const { buyer, trade } = pair
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const photo = await noise()
  const { body: picture } = await addFile(origin, buyer, trade.id, { file: photo })
  const { body: receipt } = await addFile(origin, buyer, trade.id, { file: pdf('a receipt') })
  const form = new FormData()
  form.append('image', new Blob([photo as BlobPart]), 'photo.jpg')
  const sent = await fetch(`${origin}/api/trades/${trade.id}/images`, {
    method: 'POST',
    headers: { cookie: buyer.cookie, 'idempotency-key': crypto.randomUUID(), 'sec-fetch-site': 'same-origin' },
    body: form,
  })
  const { image } = (await sent.json()) as { image: { id: string } }
  return { ...pair, paths: [`files/${picture.id}`, `files/${receipt.id}`, `images/${image.id}`], picture }
}

async function show(user: Caller, tradeId: string, path: string) {
  const response = await fetch(`${origin}/api/trades/${tradeId}/${path}`, { headers: { cookie: user.cookie } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes }
}

const keepIn = (place: FilePlace) =>
  keepFiles({ ...home.context, config: { ...home.context.config, files: { place, store: store.settings } } })
const makeDue = () =>
  asOutsider(home.owner, [
    'update stored_objects set delete_at = clock_timestamp(), next_attempt_at = null where delete_at is not null',
  ])
const read = async <T>(text: string, values: unknown[] = []) => (await home.owner.query(text, values)).rows as T[]
const columnsOf = async (tradeId: string) =>
  read<{ bytes: Buffer | null; objectId: string | null }>(
    `select sealed as bytes, object_id as "objectId" from evidence_files where trade_id = $1
     union all select bytes, object_id from trade_images where trade_id = $1`,
    [tradeId],
  )

/** Runs with another store in the place of the real one. */
async function withStore<T>(other: Partial<ObjectStore> | null, work: () => Promise<T>): Promise<T> {
  home.context.objects = other === null ? null : { ...objects, ...other }
  try {
    return await work()
  } finally {
    home.context.objects = objects
  }
}

test('files leave Postgres sealed, are read by their readers as before, and come back as they were', async () => {
  const { seller, trade, paths } = await filedTrade()
  const before = await Promise.all(paths.map((path) => show(seller, trade.id, path)))
  const rowsBefore = await columnsOf(trade.id)
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200])

  await keepIn('s3')
  const rows = await columnsOf(trade.id)
  expect(rows.map(({ bytes }) => bytes)).toEqual([null, null, null])
  const stored = await store.objects()
  const sealed = rows.map(({ objectId }) => stored.get(objectId!)!)
  for (const bytes of sealed)
    for (const row of [...rowsBefore.map((one) => one.bytes!), ...before.map((one) => one.bytes)])
      expect([bytes.includes(row.subarray(0, 64)), bytes.includes('WEBP'), bytes.includes('%PDF')]).toEqual([
        false,
        false,
        false,
      ])

  expect(await Promise.all(paths.map((path) => show(seller, trade.id, path)))).toEqual(before)
  const stranger = await signUp(home.app, 'stranger')
  expect((await show(stranger, trade.id, paths[0]!)).status).toBe(404)
  expect((await show(stranger, trade.id, paths[2]!)).status).toBe(404)
  expect(await countFiles(home.context.db)).toEqual({ inPostgres: 0, inStore: stored.size, toDelete: 0 })

  await keepIn('postgres')
  expect((await columnsOf(trade.id)).map(({ bytes }) => bytes)).toEqual(rowsBefore.map(({ bytes }) => bytes))
  // A reader who has the key has a minute to finish.
  expect(await store.objects()).toEqual(stored)
  await makeDue()
  await keepIn('postgres')
  expect((await store.objects()).size).toBe(0)
  expect(await countFiles(home.context.db)).toEqual({ inPostgres: stored.size, inStore: 0, toDelete: 0 })
  expect(await Promise.all(paths.map((path) => show(seller, trade.id, path)))).toEqual(before)
  await keepIn('s3')
})

test('the records of a trade are purged with the objects of its files', async () => {
  const { owner, context } = home
  const { seller, trade } = await filedTrade()
  await keepIn('s3')
  const held = (await columnsOf(trade.id)).map(({ objectId }) => objectId!)
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  await ageTrade(owner, trade.id, (RETENTION.tradeYears * 365 + 3) * DAY)
  await purgeRecords(context.db)
  expect(await read('select from trades where id = $1', [trade.id])).toEqual([])
  await makeDue()
  await keepIn('s3')
  const left = await store.objects()
  expect(held.map((key) => left.has(key))).toEqual([false, false, false])
  expect(await read('select from stored_objects where id = any($1)', [held])).toEqual([])
})

test('a store that deletes nothing is asked again later, and forgets nothing', async () => {
  const { trade } = await filedTrade()
  await keepIn('s3')
  const [first] = await columnsOf(trade.id)
  await keepIn('postgres')
  await makeDue()
  await withStore({ delete: () => Promise.reject(new Error('refused')) }, async () => {
    await expect(keepIn('postgres')).rejects.toThrow('refused')
  })
  const [object] = await read<{ status: string; attempts: number; isLater: boolean }>(
    'select status, attempts, next_attempt_at > clock_timestamp() as "isLater" from stored_objects where id = $1',
    [first!.objectId],
  )
  expect(object).toEqual({ status: 'released', attempts: 1, isLater: true })
  await makeDue()
  await keepIn('postgres')
  expect((await store.objects()).has(first!.objectId!)).toBe(false)
  await keepIn('s3')
})

test('an object that cannot be deleted delays no other, and a store that refuses files is emptied', async () => {
  const { trade } = await filedTrade()
  await keepIn('s3')
  const keys = (await columnsOf(trade.id)).map(({ objectId }) => objectId!)
  await keepIn('postgres')
  await makeDue()
  const [held, ...others] = keys
  const refusing: Partial<ObjectStore> = {
    put: () => Promise.reject(new StoreError('The store answers with 507.', 507)),
    delete: (key) =>
      key === held ? Promise.reject(new StoreError('The store answers with 403.', 403)) : objects.delete(key),
  }
  await withStore(refusing, () => expect(keepIn('s3')).rejects.toThrow('403'))
  const left = await store.objects()
  expect([left.has(held!), others.some((key) => left.has(key))]).toEqual([true, false])
  await makeDue()
  await keepIn('postgres')
  await keepIn('s3')
})

test('a file stays in Postgres until the store has given it back, and no upload waits for the store', async () => {
  for (const broken of [
    { put: () => Promise.reject(new Error('refused')) },
    { get: () => Promise.resolve(Buffer.alloc(100)) },
    { get: () => Promise.reject(new Error('refused')) },
  ]) {
    const { seller, trade, paths } = await withStore(broken, async () => {
      const filed = await filedTrade()
      await expect(keepIn('s3')).rejects.toThrow(/refused|does not open/)
      return filed
    })
    expect((await columnsOf(trade.id)).map(({ objectId }) => objectId)).toEqual([null, null, null])
    for (const path of paths) expect((await show(seller, trade.id, path)).status).toBe(200)
    // The file whose move has failed waits until its object is given up; the others are moved.
    await keepIn('s3')
    expect((await columnsOf(trade.id)).filter(({ objectId }) => objectId === null)).toHaveLength(1)
    await makeDue()
    await keepIn('s3')
    await keepIn('s3')
    expect((await columnsOf(trade.id)).filter(({ objectId }) => objectId === null)).toEqual([])
  }
  const { inStore, toDelete } = await countFiles(home.context.db)
  expect([toDelete, (await store.objects()).size]).toEqual([0, inStore])
})

test('several workers together move each file once', async () => {
  const { trade } = await filedTrade()
  const mover = { ...home.context, objects }
  const moved = await Promise.all([1, 2, 3].map(() => moveFiles(mover, 's3', { atMost: 20 })))
  await keepIn('s3')
  expect((await columnsOf(trade.id)).filter(({ objectId }) => objectId === null)).toEqual([])
  expect(moved.reduce((sum, one) => sum + one.moved, 0)).toBe(3)
})

test('a file whose object is missing, changed, exchanged or out of reach is refused with a stable code, and never shown as another', async () => {
  const { seller, trade, paths, picture } = await filedTrade()
  await keepIn('s3')
  const refused = async (path = paths[0]!) => {
    const { status, bytes } = await show(seller, trade.id, path)
    return [status, JSON.parse(bytes.toString()).code]
  }
  const unavailable = [503, 'file_unavailable']
  const [own, other] = await columnsOf(trade.id)
  const all = await store.objects()
  const bytes = all.get(own!.objectId!)!
  const turned = Buffer.from(bytes)
  turned[100]! ^= 1
  const otherOfSameSize = Buffer.concat([all.get(other!.objectId!)!, bytes]).subarray(0, bytes.length)
  const path = `files/${(await read<{ id: string }>('select id from evidence_files where object_id = $1', [own!.objectId]))[0]!.id}`
  for (const wrong of [turned, otherOfSameSize, bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
    await store.write(own!.objectId!, wrong)
    expect(await refused(path)).toEqual(unavailable)
  }
  await objects.delete(own!.objectId!)
  expect(await refused(path)).toEqual(unavailable)
  // What cannot be read stays where it is, and holds up no other file.
  const back = await moveFiles({ ...home.context, objects }, 'postgres', { atMost: 100 })
  expect(back.unreadable).toEqual([own!.objectId])
  expect((await columnsOf(trade.id)).filter(({ objectId }) => objectId !== null)).toHaveLength(1)
  await store.write(own!.objectId!, bytes)
  expect((await show(seller, trade.id, path)).status).toBe(200)
  // Those of all tests, which are more than the worker takes in one run.
  await moveFiles({ ...home.context, objects }, 's3', { atMost: 100 })
  expect(await withStore(null, () => refused(`files/${picture.id}`))).toEqual(unavailable)
  expect(await withStore({ get: () => Promise.reject(new Error('403')) }, () => refused(paths[2]!))).toEqual(
    unavailable,
  )
})

test('the trade goes on while the store is away', async () => {
  const { seller, buyer, trade } = await filedTrade()
  await keepIn('s3')
  await withStore({ get: () => Promise.reject(new Error('away')) }, async () => {
    expect((await buyer.get(`/api/trades/${trade.id}/files`)).body.files).toHaveLength(2)
    expect((await buyer.get(`/api/trades/${trade.id}/messages`)).status).toBe(200)
    expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).status).toBe(200)
  })
})

test('each reading of a file in the store is recorded, as that of one in Postgres', async () => {
  const { seller, trade, picture } = await filedTrade()
  await keepIn('s3')
  await readFile(origin, seller, trade.id, picture.id)
  expect(await read('select reader_id from evidence_reads where file_id = $1', [picture.id])).toEqual([
    { reader_id: seller.id },
  ])
})

test('staff without the case read no file in the store', async () => {
  const { trade, picture, paths } = await filedTrade()
  await keepIn('s3')
  const admin = await createStaffUser(home)
  expect((await readFile(origin, admin, trade.id, picture.id)).status).toBe(404)
  expect((await show(admin, trade.id, paths[2]!)).status).toBe(404)
})

test('no rule of the database is broken after all of it', async () => {
  expect(await violations(home.owner)).toEqual([])
})
