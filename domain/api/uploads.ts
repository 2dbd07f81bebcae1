/** Files that browsers send in parts before the form that uses them. */
import * as z from 'zod/mini'
import { STORAGE_REFUSALS } from '../uploads/upload-errors.ts'
import { PART_BYTES, PARTS_MAX } from '../uploads/upload-parts.ts'
import { described, endpointsOf, id, nothing } from './endpoint.ts'

const endpoint = endpointsOf('Uploads')

export const sendPart = endpoint({
  method: 'POST',
  path: '/api/uploads/:uploadId/parts/:number',
  summary: 'Send a part of a file',
  description: `Parts are sent in any order and kept for an hour; the same part again takes the place of the former. A form then has the fields \`uploadId\` and \`parts\`, their number, instead of its file. Each part but the last has ${PART_BYTES} bytes.`,
  team: 'self',
  params: z.strictObject({
    uploadId: described(id, 'Chosen by the sender for this file.'),
    number: described(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(PARTS_MAX - 1)), 'From 0 on.'),
  }),
  bytes: PART_BYTES,
  response: nothing,
  errors: ['file_empty', ...STORAGE_REFUSALS],
})

/** The fields that a form has instead of its file where the file was sent in parts. */
export const partsForm = z.object({
  uploadId: z.optional(id),
  parts: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PARTS_MAX))),
})
