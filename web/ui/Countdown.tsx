import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

type Props = {
  /** When it ends: an ISO time of the server. */
  deadline: string
  /** Server clock minus this device's clock, in milliseconds. */
  clockOffsetMs?: number
  /** Since when the clock stands still, an ISO time of the server; left out while it runs. */
  stoppedAt?: string | null
  /** Called once when the time has run out, for instance to read the trade again. */
  onEnd?: () => void
}

/** The minutes left that screen readers announce. */
const SPOKEN_MINUTES = [30, 15, 10, 5, 2, 1]

/** Time left as mm:ss (h:mm:ss from an hour up). Screen readers announce it only at a few minutes. */
export function Countdown({ deadline, clockOffsetMs = 0, stoppedAt = null, onEnd }: Props) {
  const { t, i18n } = useLingui()
  const seconds = useSecondsLeft({ deadline, clockOffsetMs, stoppedAt, onEnd })
  const minutes = Math.ceil(seconds / 60)
  const left = clock(seconds, (part, digits) => i18n.number(part, { minimumIntegerDigits: digits, useGrouping: false }))
  const isSpoken = seconds === 0 || SPOKEN_MINUTES.includes(minutes)
  return (
    <span className="whitespace-nowrap">
      <span className="num" dir="ltr">
        <span role="timer" aria-label={t`Time left: ${left}`}>
          {left}
        </span>
        <span className="sr-only" aria-live="polite">
          {isSpoken && <Plural value={minutes} _0="Time is up" one="# minute left" other="# minutes left" />}
        </span>
      </span>
      {stoppedAt !== null && (
        <span className="ms-1.5 text-sm font-normal text-muted">
          <Trans context="countdown">suspended</Trans>
        </span>
      )}
    </span>
  )
}

type Timing = { deadline: string; clockOffsetMs: number; stoppedAt: string | null; onEnd: (() => void) | undefined }

function useSecondsLeft({ deadline, clockOffsetMs, stoppedAt, onEnd }: Timing): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadline, clockOffsetMs, stoppedAt))
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    let isOver = false
    function tick() {
      const left = secondsUntil(deadline, clockOffsetMs, stoppedAt)
      setSeconds(left)
      if (left === 0 && !isOver) {
        isOver = true
        end.current?.()
      }
    }
    tick()
    if (stoppedAt !== null) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [deadline, clockOffsetMs, stoppedAt])
  return seconds
}

function secondsUntil(deadline: string, clockOffsetMs: number, stoppedAt: string | null): number {
  const now = stoppedAt === null ? Date.now() + clockOffsetMs : Date.parse(stoppedAt)
  return Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000))
}

/** 605 seconds is "10:05", 3725 is "1:02:05". */
function clock(seconds: number, write: (part: number, digits: number) => string): string {
  const hours = Math.floor(seconds / 3600)
  const rest = `${write(Math.floor((seconds % 3600) / 60), 2)}:${write(seconds % 60, 2)}`
  return hours > 0 ? `${write(hours, 1)}:${rest}` : rest
}
