/** The multipart form that carries a picture: one file `image` and, in any order, the text fields of the contract. */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import { checked } from '../http/validation.ts'

const NAME_MAX_BYTES = 100
/** The size of the form besides the picture. A longer field is cut off here, still too long for any schema of the contract. */
const REST_MAX_BYTES = 64 * 1024

type Fields = z.ZodMiniObject

/** Refuses with `unsupported_type`, `image_too_large`, or `invalid_input` on the missing or wrong field. */
export async function readPictureForm<S extends Fields>(
  request: FastifyRequest,
  { form }: { form: S },
): Promise<{ image: Buffer; fields: z.output<S> }> {
  // The parser would wait for the rest of a form whose connection closed while it waited for its turn.
  if (request.raw.destroyed) throw unreadable()
  if (!request.isMultipart()) throw new DomainError('unsupported_type', { values: { type: 'multipart/form-data' } })
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + REST_MAX_BYTES) throw tooLarge()
  const names = Object.keys(form.shape)
  let image: Buffer | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits: limitsOf(names) })) {
      if (part.type === 'file') image = await fileOf(part)
      else Object.assign(fields, fieldOf(part, names))
    }
  } catch (error) {
    throw refusalOf(error)
  }
  if (!image || image.length === 0) throw new InvalidInput({ image: FIELD_TEXTS.imageMissing })
  return { image, fields: checked(form, fields) }
}

function limitsOf(names: readonly string[]) {
  return {
    fileSize: IMAGE_MAX_BYTES,
    files: 1,
    // At least one, so that an unknown field is refused by its name.
    fields: Math.max(names.length, 1),
    parts: 1 + Math.max(names.length, 1),
    fieldNameSize: NAME_MAX_BYTES,
    fieldSize: REST_MAX_BYTES,
    headerPairs: 20,
  }
}

async function fileOf(part: Extract<Multipart, { type: 'file' }>): Promise<Buffer> {
  if (part.fieldname !== 'image') throw new InvalidInput({ image: FIELD_TEXTS.imageMisnamed })
  return part.toBuffer()
}

function fieldOf(
  { fieldname, value }: Extract<Multipart, { type: 'field' }>,
  names: readonly string[],
): Record<string, string> {
  if (!names.includes(fieldname)) throw new InvalidInput({ [fieldname.slice(0, NAME_MAX_BYTES)]: FIELD_TEXTS.unknown })
  if (typeof value !== 'string') throw new InvalidInput({ [fieldname]: FIELD_TEXTS.notText })
  return { [fieldname]: value }
}

/** The parser's own error messages. */
function refusalOf(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  return error instanceof DomainError ? error : unreadable()
}

function tooLarge(): DomainError {
  return new DomainError('image_too_large', { field: 'image' })
}

function unreadable(): DomainError {
  return new InvalidInput({ image: FIELD_TEXTS.formUnreadable })
}
