import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sendTyping } from '../../domain/api/chat/chat.ts'
import { TYPING_SENT_SECONDS, TYPING_SHOWN_SECONDS } from '../../domain/chat/chat.ts'
import { call } from '../client.ts'
import { typingKey } from '../notifications/live/chat-signals.ts'

/**
 * Whether the counterparty is typing: for a few seconds after each signal, until a message of theirs arrives. `receivedSeq` is
 * the number of the latest one.
 */
export function useIsTyping(tradeId: string, receivedSeq: number): boolean {
  const { data: signalledAt = null } = useQuery<number>({
    queryKey: typingKey(tradeId),
    queryFn: skipToken,
    staleTime: Infinity,
  })
  const [expiredAt, setExpiredAt] = useState(0)
  useEffect(() => {
    if (signalledAt === null) return
    const left = signalledAt + TYPING_SHOWN_SECONDS * 1000 - Date.now()
    const timer = setTimeout(() => setExpiredAt(signalledAt), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [signalledAt])
  const [answered, setAnswered] = useState<{ seq: number; signalledAt: number | null }>({
    seq: receivedSeq,
    signalledAt: null,
  })
  if (receivedSeq !== answered.seq) setAnswered({ seq: receivedSeq, signalledAt })
  return signalledAt !== null && signalledAt > expiredAt && signalledAt !== answered.signalledAt
}

/** Signals to the counterparty that the user types: call `signal` at each change of the text, and `sent` with the message. */
export function useTypingSignal(tradeId: string): { signal: () => void; sent: () => void } {
  const last = useRef(0)
  return {
    signal() {
      if (Date.now() - last.current < TYPING_SENT_SECONDS * 1000) return
      last.current = Date.now()
      // A lost signal is not worth a message.
      call(sendTyping, { params: { tradeId } }).catch(() => {})
    },
    sent() {
      last.current = 0
    },
  }
}
