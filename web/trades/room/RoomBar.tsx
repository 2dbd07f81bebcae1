import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  /** What the time left is for, and the time. */
  time?: ReactNode
  /** The reader's next move. */
  move?: ReactNode
  /** Why the last move failed. */
  problem?: ReactNode
  /** Opens the chat: beside a move its icon alone. Null in the open chat. */
  chat: ReactNode | null
}

/**
 * On a small screen the next move and its deadline stay in sight: below the page however far it is scrolled, and above the open
 * chat. On a very low one it is a part of the page, after the status.
 */
export function RoomBar({ chat, ...parts }: Props) {
  return chat === null ? <TopBar {...parts} /> : <BottomBar {...parts} chat={chat} />
}

function TopBar({ time, move, problem }: Omit<Props, 'chat'>) {
  if (!time && !move && !problem) return null
  return (
    <div className="shrink-0 border-b border-line px-4 py-2">
      {problem}
      <div className="flex items-center justify-between gap-3">
        <div className="flex shrink-0 flex-col text-sm leading-tight empty:hidden">{time}</div>
        <div className="min-w-0 empty:hidden">{move}</div>
      </div>
    </div>
  )
}

function BottomBar({ time, move, problem, chat }: Props) {
  const bar = useReservedSpace()
  return (
    <div
      ref={bar}
      data-room-bar
      className="rounded-panel border border-line bg-surface px-4 py-2 barred:fixed barred:inset-x-0 barred:bottom-0 barred:z-30 barred:rounded-none barred:border-x-0 barred:border-b-0 barred:bg-canvas barred:pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {problem}
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm leading-tight empty:hidden *:leading-tight">
        {time}
      </div>
      <div
        data-move={move ? true : undefined}
        className="group/bar flex gap-3 *:last:grow data-move:*:first:grow data-move:*:last:grow-0"
      >
        {move}
        {chat}
      </div>
    </div>
  )
}

/** The page keeps as much space at its end as the bar covers, and scrolls no focused control below it. */
function useReservedSpace() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current!
    const observer = new ResizeObserver(([entry]) => {
      const isOverPage = getComputedStyle(element).position === 'fixed'
      reserve(isOverPage ? `${entry?.borderBoxSize[0]?.blockSize ?? 0}px` : '')
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      reserve('')
    }
  }, [])
  return bar
}

function reserve(space: string): void {
  document.body.style.paddingBlockEnd = space
  document.documentElement.style.scrollPaddingBlockEnd = space
}
