/** The form a picture arrives in: one file `image`, and beside it, in any order, `text` and `clientId`. */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { IMAGE_MAX_BYTES, MESSAGE_MAX } from '../../domain/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import { InvalidInput } from '../http/validation.ts'
import { messageTooLong } from './send-message.ts'

const LIMITS = {
  fileSize: IMAGE_MAX_BYTES,
  files: 1,
  fields: 2,
  parts: 3,
  fieldNameSize: 100,
  /** Bytes; a character takes up to four, and as many again is left for what is trimmed off. */
  fieldSize: MESSAGE_MAX * 8,
  headerPairs: 20,
}
/** What the form may weigh besides the picture. */
const REST_MAX_BYTES = 64 * 1024

const uuid = z.uuid()

type ImageForm = { image: Buffer; text: string; clientId: string | undefined }

/** Refuses with `unsupported_type`, `image_too_large`, or `invalid_input` on the field that is missing or wrong. */
export async function readImageForm(request: FastifyRequest): Promise<ImageForm> {
  if (!request.isMultipart()) throw new DomainError('unsupported_type', { values: { type: 'multipart/form-data' } })
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + REST_MAX_BYTES) throw tooLarge()
  let image: Buffer | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'file') image = await fileOf(part)
      else fields[part.fieldname] = fieldOf(part)
    }
  } catch (error) {
    throw refusalOf(error)
  }
  if (!image || image.length === 0) throw new InvalidInput({ image: FIELD_TEXTS.imageMissing })
  const { text = '', clientId } = fields
  if (clientId !== undefined && !z.safeParse(uuid, clientId).success)
    throw new InvalidInput({ clientId: FIELD_TEXTS.notUuid })
  return { image, text, clientId }
}

async function fileOf(part: Extract<Multipart, { type: 'file' }>): Promise<Buffer> {
  if (part.fieldname !== 'image') throw new InvalidInput({ image: FIELD_TEXTS.imageMisnamed })
  return part.toBuffer()
}

function fieldOf(part: Extract<Multipart, { type: 'field' }>): string {
  if (part.fieldname !== 'text' && part.fieldname !== 'clientId') {
    throw new InvalidInput({ [part.fieldname.slice(0, LIMITS.fieldNameSize)]: FIELD_TEXTS.unknown })
  }
  if (part.valueTruncated) throw messageTooLong()
  if (typeof part.value !== 'string') throw new InvalidInput({ [part.fieldname]: FIELD_TEXTS.notText })
  return part.value
}

/** What the parser reports in its own words. */
function refusalOf(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (error instanceof DomainError) return error
  return new InvalidInput({ image: FIELD_TEXTS.formUnreadable })
}

function tooLarge(): DomainError {
  return new DomainError('image_too_large', { field: 'image' })
}
