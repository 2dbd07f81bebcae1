/** An ordinary photo in a chat, while accounts of as many networks send all the time what takes the decoder longest. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { tradingPair } from '../../testing/accounts/users.ts'
import { sample } from '../../testing/sample.ts'
import { useTestApp } from '../../testing/suite.ts'

const ACCOUNTS = sample(4, 20)
const PHOTOS = sample(2, 5)
const TARGET_MS = 5000

const testApp = useTestApp({ trustProxy: 1 })

type Pair = Awaited<ReturnType<typeof tradingPair>>
type Sent = { file: Buffer; ipAddress: string; isProof?: boolean }

async function send({ buyer, trade }: Pair, { file, ipAddress, isProof = false }: Sent): Promise<number> {
  const form = new FormData()
  if (isProof) form.append('purpose', 'payment_proof')
  form.append(isProof ? 'file' : 'image', new Blob([file as BlobPart]), 'photo')
  const body = new Response(form)
  // Without a connection, whose client gives up after five minutes.
  const response = await testApp().app.inject({
    method: 'POST',
    url: `/api/trades/${trade.id}/${isProof ? 'files' : 'images'}`,
    headers: {
      cookie: buyer.cookie,
      'content-type': body.headers.get('content-type')!,
      'idempotency-key': crypto.randomUUID(),
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': ipAddress,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return response.statusCode
}

function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

/** 12 megapixels, 2.5 MB, with as many details as a photo. */
async function photoOf12Megapixels(): Promise<Buffer> {
  const details = await noise(500, 375).png().toBuffer()
  return sharp(details).resize(4032, 3024, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer()
}

test('a photo waits for no other, and is stored within 5 s, or the time of one picture of the flood', async () => {
  const pairs: Pair[] = []
  while (pairs.length <= ACCOUNTS) pairs.push(await tradingPair(testApp().app))
  const bystander = pairs.pop()!
  const photo = await photoOf12Megapixels()
  // 16.8 megapixels of noise, or 25 that are scaled to as many: 2 and 4 s of a quiet processor.
  const worst = await noise(1536, sample(10_922, 16_276)).webp({ quality: 1, effort: 0 }).toBuffer()
  let isFlooding = true
  const endedAt: number[] = []
  const floods = pairs.map(async (pair, n) => {
    while (isFlooding) {
      await send(pair, { file: worst, ipAddress: `203.0.${n}.1`, isProof: n % 2 === 1 })
      endedAt.push(performance.now())
    }
  })
  // The queue is full then, and one picture of the flood is measured.
  await expect.poll(() => endedAt.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(2)
  const waits: number[] = []
  for (let sent = 0; sent < PHOTOS; sent++) {
    const began = performance.now()
    expect(await send(bystander, { file: photo, ipAddress: '198.51.100.9' })).toBe(201)
    waits.push(performance.now() - began)
  }
  const oneOfFlood = endedAt[1]! - endedAt[0]!
  // What still waits of the flood is decoded before the server closes.
  isFlooding = false
  await Promise.all(floods)
  expect(Math.max(...waits)).toBeLessThan(Math.max(TARGET_MS, oneOfFlood))
}, 600_000)
