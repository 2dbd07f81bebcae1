/** The reads of a trade's chat. `partyOf` decides who may read it. */
import type { Message, ReadMarks } from '../../domain/api/chat/chat.ts'
import type { MessageKind, SenderRole, SystemCode } from '../../domain/chat/chat.ts'
import { MESSAGES_LISTED } from '../../domain/chat/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db, DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { JOINED_OBJECT, readStored, storedColumns } from '../files/stored-bytes.ts'
import type { Reader, StoredBytes } from '../files/stored-bytes.ts'

type MessageRow = {
  seq: number
  kind: MessageKind
  senderRole: SenderRole | null
  member: string | null
  body: string
  systemCode: SystemCode | null
  imageId: string | null
  width: number | null
  height: number | null
  clientId: string | null
  createdAt: Date
}

/** The messages after number `after`, oldest first, `MESSAGES_LISTED` at most. */
export async function listMessages(db: Db, tradeId: string, after: number): Promise<Message[]> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages()}
    where m.trade_id = ${tradeId} and m.seq > ${after}::bigint
    order by m.seq limit ${sql.lit(MESSAGES_LISTED)}`.execute(db)
  return rows.map((row) => toMessage(tradeId, row))
}

/** How far each party has read. */
export async function getReadMarks(db: DbOrTx, tradeId: string): Promise<ReadMarks> {
  const { rows } = await sql<ReadMarks>`
    select buyer_read_seq as buyer, seller_read_seq as seller from trade_chats where trade_id = ${tradeId}`.execute(db)
  return rows[0] ?? { buyer: 0, seller: 0 }
}

/** The message that its sender knows by `clientId`, if it was already sent. */
export async function findSent(tx: Tx, tradeId: string, senderId: string, clientId: string): Promise<Message | null> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages()}
    where m.trade_id = ${tradeId} and m.sender_id = ${senderId} and m.client_id = ${clientId}`.execute(tx)
  return rows[0] ? toMessage(tradeId, rows[0]) : null
}

/** A picture's WebP bytes. Refuses with `not_found`, or with `file_unavailable` where they lie in a store that fails. */
export async function getImage(context: Reader, tradeId: string, imageId: string): Promise<Buffer> {
  const { rows } = await sql<StoredBytes>`
    select ${storedColumns('bytes')} from trade_images f ${JOINED_OBJECT}
    where f.trade_id = ${tradeId} and f.id = ${imageId}`.execute(context.db)
  if (!rows[0]) throw new DomainError('not_found')
  return readStored(context, rows[0])
}

export async function countImages(db: DbOrTx, tradeId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from trade_images where trade_id = ${tradeId}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function selectMessages() {
  return sql`
    select m.seq, m.kind, m.sender_role, (select username from users where id = m.member_id) as member, m.body, m.system_code, m.image_id, i.width, i.height, m.client_id, m.created_at
    from messages m left join trade_images i on i.trade_id = m.trade_id and i.id = m.image_id`
}

function toMessage(tradeId: string, row: MessageRow): Message {
  const { imageId, width, height } = row
  return {
    seq: row.seq,
    tradeId,
    kind: row.kind,
    sender: row.senderRole,
    member: row.member,
    text: row.body,
    systemCode: row.systemCode,
    image: imageId === null || width === null || height === null ? null : { id: imageId, width, height },
    clientId: row.clientId,
    createdAt: row.createdAt.toISOString(),
  }
}
