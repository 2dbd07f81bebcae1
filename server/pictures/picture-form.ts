/** The form a picture arrives in: one file `image` and, in any order, the few words that may stand beside it. */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { IMAGE_MAX_BYTES } from '../../domain/chat.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'

const NAME_MAX_BYTES = 100
/** What the form may weigh besides the picture. */
const REST_MAX_BYTES = 64 * 1024

/** The fields a form may have besides its picture; one that is longer is refused with `tooLong`. */
export type FormFields<Name extends string> = {
  names: readonly Name[]
  maxBytes: number
  tooLong: () => DomainError
}

export type PictureForm<Name extends string> = { image: Buffer; fields: Partial<Record<Name, string>> }

/** Refuses with `unsupported_type`, `image_too_large`, or `invalid_input` on the field that is missing or wrong. */
export async function readPictureForm<Name extends string = never>(
  request: FastifyRequest,
  expected: FormFields<Name> = { names: [], maxBytes: 1, tooLong: unreadable },
): Promise<PictureForm<Name>> {
  if (!request.isMultipart()) throw new DomainError('unsupported_type', { values: { type: 'multipart/form-data' } })
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + REST_MAX_BYTES) throw tooLarge()
  let image: Buffer | undefined
  const fields: Partial<Record<Name, string>> = {}
  try {
    for await (const part of request.parts({ limits: limitsOf(expected) })) {
      if (part.type === 'file') image = await fileOf(part)
      else Object.assign(fields, fieldOf(part, expected))
    }
  } catch (error) {
    throw refusalOf(error)
  }
  if (!image || image.length === 0) throw new InvalidInput({ image: FIELD_TEXTS.imageMissing })
  return { image, fields }
}

function limitsOf({ names, maxBytes }: FormFields<string>) {
  return {
    fileSize: IMAGE_MAX_BYTES,
    files: 1,
    // At least one, so that a field nobody asked for is refused by its name.
    fields: Math.max(names.length, 1),
    parts: 1 + Math.max(names.length, 1),
    fieldNameSize: NAME_MAX_BYTES,
    fieldSize: maxBytes,
    headerPairs: 20,
  }
}

async function fileOf(part: Extract<Multipart, { type: 'file' }>): Promise<Buffer> {
  if (part.fieldname !== 'image') throw new InvalidInput({ image: FIELD_TEXTS.imageMisnamed })
  return part.toBuffer()
}

function fieldOf<Name extends string>(
  { fieldname, value, valueTruncated }: Extract<Multipart, { type: 'field' }>,
  { names, tooLong }: FormFields<Name>,
): Partial<Record<Name, string>> {
  const name = names.find((known) => known === fieldname)
  if (name === undefined) throw new InvalidInput({ [fieldname.slice(0, NAME_MAX_BYTES)]: FIELD_TEXTS.unknown })
  if (valueTruncated) throw tooLong()
  if (typeof value !== 'string') throw new InvalidInput({ [name]: FIELD_TEXTS.notText })
  return { [name]: value } as Partial<Record<Name, string>>
}

/** What the parser reports in its own words. */
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
