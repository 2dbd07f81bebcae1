/** An S3-compatible store. Every call ends within its time, and follows no redirect. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { codeOf, fieldOf } from '../db/error-codes.ts'
import type { StoreSettings } from './settings.ts'

export type ObjectStore = {
  put(key: string, bytes: Buffer): Promise<void>
  /** Throws `ObjectUnusable` where the store has no object of that key, or one of another size. */
  get(key: string, size: number): Promise<Buffer>
  /** Succeeds where there is none. */
  delete(key: string): Promise<void>
  /** Ends the calls under way, which fail, so that a process stops without waiting for the store. */
  close(): void
}

/** The store answered, and has not what was put there. */
export class ObjectUnusable extends Error {
  override name = 'ObjectUnusable'
}

/** The store does not answer, or refuses. */
export class StoreError extends Error {
  override name = 'StoreError'
  /** Null where there was no answer. */
  readonly status: number | null
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** A reader waits for `get`; the worker for the others. */
export const READ_MS = 4000
const WITHIN_MS = { GET: READ_MS, PUT: 30_000, DELETE: 10_000 } as const
/** After an object that was not given in time the others are refused for so long, so that readers do not queue for a silent store. */
const SILENCE_MS = 5000
/** Of an error's document, to find its code. */
const ERROR_BYTES = 4096
const NOTHING = Buffer.alloc(0)

export type StoreLimits = Readonly<Record<keyof typeof WITHIN_MS, number>>

export function openObjectStore(
  { url, region, accessKeyId, secretAccessKey }: StoreSettings,
  within: StoreLimits = WITHIN_MS,
): ObjectStore {
  const closing = new AbortController()
  let silentUntil = -Infinity
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  async function call<T>(
    method: keyof StoreLimits,
    key: string,
    body: Buffer,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    if (method === 'GET' && performance.now() < silentUntil)
      throw new StoreError('The store has not answered the last call.', null)
    const sha256 = createHash('sha256').update(body).digest('hex')
    const ending = new AbortController()
    const { signal } = ending
    // `fetch` alone would wait on where its copy of the signal is collected as garbage (nodejs/undici#4068).
    const ended = new Promise<never>((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
    const end = () => ending.abort()
    const timer = setTimeout(end, within[method])
    closing.signal.addEventListener('abort', end)
    if (closing.signal.aborted) end()

    async function ask(): Promise<T> {
      const send = async () => {
        const request = await client.sign(`${url}/${key}`, {
          method,
          // Signed, so that the store compares what it has received.
          headers: { 'x-amz-content-sha256': sha256 },
          ...(method === 'PUT' && { body: new Uint8Array(body) }),
        })
        return fetch(request, { signal, redirect: 'manual' })
      }
      // The store may have closed a connection that was kept for the next call. The worker repeats its own calls anyway.
      const response = await send().catch((error: unknown) => {
        if (method !== 'GET' || signal.aborted) throw error
        return send()
      })
      return read(response)
    }

    try {
      return await Promise.race([ended, ask()])
    } catch (error) {
      if (error instanceof StoreError || error instanceof ObjectUnusable) throw error
      const isLate = signal.aborted && !closing.signal.aborted
      if (isLate && method === 'GET') silentUntil = performance.now() + SILENCE_MS
      const code = codeOf(fieldOf(error, 'cause'))
      const reason = isLate
        ? `does not answer within ${within[method] / 1000} s`
        : `cannot be reached${code === null ? '' : ` (${code})`}`
      throw new StoreError(`The store ${reason}.`, null, { cause: error })
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', end)
    }
  }

  return {
    put: (key, bytes) => call('PUT', key, bytes, (response) => assertStatus(response, [200, 201, 204])),
    get: (key, size) =>
      call('GET', key, NOTHING, async (response) => {
        if (response.status === 404) {
          await assertMissing(response)
          throw new ObjectUnusable('The store has no such object.')
        }
        if (response.status !== 200) await assertStatus(response, [200])
        return readExactly(response, size)
      }),
    delete: (key) =>
      call('DELETE', key, NOTHING, async (response) => {
        return response.status === 404 ? assertMissing(response) : assertStatus(response, [200, 202, 204])
      }),
    close: () => closing.abort(),
  }
}

async function assertStatus(response: Response, expected: readonly number[]): Promise<void> {
  if (!expected.includes(response.status)) throw refusedWith(response.status, await errorCodeOf(response))
  await response.body?.cancel()
}

/** Another 404 is that of a missing bucket, or of a server that is no store. */
async function assertMissing(response: Response): Promise<void> {
  const code = await errorCodeOf(response)
  if (code !== 'NoSuchKey') throw refusedWith(response.status, code)
}

function refusedWith(status: number, code: string | null): StoreError {
  return new StoreError(`The store answers with ${status}${code === null ? '' : ` (${code})`}.`, status)
}

/** S3's own code, as `SignatureDoesNotMatch`; null where the answer has none. */
async function errorCodeOf(response: Response): Promise<string | null> {
  const start = (await readAtMost(response, ERROR_BYTES)).subarray(0, ERROR_BYTES).toString()
  return /<Code>(?<code>\w{1,64})<\/Code>/.exec(start)?.groups?.code ?? null
}

async function readExactly(response: Response, size: number): Promise<Buffer> {
  const bytes = await readAtMost(response, size)
  if (bytes.length !== size) throw new ObjectUnusable('The object in the store has another size.')
  return bytes
}

/** A store that sends without an end is cut off; what is longer than `size` is returned with the chunk that passed it. */
async function readAtMost({ body }: Response, size: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > size) break
  }
  return Buffer.concat(chunks)
}
