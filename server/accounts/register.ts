/** A new account and its first session, in one transaction (spec section 5; decisions: Accounts). */
import type { RegistrationInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Client, Setup } from './accounts.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Arrival } from './finish-sign-in.ts'
import { findByEmail, findRegistration, holdPassword, isHeldByUndo } from './queries.ts'
import type { Registration } from './queries.ts'
import { sendVerification } from './verify-email.ts'

export type Registered = { arrival: Arrival; isReplay: boolean }

/**
 * Opens a session for a new account and sends the link that verifies its e-mail. The same key, names and password again find
 * the account they made, also when both calls run at once; anything else with that key is `idempotency_key_reused`. Of two
 * people who want one name or e-mail the later gets `username_taken` or `email_taken`, from the tables' own constraints.
 */
export async function register(
  setup: Setup,
  input: RegistrationInput,
  key: string,
  client: Client,
): Promise<Registered> {
  const earlier = await findRegistration(setup.db, key)
  if (earlier) return resume(setup, earlier, input, client)
  await setup.limits.spend(setup.db, 'registrations_of_network', client.ipAddress)
  refuseCommonPassword(input.password, input, 'password')
  // Hashed before the transaction, which would else hold a connection while it waits for its turn.
  const passwordHash = await setup.passwords.hash(input.password)
  try {
    return { arrival: await createAccount(setup, input, passwordHash, key, client), isReplay: false }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    const winner = await findRegistration(setup.db, key)
    if (winner) return resume(setup, winner, input, client)
    if (refusal.code === 'email_taken') await tellOwner(setup, input.email.toLowerCase(), client)
    throw refusal
  }
}

type NewPerson = Pick<RegistrationInput, 'username' | 'email' | 'language'> & {
  isVerified?: boolean
  /** The Idempotency-Key that finds the account again. */
  key?: string
}

/** The row of a person; their id. Throws what the table refuses, which `refusalOf` words. */
export async function insertUser(tx: Tx, person: NewPerson): Promise<string> {
  const { username, email, language, isVerified = false, key = null } = person
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, email_verified, registration_key, language)
    values (${username}, ${email.toLowerCase()}, ${isVerified}, ${key}, ${language}) returning id`.execute(tx)
  return rows[0]!.id
}

/** The rows of a person with a password, for whoever makes one; the person's id. Throws what the tables refuse. */
export async function insertPerson(
  tx: Tx,
  person: Pick<RegistrationInput, 'username' | 'email' | 'language'>,
  passwordHash: string,
  key: string,
): Promise<string> {
  const id = await insertUser(tx, { ...person, key })
  await sql`
    insert into identities (user_id, provider_id, account_id, password)
    values (${id}, 'credential', ${id}, ${passwordHash})`.execute(tx)
  return id
}

async function createAccount(
  { db }: Setup,
  input: RegistrationInput,
  passwordHash: string,
  key: string,
  client: Client,
): Promise<Arrival> {
  return inTransaction(db, async (tx) => {
    const userId = await insertPerson(tx, input, passwordHash, key)
    const email = input.email.toLowerCase()
    // Its former owner may take it back for a day, and nobody comes between by registering with it.
    if (await isHeldByUndo(tx, email)) throw new DomainError('email_taken', { field: 'email' })
    await sendVerification(tx, { userId, email, language: input.language })
    return finishSignIn(tx, { userId, method: 'registration', client })
  })
}

async function resume(
  { db, passwords }: Setup,
  account: Registration,
  input: RegistrationInput,
  client: Client,
): Promise<Registered> {
  const isSame =
    account.username === input.username &&
    account.email === input.email.toLowerCase() &&
    (await passwords.verify({ hash: account.passwordHash, password: input.password }))
  if (!isSame) throw new DomainError('idempotency_key_reused')
  const { userId } = account
  const arrival = await inTransaction(db, async (tx) => {
    // A change of password that came between has ended what was opened with the former one.
    if (!(await holdPassword(tx, userId, account.passwordHash))) throw new DomainError('idempotency_key_reused')
    return finishSignIn(tx, { userId, method: 'registration', client })
  })
  return { arrival, isReplay: true }
}

/** That an e-mail is taken is told a few times an hour to one network, and its owner learns of it by mail. */
export async function tellOwner(
  { db, limits }: Pick<Setup, 'db' | 'limits'>,
  email: string,
  client: Client,
): Promise<void> {
  await limits.spend(db, 'taken_emails_of_network', client.ipAddress)
  const owner = await findByEmail(db, email)
  if (!owner || !(await mayWrite(limits.spend(db, 'letters_of_account', `account_exists ${email}`)))) return
  const { userId, language } = owner
  const values = { link: '/forgot-password' }
  await inTransaction(db, (tx) => queueMail(tx, { userId, to: email, language, kind: 'account_exists', values }))
}

async function mayWrite(spending: Promise<void>): Promise<boolean> {
  try {
    await spending
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited') return false
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

/** What a refusal of the tables tells somebody who joins; null for any other error. */
export function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== UNIQUE_VIOLATION) return null
  const isName = constraint === 'users_username_skeleton_key' || constraint === 'users_username_freed'
  if (isName) return new DomainError('username_taken', { field: 'username' })
  if (constraint === 'users_email_key') return new DomainError('email_taken', { field: 'email' })
  // The same key at the same moment: the caller finds the winner's account.
  if (constraint === 'users_registration_key_key') return new DomainError('idempotency_key_reused')
  return null
}
