/** Pictures as phones make them, and files that only look like some. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

export function plain(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp({ create: { width, height, channels, background: { r: 230, g: 230, b: 235, alpha: 0.5 } } })
}

export function noisy(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}

/** 60 x 40, with a red corner at the top left when it is shown upright. */
function withRedCorner(): Promise<Buffer> {
  const corner = { create: { width: 20, height: 20, channels: 3, background: '#f00' } } as const
  return plain(60, 40)
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** How the pixels of `withRedCorner` lie in a file whose EXIF orientation turns them upright again. Sharp mirrors first. */
const LAID: Record<number, (picture: Sharp) => Sharp> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.flop().rotate(270),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.flop().rotate(90),
  8: (picture) => picture.rotate(90),
}

export async function oriented(orientation: number): Promise<Buffer> {
  const laid = await LAID[orientation]!(sharp(await withRedCorner()))
    .png()
    .toBuffer()
  return sharp(laid).withMetadata({ orientation }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
}

export async function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = [await noisy(30, 30).png().toBuffer(), await plain(30, 30).png().toBuffer()]
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG that says it has two frames: its first chunk after the header is that of an animation. */
export async function animatedPng(): Promise<Buffer> {
  const png = await plain(30, 30).png().toBuffer()
  const [length, chunk, crc] = [Buffer.alloc(4), Buffer.from('acTL\0\0\0\x02\0\0\0\0'), Buffer.alloc(4)]
  length.writeUInt32BE(8)
  crc.writeUInt32BE(crc32(chunk))
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), length, chunk, crc, png.subarray(headerEnd)])
}

/** A small PNG whose header claims a size. */
export async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await plain(10, 10).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** The start of an ISO media file: its brand, and the brands that it is compatible with. */
export function isoMedia(...brands: string[]): Buffer {
  const box = Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.join('')}`)
  box.writeUInt32BE(box.length)
  return Buffer.concat([box, Buffer.alloc(500)])
}

export function bitmap(): Buffer {
  const file = Buffer.alloc(58)
  file.write('BM')
  file.writeUInt32LE(58, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(1, 18)
  file.writeInt32LE(1, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  return file
}

export async function half(file: Promise<Buffer>): Promise<Buffer> {
  const whole = await file
  return whole.subarray(0, whole.length / 2)
}
