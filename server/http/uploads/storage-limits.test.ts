/** What users may store in a day, alone and together with the others of their network. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  STORED_MB_PER_DAY,
  STORED_MB_PER_DAY_OF_NETWORK,
  STORED_MB_PER_DAY_OF_NEW_TRADER,
  STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK,
  TRADE_FILES_MB_PER_DAY,
} from '../../../domain/uploads/storage-limits.ts'
import { recordsOf } from '../../testing/accounts/tiers.ts'
import { move, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { addFile, noise, originOf, pdf, sendPart } from '../../testing/uploads.ts'
import type { RateLimitName } from '../rate-limits/rate-limits.ts'

const testApp = useTestApp({ requestsPerMinute: 100_000, trustProxy: 1 })
const records = recordsOf(() => testApp().owner)
let origin: string
let image: Buffer
/** Each test has networks of its own. */
let network = 0
beforeAll(async () => {
  origin = await originOf(testApp().app)
  image = await noise()
})
beforeEach(() => void network++)
const here = () => `203.0.113.${network}`
const elsewhere = () => `198.51.100.${network}`

/** Leaves `left` kilobytes of a limit. */
async function fill(name: RateLimitName, subject: string, megabytes: number, left = 0): Promise<void> {
  const { db, limits } = testApp().context
  expect(await limits.consumeWithin(db, name, subject, megabytes * 1024 - left)).toBeNull()
}

/** Uses up what is left, kilobyte by kilobyte. */
async function exhaust(name: RateLimitName, subject: string): Promise<void> {
  const { db, limits } = testApp().context
  while ((await limits.consumeWithin(db, name, subject, 1)) === null);
}

async function post(path: string, user: Caller, address: string) {
  const body = new FormData()
  body.append('image', new Blob([image as BlobPart]), 'a.png')
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      cookie: user.cookie,
      'idempotency-key': crypto.randomUUID(),
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
    },
    body,
  })
  return { status: response.status, body: (await response.json()) as any, headers: response.headers }
}
const sendImage = (user: Caller, tradeId: string, address = here()) =>
  post(`/api/trades/${tradeId}/images`, user, address)
const sendAvatar = (user: Caller, address = here()) => post('/api/profile/avatar', user, address)
const sendProof = (user: Caller, tradeId: string, address = here(), file: Uint8Array = pdf(crypto.randomUUID())) =>
  addFile(origin, user, tradeId, { file, headers: { 'x-forwarded-for': address } })
const sendOnePart = (user: Caller, address = here()) =>
  sendPart(origin, user, { uploadId: crypto.randomUUID(), bytes: pdf('a'), headers: { 'x-forwarded-for': address } })

async function paidPair() {
  const pair = await tradingPair(testApp().app)
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  return pair
}

async function age(): Promise<void> {
  await testApp().owner.query(`update rate_limits set window_ends_at = clock_timestamp() - interval '1 second'`)
}

test('a new trader stores so much in a day, and is told the number, what it is later, and when it is possible again', async () => {
  const { buyer, trade } = await paidPair()
  await fill('stored_kilobytes_per_new_trader', buyer.id, STORED_MB_PER_DAY_OF_NEW_TRADER)
  const refused = await sendImage(buyer, trade.id)
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'new_trader_storage_limit',
      values: { limit: STORED_MB_PER_DAY_OF_NEW_TRADER, laterLimit: STORED_MB_PER_DAY, hours: 24 },
      message:
        'You can add 40 MB of images and files a day, and 400 MB after your first completed trade. Try again in 24 hours.',
    },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
  expect((await sendAvatar(buyer)).body.code).toBe('new_trader_storage_limit')
  expect((await sendImage(buyer, trade.id, elsewhere())).body.code).toBe('new_trader_storage_limit')
  await age()
  expect((await sendImage(buyer, trade.id)).status).toBe(201)
})

