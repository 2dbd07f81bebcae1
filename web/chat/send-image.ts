import * as z from 'zod/mini'
import { sendImage, type Message } from '../../domain/api.ts'
import { addressOf, ApiError } from '../client.ts'

type Picture = { tradeId: string; file: File; text: string; clientId: string; idempotencyKey: string }

/** Sends a picture, with a text if there is one. Throws ApiError; a retry with the same key finds the stored message. */
export async function uploadImage({ tradeId, file, text, clientId, idempotencyKey }: Picture): Promise<Message> {
  const form = new FormData()
  if (text !== '') form.set('text', text)
  form.set('clientId', clientId)
  // The server reads the text first and then the stream of the picture.
  form.set('image', file)
  const response = await post(addressOf(sendImage, { tradeId }), form, idempotencyKey)
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok) return z.parse(sendImage.response, json)
  const { readProblem } = await import('../contract.ts')
  throw new ApiError(response.status, (await readProblem(json)) ?? { code: 'unexpected_answer' })
}

async function post(address: string, body: FormData, key: string): Promise<Response> {
  try {
    return await fetch(address, { method: 'POST', body, headers: { 'Idempotency-Key': key } })
  } catch {
    throw new ApiError(0, { code: 'unreachable' })
  }
}
