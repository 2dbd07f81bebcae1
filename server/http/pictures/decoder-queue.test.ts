/** The order of turns, with pictures that end when the test says so and a clock that it sets. */
import { describe, expect, test } from 'vitest'
import { STORED_AREA_MAX } from '../../../domain/pictures.ts'
import { createDecoderQueue, WAITING_MAX, WAITING_OF_NETWORK_MAX } from './decoder-queue.ts'
import type { PictureClaim } from './decoder-queue.ts'

/** In pixels that are drawn: a phone's photo, and a scroll. */
const PHOTO = 2048 * 1536
const WORST = STORED_AREA_MAX
const FLOOD = 20

type Sent = Partial<PictureClaim> & { pixels?: number }

/** A queue whose pictures each take `ms` once the test ends them; `begun` has the users in the order of their turns. */
function queueOf(lanes: number) {
  let now = 0
  const queue = createDecoderQueue({ lanes, clock: () => now })
  const begun: string[] = []
  const running = new Map<string, () => void>()
  return {
    begun,
    wait: (ms: number) => (now += ms),
    /** 'busy' where it is refused. */
    async send(userId: string, { pixels = PHOTO, ...claim }: Sent = {}): Promise<unknown> {
      const whole = { userId, ipAddress: '203.0.113.1', hasTraded: false, isTradeFile: false, ...claim }
      return queue
        .enter(whole, pixels, async () => {
          begun.push(userId)
          await new Promise<void>((end) => running.set(userId, end))
        })
        .catch((error) => error.code)
    },
    /** Ends the picture of the user after `ms`, and lets the next turn begin. */
    async end(userId: string, ms: number) {
      await settled()
      now += ms
      running.get(userId)!()
      running.delete(userId)
      await settled()
    },
    /** Ends pictures until none is in work; returns the order in which the remaining turns began. */
    async endAll(ms: number) {
      for (let [next] = running.keys(); next !== undefined; [next] = running.keys()) await this.end(next, ms)
      return begun
    },
  }
}

/** What can happen has happened: no turn takes time by itself. */
const settled = () => new Promise(setImmediate)
/** How a picture ended; undefined while it waits or is decoded. */
const answerOf = (sent: Promise<unknown>) => Promise.race([sent, settled().then(() => undefined)])
const flooder = (n: number) => `flooder${n}`
const oneNetwork = () => '203.0.113.1'
const ownNetwork = (n: number) => `203.0.113.${n}`

describe.each([
  ['one network', oneNetwork],
  ['as many networks', ownNetwork],
])('beside 20 accounts of %s with the worst picture each', (_, addressOf) => {
  const flood = async (lanes: number, claim: Sent = {}) => {
    const queue = queueOf(lanes)
    for (let n = 0; n < FLOOD; n++) void queue.send(flooder(n), { ipAddress: addressOf(n), pixels: WORST, ...claim })
    await settled()
    return queue
  }

  test.each<{ sent: string; claim: Sent }>([
    { sent: 'of a user who has traded', claim: { hasTraded: true } },
    { sent: 'of a user who has traded, as large', claim: { hasTraded: true, pixels: WORST } },
    { sent: 'of a new user', claim: {} },
    { sent: 'of a new user, for an open trade, as large', claim: { isTradeFile: true, pixels: WORST } },
  ])('a picture $sent is the next', async ({ claim }) => {
    const queue = await flood(1)
    void queue.send('bystander', { ipAddress: '198.51.100.9', ...claim })
    expect(queue.begun).toEqual([flooder(0)])
    await queue.end(flooder(0), 4000)
    expect(queue.begun).toEqual([flooder(0), 'bystander'])
  })

  test.each<{ sent: string; claim: Sent }>([
    { sent: 'of a user who has traded', claim: { hasTraded: true } },
    { sent: 'of a new user', claim: {} },
  ])('a picture $sent begins immediately where there are two decoders', async ({ claim }) => {
    const queue = await flood(2)
    void queue.send('bystander', { ipAddress: '198.51.100.9', ...claim })
    await settled()
    expect(queue.begun).toEqual([flooder(0), 'bystander'])
  })

  test('whose pictures are proofs, and who go on sending, a user who has traded is the next', async () => {
    const queue = await flood(1, { isTradeFile: true })
    await queue.end(flooder(0), 4000)
    void queue.send(flooder(0), { ipAddress: addressOf(0), pixels: WORST, isTradeFile: true })
    void queue.send('bystander', { ipAddress: '198.51.100.9', hasTraded: true })
    await queue.end(flooder(1), 4000)
    expect(queue.begun.at(-1)).toBe('bystander')
  })
})

const SIZES = { photos: PHOTO, scrolls: WORST }
test.each(
  [1, 2].flatMap((lanes) =>
    [true, false].flatMap((areProofs) =>
      (['photos', 'scrolls'] as const).map((what) => ({
        lanes,
        what,
        of: areProofs ? 'open trades' : 'chats',
        areProofs,
      })),
    ),
  ),
)(
  'the first photo of another is the next beside 20 accounts that go on sending $what to $of, with $lanes decoders',
  async ({ lanes, what, areProofs }) => {
    const queue = queueOf(lanes)
    const flood = (n: number) =>
      void queue.send(flooder(n), { ipAddress: ownNetwork(n), pixels: SIZES[what], isTradeFile: areProofs })
    for (let n = 0; n < FLOOD; n++) flood(n)
    await settled()
    // A worst picture's time each, after which each waits with another one.
    for (let ended = 0; ended < FLOOD; ended++) {
      const user = queue.begun[ended]!
      await queue.end(user, 4000)
      flood(Number(user.replace('flooder', '')))
    }
    await settled()
    const begun = queue.begun.length
    void queue.send('bystander', { ipAddress: '198.51.100.9' })
    await settled()
    const isKept = lanes === 2 && what === 'scrolls'
    if (!isKept) await queue.end(queue.begun.at(-1)!, 4000)
    expect(queue.begun.slice(begun)).toEqual(['bystander'])
  },
)

