import { EMAIL_PATTERN } from '../../domain/accounts.ts'
import type { Db } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { isKnownDevice } from '../sessions/device.ts'
import type { Limits } from './rate-limits.ts'
import { networkOf } from './network.ts'
import { hashToken } from '../sessions/session-token.ts'

export type Tries = {
  /** It was right: nothing stays counted against whoever tries from here. */
  right(): Promise<void>
  /** Nothing was tried after all, for instance because the service was busy. */
  none(): Promise<void>
}

/**
 * Counts a password that is about to be tried, before it is: many at the same moment are counted like one after another.
 * A browser the person has used before has a tally of its own, so that no stranger's tries can keep them out. Refuses with
 * `rate_limited`. The same work whether or not somebody has this e-mail.
 */
export async function takeTry(
  { db, limits }: { db: Db; limits: Limits },
  email: string,
  client: Client,
): Promise<Tries> {
  const whom = email.toLowerCase()
  const isKnown = EMAIL_PATTERN.test(whom) && (await isKnownDevice(db, whom, client.device))
  const place = isKnown ? `with ${hashToken(client.device.shown ?? '')}` : `from ${networkOf(client.ipAddress)}`
  await limits.slow(db, `${whom} ${place}`)
  if (!isKnown) {
    await limits.spend(db, 'wrong_passwords_of_network', client.ipAddress)
    await limits.spend(db, 'wrong_passwords_of_account', whom)
  }
  async function giveBack() {
    if (isKnown) return
    await limits.giveBack(db, 'wrong_passwords_of_network', client.ipAddress)
    await limits.giveBack(db, 'wrong_passwords_of_account', whom)
  }
  return {
    async right() {
      await limits.forgive(db, `${whom} ${place}`)
      await giveBack()
    },
    async none() {
      await limits.unslow(db, `${whom} ${place}`)
      await giveBack()
    },
  }
}
