/** Password hashing: argon2id, a few at a time (spec-coverage 5; decisions: Accounts). */
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../domain/errors.ts'

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CONCURRENT_HASHES = 2
const QUEUED_HASHES = 20

export type Passwords = {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

/**
 * A hash costs tens of milliseconds of processor time, so two run and twenty wait; a call beyond that is refused with
 * `busy`. Without this limit a flood of sign-ins would stop the market.
 */
export function createPasswords(): Passwords {
  const inTurn = limitConcurrency(CONCURRENT_HASHES, QUEUED_HASHES)
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    verify: (input) => inTurn(() => verify(input.hash, input.password)),
  }
}

function limitConcurrency(concurrency: number, queueLimit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < concurrency) running++
    else if (queue.length < queueLimit) await new Promise<void>((start) => queue.push(start))
    else throw new DomainError('busy')
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