describe('the next is', () => {
  const afterOne = async (...sent: [string, Sent][]) => {
    const queue = queueOf(1)
    void queue.send('first', { ipAddress: '192.0.2.1' })
    for (const [user, claim] of sent) void queue.send(user, { ipAddress: `198.51.100.${user.length}`, ...claim })
    await settled()
    return (await queue.endAll(100)).slice(1)
  }

  test('a file of an open trade, before a chat picture or an avatar', async () =>
    expect(await afterOne(['chat', { pixels: 0 }], ['proof', { isTradeFile: true, pixels: WORST }])).toEqual([
      'proof',
      'chat',
    ]))

  test('an account with a completed trade, before one without', async () =>
    expect(await afterOne(['new', { isTradeFile: true }], ['trader', { hasTraded: true, pixels: WORST }])).toEqual([
      'trader',
      'new',
    ]))

  test('the smaller picture, and of two alike the one that came first', async () =>
    expect(await afterOne(['large', { pixels: WORST }], ['small', {}], ['second', {}])).toEqual([
      'small',
      'second',
      'large',
    ]))

  test('the user who has used less decoder time lately, also where both have traded', async () => {
    const queue = queueOf(1)
    void queue.send('heavy', { hasTraded: true, ipAddress: '192.0.2.1' })
    await queue.end('heavy', 8000)
    const both = async () => {
      void queue.send('runs', { hasTraded: true, ipAddress: '192.0.2.9' })
      void queue.send('heavy', { hasTraded: true, ipAddress: '192.0.2.2' })
      void queue.send('light', { hasTraded: true, ipAddress: '192.0.2.3', pixels: 2 * WORST })
      await queue.end('runs', 0)
      return queue.begun.at(-1)
    }
    expect(await both()).toBe('light')
    await queue.endAll(0)
    // An hour later both are alike, and the smaller picture goes first.
    queue.wait(60 * 60_000)
    expect(await both()).toBe('heavy')
  })

  test.each([
    ['an address', '203.0.113.7', '203.0.113.7'],
    ['a /64', '2001:db8:1:1::1', '2001:db8:1:1::2'],
    ['a /48', '2001:db8:1:1::1', '2001:db8:1:2::1'],
  ])('the user of another network, where %s has used much', async (_, used, same) => {
    const queue = queueOf(1)
    for (let n = 0; n < 5; n++) {
      void queue.send(flooder(n), { ipAddress: used })
      await queue.end(flooder(n), 9000)
    }
    void queue.send('runs', { hasTraded: true, ipAddress: '192.0.2.9' })
    void queue.send('same', { ipAddress: same, pixels: 0 })
    void queue.send('other', { ipAddress: '192.0.2.3', pixels: WORST })
    await queue.end('runs', 0)
    expect(queue.begun.at(-1)).toBe('other')
  })

  test('the user who has traded, also where the network has used much, before a new user of a quiet one', async () => {
    const queue = queueOf(1)
    for (let n = 0; n < 20; n++) {
      void queue.send(flooder(n))
      await queue.end(flooder(n), 9000)
    }
    void queue.send('runs', { hasTraded: true, ipAddress: '192.0.2.9' })
    void queue.send('new', { ipAddress: '192.0.2.3', isTradeFile: true, pixels: 0 })
    void queue.send('trader', { hasTraded: true, isTradeFile: true })
    await queue.end('runs', 0)
    expect(queue.begun.at(-1)).toBe('trader')
  })
})

describe('is refused as busy', () => {
  test('the picture of a new account beyond those of its network that wait, and no other', async () => {
    const queue = queueOf(1)
    for (let n = 0; n <= WAITING_OF_NETWORK_MAX; n++) void queue.send(flooder(n))
    expect(await answerOf(queue.send('more'))).toBe('busy')
    void queue.send('trader', { hasTraded: true })
    void queue.send('other', { ipAddress: '198.51.100.9' })
    expect((await queue.endAll(10)).toSorted()).toEqual([...Array(5).keys()].map(flooder).concat('other', 'trader'))
  })

  test('the last of those that wait, when a picture that goes before it arrives', async () => {
    const queue = queueOf(1)
    const sent = Array.from({ length: WAITING_MAX + 1 }, (_, n) =>
      queue.send(flooder(n), { ipAddress: ownNetwork(n), pixels: PHOTO + n }),
    )
    expect(await answerOf(queue.send('large', { ipAddress: '198.51.100.9', pixels: WORST }))).toBe('busy')
    void queue.send('trader', { ipAddress: '198.51.100.9', pixels: WORST, hasTraded: true })
    expect(await answerOf(sent.at(-1)!)).toBe('busy')
    const begun = await queue.endAll(1)
    expect(begun).toHaveLength(WAITING_MAX + 1)
    expect(begun[1]).toBe('trader')
  })
})

test('a picture that fails gives its decoder back and is charged', async () => {
  const queue = createDecoderQueue({ lanes: 1 })
  const claim = { userId: 'amina', ipAddress: '203.0.113.1', hasTraded: false, isTradeFile: false }
  await expect(queue.enter(claim, 1, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await queue.enter(claim, 1, async (lane) => lane)).toBe(0)
})
