import type { Tx } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../one-time-tokens/addition-links.ts'
import { elevateSession } from '../sessions/elevate-session.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { getRecipient } from '../users/queries.ts'
import { issueRecoveryCodes, listStoredCodes } from './recovery-codes.ts'

/** `token` is the session's from now on, see `rotateSession`; the codes are null where the user still has some. */
export type FactorAdded = { token: string | null; recoveryCodes: string[] | null }

/** The factor as the link in the email names it. */
type AddedFactor = { kind: 'totp'; createdAt: string } | { kind: 'passkey'; id: string }

/** Completes adding a factor: issues recovery codes, notifies the user by email, and ends the other sessions. */
export async function factorAdded(tx: Tx, viewer: Viewer, added: AddedFactor, since: Date): Promise<FactorAdded> {
  const methods = await listSecondFactors(tx, viewer.id)
  const recoveryCodes = methods.includes('recovery_code') ? null : await issueRecoveryCodes(tx, viewer.id)
  const issuedAt = recoveryCodes && ((await listStoredCodes(tx, viewer.id))[0]?.createdAt ?? null)
  const recipient = await getRecipient(tx, viewer.id)
  const link = await issueAdditionLink(tx, recipient, { ...added, recoveryCodes: issuedAt })
  await queueMail(tx, { ...recipient, kind: 'second_factor_added', values: { factor: added.kind, link } })
  return { token: await elevateSession(tx, viewer, since), recoveryCodes }
}
