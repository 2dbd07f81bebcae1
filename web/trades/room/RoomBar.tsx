import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  /** What the time left is for, and the time. */
  time?: ReactNode
  /** The reader's next act. */
  act?: ReactNode
  /** Why the last act failed. */
  problem?: ReactNode
  /** Opens the chat: beside an act its icon alone. */
  chat: ReactNode
}

/** The bar at the bottom of a small screen: the next act and its deadline stay in sight, however far the page is scrolled. */
export function RoomBar({ time, act, problem, chat }: Props) {
  const bar = useReservedSpace()
  return (
    <div
      ref={bar}
      data-room-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-canvas px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {problem}
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm empty:hidden">{time}</div>
      <div
        data-act={act ? true : undefined}
        className="group/bar flex gap-3 *:last:grow data-act:*:first:grow data-act:*:last:grow-0"
      >
        {act}
        {chat}
      </div>
    </div>
  )
}

/** The page keeps as much space at its end as the bar covers, and scrolls no focused control below it. */
function useReservedSpace() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => reserve(`${entry?.borderBoxSize[0]?.blockSize ?? 0}px`))
    observer.observe(bar.current!)
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
