import { afterEach, expect, test, vi } from 'vitest'
import type { Problem } from '../../domain/api/endpoint.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { fakeCanvas, pictureFile } from '../testing/fake-canvas.ts'
import { fakeRequests } from '../testing/fake-request.ts'
import { alerts, findButton, openPage, problemOf } from '../testing/page.tsx'
import { choose, waitFor } from '../testing/render.tsx'
import { profile } from '../testing/samples.ts'
import { AvatarEditor } from './AvatarEditor.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['larger than 5 MB', pictureFile(IMAGE_MAX_BYTES + 1), /less than 5MB/],
  ['of another format', new File(['GIF89a'], 'a.gif', { type: 'image/gif' }), /GIF files can’t be read here/],
  ['of another kind', new File(['%PDF-1.7'], 'a.pdf'), /Use a JPEG, PNG or WebP image\./],
])('a file %s is refused before it is sent, and cannot be tried again', async (_, file, reason) => {
  const send = vi.fn<() => void>()
  vi.stubGlobal('XMLHttpRequest', send)
  await open()
  await choose(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await waitFor(() => expect(alerts()[0]).toMatch(reason))
  expect(findButton('Try again')).toBeUndefined()
  expect(send).not.toHaveBeenCalled()
})

test('a file that the server refuses cannot be tried again', async () => {
  vi.stubGlobal('XMLHttpRequest', answering(problemOf('picture_damaged')))
  await open()
  await choose(document.querySelector<HTMLInputElement>('input[type=file]')!, pictureFile())
  await waitFor(() => expect(alerts()[0]).toContain('damaged or incomplete'))
  expect(findButton('Try again')).toBeUndefined()
  expect(findButton('Upload a profile picture')).toBeDefined()
})

test('a photo of 50 megapixels is sent scaled down', async () => {
  const { drawn } = fakeCanvas({ width: 8160, height: 6144 })
  const requests = fakeRequests()
  await open()
  await choose(document.querySelector<HTMLInputElement>('input[type=file]')!, pictureFile(IMAGE_MAX_BYTES + 1))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(drawn).toEqual([[2040, 1536]])
})

function open() {
  return openPage(() => <AvatarEditor profile={profile}>amina</AvatarEditor>, { path: '/' })
}

/** A request that is answered with this. */
function answering(body: Problem) {
  return class extends EventTarget {
    upload = new EventTarget()
    status = body.status
    responseText = JSON.stringify(body)
    open() {}
    setRequestHeader() {}
    send() {
      this.dispatchEvent(new Event('load'))
    }
  }
}
