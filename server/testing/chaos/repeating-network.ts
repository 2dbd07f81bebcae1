/** A network that delivers some requests twice at the same time, and some again after later ones. */
import type { Random } from '../random.ts'
import type { Answer, Wire } from './retry-until-acknowledged.ts'

const TWICE = 0.15
const AGAIN = 0.15
const KEPT_MAX = 200

type Sent = { send: () => Promise<Answer | null>; answer: Answer }

export type Repetitions = { twice: number; again: number }

/** Makes the traders' network such a one. A repeated request must get the answer of the first, or none: else it is a fault of the wire. */
export function repeatRequests(wire: Wire, random: Random): Repetitions {
  const counts = { twice: 0, again: 0 }
  const acknowledged: Sent[] = []

  async function again(): Promise<void> {
    const { send, answer } = random.pick(acknowledged)
    const repeated = await send()
    counts.again++
    expectSame(answer, repeated, 'a late repetition')
  }

  function expectSame(first: Answer, second: Answer | null, what: string): void {
    if (second === null || second.status === 503) return
    if (second.status === first.status && subjectOf(second) === subjectOf(first)) return
    wire.faults.push(`${what} was answered ${JSON.stringify(second)} after ${JSON.stringify(first)}`)
  }

  wire.carry = async (send) => {
    if (acknowledged.length > 0 && random.chance(AGAIN)) await again()
    const isTwice = random.chance(TWICE)
    const [first, second = null] = await Promise.all(isTwice ? [send(), send()] : [send()])
    const answer = [first, second].find(isAcknowledged) ?? first
    if (isTwice) {
      counts.twice++
      if (isAcknowledged(answer)) for (const one of [first, second]) expectSame(answer, one, 'one of two at a time')
    }
    if (isAcknowledged(answer))
      acknowledged[random.between(0, KEPT_MAX - 1) % (acknowledged.length + 1)] = { send, answer }
    return answer
  }
  return counts
}

function isAcknowledged(answer: Answer | null): answer is Answer {
  return answer !== null && answer.status < 300
}

/** What the command made or moved; an answer may show it at a later moment. */
function subjectOf({ body }: Answer): unknown {
  const { id, tradeId } = body as { id?: string; tradeId?: string }
  return id ?? tradeId
}
