/** The signature of the Standard Webhooks specification, and its secrets. */
import { createHmac, randomBytes } from 'node:crypto'
import { WEBHOOK_SECRET_BYTES, WEBHOOK_SECRET_START } from '../../../domain/notifications/webhooks.ts'

/** A new secret as its owner gets it. */
export function newSecret(): string {
  return WEBHOOK_SECRET_START + randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')
}

/** The headers of a request; a repetition has the same id, and another time and signature. */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_START.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
