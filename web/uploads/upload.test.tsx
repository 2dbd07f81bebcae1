/** Uploads over a line that breaks: what is sent again, and what is not. The test answers the requests. */
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeAvatar } from '../../domain/api/profiles/avatars.ts'
import { addFile } from '../../domain/api/trades/evidence.ts'
import { PART_BYTES } from '../../domain/uploads/upload-parts.ts'
import { fakeRequests, type FakeRequest } from '../testing/fake-request.ts'
import { problemOf } from '../testing/page.tsx'
import { ID } from '../testing/samples.ts'
import { upload, type Progress } from './upload.ts'

const KEY = 'a key of 16 characters'
const STORED = {
  id: ID,
  tradeId: ID,
  purpose: 'payment_proof',
  sender: 'buyer',
  type: 'application/pdf',
  bytes: 1,
  picture: null,
  isSubmitted: true,
  addedAt: '2026-11-22T09:41:00.000Z',
}

let requests: FakeRequest[]
let progress: Progress[]

beforeEach(() => {
  vi.useFakeTimers()
  i18n.loadAndActivate({ locale: 'en', locales: 'en', messages: {} })
  requests = fakeRequests()
  progress = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A file of two and a half parts. */
const largeFile = () => new File([new Uint8Array(2.5 * PART_BYTES)], 'receipt.pdf')

function begin(file: File, signal?: AbortSignal) {
  const onProgress = (each: Progress) => void progress.push(each)
  const sending = {
    params: { tradeId: ID },
    fields: { purpose: 'payment_proof' },
    file,
    idempotencyKey: KEY,
    onProgress,
  }
  const done = upload(addFile, { ...sending, ...(signal && { signal }) })
  // The test awaits it later.
  done.catch(() => {})
  return done
}

/** The request of this number, from 0 on, as soon as it is made. */
async function request(number: number): Promise<FakeRequest> {
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(number), { timeout: 15_000 })
  return requests[number]!
}

/** The number of the part that a request sends; null for the form. */
const partOf = ({ address }: FakeRequest) => /\/parts\/(\d+)$/.exec(address)?.[1] ?? null
const parts = () => requests.map(partOf)

async function acceptParts(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) await (await request(number)).answer({})
}

test('a file of one part is sent in the form', async () => {
  const file = new File([new Uint8Array(PART_BYTES)], 'receipt.pdf')
  const done = begin(file)
  const form = await request(0)
  expect([...form.form.keys()]).toEqual(['purpose', 'file'])
  await form.progress(1, 4)
  await form.answer(STORED)
  expect(await done).toEqual(STORED)
  expect([requests.length, form.key, progress]).toEqual([1, KEY, [{ share: 0.25, isWaiting: false }]])
})

test('a larger one is sent in parts, with the progress of the whole, and the form names them', async () => {
  const done = begin(largeFile())
  await (await request(0)).progress(PART_BYTES / 2, PART_BYTES)
  await acceptParts(0, 2)
  const form = await request(3)
  await form.answer(STORED)
  expect(await done).toEqual(STORED)
  expect(parts()).toEqual(['0', '1', '2', null])
  expect(requests.slice(0, 3).map(({ bytes }) => [bytes.size, bytes.type])).toEqual([
    [PART_BYTES, 'application/octet-stream'],
    [PART_BYTES, 'application/octet-stream'],
    [PART_BYTES / 2, 'application/octet-stream'],
  ])
  const [, uploadId] = /^\/api\/uploads\/([\da-f-]{36})\/parts\/0$/.exec(requests[0]!.address)!
  expect([...form.form]).toEqual([
    ['purpose', 'payment_proof'],
    ['uploadId', uploadId],
    ['parts', '3'],
  ])
  expect(form.key).toBe(KEY)
  expect(progress.map(({ share }) => share)).toEqual([0, 0.2, 0.4, 0.8, 1])
})

test('the field of a picture has no other name', async () => {
  const file = new File(['x'], 'photo.png')
  void upload(changeAvatar, { file, idempotencyKey: KEY, onProgress: () => {} })
  expect([...(await request(0)).form.keys()]).toEqual(['image'])
})

