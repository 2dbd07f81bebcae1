import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { AVATAR_SIDE, AVATARS_PER_MINUTE } from '../../domain/profiles/profiles.ts'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { stopClock } from '../testing/standing-clock.ts'
import { postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { violations } from '../testing/violations.ts'

let home: TestApp
let origin: string
let photo: Buffer

const PAYLOAD = '<script>alert(1)</script><?php system($_GET[0]); ?>PK\x03\x04'
const SECRET = 'Rue de la Kasbah 7'

beforeAll(async () => {
  home = await startTestApp()
  origin = await home.app.listen({ port: 0, host: '127.0.0.1' })
  photo = await noise(600, 400)
    .withExif({
      IFD0: { Artist: SECRET, ImageDescription: PAYLOAD },
      IFD3: { GPSLatitude: '36/1 48/1 0/1', GPSLongitude: '10/1 11/1 0/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${SECRET} --></x:xmpmeta>`)
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

function plain(width: number, height: number, background = '#eee'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

type Who = { readonly cookie?: string; readonly authorization?: string }

function headersOf({ cookie, authorization }: Who, more: Record<string, string> = {}): Record<string, string> {
  return {
    'sec-fetch-site': 'same-origin',
    'idempotency-key': crypto.randomUUID(),
    ...(cookie === undefined ? {} : { cookie }),
    ...(authorization === undefined ? {} : { authorization }),
    ...more,
  }
}

async function upload(who: Who, image: Uint8Array | string, key: string = crypto.randomUUID(), to = origin) {
  const form = new FormData()
  form.append('image', new Blob([image as BlobPart], { type: 'image/jpeg' }), '../../etc/<b>.php')
  return post(who, form, key, {}, to)
}

async function post(who: Who, body: BodyInit, key: string = crypto.randomUUID(), more = {}, to = origin) {
  const response = await fetch(`${to}/api/profile/avatar`, {
    method: 'POST',
    headers: headersOf(who, { 'idempotency-key': key, ...more }),
    body,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

async function show(address: string) {
  const response = await fetch(`${origin}${address}`)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function withPicture(name: string): Promise<{ user: Caller; avatar: string }> {
  const user = await signUp(home.app, name)
  const { status, body } = await upload(user, await plain(300, 300).png().toBuffer())
  expect([status, body.avatar]).toEqual([201, expect.stringMatching(/^\/api\/avatars\/[0-9a-f-]{36}$/)])
  return { user, avatar: body.avatar }
}

const countOf = async (user: Caller) =>
  (await home.owner.query('select count(*)::int as n from avatars where user_id = $1', [user.id])).rows[0].n

describe('the stored picture', () => {
  test('is a WebP square without location, device or other metadata', async () => {
    const amina = await signUp(home.app, 'amina')
    expect([photo.includes(SECRET), photo.includes('Exif')]).toEqual([true, true])
    const sent = await upload(amina, Buffer.concat([photo, Buffer.from(PAYLOAD)]))
    expect(sent.status).toBe(201)
    expect(JSON.stringify(sent.body)).not.toContain('etc')
    const { status, headers, bytes } = await show(sent.body.avatar)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
    })
    const stored = await sharp(bytes).metadata()
    expect(stored).toMatchObject({ format: 'webp', width: AVATAR_SIDE, height: AVATAR_SIDE })
    for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(stored[part]).toBeUndefined()
    // A text of three bytes can stand in a picture by chance.
    for (const text of [SECRET, '<script>', '<?php', 'Exif', 'EXIF', 'XMP ']) expect(bytes.includes(text)).toBe(false)
  })

  test('is the centre of the upload, upright', async () => {
    // Red, green and blue side by side, rotated by its EXIF orientation, as phones do.
    const stripe = (background: string) => plain(200, 200, background).png().toBuffer()
    const lying = await plain(600, 200)
      .composite([
        { input: await stripe('#f00'), left: 0, top: 0 },
        { input: await stripe('#0f0'), left: 200, top: 0 },
        { input: await stripe('#00f'), left: 400, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const amina = await signUp(home.app, 'amina')
    const { bytes } = await show((await upload(amina, lying)).body.avatar)
    const { channels } = await sharp(bytes).stats()
    const [red, green, blue] = channels.map(({ mean }) => Math.round(mean))
    expect([Number(red) < 20, Number(green) > 200, Number(blue) < 20]).toEqual([true, true, true])
  })

  test.each([
    ['one pixel', () => plain(1, 1).png()],
    ['a thin line', () => plain(5000, 1).png()],
    ['the largest picture', () => plain(5000, 5000).png()],
    ['noise', () => noise(256, 256).webp({ lossless: true })],
    ['a transparent picture', () => plain(300, 300).ensureAlpha(0.5).webp()],
  ])('%s becomes a square of the same size', async (_, make) => {
    const amina = await signUp(home.app, 'amina')
    const { status, body } = await upload(amina, await make().toBuffer())
    expect(status).toBe(201)
    const { width, height } = await sharp((await show(body.avatar)).bytes).metadata()
    expect([width, height]).toEqual([AVATAR_SIDE, AVATAR_SIDE])
  })
})

describe('an upload is refused', () => {
  const half = async (file: Promise<Buffer>) => (await file).subarray(0, (await file).length / 2)
  test.each<[string, string, () => string | Buffer | Promise<Buffer>]>([
    [
      'SVG',
      'picture_format',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ],
    ['HTML', 'image_unreadable', () => '<html><script>alert(1)</script>'],
    ['GIF', 'picture_format', () => plain(9, 9).gif().toBuffer()],
    ['TIFF', 'picture_format', () => plain(9, 9).tiff().toBuffer()],
    ['AVIF', 'picture_format', () => plain(9, 9).avif().toBuffer()],
    [
      'a GIF followed by a JPEG',
      'picture_format',
      async () => Buffer.concat([await plain(9, 9).gif().toBuffer(), photo]),
    ],
    ['half a JPEG', 'picture_damaged', () => half(noise(300, 300).jpeg().toBuffer())],
    ['half a PNG', 'picture_damaged', () => half(noise(300, 300).png().toBuffer())],
    ['half a WebP', 'picture_damaged', () => half(noise(300, 300).webp().toBuffer())],
    ['more than 25 megapixels', 'picture_too_many_pixels', () => plain(5020, 5000).png().toBuffer()],
    [
      'a header that declares 10,000 megapixels',
      'picture_too_many_pixels',
      async () => bomb(await plain(10, 10).png().toBuffer()),
    ],
  ])('%s', async (_, code, make) => {
    const { user, avatar } = await withPicture('amina')
    expect(await upload(user, await make())).toMatchObject({ body: { code, field: 'image' } })
    expect((await user.get('/api/profile')).body.avatar).toBe(avatar)
  })

  function bomb(png: Buffer): Buffer {
    png.writeUInt32BE(100_000, 16)
    png.writeUInt32BE(100_000, 20)
    return png
  }

  test('with one byte more than 5 MB; 5 MB exactly are accepted', async () => {
    const amina = await signUp(home.app, 'amina')
    const filled = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
    expect((await upload(amina, filled(IMAGE_MAX_BYTES))).status).toBe(201)
    for (const size of [IMAGE_MAX_BYTES + 1, IMAGE_MAX_BYTES * 3]) {
      expect(await upload(amina, filled(size))).toMatchObject({
        status: 413,
        body: { code: 'image_too_large', field: 'image' },
      })
    }
  })

  test('as an incomplete form, a form with extra parts, or no form', async () => {
    const amina = await signUp(home.app, 'amina')
    expect(await upload(amina, '')).toMatchObject({ status: 400, body: { field: 'image' } })
    const refusal = async (fields: [string, string | Blob][]) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      return post(amina, form)
    }
    const file = new Blob([photo as BlobPart])
    for (const [field, fields] of [
      ['image', []],
      ['image', [['picture', file]]],
      [
        'userId',
        [
          ['userId', 'x'],
          ['image', file],
        ],
      ],
      [
        'userId',
        [
          ['image', file],
          ['userId', 'x'],
        ],
      ],
      [
        'image',
        [
          ['image', file],
          ['image', file],
        ],
      ],
    ] as [string, [string, string | Blob][]][]) {
      expect(await refusal(fields)).toMatchObject({ status: 400, body: { code: 'invalid_input', field } })
    }
    expect(await amina.post('/api/profile/avatar', {})).toMatchObject({ status: 415 })
    const broken = { 'content-type': 'multipart/form-data; boundary=edge' }
    expect((await post(amina, '--edge\r\nnonsense', undefined, broken)).body.code).toBe('invalid_input')
    expect(await countOf(amina)).toBe(0)
  })

  test('from another site, and on an endpoint that takes no form', async () => {
    const { user, avatar } = await withPicture('amina')
    const form = () => {
      const made = new FormData()
      made.append('image', new Blob([photo as BlobPart]), 'a.jpg')
      return made
    }
    expect(await post(user, form(), undefined, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      body: { code: 'cross_site' },
    })
    expect((await user.get('/api/profile')).body.avatar).toBe(avatar)
    const stray = await fetch(`${origin}/api/profile`, {
      method: 'POST',
      headers: headersOf(user),
      body: form(),
    })
    expect(stray.status).toBe(415)
  })
})

describe('the owner of a picture', () => {
  test('is a signed-in user: visitors and API keys can neither upload nor remove one', async () => {
    const { user, avatar } = await withPicture('amina')
    const { key } = await createApiKey(user, ['read', 'offers', 'trades', 'release'])
    for (const [who, status, code] of [
      [{}, 401, 'signed_out'],
      [{ cookie: `sid=${'x'.repeat(64)}` }, 401, 'signed_out'],
      [{ authorization: `Bearer ${key}` }, 403, 'key_not_allowed'],
    ] as const) {
      expect(await upload(who, photo)).toMatchObject({ status, body: { code } })
      const removed = await fetch(`${origin}/api/profile/avatar`, {
        method: 'DELETE',
        headers: headersOf(who),
      })
      expect([removed.status, ((await removed.json()) as any).code]).toEqual([status, code])
    }
    expect((await show(avatar)).status).toBe(200)
  })

  test('can remove their own only, also twice', async () => {
    const [amina, karim] = [await withPicture('amina'), await withPicture('karim')]
    for (let time = 0; time < 2; time++) {
      const { status, body } = await karim.user.delete('/api/profile/avatar')
      expect([status, body.avatar]).toEqual([200, null])
    }
    expect((await show(karim.avatar)).status).toBe(404)
    expect((await show(amina.avatar)).status).toBe(200)
    // No call takes the user whose picture it removes.
    for (const address of [amina.avatar, `/api/profile/avatar/${amina.user.id}`]) {
      expect((await karim.user.delete(address)).status).toBeGreaterThanOrEqual(404)
    }
    const named = await karim.user.delete(`/api/profile/avatar?userId=${amina.user.id}`)
    expect(named.status).toBeLessThan(500)
    expect((await show(amina.avatar)).status).toBe(200)
  })

  test('gets a new address with a new picture, and the previous address is not found', async () => {
    const { user, avatar } = await withPicture('amina')
    const { body } = await upload(user, photo)
    expect(body.avatar).not.toBe(avatar)
    const gone = await show(avatar)
    expect([gone.status, JSON.parse(gone.bytes.toString()).code]).toEqual([404, 'not_found'])
    expect(gone.headers['cache-control']).toBe('no-store')
    expect(await countOf(user)).toBe(1)
    for (const id of ['x', crypto.randomUUID(), user.id, `${avatar.split('/')[3]}.webp`]) {
      expect([400, 404]).toContain((await show(`/api/avatars/${id}`)).status)
    }
  })

  test('gets one picture from a repeated upload, a refusal for another under its key, and one of two concurrent ones', async () => {
    const amina = await signUp(home.app, 'amina')
    const key = crypto.randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => upload(amina, photo, key)))
    for (const { status, body } of replies) expect([status, body]).toEqual([201, replies[0]?.body])
    const other = await plain(20, 20).png().toBuffer()
    expect((await upload(amina, other, key)).body.code).toBe('idempotency_key_reused')
    const rivals = await Promise.all([upload(amina, photo), upload(amina, other), amina.delete('/api/profile/avatar')])
    expect(rivals.map(({ status }) => status)).toEqual([201, 201, 200])
    expect(await countOf(amina)).toBeLessThanOrEqual(1)
    const { avatar } = (await amina.get('/api/profile')).body
    if (avatar !== null) expect((await show(avatar)).status).toBe(200)
  })
})

test('every answer with a username has its picture', async () => {
  const { seller, buyer, offer, trade } = await tradingPair(home.app)
  const { avatar } = (await upload(seller, photo)).body
  const read = async (url: string, user = buyer) => (await user.get(url)).body
  const own = [(await read('/api/profile', seller)).avatar, (await read('/api/session', seller)).user.avatar]
  expect(own).toEqual([avatar, avatar])
  expect((await read(`/api/traders/${seller.username}`)).avatar).toBe(avatar)
  expect((await read(`/api/offers/${offer.id}`)).owner.avatar).toBe(avatar)
  for (const list of ['/api/offers', '/api/offers?sort=best_price&limit=10']) {
    const { offers } = await read(list)
    const found = offers.find(({ id }: { id: string }) => id === offer.id)
    expect(found.owner).toEqual({
      username: seller.username,
      avatar,
      isVerified: true,
      isDemo: false,
      completedTrades: 0,
      completionRate: null,
      medianSeconds: null,
      rating: null,
      memberSince: expect.any(String),
    })
  }
  for (const shown of [await read(`/api/trades/${trade.id}`), (await read('/api/trades')).trades[0]]) {
    expect([shown.seller.avatar, shown.buyer.avatar]).toEqual([avatar, null])
  }
  await postOffer(buyer)
  const theirs = (await read('/api/offers', seller)).offers.find(({ owner }: any) => owner.username === buyer.username)
  expect(theirs.owner.avatar).toBeNull()
})

test('the number of uploads of a user in a minute is limited', async () => {
  stopClock()
  const strict = await startTestApp({ requestsPerMinute: 1000 })
  try {
    const at = await strict.app.listen({ port: 0, host: '127.0.0.1' })
    const [amina, karim] = [await signUp(strict.app, 'amina'), await signUp(strict.app, 'karim')]
    const small = await plain(9, 9).png().toBuffer()
    const statuses: number[] = []
    for (let sent = 0; sent <= AVATARS_PER_MINUTE; sent++) {
      statuses.push((await upload(amina, small, undefined, at)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: AVATARS_PER_MINUTE }, () => 201), 429])
    expect((await upload(karim, small, undefined, at)).status).toBe(201)
    expect((await amina.delete('/api/profile/avatar')).status).toBe(200)
  } finally {
    await strict.close()
  }
})

describe('the database', () => {
  const webp = (more = '') => `'\\x52494646000000005745425056503820${more}'`
  test.each([
    [
      'a second picture of one user',
      'avatars_one_each',
      (id: string) => `insert into avatars (user_id, bytes) values ('${id}', ${webp()})`,
    ],
    [
      'another picture under the same address',
      'avatars_append_only',
      (id: string) => `update avatars set bytes = ${webp('00')} where user_id = '${id}'`,
    ],
    [
      'a picture moved to another user',
      'avatars_append_only',
      (id: string) => `update avatars set user_id = gen_random_uuid() where user_id = '${id}'`,
    ],
    [
      'bytes that are not WebP',
      'avatars_webp',
      (id: string) => `insert into avatars (user_id, bytes) values ('${id}', '<svg/>')`,
    ],
    ['an empty picture', 'avatars_size', (id: string) => `insert into avatars (user_id, bytes) values ('${id}', '')`],
    [
      'a picture of 200,001 bytes',
      'avatars_size',
      (id: string) => `insert into avatars (user_id, bytes) values ('${id}', ${webp('00'.repeat(200_001 - 16))})`,
    ],
    [
      'a picture without a user',
      'avatars_user_id_fkey',
      () => `insert into avatars (user_id, bytes) values (gen_random_uuid(), ${webp()})`,
    ],
  ])('refuses %s', async (_, rule, attack) => {
    const { user, avatar } = await withPicture('amina')
    expect(await refusalOf(home.owner, attack(user.id))).toBe(rule)
    expect((await show(avatar)).status).toBe(200)
  })

  test('lets the server role insert and delete pictures, never update one', async () => {
    const { user } = await withPicture('amina')
    const change = `set role sarraf_app; set app.viewer = system; update avatars set created_at = created_at where user_id = '${user.id}'`
    expect(await refusalOf(home.owner, change)).toBe('42501')
  })
})

test('no invariant is violated afterwards', async () => {
  expect(await violations(home.owner)).toEqual([])
})
