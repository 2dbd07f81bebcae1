import { unreadText } from './unread-chat.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useUnread } from './queries.ts'

/** The number of unread notifications; nothing when there are none. */
export function UnreadBadge({ className }: { className?: string }) {
  const unread = useUnread()
  return unread === 0 ? null : <CountBadge text={unreadText(unread)} className={className} />
}
