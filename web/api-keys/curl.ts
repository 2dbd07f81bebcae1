import { KEY_START } from '../../domain/api-keys.ts'
import type { ApiCall, JsonSchema } from './document.ts'

/** The call as a shell command: with a key where the call needs one, and a body to fill in. */
export function curlOf(
  { method, path, group, needsIdempotencyKey, body, takesImage }: ApiCall,
  origin: string,
): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${path}'`,
    ...(group === 'public' ? [] : [`-H 'Authorization: Bearer ${KEY_START}…'`]),
    ...(needsIdempotencyKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(body)).replaceAll("'", "'\\''")}'`]),
    ...(takesImage ? ["-F 'image=@photo.jpg'"] : []),
  ]
  return lines.join(' \\\n  ')
}

/** A value of the schema's shape; texts are left for the reader to fill in. */
function exampleOf(schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  if (schema.type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(required.map(([name, property]) => [name, exampleOf(property)]))
  }
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (schema.type === 'boolean') return true
  // Bounds that mean "any safe integer" are not used as an example.
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '…'
}
