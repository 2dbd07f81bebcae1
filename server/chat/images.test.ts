import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { IMAGES_PER_TRADE } from '../../domain/chat/chat.ts'
import { IMAGE_MAX_BYTES, STORED_SHORT_SIDE_MAX } from '../../domain/pictures.ts'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { sample } from '../testing/sample.ts'
import { violations } from '../testing/violations.ts'

let home: TestApp
let origin: string
let photo: Buffer

const PAYLOAD = '<script>alert(1)</script><?php system($_GET[0]); ?>PK\x03\x04'
const SECRET = 'Rue de la Kasbah 7'

beforeAll(async () => {
  home = await startTestApp()
  origin = await home.app.listen({ port: 0, host: '127.0.0.1' })
  // Rotated by its metadata: stored upright only if the orientation is read before the metadata is dropped.
  photo = await noise(600, 400)
    .withExif({ IFD0: { Artist: SECRET, ImageDescription: PAYLOAD }, IFD3: { GPSLatitude: '36/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})

afterAll(async () => {
  await home.close()
})

function noise(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
}

function plain(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#eee' } })
    .png()
    .toBuffer()
}

type Form = { image?: Uint8Array | string; text?: string; clientId?: string; filename?: string; isFileFirst?: boolean }

async function send(user: { cookie: string }, tradeId: string, form: Form, key: string = crypto.randomUUID()) {
  const body = new FormData()
  const addFile = () => {
    const { image, filename = 'photo.jpg' } = form
    if (image !== undefined) body.append('image', new Blob([image as BlobPart], { type: 'image/jpeg' }), filename)
  }
  if (form.isFileFirst) addFile()
  if (form.text !== undefined) body.append('text', form.text)
  if (form.clientId !== undefined) body.append('clientId', form.clientId)
  if (!form.isFileFirst) addFile()
  return answerOf(await post(user, tradeId, body, key))
}

function post(user: { cookie: string }, tradeId: string, body: BodyInit, key: string, headers = {}) {
  return fetch(`${origin}/api/trades/${tradeId}/images`, {
    method: 'POST',
    headers: { cookie: user.cookie, 'idempotency-key': key, 'sec-fetch-site': 'same-origin', ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
}

async function answerOf(response: Response): Promise<{ status: number; body: any }> {
  return { status: response.status, body: await response.json() }
}

async function show(user: Caller, tradeId: string, imageId: string) {
  const response = await fetch(`${origin}/api/trades/${tradeId}/images/${imageId}`, {
    headers: { cookie: user.cookie },
  })
  return {
    headers: Object.fromEntries(response.headers),
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('a picture is stored upright, as WebP, without its metadata', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  const clientId = crypto.randomUUID()
  expect(photo.includes(SECRET)).toBe(true)
  const polyglot = Buffer.concat([photo, Buffer.from(PAYLOAD)])
  const sent = await send(buyer, trade.id, { image: polyglot, clientId, filename: '../../etc/<b>.php' })
  expect(sent).toMatchObject({
    status: 201,
    body: { kind: 'image', sender: 'buyer', text: 'Image', clientId, image: { width: 400, height: 600 } },
  })
  expect(JSON.stringify(sent.body)).not.toContain('etc')
  const { headers, bytes } = await show(seller, trade.id, sent.body.image.id)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
  })
  const stored = await sharp(bytes).metadata()
  expect(stored).toMatchObject({ format: 'webp', width: 400, height: 600 })
  for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(stored[part]).toBeUndefined()
  for (const text of [SECRET, '<script>', '<?php', 'Exif']) expect(bytes.includes(text)).toBe(false)
  expect((await buyer.get(`/api/trades/${trade.id}/messages?after=2`)).body.messages).toEqual([sent.body])
})

test('a picture may come with text, in any order, and large ones are scaled down', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const image = await plain(2000, 4000)
  const sent = await send(buyer, trade.id, { image, text: ' My\u202E receipt ', isFileFirst: true })
  expect(sent.body).toMatchObject({
    text: 'My receipt',
    clientId: null,
    image: { width: STORED_SHORT_SIDE_MAX, height: 3072 },
  })
})

test('25 megapixels are accepted; more, or a header that claims more, is refused with the number', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  expect((await send(buyer, trade.id, { image: await plain(5000, 5000) })).status).toBe(201)
  const lying = Buffer.from(await plain(10, 10))
  lying.writeUInt32BE(100_000, 16)
  lying.writeUInt32BE(100_000, 20)
  for (const [image, width] of [
    [await plain(5020, 5000), 5020],
    [lying, 100_000],
  ] as const)
    expect(await send(buyer, trade.id, { image })).toMatchObject({
      status: 413,
      body: { code: 'picture_too_many_pixels', field: 'image', values: { width } },
    })
})

test('5 MB exactly are accepted and one byte more is not, with and without a Content-Length', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const full = Buffer.concat([photo, Buffer.alloc(IMAGE_MAX_BYTES - photo.length)])
  expect((await send(buyer, trade.id, { image: full })).status).toBe(201)
  for (const size of [IMAGE_MAX_BYTES + 1, IMAGE_MAX_BYTES * 4]) {
    const image = Buffer.concat([photo, Buffer.alloc(size - photo.length)])
    const refusal = {
      status: 413,
      body: { code: 'image_too_large', field: 'image', message: 'Image size must be less than 5MB.' },
    }
    expect(await send(buyer, trade.id, { image })).toMatchObject(refusal)
    const response = await post(buyer, trade.id, chunked(image), crypto.randomUUID(), {
      'content-type': 'multipart/form-data; boundary=edge',
    })
    expect(await answerOf(response)).toMatchObject(refusal)
  }
})

/** A form without a Content-Length. */
function chunked(image: Buffer): ReadableStream {
  const head =
    '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  const whole = Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--edge--\r\n')])
  let at = 0
  return new ReadableStream({
    pull(stream) {
      if (at >= whole.length) return stream.close()
      stream.enqueue(whole.subarray(at, (at += 65_536)))
    },
  })
}

test('forms with a missing or an additional field are refused with the field’s name', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  expect(await send(buyer, trade.id, { text: 'No picture' })).toMatchObject({ status: 400, body: { field: 'image' } })
  expect(await send(buyer, trade.id, { image: '' })).toMatchObject({ status: 400, body: { field: 'image' } })
  expect(await send(buyer, trade.id, { image: photo, clientId: 'me' })).toMatchObject({
    status: 400,
    body: { field: 'clientId' },
  })
  expect(await send(buyer, trade.id, { image: photo, text: 'x'.repeat(4001) })).toMatchObject({
    status: 400,
    body: { field: 'text' },
  })
  const form = new FormData()
  form.append('price', '1')
  form.append('image', new Blob([photo as BlobPart]), 'a.jpg')
  const key = crypto.randomUUID()
  expect(await answerOf(await post(buyer, trade.id, form, key))).toMatchObject({
    status: 400,
    body: { field: 'price' },
  })
  const json = await buyer.post(`/api/trades/${trade.id}/images`, {})
  expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
  const broken = await post(buyer, trade.id, '--edge\r\nnonsense', crypto.randomUUID(), {
    'content-type': 'multipart/form-data; boundary=edge',
  })
  expect((await answerOf(broken)).body.code).toBe('invalid_input')
})

