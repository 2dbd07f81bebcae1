import { useEffect, useState } from 'react'
import type { Message } from '../../domain/api.ts'
import { UNREAD_CAP } from '../../domain/limits.ts'
import type { PartyRole } from '../../domain/trades.ts'

/** How many messages by others arrived since the chat was last open on this device. */
export function useUnread(tradeId: string, messages: readonly Message[], role: PartyRole, isReading: boolean): number {
  const [readSeq, setReadSeq] = useState(() => recall(tradeId))
  const newest = messages.at(-1)?.seq ?? 0
  if (isReading && newest > readSeq) setReadSeq(newest)
  useEffect(() => remember(tradeId, readSeq), [tradeId, readSeq])
  if (isReading) return 0
  return messages.filter(({ seq, sender }) => seq > readSeq && sender !== role).length
}

/** 100 and more is "99+" (spec-coverage 2). */
export function unreadText(count: number): string {
  return count > UNREAD_CAP ? `${UNREAD_CAP}+` : String(count)
}

function recall(tradeId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(tradeId)) ?? 0)
  } catch {
    return 0
  }
}

function remember(tradeId: string, seq: number): void {
  try {
    localStorage.setItem(keyOf(tradeId), String(seq))
  } catch {
    // Without storage the count starts at the beginning of the chat.
  }
}

const keyOf = (tradeId: string) => `chat-read:${tradeId}`
