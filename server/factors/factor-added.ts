import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import type { SecondFactor } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { getRecipient, listSecondFactors } from './queries.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { elevateSession } from '../sessions/elevate-session.ts'

/** `token` is the session's from now on, as in `rotateSession`; the codes are null where the person still has some. */
export type Added = { token: string | null; recoveryCodes: string[] | null }

/** What follows a factor that was just stored: the person is told, their other sessions end, and codes are handed out. */
export async function factorAdded(tx: Tx, viewer: Viewer, what: SecondFactor): Promise<Added> {
  const methods = await listSecondFactors(tx, viewer.id)
  const recoveryCodes = methods.includes('recovery_code') ? null : await issueRecoveryCodes(tx, viewer.id)
  await queueMail(tx, { ...(await getRecipient(tx, viewer.id)), kind: 'second_factor_added', values: { what } })
  return { token: await elevateSession(tx, viewer), recoveryCodes }
}
