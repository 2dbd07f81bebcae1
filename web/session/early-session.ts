/** The session that layout/first.js asks for before the scripts of the page have arrived. */

/** The element that names the scripts of a signed-in reader, which first.js preloads once it knows that there is one. */
export const SIGNED_IN_SCRIPTS = 'signed-in-scripts'

const ADDRESS = '/api/session'

/** By the address of the call. */
type EarlyAnswers = Record<string, Promise<Response>>

function early(): EarlyAnswers {
  return (globalThis as { earlyAnswers?: EarlyAnswers }).earlyAnswers ?? {}
}

/** The answer to a call that first.js has made; each is given once. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answers = early()
  const answer = answers[address]
  delete answers[address]
  return answer
}

/**
 * Whether the answer to first.js says that the reader is signed out; if so, takes the answer. It needs no schema: a visitor's landing
 * page does not load the contract for it.
 */
export async function takeSignedOut(): Promise<boolean> {
  try {
    const answer = await early()[ADDRESS]
    const { user, outage } = ((await answer?.clone().json()) ?? {}) as { user?: unknown; outage?: unknown }
    if (!answer?.ok || user !== null || outage) return false
    void takeEarlyAnswer(ADDRESS)
    return true
  } catch {
    return false
  }
}
