/** Reads the multipart form of an upload: its text fields, and its file or the parts that hold it. */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { partsForm } from '../../../domain/api/uploads.ts'
import type { Context } from '../../context.ts'
import { codeOf } from '../../db/error-codes.ts'
import { FILE_MAX_BYTES } from '../../../domain/trades/evidence.ts'
import { IMAGE_MAX_BYTES } from '../../../domain/pictures.ts'
import { DomainError, InvalidInput } from '../../../domain/errors.ts'
import { FIELD_TEXTS } from '../../../domain/texts.ts'
import { assembleFile } from './assemble-file.ts'
import { checked } from '../validation.ts'

const NAME_MAX_BYTES = 100
/** The size of the form besides the file. A longer field is cut off here, still too long for any schema of the contract. */
const REST_MAX_BYTES = 64 * 1024

/** The two kinds of file: each has its field, its size limit and its refusals. */
const KINDS = {
  image: {
    maxBytes: IMAGE_MAX_BYTES,
    tooLarge: 'image_too_large',
    missing: FIELD_TEXTS.imageMissing,
    misnamed: FIELD_TEXTS.imageMisnamed,
  },
  file: {
    maxBytes: FILE_MAX_BYTES,
    tooLarge: 'file_too_large',
    missing: FIELD_TEXTS.fileMissing,
    misnamed: FIELD_TEXTS.fileMisnamed,
  },
} as const
type Kind = keyof typeof KINDS

const PARTS_FIELDS = Object.keys(partsForm.shape)

type Fields = z.ZodMiniObject

/**
 * Refuses with `unsupported_type`, `image_too_large` or `file_too_large`, `invalid_input` on the missing or wrong field, or
 * `upload_incomplete`.
 */
export async function readUploadForm<S extends Fields>(
  context: Pick<Context, 'db' | 'keyring'>,
  request: FastifyRequest,
  { form, upload: kind = 'image' }: { form: S; upload?: Kind },
): Promise<{ file: Buffer; fields: z.output<S> }> {
  // The parser would wait for the rest of a form whose connection closed while it waited for its turn.
  if (request.raw.destroyed) throw unreadable(kind)
  if (!request.isMultipart()) throw new DomainError('unsupported_type', { values: { type: 'multipart/form-data' } })
  const { maxBytes, missing } = KINDS[kind]
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + REST_MAX_BYTES) throw tooLarge(kind)
  const names = [...Object.keys(form.shape), ...PARTS_FIELDS]
  let file: Buffer | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits: limitsOf(names, maxBytes) })) {
      if (part.type === 'file') file = await bytesOf(part, kind)
      else Object.assign(fields, fieldOf(part, names))
    }
  } catch (error) {
    throw refusalOf(error, kind)
  }
  const { uploadId, parts, ...own } = fields
  const given = checked(form, own)
  file ??= await fileOfParts(context, request, { uploadId, parts })
  if (!file) throw new InvalidInput({ [kind]: missing })
  if (file.length > maxBytes) throw tooLarge(kind)
  return { file, fields: given }
}

/** Undefined where the form names no parts. A team member’s parts are the member’s own. */
async function fileOfParts(
  { db, keyring }: Pick<Context, 'db' | 'keyring'>,
  { viewer }: FastifyRequest,
  fields: unknown,
): Promise<Buffer | undefined> {
  const { uploadId, parts } = checked(partsForm, fields)
  if (!viewer || uploadId === undefined || parts === undefined) return undefined
  return assembleFile(db, keyring, { userId: viewer.member?.id ?? viewer.id, uploadId, parts })
}

function limitsOf(names: readonly string[], maxBytes: number) {
  return {
    fileSize: maxBytes,
    files: 1,
    fields: names.length,
    parts: 1 + names.length,
    fieldNameSize: NAME_MAX_BYTES,
    fieldSize: REST_MAX_BYTES,
    headerPairs: 20,
  }
}

async function bytesOf(part: Extract<Multipart, { type: 'file' }>, kind: Kind): Promise<Buffer> {
  if (part.fieldname !== kind) throw new InvalidInput({ [kind]: KINDS[kind].misnamed })
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
function refusalOf(error: unknown, kind: Kind): unknown {
  if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(kind)
  return error instanceof DomainError ? error : unreadable(kind)
}

function tooLarge(kind: Kind): DomainError {
  return new DomainError(KINDS[kind].tooLarge, { field: kind })
}

function unreadable(kind: Kind): DomainError {
  return new InvalidInput({ [kind]: FIELD_TEXTS.formUnreadable })
}
