import type { WaitingCounts } from '../../domain/api/staff/administration.ts'
import { unreadText } from '../notifications/unread-chat.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useWaitingCounts } from './queries.ts'

/** How much of this waits for an admin; nothing when nothing does. Its place stays while it is read again, so that no tab moves. */
export function WaitingCount({ of }: { of: keyof WaitingCounts }) {
  const { data, isStale } = useWaitingCounts()
  const count = data?.[of] ?? 0
  return count === 0 ? null : <CountBadge text={unreadText(count)} className={isStale ? 'invisible' : ''} />
}
