/** The dot before an unread notification; its place stays empty before one that was read. */
export function UnreadMark({ isUnread }: { isUnread: boolean }) {
  return <span aria-hidden className={`mt-2 size-2 shrink-0 rounded-full ${isUnread ? 'bg-accent' : ''}`} />
}
