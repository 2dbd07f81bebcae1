/** The form a picture arrives in: one file `image`, and beside it, in any order, `text` and `clientId`. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { MESSAGE_MAX } from '../../domain/chat.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import { readPictureForm } from '../pictures/picture-form.ts'
import type { FormFields } from '../pictures/picture-form.ts'
import { messageTooLong } from './send-message.ts'

const FIELDS: FormFields<'text' | 'clientId'> = {
  names: ['text', 'clientId'],
  /** A character takes up to four, and as many again is left for what is trimmed off. */
  maxBytes: MESSAGE_MAX * 8,
  tooLong: messageTooLong,
}

const uuid = z.uuid()

type ImageForm = { image: Buffer; text: string; clientId: string | undefined }

/** Refuses with `unsupported_type`, `image_too_large`, or `invalid_input` on the field that is missing or wrong. */
export async function readImageForm(request: FastifyRequest): Promise<ImageForm> {
  const { image, fields } = await readPictureForm(request, FIELDS)
  const { text = '', clientId } = fields
  if (clientId !== undefined && !z.safeParse(uuid, clientId).success)
    throw new InvalidInput({ clientId: FIELD_TEXTS.notUuid })
  return { image, text, clientId }
}