test('an upload that is given up while it waits for its turn does not block the next one', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const start = async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((done) => socket.once('connect', done))
    socket.write(
      `POST /api/trades/${trade.id}/images HTTP/1.1\r\nhost: ${new URL(origin).host}\r\ncookie: ${buyer.cookie}\r\n` +
        `sec-fetch-site: same-origin\r\nidempotency-key: ${crypto.randomUUID()}\r\ncontent-length: 5000\r\n` +
        'content-type: multipart/form-data; boundary=edge\r\n\r\n--edge\r\ncontent-disposition: form-data; name="image"; ' +
        'filename="a"\r\ncontent-type: image/png\r\n\r\nxxxx',
    )
    return socket
  }
  const [first, second] = [await start(), await start()]
  // The first one is read by then, and the second one waits.
  await sleep(200)
  second.destroy()
  await sleep(50)
  first.destroy()
  await expect.poll(async () => (await send(buyer, trade.id, { image: photo })).status).toBe(201)
})

test('two concurrent sends with one key are one picture; another picture under it is refused', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const key = crypto.randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => send(buyer, trade.id, { image: photo }, key)))
  for (const reply of replies) expect(reply).toEqual(replies[0])
  expect(replies[0]?.status).toBe(201)
  expect((await send(buyer, trade.id, { image: await plain(20, 20) }, key)).body.code).toBe('idempotency_key_reused')
  const { rows } = await home.owner.query('select count(*)::int as n from trade_images where trade_id = $1', [trade.id])
  expect(rows[0].n).toBe(1)
})

