/** A client that retries with the same Idempotency-Key until the server acknowledges or refuses the command. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from '../../../domain/api/endpoint.ts'

/** Longer than any fault, and than the kills of kills.test.ts keep a command waiting. */
const GIVE_UP_AFTER_MS = 480_000
const ANSWER_WITHIN_MS = 12_000
const PAUSE_MS = 75

export type Wire = {
  /** The server's present address: it has another port after each kill. */
  url: string
  /** Requests sent and not yet answered. */
  inFlight: number
  sent: number
  /** Since when each command waits for its acknowledgement, in milliseconds since 1970. */
  waiting: Map<Command, number>
  /** Requests whose answer never came. */
  cut: number
  /** Answers 503: refused for now, to be retried. */
  busy: number
  /** Stored answers of an earlier attempt. */
  replayed: number
  /** Answers 500 and the like: the outcome is unknown. */
  faults: string[]
  /** What the network does with one request: it may send it again. */
  carry: (send: () => Promise<Answer | null>) => Promise<Answer | null>
}

/** `key` is the Idempotency-Key. */
export type Command = { key: string; cookie: string; body: unknown }
/** `isReplayed`: the stored answer of an earlier attempt. */
export type Answer = { status: number; body: unknown; cookie: string; isReplayed: boolean }
/** `isFirst`: to the first attempt. */
export type LastAnswer = Answer & { isFirst: boolean }

export function newWire(url: string): Wire {
  return {
    url,
    inFlight: 0,
    waiting: new Map(),
    sent: 0,
    cut: 0,
    busy: 0,
    replayed: 0,
    faults: [],
    carry: (send) => send(),
  }
}

/** Retries until the answer is neither missing nor a 5xx. Throws after eight minutes, with the answers it had. */
export async function retryUntilAcknowledged(wire: Wire, path: string, command: Command): Promise<LastAnswer> {
  const outcomes = new Map<string, number>()
  wire.waiting.set(command, Date.now())
  for (const until = Date.now() + GIVE_UP_AFTER_MS; Date.now() < until; await sleep(PAUSE_MS)) {
    const answer = await wire.carry(() => ask(wire, path, command))
    const outcome = answer ? `${answer.status} ${(answer.body as Problem).code}` : 'no answer'
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (!answer) wire.cut++
    else if (answer.status === 503) wire.busy++
    else if (answer.status >= 500) wire.faults.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    else {
      wire.waiting.delete(command)
      return { ...answer, isFirst: outcomes.size === 1 && outcomes.get(outcome) === 1 }
    }
  }
  wire.waiting.delete(command)
  const tried = [...outcomes].map(([outcome, times]) => `${times} × ${outcome}`).join(', ')
  throw new Error(`no answer to ${path} within ${GIVE_UP_AFTER_MS / 1000} s: ${tried}`)
}

/** How long the command has waited that has waited longest. */
export function longestWaitMs({ waiting }: Wire): number {
  return waiting.size === 0 ? 0 : Date.now() - Math.min(...waiting.values())
}

/** One attempt; null when the connection broke before the whole answer arrived. */
async function ask(wire: Wire, path: string, { key, cookie, body }: Command): Promise<Answer | null> {
  wire.sent++
  wire.inFlight++
  try {
    const response = await fetch(wire.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        'sec-fetch-site': 'same-origin',
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const isReplayed = response.headers.get('idempotent-replay') === 'true'
    const answer = { status: response.status, body: await response.json(), cookie: cookieOf(response), isReplayed }
    if (isReplayed) wire.replayed++
    return answer
  } catch {
    return null
  } finally {
    wire.inFlight--
  }
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
