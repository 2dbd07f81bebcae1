import type { TradeFile } from '../../../domain/api/trades/evidence.ts'
import { DomainError } from '../../../domain/errors.ts'
import { fileRefusal, fileRule } from '../../../domain/trades/evidence.ts'
import type { FilePurpose } from '../../../domain/trades/evidence.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { PartyRole, TradeStatus } from '../../../domain/trades/trades.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { emit } from '../../notifications/live/emit.ts'
import { consumeStorage } from '../../http/uploads/consume-storage.ts'
import type { Storing } from '../../http/uploads/consume-storage.ts'
import type { Fingerprint } from '../../http/pictures/fingerprint.ts'
import type { PreparedFile } from './prepare-file.ts'
import { getFile } from './queries.ts'
import { sealFile } from './seal-file.ts'

type Adding = {
  tradeId: string
  userId: string
  purpose: FilePurpose
  /** Null in the demonstration's own past. */
  storing: Storing | null
}
/** `stored` differs from the status by the clock until the worker makes the move of a deadline that has passed. */
type Uploader = { role: PartyRole; status: TradeStatus; stored: TradeStatus; parties: string[] }
type Counted = { sameId: string | null; ofParty: bigint; ofHour: bigint }

/**
 * Adds a file to the trade. The same file again, by the same user for the same purpose, is the one that is stored. Refuses with
 * `not_found`, `not_your_move`, `file_not_expected`, `file_quota` or `file_limit`, as `consumeStorage`, and with `busy` in the moment before the
 * worker makes a dispute of a trade. The trade keeps its status until commit, and a
 * user's uploads are counted one after another.
 */
export async function addFile(tx: Tx, keys: Keyring, adding: Adding, file: PreparedFile): Promise<TradeFile> {
  const { role, status, stored, parties } = await lockTrade(tx, adding)
  const refusal = fileRefusal(adding.purpose, status, role)
  if (refusal) throw new DomainError(refusal, { details: { status } })
  const rule = fileRule(adding.purpose, stored, role)
  if (!rule) throw new DomainError('busy')
  const { isSubmitted } = rule
  const { sameId, ofParty, ofHour } = await count(tx, adding, file.sha256)
  if (sameId !== null) {
    if (isSubmitted) await submitFile(tx, sameId)
    return getFile(tx, sameId)
  }
  if (ofParty >= LIMITS.files_of_party)
    throw new DomainError('file_quota', { values: { limit: LIMITS.files_of_party } })
  if (ofHour >= LIMITS.files_per_hour) throw new DomainError('file_limit', { values: { limit: LIMITS.files_per_hour } })
  if (adding.storing) await consumeStorage(tx, adding.storing, { bytes: file.bytes.length, purpose: 'trade_file' })
  const added = await store(tx, keys, { ...adding, role, isSubmitted }, file)
  if (isSubmitted) await emit(tx, parties, { kind: 'file', data: { tradeId: adding.tradeId, messages: [] } })
  return added
}

/**
 * Shows a proof of payment to the counterparty. Call it after the move that names it, since the refusal of a late move keeps the
 * work before it. Refuses with `proof_unknown` unless it is a proof that this user added to this trade.
 */
export async function submitProof(
  tx: Tx,
  { tradeId, userId, fileId }: { tradeId: string; userId: string; fileId: string },
): Promise<void> {
  const { rows } = await sql`
    select from evidence_files
    where id = ${fileId} and trade_id = ${tradeId} and uploader_id = ${userId} and purpose = 'payment_proof'`.execute(
    tx,
  )
  if (rows.length === 0) throw new DomainError('proof_unknown', { field: 'proofId' })
  await submitFile(tx, fileId)
}

/** A second statement reads the status, by a clock that is later than the lock. */
async function lockTrade(tx: Tx, { tradeId, userId }: Adding): Promise<Uploader> {
  await sql`select from trades where id = ${tradeId} for share`.execute(tx)
  const { rows } = await sql<Uploader>`
    select case when t.buyer_id = ${userId} then 'buyer' else 'seller' end as role, state.status, t.status as stored, array[t.buyer_id, t.seller_id] as parties
    from trades t join trade_states state on state.trade_id = t.id
    where t.id = ${tradeId} and ${userId} in (t.buyer_id, t.seller_id)`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0]
}

async function count(tx: Tx, { tradeId, userId, purpose }: Adding, sha256: Buffer): Promise<Counted> {
  await sql`select count_alone('evidence_files', ${userId})`.execute(tx)
  const { rows } = await sql<Counted>`
    select
      (select id from evidence_files where trade_id = ${tradeId} and uploader_id = ${userId} and purpose = ${purpose}
        and sha256 = ${sha256}) as same_id,
      (select count(*) from evidence_files
        where trade_id = ${tradeId} and uploader_id = ${userId} and purpose = ${purpose}) as of_party,
      (select count(*) from evidence_files
        where uploader_id = ${userId} and at > (select clock_timestamp() - interval '1 hour')) as of_hour`.execute(tx)
  return rows[0]!
}

async function submitFile(tx: Tx, fileId: string): Promise<void> {
  await sql`
    update evidence_files set submitted_at = clock_timestamp() where id = ${fileId} and submitted_at is null`.execute(
    tx,
  )
}

async function store(
  tx: Tx,
  keys: Keyring,
  { tradeId, userId, purpose, role, isSubmitted }: Adding & { role: PartyRole; isSubmitted: boolean },
  { type, bytes, picture, sha256, contentSha256, fingerprints }: PreparedFile,
): Promise<TradeFile> {
  const id = crypto.randomUUID()
  const { dataKey, sealed } = sealFile(keys, id, bytes)
  await sql`
    insert into evidence_files (id, trade_id, purpose, uploader_role, uploader_id, media_type, width, height, bytes, data_key,
      sealed, sha256, content_sha256, submitted_at, at)
    select ${id}, ${tradeId}, ${purpose}, ${role}, ${userId}, ${type}, ${picture?.width ?? null}, ${picture?.height ?? null},
      ${bytes.length}, ${dataKey}, ${sealed}, ${sha256}, ${contentSha256}, case when ${isSubmitted} then moment end, moment
    from clock_timestamp() as moment`.execute(tx)
  await storeFingerprints(tx, id, fingerprints)
  return getFile(tx, id)
}

async function storeFingerprints(tx: Tx, fileId: string, fingerprints: readonly Fingerprint[]): Promise<void> {
  const hashes = fingerprints.map(({ hash }) => String(hash))
  const details = fingerprints.map(({ detail }) => `x${detail.toString('hex')}`)
  await sql`
    insert into evidence_fingerprints (trade_id, file_id, crop, hash, detail, at)
    select f.trade_id, f.id, print.nr - 1, print.hash, print.detail::bit(256), f.at
    from evidence_files f, unnest(${hashes}::bigint[], ${details}::text[]) with ordinality as print (hash, detail, nr)
    where f.id = ${fileId}`.execute(tx)
}
