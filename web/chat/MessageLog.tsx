import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type UIEvent } from 'react'
import { LINE_CLASS } from './NewMessagesLine.tsx'
import { useShown } from './use-shown.ts'

/** Within this distance of the end, the log follows new messages. */
const NEAR_END_PX = 80

type Props = {
  /** The number of the newest message: a larger one means a new message. */
  newestSeq: number
  /** The number of messages being sent: a larger one means that the reader has sent one. */
  ownCount: number
  /** Where the reader left off; the list opens there if the rest does not fit. */
  lineSeq?: number | null
  /** The last message that was read, and what to do with further ones that are on the screen. */
  reading?: { readSeq: number; isVisible: boolean; shown: (seq: number) => void }
  children: ReactNode
}

/** The scrolling list of messages. It stays at the newest unless the reader has scrolled up, and then shows a button. */
export function MessageLog({ newestSeq, ownCount, lineSeq = null, reading = NOT_MARKED, children }: Props) {
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
  // What is there when the list opens does not move.
  useEffect(() => {
    if (newestSeq > 0) box.current?.setAttribute('data-opened', '')
  }, [newestSeq])
  const isPlaced = useRef(false)
  useLayoutEffect(() => {
    if (isPlaced.current || newestSeq === 0) return
    isPlaced.current = true
    if (lineSeq === null || !toLine(box.current)) return
    setIsFollowing(false)
    setLeftAtSeq(lineSeq - 1)
  }, [newestSeq, lineSeq])
  useShown(box, { ...reading, newestSeq }, reading.shown)
  useLayoutEffect(() => {
    if (ownCount > 0) toEnd(box.current)
  }, [ownCount])
  useEffect(() => (isFollowing ? keepAtEnd(box.current) : undefined), [isFollowing])

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={box}
        onScroll={scrolled}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t`Messages`}
        aria-live="polite"
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 outline-offset-[-2px]"
      >
        <ol className={`flex min-h-full flex-col justify-end gap-2.5 ${arrivalClass}`}>{children}</ol>
      </div>
      {!isFollowing && newestSeq > leftAtSeq && (
        <button
          type="button"
          onClick={() => {
            // The button disappears; the list takes its focus.
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

/** The other party's message rises into its place; the reader's own is already there when it is accepted. */
const arrivalClass =
  '[[data-opened]>&>[data-other]]:transition-[opacity,translate] [[data-opened]>&>[data-other]]:duration-200 [[data-opened]>&>[data-other]]:starting:translate-y-2 [[data-opened]>&>[data-other]]:starting:opacity-0'

const NOT_MARKED = { readSeq: Infinity, isVisible: false, shown: () => {} }

/** Scrolls to the line "New messages" if it is above what is shown. */
function toLine(box: HTMLElement | null): boolean {
  const line = box?.querySelector(`.${LINE_CLASS}`)
  if (!box || !line) return false
  const above = box.getBoundingClientRect().top - line.getBoundingClientRect().top
  if (above <= 0) return false
  box.scrollBy({ top: -above })
  return true
}

function toEnd(box: HTMLElement | null): void {
  box?.scrollTo({ top: box.scrollHeight })
}

/** Keeps the end in sight when the list shrinks (a phone's keyboard, a growing text field), and when a picture is loaded. */
function keepAtEnd(box: HTMLElement | null): () => void {
  const observer = new ResizeObserver(() => toEnd(box))
  for (const sized of [box, box?.firstElementChild]) if (sized) observer.observe(sized)
  return () => observer.disconnect()
}
