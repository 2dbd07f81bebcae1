import { expect, test } from 'vitest'
import type { Sharp } from 'sharp'
import { STORED_AREA_MAX } from '../../../domain/pictures.ts'
import { noisy, plain } from '../../testing/upload-samples/pictures.ts'
import { drawnPixels, LIGHT_PIXELS, sizeInHeader } from './drawn-pixels.ts'

const [width, height] = [301, 20]

test.each<[string, () => Sharp]>([
  ['a JPEG', () => noisy(width, height).jpeg()],
  ['a progressive JPEG', () => noisy(width, height).jpeg({ progressive: true })],
  [
    'a JPEG with EXIF data and a profile',
    () => noisy(width, height).withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg(),
  ],
  ['a PNG', () => noisy(width, height).png()],
  ['an interlaced PNG', () => noisy(width, height).png({ progressive: true })],
  ['a WebP', () => noisy(width, height).webp()],
  ['a lossless WebP', () => noisy(width, height).webp({ lossless: true })],
  ['a transparent WebP', () => plain(width, height, 4).webp()],
])('the size of %s is in its header', async (_, make) => {
  expect(sizeInHeader(await make().toBuffer())).toEqual({ width, height })
})

/** A PNG of which the header is all that is read. */
const headerOf = (size: { width: number; height: number }) => {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\0\0\0\0\0', 'latin1')
  header.writeUInt32BE(size.width, 16)
  header.writeUInt32BE(size.height, 20)
  return header
}

test.each([
  ['a photo of 12 megapixels', 4032, 3024],
  ['a photo of 25 megapixels', 5770, 4330],
  ['a wide photo', 4032, 1816],
  ['a screenshot of a tall phone', 1644, 3840],
])('%s is light', (_, ...[across, up]) => {
  expect(drawnPixels(headerOf({ width: across, height: up }), 'whole')).toBeLessThanOrEqual(LIGHT_PIXELS)
})

test('a long scroll is not light, unless a profile takes its centre', () => {
  const scroll = headerOf({ width: 1440, height: 17_000 })
  expect(drawnPixels(scroll, 'whole')).toBeGreaterThan(LIGHT_PIXELS)
  expect(drawnPixels(scroll, { square: 256 })).toBe(256 * 256)
})

test.each([
  ['that ends early', headerOf({ width: 60, height: 40 }).subarray(0, 18)],
  ['of empty segments', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(40_000, '\xff\xe0\0\x02', 'latin1')])],
  [
    'that hides a frame behind a marker without a length',
    Buffer.concat([Buffer.from('ffd8ffd00004', 'hex'), Buffer.from('0000ffc0001108000100010300', 'hex')]),
  ],
  ['of an unknown kind of WebP', Buffer.from('RIFF\0\0\0\0WEBPVP9 ', 'latin1')],
])('a header %s counts as the most', async (_, file) => {
  expect(drawnPixels(file, 'whole')).toBe(STORED_AREA_MAX)
})
