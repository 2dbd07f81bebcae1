import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type UIEvent } from 'react'

/** As near to the end as this, the reader follows the conversation. */
const NEAR_END_PX = 80

type Props = {
  /** The number of the newest message: when it grows, something has arrived. */
  newestSeq: number
  /** The messages being sent: when they grow, the reader has just written. */
  ownCount: number
  children: ReactNode
}

/** The scrolling list of messages. Stays at the newest, unless the reader has scrolled up: then it says that there is more. */
export function MessageLog({ newestSeq, ownCount, children }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [isFollowing, setIsFollowing] = useState(true)
  const [leftAtSeq, setLeftAtSeq] = useState(newestSeq)

  function scrolled({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) {
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    if (isFollowing && !isAtEnd) setLeftAtSeq(newestSeq)
    setIsFollowing(isAtEnd)
  }

  useLayoutEffect(() => {
    if (isFollowing && newestSeq > 0) toEnd(box.current)
  }, [isFollowing, newestSeq])
  useLayoutEffect(() => {
    if (ownCount > 0) toEnd(box.current)
  }, [ownCount])
  useEffect(() => (isFollowing ? keepAtEnd(box.current) : undefined), [isFollowing])

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={box}
        onScroll={scrolled}
        // A box that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label={t`Messages`}
        aria-live="polite"
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 outline-offset-[-2px]"
      >
        <ol className="flex min-h-full flex-col justify-end gap-2.5">{children}</ol>
      </div>
      {!isFollowing && newestSeq > leftAtSeq && (
        <button
          type="button"
          onClick={() => {
            // The button goes; the focus it had stays here.
            box.current?.focus({ preventScroll: true })
            toEnd(box.current)
          }}
          className="absolute inset-x-0 bottom-3 mx-auto h-9 w-max rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-popup"
        >
          <Trans>New messages</Trans>
        </button>
      )}
    </div>
  )
}

function toEnd(box: HTMLElement | null): void {
  box?.scrollTo({ top: box.scrollHeight })
}

/** A box that shrinks (the keyboard of a phone, a growing text box) keeps its end in sight. */
function keepAtEnd(box: HTMLElement | null): () => void {
  const observer = new ResizeObserver(() => toEnd(box))
  if (box) observer.observe(box)
  return () => observer.disconnect()
}
