import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { markMessagesRead, type Message, type ReadMarks } from '../../domain/api/chat/chat.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { ApiError, call } from '../client.ts'
import { keepReadMarks, readMarksKey } from '../notifications/live/chat-signals.ts'

/** An unread message that is older than this when it arrives was written while the reader was away. */
const MISSED_MS = 15_000
/** A mark is sent this long after a message was shown, and the next one at least so much later. */
const SENT_AFTER_MS = 50
const SENT_APART_MS = 2000
/** A mark that was lost is sent again after SENT_APART_MS, then after twice as long each time, up to this. */
const SENT_AGAIN_MAX_MS = 60_000

export type Reading = {
  /** Messages of others that no page of the reader's side has shown. */
  unread: number
  /** The first message that the reader missed while away: the line "New messages" is above it. */
  lineSeq: number | null
  /** The last own message that the counterparty has read. */
  seenSeq: number | null
  /** The last message that the reader's side has read. */
  readSeq: number
  isVisible: boolean
  /** Messages up to this number were on the screen. */
  shown: (seq: number) => void
  endLine: () => void
}

/** How far both sides have read. `now` is the time by the server's clock. */
export function useReading(
  { id, role }: Pick<Trade, 'id' | 'role'>,
  messages: readonly Message[],
  now: () => number,
): Reading {
  // None until the messages are read.
  const { data: marks } = useQuery<ReadMarks>({ queryKey: readMarksKey(id), queryFn: skipToken, staleTime: Infinity })
  const shown = useMarkRead(id, role)
  const isVisible = usePageVisible()
  const own = marks?.[role]
  const theirs = marks?.[role === 'buyer' ? 'seller' : 'buyer'] ?? 0
  const unread = own === undefined ? [] : messages.filter(({ seq, sender }) => seq > own && sender !== role)
  const first = unread[0]
  const [line, setLine] = useState<Line>({ seq: null, isVisible, hasUnread: false })
  if (isVisible !== line.isVisible || (first !== undefined) !== line.hasUnread) {
    const isBack = isVisible && !line.isVisible
    const isMissed = first !== undefined && (isBack || now() - Date.parse(first.createdAt) > MISSED_MS)
    // A reader who has read nothing before knows that everything is new.
    const isNew = isVisible && isMissed && own !== undefined && own > 0
    setLine({ seq: isNew ? first.seq : isBack ? null : line.seq, isVisible, hasUnread: first !== undefined })
  }
  return {
    unread: unread.length,
    lineSeq: line.seq,
    seenSeq: messages.findLast(({ seq, sender }) => sender === role && seq <= theirs)?.seq ?? null,
    readSeq: own ?? Infinity,
    isVisible,
    shown,
    endLine: () => setLine({ ...line, seq: null }),
  }
}

type Line = { seq: number | null; isVisible: boolean; hasUnread: boolean }

/** Marks messages as read: on this page immediately, and on the server with few calls. */
function useMarkRead(tradeId: string, role: Trade['role']): (seq: number) => void {
  const client = useQueryClient()
  const state = useRef<SendState>({ seq: 0, sentAt: 0, timer: null, lost: 0, isLeft: false })
  useEffect(() => {
    const { current } = state
    current.isLeft = false
    return () => {
      current.isLeft = true
      if (current.lost > 0 && current.timer !== null) clearTimeout(current.timer)
    }
  }, [])

  function send() {
    const { current } = state
    current.timer = null
    current.sentAt = Date.now()
    call(markMessagesRead, { params: { tradeId }, body: { seq: current.seq } }).then((marks) => {
      current.lost = 0
      keepReadMarks(client, tradeId, marks)
    }, sendAgain)
  }

  function sendAgain(error: unknown) {
    const { current } = state
    const isRefused = error instanceof ApiError && error.isDefinite && error.status !== 429
    if (isRefused || current.isLeft) return
    current.timer ??= setTimeout(send, Math.min(SENT_AGAIN_MAX_MS, SENT_APART_MS * 2 ** current.lost))
    current.lost++
  }

  return (seq) => {
    if (seq <= state.current.seq) return
    state.current.seq = seq
    keepReadMarks(client, tradeId, { buyer: 0, seller: 0, [role]: seq })
    state.current.timer ??= setTimeout(send, Math.max(SENT_AFTER_MS, state.current.sentAt + SENT_APART_MS - Date.now()))
  }
}

type SendState = {
  /** The last message that was shown. */
  seq: number
  sentAt: number
  timer: ReturnType<typeof setTimeout> | null
  /** How many marks were lost since one arrived. */
  lost: number
  /** The reader has left the trade. */
  isLeft: boolean
}

function usePageVisible(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange)
      return () => document.removeEventListener('visibilitychange', onChange)
    },
    () => document.visibilityState === 'visible',
    () => true,
  )
}