test('a picture is visible to its trade’s two parties, and not found for other users', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const other = await tradingPair(home.app)
  const { body } = await send(buyer, trade.id, { image: photo })
  const url = `/api/trades/${trade.id}/images/${body.image.id}`
  const bodyOf = async (path: string) => {
    const reply = await other.buyer.get(path)
    expect(reply.status).toBe(404)
    return { ...reply.body, requestId: null }
  }
  const unknown = await bodyOf(`/api/trades/${crypto.randomUUID()}/images/${crypto.randomUUID()}`)
  expect(await bodyOf(url)).toEqual(unknown)
  expect(await bodyOf(`/api/trades/${other.trade.id}/images/${body.image.id}`)).toEqual(unknown)
  expect((await fetch(`${origin}${url}`)).status).toBe(401)
  const stranger = await signUp(home.app, 'stranger')
  expect({ ...(await send(stranger, trade.id, { image: photo })).body, requestId: null }).toEqual(unknown)
  expect((await send({ cookie: '' }, trade.id, { image: photo })).status).toBe(401)
})

test('a trade holds its maximum of pictures, however many are sent concurrently', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  await home.owner.query(
    `insert into trade_images (trade_id, width, height, bytes)
     select $1, 1, 1, '\\x00' from generate_series(1, $2::int)`,
    [trade.id, IMAGES_PER_TRADE - 1],
  )
  const replies = await Promise.all([buyer, seller, buyer].map((user) => send(user, trade.id, { image: photo })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('image_quota')
})

test('while four users flood the queue with large pictures, a fifth is served each time', async () => {
  const side = sample(1500, 5000)
  const large = await plain(side, side)
  const image = await noise(300, 300).jpeg().toBuffer()
  const { buyer, trade } = await tradingPair(home.app)
  const flooding = await Promise.all(Array.from({ length: 4 }, () => tradingPair(home.app)))
  let isFlooding = true
  const refused = new Map<string, number>()
  const floods = flooding.map(async ({ buyer: user, trade: { id } }) => {
    while (isFlooding) {
      const replies = await Promise.all(Array.from({ length: 4 }, () => send(user, id, { image: large })))
      for (const { status, body } of replies) {
        if (status >= 400) refused.set(body.code, (refused.get(body.code) ?? 0) + 1)
      }
    }
  })
  for (let n = 0; n < 4; n++) expect((await send(buyer, trade.id, { image })).status).toBe(201)
  isFlooding = false
  await Promise.all(floods)
  expect(refused.get('busy')).toBeGreaterThan(0)
  // A slow machine needs a minute for the large pictures.
}, 240_000)

test('the view violations is empty afterwards', async () => {
  expect(await violations(home.owner)).toEqual([])
})
