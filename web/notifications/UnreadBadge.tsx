import { unreadText } from '../chat/unread.ts'
import { useUnread } from './queries.ts'

/** The number of unread notifications; nothing when there are none. */
export function UnreadBadge({ className = '' }: { className?: string }) {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span
      className={`num grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent ${className}`}
    >
      {unreadText(unread)}
    </span>
  )
}
