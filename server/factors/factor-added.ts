import type { Tx } from '../db/pool.ts'
import type { SecondFactor } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { elevateSession } from '../sessions/elevate-session.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { getRecipient } from '../users/queries.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'

/** `token` is the session's from now on, see `rotateSession`; the codes are null where the user still has some. */
export type FactorAdded = { token: string | null; recoveryCodes: string[] | null }

/** Completes adding a factor: issues recovery codes, tells the user by email, and ends the other sessions. */
export async function factorAdded(
  tx: Tx,
  viewer: Viewer,
  { factor, since }: { factor: SecondFactor; since: Date },
): Promise<FactorAdded> {
  const methods = await listSecondFactors(tx, viewer.id)
  const recoveryCodes = methods.includes('recovery_code') ? null : await issueRecoveryCodes(tx, viewer.id)
  await queueMail(tx, { ...(await getRecipient(tx, viewer.id)), kind: 'second_factor_added', values: { factor } })
  return { token: await elevateSession(tx, viewer, since), recoveryCodes }
}
