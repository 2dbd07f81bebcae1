/** The answers of the API in the OpenAPI document's examples, which follow the contract without anyone's work. */
import * as z from 'zod/mini'
import type { Answered, Endpoint } from '../../domain/api/endpoint.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { openApiDocument } from '../../server/http/openapi/document.ts'

type Operation = { responses: Record<string, { content?: Record<string, { example?: unknown }> }> }
const document = openApiDocument('http://localhost') as { paths: Record<string, Record<string, Operation>> }

/** The example of an endpoint's answer. */
export function exampleOf<E extends Endpoint>({ path, method, statuses = [200] }: E): Answered<E> {
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return operation?.responses[statuses[0]]?.content?.['application/json']?.example as Answered<E>
}

/** The endpoint that a request reaches. */
export function endpointAt(method: string, pathname: string): Endpoint | undefined {
  const matching = ENDPOINTS.filter(({ endpoint }) => endpoint.method === method && matches(endpoint.path, pathname))
  // "/api/offers/mine" before "/api/offers/:offerId"
  return matching.toSorted((a, b) => parametersOf(a.endpoint.path) - parametersOf(b.endpoint.path))[0]?.endpoint
}

function matches(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)
}

const parametersOf = (path: string) => path.split(':').length

/** An answer, checked against the contract: one that no longer fits it fails before a page shows it. */
export type Answer = { endpoint: Endpoint; body: unknown }

/** The example with changes. */
export function answer<E extends Endpoint>(
  endpoint: E,
  change: (example: Answered<NoInfer<E>>) => Answered<NoInfer<E>>,
): Answer {
  const body = change(exampleOf(endpoint))
  if (endpoint.response) z.parse(endpoint.response, body)
  return { endpoint, body }
}