test.each([
  ['that is lost', (part: FakeRequest) => part.lose()],
  ['to which the service is busy', (part: FakeRequest) => part.answer(problemOf('busy'))],
])('a part %s is sent again, and no other; meanwhile the upload waits', async (_, fail) => {
  const done = begin(largeFile())
  await acceptParts(0, 0)
  for (const number of [1, 2]) await fail(await request(number))
  expect(progress.at(-1)).toEqual({ share: 0.4, isWaiting: true })
  await (await request(3)).progress(1, 2)
  expect(progress.at(-1)).toEqual({ share: expect.closeTo(0.6), isWaiting: false })
  await acceptParts(3, 4)
  await (await request(5)).answer(STORED)
  await done
  expect(parts()).toEqual(['0', '1', '1', '1', '2', null])
})

test('a part that is silent for 20 seconds is ended and sent again; one that makes progress is not', async () => {
  const done = begin(largeFile())
  const first = await request(0)
  await vi.advanceTimersByTimeAsync(19_000)
  await first.progress(1, 2)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(first.isAborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect([first.isAborted, progress.at(-1)]).toEqual([true, { share: 0, isWaiting: true }])
  const second = await request(1)
  // A line that is only slow needs more time.
  await vi.advanceTimersByTimeAsync(38_000)
  expect(second.isAborted).toBe(false)
  await acceptParts(1, 3)
  await (await request(4)).answer(STORED)
  await done
  expect(parts()).toEqual(['0', '0', '1', '2', null])
})

test('after two minutes without an answer it fails, and the next attempt begins with the missing part', async () => {
  const file = largeFile()
  const done = begin(file)
  await acceptParts(0, 0)
  const began = Date.now()
  while (Date.now() - began < 119_000) {
    await requests.at(-1)!.lose()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  await requests.at(-1)!.lose()
  await expect(done).rejects.toMatchObject({ code: 'unreachable' })
  const lost = requests.length
  const again = begin(file)
  await acceptParts(lost, lost + 1)
  await (await request(lost + 2)).answer(STORED)
  await again
  expect(parts().slice(lost)).toEqual(['1', '2', null])
  expect(new Set(requests.slice(0, -1).map(({ address }) => address.split('/')[3])).size).toBe(1)
})

test.each([
  ['while a part is sent', () => {}, true],
  ['while it waits', (part: FakeRequest) => part.lose(), false],
])('a cancellation %s ends it immediately, and a later attempt continues', async (_, before, isAborted) => {
  const [file, abort] = [largeFile(), new AbortController()]
  const done = begin(file, abort.signal)
  await acceptParts(0, 0)
  const part = await request(1)
  await before(part)
  abort.abort(new Error('cancelled'))
  await expect(done).rejects.toThrow('cancelled')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([requests.length, part.isAborted]).toEqual([2, isAborted])
  const again = begin(file)
  await acceptParts(2, 3)
  await (await request(4)).answer(STORED)
  await again
  expect(parts()).toEqual(['0', '1', '1', '2', null])
})

test('a form whose answer is lost is sent again under its key, without the parts', async () => {
  const done = begin(largeFile())
  await acceptParts(0, 2)
  await (await request(3)).lose()
  expect(progress.at(-1)).toEqual({ share: 1, isWaiting: true })
  await (await request(4)).answer(STORED)
  await done
  expect(parts()).toEqual(['0', '1', '2', null, null])
  expect(requests[4]!.key).toBe(KEY)
})

test('parts that the server has lost are sent again, three times at most', async () => {
  const done = begin(largeFile())
  await acceptParts(0, 2)
  const incomplete = problemOf('upload_incomplete', { details: { missing: [1] } })
  for (const form of [3, 5, 7]) {
    await (await request(form)).answer(incomplete)
    if (form < 7) await acceptParts(form + 1, form + 1)
  }
  await expect(done).rejects.toMatchObject({ code: 'upload_incomplete' })
  expect(parts()).toEqual(['0', '1', '2', null, '1', null, '1', null])
})

test('a part that is refused ends the upload with its reason', async () => {
  const done = begin(largeFile())
  await (await request(0)).answer(problemOf('signed_out'))
  await expect(done).rejects.toMatchObject({ code: 'signed_out' })
  expect(requests).toHaveLength(1)
})
