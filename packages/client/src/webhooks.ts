/** Verifies what a webhook is sent (Standard Webhooks, standardwebhooks.com). */
import type { WebhookEvent } from './types.ts'

const SECRET_START = 'whsec_'
const TOLERANCE_MINUTES = 5

/** The request is not from Sarraf, was changed, or is too old: answer with 401 and do nothing. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookError'
  }
}

type Headers = Pick<globalThis.Headers, 'get'> | Record<string, string | string[] | undefined>

/**
 * The event of a request whose signature is right and whose time is within five minutes; otherwise throws a WebhookError. `body` is
 * the text as it was received, before it is parsed. An event may come more than once: remember its `id`.
 */
export async function verifyWebhook(secret: string, headers: Headers, body: string): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('a header of the signature is missing')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN
  if (!(Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_MINUTES * 60))
    throw new WebhookError(`the request is older than ${TOLERANCE_MINUTES} minutes, or from the future`)
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : null
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(body) as WebhookEvent
  }
  throw new WebhookError('the signature is wrong')
}

function headerOf(headers: Headers, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as globalThis.Headers).get(name) ?? undefined
  const value = (headers as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value[0] : value
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(SECRET_START) ? bytesOf(secret.slice(SECRET_START.length)) : null
  if (!bytes || bytes.length === 0) throw new TypeError(`a secret begins with ${SECRET_START}`)
  return bytes
}

/** Null where the text is not base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
