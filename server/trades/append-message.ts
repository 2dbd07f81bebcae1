/** Adds one message to a trade's chat, with the next number in it. */
import type { Message } from '../../domain/api/chat/chat.ts'
import type { MessageKind, SenderRole, SystemCode } from '../../domain/chat/chat.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type NewMessage = {
  tradeId: string
  kind: MessageKind
  /** Null for a system message. */
  sender: { id: string; role: SenderRole } | null
  text: string
  systemCode?: SystemCode
  image?: { id: string; width: number; height: number }
  clientId?: string
}

/** The chat's row is locked to commit, so messages are numbered in the order they become visible. */
export async function appendMessage(tx: Tx, message: NewMessage): Promise<Message> {
  const { tradeId, kind, sender, text, systemCode = null, image = null, clientId = null } = message
  const { rows } = await sql<{ seq: number; createdAt: Date; member: string | null }>`
    with chat as (
      insert into trade_chats (trade_id, last_seq) values (${tradeId}, 1)
      on conflict (trade_id) do update set last_seq = trade_chats.last_seq + 1
      returning last_seq
    )
    insert into messages (trade_id, seq, kind, sender_role, sender_id, body, system_code, image_id, client_id)
    select ${tradeId}, last_seq, ${kind}, ${sender?.role ?? null}, ${sender?.id ?? null}, ${text},
      ${systemCode}, ${image?.id ?? null}, ${clientId}
    from chat
    returning seq, created_at, (select username from users where id = member_id) as member`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a message was not stored')
  return {
    seq: row.seq,
    tradeId,
    kind,
    sender: sender?.role ?? null,
    member: row.member,
    text,
    systemCode,
    image,
    clientId,
    createdAt: row.createdAt.toISOString(),
  }
}
