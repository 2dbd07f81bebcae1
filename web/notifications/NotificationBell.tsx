import Bell from 'lucide/dist/esm/icons/bell.mjs'
import { Icon } from '../ui/Icon.tsx'
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
          <Icon of={Bell} size={18} />
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
