/** The wire contract that the client validates against. Loaded with the first call, since no page needs it to render. */
import * as z from 'zod/mini'
import * as api from '../domain/api.ts'
import type { Endpoint, Problem } from '../domain/api.ts'
import { allTexts } from './i18n.ts'
import { inWords } from './refusal-words.ts'

/** An endpoint, or its name. */
export function endpointOf(which: Endpoint | keyof typeof api): Endpoint {
  // oxlint-disable-next-line import/namespace -- the type holds the name to the namespace
  return typeof which === 'string' ? (api[which] as Endpoint) : which
}

/** The validated answer; undefined when it does not match the endpoint's schema. */
export function readAnswer(endpoint: Endpoint, json: unknown): { data: unknown } | undefined {
  const checked = z.safeParse(endpoint.response ?? z.unknown(), json)
  return checked.success ? { data: checked.data } : undefined
}

/** The problem document of a refusal, in the reader's language; undefined when it is malformed. */
export async function readProblem(json: unknown): Promise<Problem | undefined> {
  const checked = z.safeParse(api.problem, json)
  if (!checked.success) return undefined
  // The landing page starts without all texts. If they cannot be loaded, the message stays in English.
  await allTexts()?.catch(() => {})
  return inWords(checked.data)
}
