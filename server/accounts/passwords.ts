/** Password hashing: argon2id, a few at a time (spec-coverage 5; decisions: Accounts). */
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../domain/errors.ts'
import { opaqueString } from '../../domain/reading/passwords.ts'

/** OWASP's setting for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CONCURRENT_HASHES = 2
const QUEUED_HASHES = 20

type Shown = { hash: string; password: string }

export type Passwords = {
  hash(password: string): Promise<string>
  verify(shown: Shown): Promise<boolean>
  /** Also says with which hash to replace one that is of another Unicode form of the password; null where there is none. */
  check(shown: Shown): Promise<{ isRight: boolean; newHash: string | null }>
}

/**
 * A hash costs tens of milliseconds of processor time, so two run and twenty wait; a call beyond that is refused with
 * `busy`. Without this limit a flood of sign-ins would stop the market.
 *
 * Hashed is one Unicode form of a password, because devices compose characters differently. A hash from before has the form that was
 * typed then, so a password whose form differs is tried as it was typed too, whatever the account.
 */
export function createPasswords(): Passwords {
  const inTurn = limitConcurrency(CONCURRENT_HASHES, QUEUED_HASHES)
  const hashOf = (password: string) => inTurn(() => hash(opaqueString(password), COST))
  async function check(shown: Shown) {
    const plain = opaqueString(shown.password)
    if (await inTurn(() => verify(shown.hash, plain))) return { isRight: true, newHash: null }
    if (plain === shown.password || !(await inTurn(() => verify(shown.hash, shown.password))))
      return { isRight: false, newHash: null }
    return { isRight: true, newHash: await hashOf(plain) }
  }
  return { hash: hashOf, check, verify: async (shown) => (await check(shown)).isRight }
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
