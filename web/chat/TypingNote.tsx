import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useIsTyping } from './typing.ts'

/** A screen reader announces typing at most once in this time. */
const ANNOUNCED_MS = 60_000

type Props = { tradeId: string; username: string; receivedSeq: number }

/** Says under the messages that the counterparty is typing. Its line is always there, so that nothing moves. */
export function TypingNote({ tradeId, username, receivedSeq }: Props) {
  const isTyping = useIsTyping(tradeId, receivedSeq)
  const isAnnounced = useAnnounced(isTyping)
  const text = (
    <Trans>
      <bdi>{username}</bdi> is typing…
    </Trans>
  )
  return (
    <div className="h-6 shrink-0 truncate px-5 text-xs leading-6 text-muted">
      <p aria-hidden>
        {isTyping && (
          <span className="inline-flex max-w-full items-center gap-2">
            <Dots />
            <span className="min-w-0 truncate">{text}</span>
          </span>
        )}
      </p>
      <p role="status" className="sr-only">
        {isAnnounced && text}
      </p>
    </div>
  )
}

function Dots() {
  return (
    <span className="inline-flex gap-0.5">
      {['0ms', '200ms', '400ms'].map((animationDelay) => (
        <span
          key={animationDelay}
          style={{ animationDelay }}
          className="size-1 rounded-full bg-current motion-safe:animate-pulse"
        />
      ))}
    </span>
  )
}

/** True while the counterparty types, for the first time in a while. */
function useAnnounced(isTyping: boolean): boolean {
  const lastAt = useRef(-Infinity)
  const [isAnnounced, setIsAnnounced] = useState(false)
  useEffect(() => {
    const isDue = isTyping && Date.now() - lastAt.current > ANNOUNCED_MS
    if (isDue) lastAt.current = Date.now()
    setIsAnnounced(isDue)
  }, [isTyping])
  return isAnnounced
}
