/** Multipart forms with a file: a picture, a document, or what is neither. */
import type { Endpoint } from '../../../domain/api/endpoint.ts'
import type { Random } from '../random.ts'
import { pdf } from '../uploads.ts'

const BOUNDARY = 'fuzz-boundary'
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)
const PURPOSES = ['payment_proof', 'evidence', 'x', '']

type Form = { payload: Buffer; type: string }

export function formOf(
  { upload, path }: Endpoint,
  random: Random,
  { isHostile, clientId }: { isHostile: boolean; clientId: string },
): Form {
  const files = [
    PNG,
    ...(upload ? [pdf(clientId)] : []),
    ...(isHostile ? [Buffer.from('no image'), Buffer.alloc(0)] : []),
  ]
  const fields: Record<string, string> = {}
  if (upload) fields.purpose = isHostile ? random.pick(PURPOSES) : random.pick(PURPOSES.slice(0, 2))
  else if (path.endsWith('/images')) Object.assign(fields, { text: isHostile ? 'a\u0000b' : 'See here', clientId })
  if (isHostile && random.chance(0.3)) fields.role = 'admin'
  const name = isHostile && random.chance(0.2) ? 'other' : (upload ?? 'image')
  const parts = [
    ...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, Buffer.from(value))),
    part(`name="${name}"; filename="a.png"`, random.pick(files)),
    // A form that is cut off has no end.
    Buffer.from(isHostile && random.chance(0.2) ? '' : `--${BOUNDARY}--\r\n`),
  ]
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${BOUNDARY}` }
}

function part(disposition: string, content: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}
