/** A forgotten password: a link to the mailbox, and a new password in exchange for it. */
import { RESET_MINUTES } from '../../domain/accounts.ts'
import type { PasswordResetInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Client, Setup } from './accounts.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { rememberDevice } from '../sessions/device.ts'
import { revokePriorAccess, isUnverified } from './revoke-prior-access.ts'
import { removeAllKeys } from '../api-keys/remove-key.ts'
import { findById } from './queries.ts'
import type { Recipient } from './queries.ts'
import { revokeTokens, issueToken, readToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'
import { markVerified } from './verify-email.ts'
import { sendAccountEmail } from './send-account-email.ts'

/** Sends the link, if somebody has this e-mail. Refuses with `rate_limited`. */
export async function forgotPassword(setup: Setup, email: string, client: Client): Promise<void> {
  await sendAccountEmail(setup, 'reset_password', email, client, sendResetLink)
}

export async function sendResetLink(tx: Tx, { userId, email, language }: Recipient): Promise<void> {
  // A stranger who asks for one takes nobody's from them; all of them die with the password.
  const issue = { purpose: 'reset_password' as const, userId, minutes: RESET_MINUTES, value: { email } }
  const token = await issueToken(tx, { ...issue, keepsFormer: true })
  const values = { link: `/reset-password#token=${token}` }
  await queueMail(tx, { userId, to: email, language, kind: 'reset_password', values })
}

/**
 * Sets the password and ends every session and API key. It opens none and takes no second factor away: whoever reads the mailbox
 * still has to sign in. Refuses with `link_invalid` or `busy`; a password that is too common leaves the link as it is.
 */
export async function resetPassword(
  { db, passwords }: Setup,
  { token, newPassword }: PasswordResetInput,
  client: Client,
): Promise<void> {
  const found = await readToken(db, 'reset_password', token)
  const person = found?.userId ? await findById(db, found.userId) : null
  if (!person || person.email !== found?.value.email) throw new DomainError('link_invalid')
  assertUncommonPassword(newPassword, person, 'newPassword')
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (tx) => {
    const { userId, value } = await redeemToken(tx, 'reset_password', token)
    if (userId && (await isUnverified(tx, userId, value.email))) await revokePriorAccess(tx, userId)
    if (!userId || !(await markVerified(tx, userId, value.email))) throw new DomainError('link_invalid')
    await storePassword(tx, userId, hash)
    await sql`delete from sessions where user_id = ${userId}`.execute(tx)
    await removeAllKeys(tx, userId)
    // Whoever reads the mailbox is let try from here, however many strangers have tried elsewhere.
    await rememberDevice(tx, userId, client.device)
  })
}

/** The new password's hash, also for whoever had none; what was sent for signing in by other means dies, and the person is told. */
export async function storePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`
    insert into identities (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password
    `.execute(tx)
  await passwordReplaced(tx, userId)
}

/** What follows a new password. */
export async function passwordReplaced(tx: Tx, userId: string): Promise<void> {
  await revokeTokens(tx, userId, [
    'reset_password',
    'sign_in_code',
    'reauthentication_code',
    'second_factor_challenge',
    'confirm_new_email',
  ])
  const person = await findById(tx, userId)
  if (!person) return
  const { email, language } = person
  await queueMail(tx, { userId, to: email, language, kind: 'password_changed', values: {} })
}
