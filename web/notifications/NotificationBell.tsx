import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { withTexts } from '../i18n.ts'
import { Menu } from '../ui/dialogs/Menu.tsx'
import { useUnread } from './queries.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

const LatestNotifications = lazy(async () => ({
  default: (await withTexts('notifications', () => import('./LatestNotifications.tsx'))).LatestNotifications,
}))

/** The bell in the header: the number of unread notifications, and a menu of the latest. */
export function NotificationBell() {
  const { t } = useLingui()
  const unread = useUnread()
  return (
    <Menu
      label={t`Alerts, ${plural(unread, { 0: 'none unread', one: '# unread', other: '# unread' })}`}
      className="relative grid size-11 cursor-pointer place-items-center rounded-control text-muted hover:text-ink"
      trigger={
        <>
          <Bell />
          <UnreadBadge className="absolute start-6 -top-1" />
        </>
      }
    >
      <Suspense fallback={<div className="h-28 w-80 max-w-[calc(100vw-2rem)]" />}>
        <LatestNotifications />
      </Suspense>
    </Menu>
  )
}

function Bell() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
      <path d="M4 12.5V8a5 5 0 0 1 10 0v4.5l1.2 1.5H2.8L4 12.5Z" strokeLinejoin="round" />
      <path d="M7.3 16a2 2 0 0 0 3.4 0" strokeLinecap="round" />
    </svg>
  )
}
