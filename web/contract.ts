/** The wire contract that the client validates against. Loaded with the first call, since no page needs it to render. */
import * as z from 'zod/mini'
import { getMarket, getMarketStatistics } from '../domain/api/offers/market.ts'
import { getSession } from '../domain/api/accounts/sessions.ts'
import { listLandingOffers } from '../domain/api/offers/offers.ts'
import { problem, type Endpoint, type Problem } from '../domain/api/endpoint.ts'
import { withTexts } from './i18n.ts'

/** The endpoints of the frame and of the landing page, called by their name. */
const NAMED = { getMarket, getMarketStatistics, getSession, listLandingOffers }
export type NamedEndpoints = typeof NAMED

/** An endpoint, or its name. */
export function endpointOf(which: Endpoint | keyof NamedEndpoints): Endpoint {
  return typeof which === 'string' ? NAMED[which] : which
}

/** The validated answer; undefined when it does not match the endpoint's schema. */
export function readAnswer(endpoint: Endpoint, json: unknown): { data: unknown } | undefined {
  const checked = z.safeParse(endpoint.response ?? z.unknown(), json)
  return checked.success ? { data: checked.data } : undefined
}

/** The problem document of a refusal, in the reader's language; undefined when it is malformed. */
export async function readProblem(json: unknown): Promise<Problem | undefined> {
  const checked = z.safeParse(problem, json)
  if (!checked.success) return undefined
  try {
    const { inWords } = await withTexts('refusals', () => import('./refusal-texts.ts'))
    return inWords(checked.data)
  } catch {
    // They could not be loaded: the message stays in English.
    return checked.data
  }
}
