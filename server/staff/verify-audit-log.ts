import { createHash } from 'node:crypto'
import type pg from 'pg'

const BATCH = 5000
const GENESIS = Buffer.alloc(32)

type RecordRow = {
  id: string
  actor_id: string
  role: string
  action: string
  subject: string
  reason: string | null
  micros: string
  prev_hash: Buffer
  hash: Buffer
}

/** A record's number and hash, as an earlier run printed them. */
export type Witness = { id: bigint; hash: string }

export type Verified = {
  records: bigint
  /** The hash of the last record. */
  head: string
  /** The first record that breaks the chain, and how; null: none does. */
  broken: { id: bigint; problem: string } | null
}

/**
 * Reads the audit log in order and computes each record's hash again, without the functions of the database, which its owner
 * could have replaced. A record that was changed, removed or inserted is named by its number. Records removed from the end
 * are missing from `audit_log_head`; if that row is rewritten as well, only a `witness` finds it.
 */
export async function verifyAuditLog(owner: pg.Client | pg.Pool, witness?: Witness): Promise<Verified> {
  const { rows: heads } = await owner.query<{ last_id: string; last_hash: Buffer }>(
    'select last_id::text, last_hash from audit_log_head',
  )
  const head = { id: BigInt(heads[0]?.last_id ?? 0), hash: heads[0]?.last_hash ?? GENESIS }
  let [last, hash]: [bigint, Buffer] = [0n, GENESIS]
  const end = (problem: string | null, id = last): Verified => ({
    records: last,
    head: hash.toString('hex'),
    broken: problem === null ? null : { id, problem },
  })
  for (;;) {
    const records = await readAfter(owner, last)
    for (const record of records) {
      const id = BigInt(record.id)
      if (id !== last + 1n) return end('it is missing', last + 1n)
      if (id > head.id) return end('it was inserted without its place in the chain', id)
      if (!hashOf(record).equals(record.hash)) return end('it was changed', id)
      // This record's own hash is right, so the record before it was changed and its hash computed again.
      if (!record.prev_hash.equals(hash)) return end('it was changed, and its hash computed again', last || id)
      if (witness?.id === id && witness.hash !== record.hash.toString('hex'))
        return end('its hash is not the one that was noted', id)
      last = id
      hash = record.hash
    }
    if (records.length < BATCH) break
  }
  if (last < head.id) return end('it is missing', last + 1n)
  if (!hash.equals(head.hash)) return end('it was changed, and its hash computed again', last)
  if (witness && witness.id > last) return end('it is missing: it was noted, and is not there', last + 1n)
  return end(null)
}

async function readAfter(owner: pg.Client | pg.Pool, after: bigint): Promise<RecordRow[]> {
  const { rows } = await owner.query<RecordRow>(
    `select id::text, actor_id, role, action, subject, reason, prev_hash, hash,
      (extract(epoch from at) * 1000000)::bigint::text as micros
    from audit_log where id > $1 order by audit_log.id limit ${BATCH}`,
    [after.toString()],
  )
  return rows
}

/** As audit_record_hash in 0018_staff.sql. */
function hashOf({ id, actor_id, role, action, subject, reason, micros, prev_hash }: RecordRow): Buffer {
  const hash = createHash('sha256').update(prev_hash)
  for (const column of [id, actor_id, role, action, subject, reason, micros])
    hash.update(column === null ? '-,' : `${Buffer.byteLength(column)}:${column},`)
  return hash.digest()
}
