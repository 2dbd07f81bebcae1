/** Calls that change something take effect once, however often they are sent (decisions: Money). */
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_LENGTH } from '../../domain/idempotency-key.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Secrets } from '../config.ts'
import type { Db, Tx } from '../db/pool.ts'
import { SENT_WITH_NEXT, inTransaction, isRefusedByDatabase, sql } from '../db/pool.ts'
import { problemOf, statusOf } from './errors.ts'

export type Answer = { status: number; body: unknown; replayed: boolean }

export type CommandCall = {
  actorId: string
  /** The caller's Idempotency-Key. */
  key: string
  /** Method and path with its parameters filled in. */
  route: string
  /** What a repeated key must match: under the present secret, then under the former one. */
  fingerprints: readonly Buffer[]
  requestId: string
}

/**
 * Runs `work` in one transaction together with the record of its answer. The same key and input again gets the stored
 * answer; another input gets `idempotency_key_reused`; a second call while the first runs waits for it. A refusal rolls
 * back the work and is stored as well; an internal error is not, so that the client can retry, nor is a refusal that ends
 * with time, or `reauthentication_required`, after which the client repeats the same call. Work that leaves its refusals to the
 * database runs once more as `workWithChecks`, which asks for each of them first, where a constraint has refused it.
 */
export async function runCommand(
  db: Db,
  call: CommandCall,
  successStatus: number,
  work: (tx: Tx) => Promise<unknown>,
  workWithChecks: ((tx: Tx) => Promise<unknown>) | null = null,
): Promise<Answer> {
  try {
    return await inTransaction(db, async (tx) => {
      const earlier = await claim(tx, call)
      if (earlier) return earlier
      const answer = await answerOf(work, tx, successStatus, call.requestId)
      await remember(tx, call, answer)
      return answer
    })
  } catch (error) {
    if (workWithChecks && isRefusedByDatabase(error)) return runCommand(db, call, successStatus, workWithChecks)
    if (!(error instanceof DomainError) || !isLastWord(error)) throw error
    return rememberRefusal(db, call, error)
  }
}

function isLastWord({ kind, code }: DomainError): boolean {
  return kind !== 'busy' && kind !== 'mismatch' && kind !== 'limited' && code !== 'reauthentication_required'
}

/** Sends a stored or fresh answer; refusals keep their own content type and skip the success schema. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replay', 'true')
  reply.code(answer.status)
  if (answer.status >= 400) {
    reply.type('application/problem+json; charset=utf-8').serializer((value: unknown) => JSON.stringify(value))
  }
  return reply.send(answer.body)
}

/** Replaces the stored answer after a second transaction of the same command. */
export async function remember(tx: Tx, call: CommandCall, answer: Answer): Promise<void> {
  await sql`${SENT_WITH_NEXT} update commands set status = ${answer.status}, answer = ${JSON.stringify(answer.body)}
    where actor_id = ${call.actorId} and key = ${call.key}`.execute(tx)
}

/** Keyed hashes of a call: from an unkeyed one, a thief of the table could guess a name or an account number that was typed. */
export function fingerprintsOf({ current, previous }: Secrets, route: string, input: unknown): Buffer[] {
  const text = `command\n${route}\n${JSON.stringify(input ?? null)}`
  const secrets = previous === null ? [current] : [current, previous]
  return secrets.map((secret) => createHmac('sha256', secret).update(text).digest())
}

const KEY = new RegExp(String.raw`^[\x21-\x7e]{${IDEMPOTENCY_KEY_LENGTH.min},${IDEMPOTENCY_KEY_LENGTH.max}}$`)

/** The caller's Idempotency-Key. Refuses a missing or malformed one. */
export function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw new DomainError('idempotency_key_missing')
  return key
}

/** Claims the key, or finds the answer stored under it. Waits for a call in progress with the same key. */
async function claim(tx: Tx, call: CommandCall): Promise<Answer | null> {
  const { rows } = await sql`
    insert into commands (actor_id, key, route, fingerprint)
    values (${call.actorId}, ${call.key}, ${call.route}, ${call.fingerprints[0]})
    on conflict (actor_id, key) do nothing returning 1 as claimed`.execute(tx)
  if (rows.length > 0) return null
  const stored = await sql<{ fingerprint: Buffer; status: number; answer: unknown }>`
    select fingerprint, status, answer from commands where actor_id = ${call.actorId} and key = ${call.key}`.execute(tx)
  const row = stored.rows[0]
  if (!row || !call.fingerprints.some((own) => own.equals(row.fingerprint)))
    throw new DomainError('idempotency_key_reused')
  return { status: row.status, body: row.answer, replayed: true }
}

async function answerOf(
  work: (tx: Tx) => Promise<unknown>,
  tx: Tx,
  successStatus: number,
  requestId: string,
): Promise<Answer> {
  try {
    return { status: successStatus, body: await work(tx), replayed: false }
  } catch (error) {
    if (!(error instanceof DomainError) || !error.keepsWork) throw error
    return { status: statusOf(error), body: problemOf(error, requestId), replayed: false }
  }
}

async function rememberRefusal(db: Db, call: CommandCall, error: DomainError): Promise<Answer> {
  return inTransaction(db, async (tx) => {
    const earlier = await claim(tx, call)
    if (earlier) return earlier
    const answer = { status: statusOf(error), body: problemOf(error, call.requestId), replayed: false }
    await remember(tx, call, answer)
    return answer
  })
}
