import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CaseFile, TradeFile } from '../../../domain/api/trades/evidence.ts'
import { FILE_MAX_BYTES } from '../../../domain/trades/evidence.ts'
import { PART_BYTES } from '../../../domain/uploads/upload-parts.ts'
import { fakeCanvas, pictureFile } from '../../testing/fake-canvas.ts'
import { fakeRequests, type FakeRequest } from '../../testing/fake-request.ts'
import { alerts, expectAccessible, findButton, openPage, pressButton, problemOf, text } from '../../testing/page.tsx'
import { choose, waitFor } from '../../testing/render.tsx'
import { ID } from '../../testing/samples.ts'
import { FileList } from './FileList.tsx'
import { FileUpload } from './FileUpload.tsx'
import { filesLeft, useFiles } from './queries.ts'

const stored: TradeFile = {
  id: '5f6a7b8c-9d0e-4f1a-8b2c-3d4e5f6a7b8c',
  tradeId: ID,
  purpose: 'payment_proof',
  sender: 'buyer',
  type: 'application/pdf',
  bytes: 20_480,
  picture: null,
  isSubmitted: true,
  addedAt: '2026-11-22T09:41:00.000Z',
}
const receipt = new File(['%PDF-1.7\n%%EOF'], 'receipt.pdf', { type: 'application/pdf' })
const photo = pictureFile()

/** The requests so far; the test answers them. */
let requests: FakeRequest[]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open({ left = 5, onAdded = () => {} }: { left?: number; onAdded?: (file: TradeFile) => void } = {}) {
  requests = fakeRequests()
  await openPage(() => <FileUpload tradeId={ID} purpose="payment_proof" left={left} onAdded={onAdded} />, {
    path: '/',
    answers: { [`GET /api/trades/${ID}/files`]: { files: [] } },
  })
}

const input = () => document.querySelector<HTMLInputElement>('input[type=file]:not([capture])')!
const bar = () => document.querySelector('progress')

test('a chosen file is sent with its purpose, shows its progress, and is handed over', async () => {
  const onAdded = vi.fn<(file: TradeFile) => void>()
  await open({ onAdded })
  expect(input().accept).toBe('image/jpeg,image/png,image/webp,application/pdf')
  await choose(input(), receipt)
  await waitFor(() => expect(requests).toHaveLength(1))
  const [request] = requests
  expect(request!.address).toBe(`/api/trades/${ID}/files`)
  expect([...request!.form.keys()]).toEqual(['purpose', 'file'])
  await request!.progress(1, 4)
  expect([bar()?.value, text().includes('25%')]).toEqual([25, true])
  await expectAccessible()
  await request!.answer(stored)
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(stored))
  expect(bar()).toBeNull()
})

test('a photo is taken with the camera of a phone', async () => {
  await open()
  const camera = document.querySelector<HTMLInputElement>('input[capture]')!
  expect([camera.getAttribute('capture'), camera.accept]).toEqual(['environment', 'image/jpeg,image/png,image/webp'])
  await choose(camera, photo)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(document.querySelector('li img')?.getAttribute('src')).toMatch(/^blob:/)
})

test.each([
  ['too large', new File(['%PDF-1.7', new Uint8Array(FILE_MAX_BYTES)], 'a.pdf'), '5 MB or smaller'],
  ['a GIF', new File(['GIF89a'], 'a.gif', { type: 'image/gif' }), 'GIF files can’t be read here'],
  ['a HEIC photo that is called JPEG', new File(['\0\0\0\x10ftypheic'], 'a.jpg'), 'Formats › Most Compatible'],
  ['cut short', new File(['%PDF-1.7 1 0 obj'], 'a.pdf'), 'its end is missing'],
  ['of another kind', new File(['hello'], 'a.txt', { type: 'text/plain' }), 'or a PDF.'],
  ['empty', new File([], 'a.pdf', { type: 'application/pdf' }), 'This file is empty.'],
])('a file that is %s is refused with its reason before it is sent', async (_, file, reason) => {
  await open()
  await choose(input(), file)
  await waitFor(() => expect(alerts()[0]).toContain(reason))
  expect(findButton('Try again')).toBeUndefined()
  expect(requests).toEqual([])
  await pressButton(`Remove ${file.name}`)
  expect(alerts()).toEqual([])
})

