/** The wire contract as the client checks against it. Fetched with the first call: no page needs it to be drawn. */
import * as z from 'zod/mini'
import * as api from '../domain/api.ts'
import type { Endpoint, Problem } from '../domain/api.ts'
import { allTexts } from './i18n.ts'
import { inWords } from './refusal-words.ts'

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

/** The body of a refusal, in the reader's words; undefined when it is none of ours. */
export async function readProblem(json: unknown): Promise<Problem | undefined> {
  const checked = z.safeParse(api.problem, json)
  if (!checked.success) return undefined
  // The landing page begins without them. Where they cannot be had, English is better than nothing.
  await allTexts()?.catch(() => {})
  return inWords(checked.data)
}
