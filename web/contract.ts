/** The wire contract as the client checks against it. Fetched with the first call: no page needs it to be drawn. */
import * as z from 'zod/mini'
import * as api from '../domain/api.ts'
import type { Endpoint, Problem } from '../domain/api.ts'

/** An endpoint given by itself or by its name. */
export function endpointOf(which: Endpoint | keyof typeof api): Endpoint {
  // oxlint-disable-next-line import/namespace -- the type holds the name to the namespace
  return typeof which === 'string' ? (api[which] as Endpoint) : which
}

/** The checked answer; undefined when it is not what the endpoint promises. */
export function readAnswer(endpoint: Endpoint, json: unknown): { data: unknown } | undefined {
  const checked = z.safeParse(endpoint.response ?? z.unknown(), json)
  return checked.success ? { data: checked.data } : undefined
}

/** The body of a refusal; undefined when it is none of ours. */
export function readProblem(json: unknown): Problem | undefined {
  const checked = z.safeParse(api.problem, json)
  return checked.success ? checked.data : undefined
}