test('a large picture is scaled down before it is sent, and its user reads by how much', async () => {
  const { drawn, closed } = fakeCanvas({ width: 1440, height: 20_000 })
  await open()
  await choose(input(), pictureFile())
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(drawn).toEqual([[1099, 15_264]])
  expect(closed()).toBe(1)
  expect(requests[0]!.form.get('file')).toMatchObject({ name: 'photo.png', type: 'image/webp', size: 6 })
  const note = 'Scaled from \u20661440\u00a0×\u00a020000\u2069 to \u20661099\u00a0×\u00a015264\u2069 pixels'
  expect(document.querySelector('li')?.textContent).toContain(note)
  await requests[0]!.answer({ ...stored, type: 'image/webp', picture: { width: 1099, height: 15_264 } })
  await waitFor(() => expect(bar()).toBeNull())
  expect(document.querySelector('[role=status]')?.textContent).toBe(`photo.png · ${note}`)
  await expectAccessible()
})

test.each([
  ['is small enough', () => void fakeCanvas({ width: 1080, height: 12_000 })],
  ['this browser cannot decode', () => {}],
  ['this browser cannot draw', () => void fakeCanvas({ width: 4000, height: 3000, encoded: null })],
])('a picture that %s is sent as it is', async (_, prepare) => {
  prepare()
  await open()
  const file = pictureFile()
  await choose(input(), file)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]!.form.get('file')).toBe(file)
})

test('where the browser encodes no WebP, a scaled picture is a JPEG', async () => {
  fakeCanvas({ width: 8160, height: 6144, types: ['image/jpeg'] })
  await open()
  await choose(input(), pictureFile())
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]!.form.get('file')).toMatchObject({ type: 'image/jpeg' })
})

test('a photo of more than 5 MB is sent once it is scaled', async () => {
  fakeCanvas({ width: 8160, height: 6144 })
  await open()
  await choose(input(), pictureFile(FILE_MAX_BYTES + 1))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(alerts()).toEqual([])
})

test('a dropped file is sent, and a pasted one unless it was pasted into a field', async () => {
  await open()
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(drop, { dataTransfer: { files: [receipt] } })
  await act(async () => void document.querySelector('[role=group]')!.dispatchEvent(drop))
  await waitFor(() => expect(requests).toHaveLength(1))
  const field = document.body.appendChild(document.createElement('textarea'))
  await paste(field)
  expect(document.querySelectorAll('li')).toHaveLength(1)
  await paste(document.body)
  expect(document.querySelectorAll('li')).toHaveLength(2)
})

test('files are sent one after another, and no more than are left', async () => {
  await open({ left: 2 })
  expect(text()).toContain('You can add 2 files.')
  Object.defineProperty(input(), 'files', { value: [receipt, photo, receipt], configurable: true })
  await act(async () => void input().dispatchEvent(new Event('change', { bubbles: true })))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(document.querySelectorAll('li')).toHaveLength(2)
  expect(findButton('Choose a file')?.getAttribute('aria-disabled')).toBe('true')
  await requests[0]!.answer(stored)
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('at the limit of files, no file can be chosen', async () => {
  await open({ left: 0 })
  expect(text()).toContain('You can’t add any more files.')
  expect(findButton('Choose a file')?.disabled).toBe(true)
})

test('a cancelled upload ends and the next begins; the file is kept, and sent again by one press', async () => {
  await open()
  await choose(input(), receipt)
  await choose(input(), photo)
  await waitFor(() => expect(requests).toHaveLength(1))
  await pressButton('Cancel the upload of receipt.pdf')
  expect(requests[0]!.isAborted).toBe(true)
  expect(alerts()).toEqual(['Upload cancelled.'])
  await waitFor(() => expect(requests).toHaveLength(2))
  await requests[1]!.answer(stored)
  await pressButton('Try again')
  await waitFor(() => expect(requests).toHaveLength(3))
  expect([requests[2]!.key, alerts()]).toEqual([requests[0]!.key, []])
  await pressButton('Cancel the upload of receipt.pdf')
  await pressButton('Remove receipt.pdf')
  expect(text()).not.toContain('receipt.pdf')
})

test('after a lost connection the same upload is sent again, under the same key', async () => {
  await open()
  await choose(input(), receipt)
  await waitFor(() => expect(requests).toHaveLength(1))
  await requests[0]!.lose()
  await waitFor(() => expect(alerts()[0]).toContain('We could not reach the server.'))
  await pressButton('Try again')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]!.key).toBe(requests[0]!.key)
  expect(alerts()).toEqual([])
})

