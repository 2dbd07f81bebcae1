/** A network that delivers some requests twice in parallel, and some again after later ones. */
import type { Random } from '../random.ts'
import type { Answer, Wire } from './retry-until-acknowledged.ts'

const TWICE = 0.15
const AGAIN = 0.15
const KEPT_MAX = 200

type Sent = { send: () => Promise<Answer | null>; answer: Answer }

/** How many repeated requests had an answer to compare with the first. */
export type Repetitions = { twice: number; again: number }

/**
 * Makes the wire repeat requests. A repetition must get the first answer (its status and its subject), 503 or none; anything else
 * is a fault.
 */
export function repeatRequests(wire: Wire, random: Random): Repetitions {
  const compared = { twice: 0, again: 0 }
  const acknowledged: Sent[] = []

  function compare(kind: keyof Repetitions, first: Answer, second: Answer | null): void {
    if (second === null || second.status === 503) return
    compared[kind]++
    if (second.status === first.status && subjectOf(second) === subjectOf(first)) return
    wire.faults.push(`sent ${kind}: ${JSON.stringify(second)} after ${JSON.stringify(first)}`)
  }

  wire.carry = async (send) => {
    if (acknowledged.length > 0 && random.chance(AGAIN)) {
      const earlier = random.pick(acknowledged)
      compare('again', earlier.answer, await earlier.send())
    }
    const answers = await Promise.all(random.chance(TWICE) ? [send(), send()] : [send()])
    const answer = answers.find(isAcknowledged) ?? answers.find(isFault) ?? answers[0] ?? null
    if (!isAcknowledged(answer)) return answer
    for (const other of answers) if (other !== answer) compare('twice', answer, other)
    acknowledged.push({ send, answer })
    if (acknowledged.length > KEPT_MAX) acknowledged.shift()
    return answer
  }
  return compared
}

function isAcknowledged(answer: Answer | null): answer is Answer {
  return answer !== null && answer.status < 300
}

function isFault(answer: Answer | null): boolean {
  return answer !== null && answer.status >= 500 && answer.status !== 503
}

/** What the command made or moved; an answer may show it at a later moment. */
function subjectOf({ body }: Answer): unknown {
  const { id, tradeId } = body as { id?: string; tradeId?: string }
  return id ?? tradeId
}
