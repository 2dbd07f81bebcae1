import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { errorText } from '../client.ts'
import { useDates } from '../dates.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../ui/dialogs/Menu.tsx'
import { notificationPath, notificationText } from './notification-texts.ts'
import { markRead, useLatest } from './queries.ts'
import { UnreadMark } from './UnreadMark.tsx'
import { useSeen } from './use-seen.ts'

const SHOWN = 6

/** What the menu of the bell shows: the latest notifications, each linked to its page. */
export function LatestNotifications() {
  const client = useQueryClient()
  const { data, error } = useLatest()
  const shown = useMemo(() => data?.slice(0, SHOWN) ?? [], [data])
  useSeen(shown)
  const newest = shown[0]
  return (
    <div className="w-80 max-w-[calc(100vw-2rem)]">
      {error && <ErrorNote>{errorText(error)}</ErrorNote>}
      {data?.length === 0 && (
        <p className="px-4 py-3 text-muted">
          <Trans>No alerts</Trans>
        </p>
      )}
      {!data && !error && <div className="h-28" />}
      {shown.map((notification) => (
        <Line
          key={notification.id}
          notification={notification}
          onOpen={() => void markRead(client, { ids: [notification.id] }).catch(() => {})}
        />
      ))}
      <MenuSeparator />
      <MenuLink link={<Link to={paths.alerts} />}>
        <Trans>All alerts</Trans>
      </MenuLink>
      <MenuLink link={<Link to={paths.notificationSettings} />}>
        <Trans>Notification settings</Trans>
      </MenuLink>
      {newest && shown.some(({ isUnread }) => isUnread) && (
        <MenuItem onSelect={() => void markRead(client, { upTo: newest.id }).catch(() => {})}>
          <Trans>Mark all read</Trans>
        </MenuItem>
      )}
    </div>
  )
}

function Line({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const dates = useDates()
  return (
    <MenuLink link={<Link to={notificationPath(notification)} onClick={onOpen} />}>
      <span className="flex min-w-0 grow items-start gap-3 py-2">
        <UnreadMark isUnread={notification.isUnread} />
        <span className="min-w-0 grow">
          <span className={`block ${notification.isUnread ? 'font-semibold' : ''}`}>
            {notificationText(notification)}
          </span>
          <span className="num block text-sm text-muted">{dates.moment(notification.at)}</span>
        </span>
      </span>
    </MenuLink>
  )
}