test('a user who has traded stores more', async () => {
  const { buyer, trade } = await paidPair()
  await records.give(buyer.id, { completedTrades: 1, partners: 1 })
  await fill('stored_kilobytes_per_new_trader', buyer.id, STORED_MB_PER_DAY_OF_NEW_TRADER)
  expect((await sendImage(buyer, trade.id)).status).toBe(201)
  await fill('stored_kilobytes_per_account', buyer.id, STORED_MB_PER_DAY, 20)
  expect((await sendImage(buyer, trade.id)).status).toBe(201)
  await age()
  await fill('stored_kilobytes_per_account', buyer.id, STORED_MB_PER_DAY)
  expect((await sendImage(buyer, trade.id)).body).toMatchObject({
    code: 'storage_limit',
    values: { limit: STORED_MB_PER_DAY, hours: 24 },
  })
  await records.withdraw()
})

test('new traders of a network store so much together; others of the network, and those of others, are not refused', async () => {
  const { buyer, seller, trade } = await paidPair()
  await records.give(seller.id, { completedTrades: 1, partners: 1 })
  await fill('stored_kilobytes_of_new_traders_per_network', here(), STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK)
  expect(await sendImage(buyer, trade.id)).toMatchObject({
    status: 429,
    body: {
      code: 'network_storage_limit',
      values: { limit: STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK, hours: 24 },
    },
  })
  expect((await sendAvatar(buyer)).body.code).toBe('network_storage_limit')
  expect((await sendImage(buyer, trade.id, elsewhere())).status).toBe(201)
  expect((await sendImage(seller, trade.id)).status).toBe(201)
  await fill('stored_kilobytes_per_network', elsewhere(), STORED_MB_PER_DAY_OF_NETWORK)
  expect((await sendImage(seller, trade.id, elsewhere())).body).toMatchObject({
    code: 'network_storage_limit',
    values: { limit: STORED_MB_PER_DAY_OF_NETWORK },
  })
  await records.withdraw()
})

test('a proof of an open trade, also in parts, is stored whatever the user and the network have stored, within a limit of its own', async () => {
  const { buyer, trade } = await paidPair()
  const stranger = await signUp(testApp().app, 'stranger')
  await fill('stored_kilobytes_per_new_trader', buyer.id, STORED_MB_PER_DAY_OF_NEW_TRADER)
  await fill('stored_kilobytes_of_new_traders_per_network', here(), STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK)
  expect((await sendImage(buyer, trade.id)).status).toBe(429)
  expect((await sendProof(buyer, trade.id)).status).toBe(201)
  expect((await sendProof(buyer, trade.id, here(), image)).status).toBe(201)
  expect((await sendOnePart(buyer)).status).toBe(200)
  expect((await sendOnePart(stranger)).body.code).toBe('network_storage_limit')
  await fill('trade_file_kilobytes_per_account', buyer.id, TRADE_FILES_MB_PER_DAY, 1024)
  await exhaust('trade_file_kilobytes_per_account', buyer.id)
  expect((await sendProof(buyer, trade.id)).body.code).toBe('new_trader_storage_limit')
  expect((await sendOnePart(buyer)).body.code).toBe('new_trader_storage_limit')
})

test('a refused file is not counted, and the same file again is counted once', async () => {
  const { buyer, trade } = await paidPair()
  await fill('trade_file_kilobytes_per_account', buyer.id, TRADE_FILES_MB_PER_DAY)
  await fill('stored_kilobytes_per_new_trader', buyer.id, STORED_MB_PER_DAY_OF_NEW_TRADER, 1)
  expect((await sendImage(buyer, trade.id)).status).toBe(429)
  const file = pdf('the same')
  for (let sent = 0; sent < 2; sent++) expect((await sendProof(buyer, trade.id, here(), file)).status).toBe(201)
  expect((await sendProof(buyer, trade.id)).status).toBe(429)
})

test('of many at the same time no more are counted than the limit has room for', async () => {
  const { db, limits } = testApp().context
  const { id } = await signUp(testApp().app, 'many')
  const taken = await Promise.all(
    Array.from({ length: 10 }, () =>
      limits.consumeWithin(db, 'stored_kilobytes_per_new_trader', id, STORED_MB_PER_DAY_OF_NEW_TRADER * 300),
    ),
  )
  expect(taken.filter((wait) => wait === null)).toHaveLength(3)
})
