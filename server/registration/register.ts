/**
 * Registering (spec-coverage 5; decisions: Accounts). Nobody learns from it who has an account: what was typed waits for a code
 * from the mailbox, and whoever has an account under that e-mail already is told so there, and only there.
 */
import { CODE_MINUTES, REGISTRATION_MINUTES } from '../../domain/accounts.ts'
import type { RegistrationInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db, DbOrTx, Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Client, Setup } from '../accounts/accounts.ts'
import { assertUncommonPassword } from '../accounts/common-passwords.ts'
import type { Vouched } from '../identities/authorization-requests.ts'
import type { NewUser } from '../accounts/insert-user.ts'
import { findByEmail, isUsernameFree } from '../accounts/queries.ts'
import { revokeRegistrationCodes, issueCode, issueToken, readToken } from '../one-time-tokens/one-time-tokens.ts'
import { consumeEmailLimit } from '../rate-limits/email-limit.ts'

/** What waits for its code: who they want to be, and what they will sign in with. The e-mail is in lower case. */
export type Registration = NewUser & { by: { passwordHash: string } | Vouched }

/** `token` is for the browser's cookie: it says which registration waits, and opens nothing without the code. */
export type Waiting = { registration: string; email: string }

type Desk = Pick<Setup, 'db' | 'limits' | 'secret'>

/**
 * Takes a registration with a password and mails its code. Refuses with `username_taken` (names are public), `invalid_input`
 * for a common password, `rate_limited` or `busy`; the answer is the same, and as fast, for an e-mail that has an account.
 */
export async function register(setup: Setup, input: RegistrationInput, client: Client): Promise<Waiting> {
  await setup.limits.consume(setup.db, 'registrations_per_network', client.ipAddress)
  assertUncommonPassword(input.password, input, 'password')
  const { username, language } = input
  // Hashed before the transaction, which would else hold a connection while it waits for its turn.
  const passwordHash = await setup.passwords.hash(input.password)
  return storeRegistration(
    setup,
    { username, language, email: input.email.toLowerCase(), by: { passwordHash } },
    client,
  )
}

/** The same for who brings something else to sign in with. Refuses with `username_taken` or `rate_limited`. */
export async function storeRegistration(desk: Desk, registration: Registration, client: Client): Promise<Waiting> {
  const { db } = desk
  const { username, email } = registration
  // Before a letter is counted: whoever looks for a free name has written to nobody. The tables judge once more at the end.
  if (!(await isUsernameFree(db, username))) throw new DomainError('username_taken', { field: 'username' })
  await consumeEmailLimit(desk, `registration ${email}`, client)
  return inTransaction(db, async (tx) => {
    const issue = { purpose: 'registration' as const, userId: null, minutes: REGISTRATION_MINUTES, value: registration }
    const token = await issueToken(tx, issue)
    await sendCode(tx, desk, token)
    return { registration: token, email }
  })
}

/** Mails another code in place of the former. Refuses with `registration_expired` or `rate_limited`. */
export async function resendRegistrationCode(desk: Desk, token: string | null, client: Client): Promise<void> {
  const { value } = await requireRegistration(desk.db, token)
  await consumeEmailLimit(desk, `registration ${value.email}`, client)
  await inTransaction(desk.db, (tx) => sendCode(tx, desk, token))
}

/** The address it waits for a code from; null where nothing waits. */
export async function findRegisteredEmail(db: Db, token: string | null): Promise<string | null> {
  const found = token === null ? null : await readToken(db, 'registration', token)
  return found && (found.value as Registration).email
}

/** What waits under this token. Refuses with `registration_expired`. */
export async function requireRegistration(
  db: DbOrTx,
  token: string | null,
): Promise<{ id: string; value: Registration }> {
  const found = token === null ? null : await readToken(db, 'registration', token)
  if (!found) throw new DomainError('registration_expired')
  return { id: found.id, value: found.value as Registration }
}

/** A code is made, and a mail queued, whoever the address belongs to: no time is saved by which one could tell. */
async function sendCode(tx: Tx, { secret }: Desk, token: string | null): Promise<void> {
  const { id, value } = await requireRegistration(tx, token)
  const { email, language } = value
  await revokeRegistrationCodes(tx, id)
  const issue = { purpose: 'registration_code' as const, userId: null, minutes: CODE_MINUTES }
  const { code } = await issueCode(tx, secret, { ...issue, value: { registration: id } })
  const owner = await findByEmail(tx, email)
  await queueMail(
    tx,
    owner
      ? { ...owner, to: email, kind: 'account_exists', values: { link: '/forgot-password' } }
      : { userId: null, to: email, language, kind: 'registration_code', values: { code } },
  )
}
