/** The process that decodes pictures ends, and costs the picture that ended it only. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeOf } from '../../db/error-codes.ts'
import { startDecoder } from './decoder.ts'
import type { Picture, PictureJob } from './decoder.ts'

const GIVEN_UP_WITHIN_MS = 30_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-decoder-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A decoder that does what the file says, and answers any other file with its process id. */
async function fragile(timeMaxMs?: number) {
  const script = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(
    script,
    `process.on('message', ({ file }) => {
       const text = Buffer.from(file).toString()
       if (text === 'crash') process.abort()
       if (text === 'hang') for (;;);
       process.send({ bytes: Buffer.from(String(process.pid)), width: 1, height: 1 })
     })`,
  )
  const decoder = startDecoder({ script, timeMaxMs })
  return async (text: string) => {
    const drawn = await decoder.decode({ file: Buffer.from(text), shape: 'whole' })
    return (drawn as Picture | null)?.bytes.toString()
  }
}

test('one process decodes picture after picture', async () => {
  const decode = await fragile()
  const pid = await decode('a picture')
  expect(pid).toMatch(/^\d+$/)
  expect(Number(pid)).not.toBe(process.pid)
  expect(await decode('another')).toBe(pid)
})

test('a picture that crashes the process is refused, and the next is decoded by a new one', async () => {
  const decode = await fragile()
  const pid = await decode('a picture')
  expect(await decode('crash')).toBeUndefined()
  expect(await decode('another')).toEqual(expect.not.stringMatching(`^${pid}$`))
})

test('a picture that takes too long is refused as busy, its process is killed, and the next is decoded', async () => {
  const decode = await fragile(2000)
  // On a busy machine a new process can need longer than the limit before it takes its first picture.
  const decoded = (name: string) => vi.waitUntil(() => decode(name).catch(() => null), { timeout: 60_000 })
  const pid = Number(await decoded('a picture'))
  const hung = decode('hang').catch(codeOf)
  expect(await Promise.race([hung, sleep(GIVEN_UP_WITHIN_MS, 'still hangs')])).toBe('busy')
  expect(await decoded('another')).toMatch(/^\d+$/)
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('the process has no variable of the server’s environment', async () => {
  const script = join(folder, 'environment.mjs')
  await writeFile(
    script,
    "process.on('message', () => process.send({ bytes: Buffer.from(Object.keys(process.env).join()), width: 1, height: 1 }))",
  )
  const { bytes } = (await startDecoder({ script }).decode({ file: Buffer.from(''), shape: 'whole' })) as Picture
  expect(bytes.toString()).not.toMatch(/PATH|DATABASE|SECRET|HOME/)
})

test('a picture is decoded within the limits of memory and processor time', async () => {
  const file = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer()
  const job: PictureJob = { file, shape: { square: 100 } }
  expect(await startDecoder().decode(job)).toMatchObject({ width: 100, height: 100 })
  // Encoded at nearly its size, so that the process looks at its time more than once meanwhile.
  expect(await startDecoder().decode({ file, shape: { square: 4000 }, cpuMaxMs: 1 })).toBeNull()
})

test('a light picture may take 3 s of processor time, and a long scroll more', async () => {
  const script = join(folder, 'limits.mjs')
  await writeFile(script, "process.on('message', ({ cpuMaxMs }) => process.send({ width: cpuMaxMs }))")
  const decoder = startDecoder({ script })
  const cpuMaxMs = async (width: number, height: number) => {
    const file = await sharp({ create: { width, height, channels: 3, background: '#eee' } })
      .png()
      .toBuffer()
    return ((await decoder.decode({ file, shape: 'whole' })) as Picture).width
  }
  expect(await cpuMaxMs(4032, 3024)).toBe(3000)
  expect(await cpuMaxMs(1080, 8000)).toBe(10_000)
})

test('noise that no encoding brings within the most bytes of a stored picture is refused', async () => {
  const raw = { width: 1536, height: 10_922, channels: 3 } as const
  const file = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(await startDecoder({ timeMaxMs: 100_000 }).decode({ file, shape: 'whole' })).toBeNull()
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
