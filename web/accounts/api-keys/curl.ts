import { KEY_START } from '../../../domain/accounts/api-keys.ts'
import type { ApiCall } from './document.ts'

const FILE_FIELDS = ['image', 'file']

/** The call as a shell command with the example of its body, and with a key where the call needs one. */
export function curlOf({ method, path, group, needsIdempotencyKey, body, form }: ApiCall, origin: string): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path}'`,
    ...(group === 'public' ? [] : [`-H 'Authorization: Bearer ${KEY_START}…'`]),
    ...(needsIdempotencyKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    ...Object.entries(form ?? {}).map(
      ([name, value]) => `-F ${quoted(`${name}=${FILE_FIELDS.includes(name) ? '@photo.jpg' : String(value)}`)}`,
    ),
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