test('a large file that waits for the connection says so; cancelled and sent again, it continues with the missing part', async () => {
  await open()
  const large = new File(['%PDF-1.7\n', new Uint8Array(1.5 * PART_BYTES), '%%EOF'], 'statement.pdf')
  await choose(input(), large)
  await waitFor(() => expect(requests).toHaveLength(1))
  await requests[0]!.answer({})
  await waitFor(() => expect(requests).toHaveLength(2))
  await requests[1]!.lose()
  await waitFor(() => expect(text()).toContain('Interrupted. The upload continues automatically.'))
  expect(bar()?.value).toBe(66)
  await expectAccessible()
  await pressButton('Cancel the upload of statement.pdf')
  expect(alerts()).toEqual(['Upload cancelled.'])
  await pressButton('Try again')
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests[2]!.address).toBe(requests[1]!.address)
  expect(text()).not.toContain('Waiting')
  await requests[2]!.answer({})
  await waitFor(() => expect(requests).toHaveLength(4))
  expect([...requests[3]!.form.keys()]).toEqual(['purpose', 'uploadId', 'parts'])
  await requests[3]!.answer(stored)
  await waitFor(() => expect(bar()).toBeNull())
})

test('a refusal of the server is shown with its reason, and the file can be removed only', async () => {
  await open()
  await choose(input(), new File(['%PDF-1.7 /Encrypt 1 0 R %%EOF'], 'receipt.pdf'))
  await waitFor(() => expect(requests).toHaveLength(1))
  await requests[0]!.answer(problemOf('pdf_encrypted'))
  await waitFor(() => expect(alerts()[0]).toContain('This PDF needs a password to open.'))
  expect(findButton('Try again')).toBeUndefined()
  await pressButton('Remove receipt.pdf')
  expect(alerts()).toEqual([])
})

test('the list shows who added what and when: a picture to enlarge, a PDF to download', async () => {
  const picture: TradeFile = {
    ...stored,
    id: '6a7b8c9d-0e1f-4a2b-9c3d-4e5f6a7b8c9d',
    type: 'image/webp',
    picture: { width: 400, height: 600 },
    isSubmitted: false,
    sender: 'seller',
  }
  await openPage(
    function Files() {
      const { data = [] } = useFiles(ID)
      return <FileList files={data} names={{ buyer: 'amina', seller: 'karim' }} own="seller" />
    },
    { path: '/', answers: { [`GET /api/trades/${ID}/files`]: { files: [stored, picture] } } },
  )
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(2))
  const [first, second] = [...document.querySelectorAll('li')]
  expect(first!.textContent).toMatch(/^PDFamina22 Nov 2026.* · 20 KBDownload PDF$/)
  const link = first!.querySelector('a')!
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([
    `/api/trades/${ID}/files/${stored.id}`,
    true,
  ])
  expect(second!.textContent).toContain('YouOnly you can see it')
  await expectAccessible()
  await pressButton('Enlarge the image from karim')
  await waitFor(() => expect(document.querySelector('img[alt="Image from karim"]')).not.toBeNull())
})

test('the arbiter of the case sees files of both by name, through the arbiter’s address, and which were used before', async () => {
  const files: CaseFile[] = [
    { ...stored, reuse: 'same_file' },
    { ...stored, id: ID, sender: 'seller', reuse: 'similar_picture' },
    { ...stored, id: '6a7b8c9d-0e1f-4a2b-9c3d-4e5f6a7b8c9d', reuse: null },
  ]
  await openPage(() => <FileList files={files} names={{ buyer: 'amina', seller: 'karim' }} own={null} />, { path: '/' })
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows[0]).toContain('aminaUsed in another trade')
  expect(rows[1]).toContain('karimLooks like an image from another trade')
  expect(rows[2]).not.toContain('another trade')
  expect(document.querySelector('a')?.getAttribute('href')).toBe(`/api/staff/disputes/${ID}/files/${stored.id}`)
})

test('each side and purpose has its own number of files', () => {
  const files = [stored, { ...stored, sender: 'seller' as const, purpose: 'dispute_evidence' as const }]
  expect(filesLeft(files, 'payment_proof', 'buyer')).toBe(4)
  expect(filesLeft(files, 'dispute_evidence', 'buyer')).toBe(5)
  expect(
    filesLeft(
      Array.from({ length: 9 }, () => stored),
      'payment_proof',
      'buyer',
    ),
  ).toBe(0)
})

async function paste(target: Element): Promise<void> {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { files: [photo] } })
  await act(async () => void target.dispatchEvent(event))
}
