/** Uploads of component tests, which the test answers. */
import { act } from 'react'
import { vi } from 'vitest'
import type { Problem } from '../../domain/api/endpoint.ts'

/** Replaces XMLHttpRequest; the list that is returned grows with each request. */
export function fakeRequests(): FakeRequest[] {
  const requests: FakeRequest[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      constructor() {
        super()
        requests.push(this)
      }
    },
  )
  return requests
}

export class FakeRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  address = ''
  key = ''
  form = new FormData()
  /** Of a request that sends bytes instead of a form. */
  bytes = new Blob()
  isAborted = false

  open(_method: string, address: string) {
    this.address = address
  }

  setRequestHeader(name: string, value: string) {
    if (name === 'Idempotency-Key') this.key = value
  }

  send(body: FormData | Blob) {
    if (body instanceof FormData) this.form = body
    else this.bytes = body
  }

  abort() {
    this.isAborted = true
  }

  progress(loaded: number, total: number) {
    return act(async () => void this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total })))
  }

  answer(body: object | Problem) {
    this.status = 'title' in body ? body.status : 201
    this.responseText = JSON.stringify(body)
    return act(async () => void this.dispatchEvent(new Event('load')))
  }

  lose() {
    return act(async () => void this.dispatchEvent(new Event('error')))
  }
}
