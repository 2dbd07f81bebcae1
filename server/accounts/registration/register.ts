/**
 * Registration (spec-coverage 5; decisions: Accounts). It reveals no accounts: the form waits for a code from the mailbox, and only
 * an email notifies its owner of an existing account.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE_MINUTES, REGISTRATION_MINUTES } from '../../../domain/accounts/accounts.ts'
import type { RegistrationInput } from '../../../domain/accounts/accounts.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertUncommonPassword } from '../common-passwords.ts'
import { ANSWER_AFTER_MS } from '../send-account-email.ts'
import type { AccountServices } from '../services.ts'
import type { Secrets } from '../../config.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueCode, lockRegistration } from '../one-time-tokens/codes.ts'
import type { PayloadOf } from '../one-time-tokens/purposes.ts'
import { findToken, issueToken } from '../one-time-tokens/tokens.ts'
import type { Token } from '../one-time-tokens/tokens.ts'
import { consumeEmailLimit } from '../../http/rate-limits/email-limit.ts'
import type { Client } from '../sessions/client.ts'
import { findUserByEmail, isUsernameFree } from '../users/queries.ts'

/** `registration` is the token for the browser's cookie: it names the registration, and opens nothing without the code. */
export type PendingRegistration = { registration: string; email: string }

type Services = Pick<AccountServices, 'db' | 'limits' | 'secrets'>

/**
 * Stores a registration with a password and emails its code. Refuses with `username_taken` (usernames are public),
 * `invalid_input` for a common password, `rate_limited` or `busy`; answer and time are the same for an email with an account.
 */
export async function register(
  services: AccountServices,
  input: RegistrationInput,
  client: Client,
): Promise<PendingRegistration> {
  await consumeRegistrationLimit(services, client)
  assertUncommonPassword(input.password, input, 'password')
  const { username, language } = input
  // Hashed before the transaction, which would otherwise hold a connection while it waits for its turn.
  const credential = { passwordHash: await services.passwords.hash(input.password) }
  return storeRegistration(services, { username, language, email: input.email, credential }, client)
}

/** Same, with any credential. Refuses with `username_taken` or `rate_limited`. */
export async function storeRegistration(
  services: Services,
  registration: PayloadOf<'registration'>,
  client: Client,
): Promise<PendingRegistration> {
  const { db } = services
  const { username, email } = registration
  // Checked before an email is counted, since a taken username sends none. The tables decide again at the end.
  if (!(await isUsernameFree(db, username))) throw new DomainError('username_taken', { field: 'username' })
  await consumeCodeLimit(services, email, client)
  const storing = inTransaction(db, async (tx) => {
    const issue = { purpose: 'registration' as const, userId: null, minutes: REGISTRATION_MINUTES }
    const token = await issueToken(tx, { ...issue, payload: registration })
    await sendCode(tx, services.secrets, token)
    return { registration: token, email }
  })
  const [stored] = await Promise.all([storing, sleep(ANSWER_AFTER_MS)])
  return stored
}

/** Counts before any costly work. A call that the limit of its address refuses uses up nothing of its shared network's limit. */
export async function consumeRegistrationLimit({ db, limits }: Services, { ipAddress }: Client): Promise<void> {
  await limits.consume(db, 'registrations_per_network', ipAddress)
  await limits.consume(db, 'registrations_per_shared_network', ipAddress)
}

/** Sends another code; the former one stays valid until it expires, since either may arrive last. Refuses with `registration_expired` or `rate_limited`. */
export async function resendRegistrationCode(services: Services, token: string | null, client: Client): Promise<void> {
  const { payload } = await getRegistration(services.db, token)
  await consumeCodeLimit(services, payload.email, client)
  await Promise.all([inTransaction(services.db, (tx) => sendCode(tx, services.secrets, token)), sleep(ANSWER_AFTER_MS)])
}

/** Refuses with `registration_expired`. */
export async function getRegistration(db: DbOrTx, token: string | null): Promise<Token<'registration'>> {
  const found = await findToken(db, 'registration', token)
  if (!found) throw new DomainError('registration_expired')
  return found
}

/** Same order as for registrations: what an address or a mailbox is refused is not counted for the shared network. */
async function consumeCodeLimit(services: Services, email: string, { ipAddress }: Client): Promise<void> {
  await consumeEmailLimit(services, { kind: 'registration', email, ipAddress })
  await services.limits.consume(services.db, 'registration_codes_per_shared_network', ipAddress)
}

/** A code is issued and an email queued whether or not the address has an account. */
async function sendCode(tx: Tx, secrets: Secrets, token: string | null): Promise<void> {
  const { id, payload } = await getRegistration(tx, token)
  const { email, language } = payload
  await lockRegistration(tx, id)
  const issue = { purpose: 'registration_code' as const, userId: null, minutes: CODE_MINUTES }
  const { code } = await issueCode(tx, secrets, { ...issue, payload: { registration: id } })
  const owner = await findUserByEmail(tx, email)
  await queueMail(
    tx,
    owner
      ? {
          userId: owner.userId,
          to: email,
          language: owner.language,
          kind: 'account_exists',
          values: { link: '/forgot-password' },
        }
      : { userId: null, to: email, language, kind: 'registration_code', values: { code } },
  )
}
