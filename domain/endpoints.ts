/** Every endpoint of the contract by its name, which is the operation id of the OpenAPI document. */
import * as api from './api.ts'
import type { Endpoint } from './api.ts'

export type NamedEndpoint = { name: string; endpoint: Endpoint }

export const ENDPOINTS: readonly NamedEndpoint[] = Object.entries(api as Record<string, unknown>)
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
  .map(([name, endpoint]) => ({ name, endpoint }))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}
