import { afterEach, expect, test, vi } from 'vitest'
import type { Problem } from '../../domain/api/endpoint.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { alerts, findButton, openPage, problemOf } from '../testing/page.tsx'
import { choose, waitFor } from '../testing/render.tsx'
import { profile } from '../testing/samples.ts'
import { AvatarEditor } from './AvatarEditor.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    'larger than 5 MB',
    new File([new Uint8Array(IMAGE_MAX_BYTES + 1)], 'a.png', { type: 'image/png' }),
    /less than 5MB/,
  ],
  ['of another kind', new File(['GIF89a'], 'a.gif', { type: 'image/gif' }), /Use a JPEG, PNG or WebP image\./],
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
  vi.stubGlobal('XMLHttpRequest', answering(problemOf('image_unreadable')))
  await open()
  const file = new File(['<h1>no</h1>'], 'a.png', { type: 'image/png' })
  await choose(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await waitFor(() => expect(alerts()[0]).toContain('Unsupported file type.'))
  expect(findButton('Try again')).toBeUndefined()
  expect(findButton('Upload a profile picture')).toBeDefined()
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
