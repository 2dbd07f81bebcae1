import { Link } from '../layout/Link.tsx'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../paths.ts'
import { useUnreadAlerts } from './queries.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

/** The bell in the header: the number of unread alerts, linked to the list. */
export function AlertsLink() {
  const { t } = useLingui()
  const unread = useUnreadAlerts()
  return (
    <Link
      to={paths.dashboardTab('alerts')}
      aria-label={t`Alerts, ${plural(unread, { 0: 'none unread', one: '# unread', other: '# unread' })}`}
      className="relative grid size-11 place-items-center rounded-control text-muted hover:text-ink"
    >
      <Bell />
      <UnreadBadge className="absolute start-6 -top-1" />
    </Link>
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
