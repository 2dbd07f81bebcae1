/** How well fingerprints tell a picture that was used again from another receipt of the same layout. */
import { beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { DETAIL_DISTANCE_MAX } from '../../../domain/trades/evidence.ts'
import { drawReceipt, LAYOUTS } from '../../testing/receipts.ts'
import { sample } from '../../testing/sample.ts'
import { startDecoder } from './decoder.ts'
import type { Picture } from './decoder.ts'
import type { Fingerprint } from './fingerprint.ts'

/** `RECEIPTS=15 REPORT=1` gives the figures of docs/security-controls.md. */
const RECEIPTS_OF_LAYOUT = Number(process.env.RECEIPTS ?? sample(3, 8))
const CHANGED_OF_LAYOUT = Number(process.env.RECEIPTS ?? 3)

const decoder = startDecoder()

async function fingerprints(file: Buffer): Promise<Fingerprint[]> {
  return ((await decoder.decode({ file, shape: 'whole', needsFingerprints: true })) as Picture).fingerprints
}

type Receipt = { layout: number; number: number; file: Buffer; prints: Fingerprint[] }
const receipts: Receipt[] = []
beforeAll(async () => {
  for (const [layout, drawn] of LAYOUTS.entries()) {
    for (let number = 1; number <= RECEIPTS_OF_LAYOUT; number++) {
      const file = await drawReceipt(number, drawn)
      receipts.push({ layout, number, file, prints: await fingerprints(file) })
    }
  }
}, 120_000)

/** The smallest number of different detail bits among pairs that share a band; null without such a pair. As `evidence_reuse`. */
function distance(earlier: readonly Fingerprint[], later: readonly Fingerprint[]): number | null {
  const distances = earlier.flatMap((one) =>
    later.filter((other) => sharesBand(one.hash, other.hash)).map((other) => bitsApart(one.detail, other.detail)),
  )
  return distances.length === 0 ? null : Math.min(...distances)
}

function sharesBand(one: bigint, other: bigint): boolean {
  const difference = BigInt.asUintN(64, one ^ other)
  return [0n, 16n, 32n, 48n].some((band) => ((difference >> band) & 0xffffn) === 0n)
}

function bitsApart(one: Uint8Array, other: Uint8Array): number {
  let count = 0
  for (const [n, byte] of one.entries()) for (let left = byte ^ other[n]!; left > 0; left &= left - 1) count++
  return count
}

async function cropped(file: Buffer, { top = 0, bottom = 0, start = 0, end = 0 }): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata()
  const [left, above] = [Math.round(width * start), Math.round(height * top)]
  return sharp(file)
    .extract({
      left,
      top: above,
      width: width - left - Math.round(width * end),
      height: height - above - Math.round(height * bottom),
    })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const resized = (file: Buffer, width: number, quality: number) => sharp(file).resize(width).jpeg({ quality }).toBuffer()

/** Each change, and the share of receipts that must be recognised after it. */
const CHANGES: [what: string, share: number, change: (file: Buffer) => Promise<Buffer>][] = [
  ['recompressed as a JPEG of low quality', 1, (file) => sharp(file).jpeg({ quality: 35 }).toBuffer()],
  ['recompressed as WebP', 1, (file) => sharp(file).webp({ quality: 60 }).toBuffer()],
  ['at half its size', 1, (file) => resized(file, 360, 70)],
  ['at a third of its size', 1, (file) => resized(file, 240, 60)],
  ['brighter', 1, (file) => sharp(file).linear(1, 25).jpeg().toBuffer()],
  ['darker', 1, (file) => sharp(file).linear(0.8, 0).jpeg().toBuffer()],
  ['in shades of grey', 1, (file) => sharp(file).greyscale().jpeg().toBuffer()],
  ['without a status bar', 1, (file) => cropped(file, { top: 0.04 })],
  ['without a navigation bar', 1, (file) => cropped(file, { bottom: 0.08 })],
  [
    'without both bars, smaller',
    0.75,
    async (file) => resized(await cropped(file, { top: 0.04, bottom: 0.07 }), 480, 70),
  ],
  ['cropped by 1% on each side', 0.9, (file) => cropped(file, { top: 0.01, bottom: 0.01, start: 0.01, end: 0.01 })],
  ['cropped unevenly by up to 3%', 0.4, (file) => cropped(file, { top: 0.03, bottom: 0.02, start: 0.02, end: 0.01 })],
]

test.each(CHANGES)(
  'a receipt %s is recognised (at least the share %d)',
  async (what, share, change) => {
    const found: (number | null)[] = []
    const changed = receipts.filter(({ number }) => number <= CHANGED_OF_LAYOUT)
    for (const { file, prints } of changed) found.push(distance(prints, await fingerprints(await change(file))))
    const recognised = found.filter((bits) => bits !== null && bits <= DETAIL_DISTANCE_MAX).length / found.length
    report(what, found, recognised)
    expect(recognised).toBeGreaterThanOrEqual(share)
  },
  120_000,
)

test('another receipt of the same layout is not taken for it, nor one of another layout', () => {
  const found = { same: [] as (number | null)[], other: [] as (number | null)[] }
  for (const [n, earlier] of receipts.entries()) {
    for (const later of receipts.slice(0, n))
      found[earlier.layout === later.layout ? 'same' : 'other'].push(distance(earlier.prints, later.prints))
  }
  for (const [which, distances] of Object.entries(found)) {
    const mistaken = distances.filter((bits) => bits !== null && bits <= DETAIL_DISTANCE_MAX)
    report(`of ${which === 'same' ? 'the same' : 'another'} layout`, distances, mistaken.length / distances.length)
    expect(mistaken).toEqual([])
  }
})

test('a picture of one shade has no fingerprint, and so resembles no other', async () => {
  const plain = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#eee' } })
    .png()
    .toBuffer()
  expect(await fingerprints(plain)).toEqual([])
})

test('a transparent background counts as white', async () => {
  const { file, prints } = receipts[0]!
  const transparent = await sharp(file).ensureAlpha().unflatten().png().toBuffer()
  expect(distance(prints, await fingerprints(transparent))).toBeLessThanOrEqual(DETAIL_DISTANCE_MAX)
})

function report(what: string, distances: readonly (number | null)[], share: number): void {
  if (process.env.REPORT === undefined) return
  const sorted = distances.filter((bits) => bits !== null).toSorted((a, b) => a - b)
  const candidates = `${sorted.length} of ${distances.length} are candidates`
  process.stdout.write(
    `${what}: ${(share * 100).toFixed(1)}% taken for it; ${candidates}; bits apart: least ${sorted[0]}, median ${sorted[sorted.length >> 1]}, most ${sorted.at(-1)}\n`,
  )
}
