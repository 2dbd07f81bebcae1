import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { NOTIFICATION_DAYS } from '../../domain/notifications/notifications.ts'
import { shortId } from '../../domain/trades/trades.ts'
import { errorText } from '../client.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { markRead, useNotifications } from './queries.ts'
import { useSeen } from './use-seen.ts'
import { NextPageButton } from '../NextPageButton.tsx'
import { RetryNote } from '../RetryNote.tsx'

const NONE: Notification[] = []

/** The user's notifications, grouped by trade, the group with the newest first. */
export function AlertsTab() {
  const { t } = useLingui()
  const query = useNotifications()
  const { data, error } = query
  const shown = data ?? NONE
  useSeen(shown)
  if (!data && !error) return <SkeletonRows rows={4} label={t`Loading alerts…`} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Link to={paths.notificationSettings} className="touch-area underline underline-offset-4">
          <Trans>Notification settings</Trans>
        </Link>
        {shown.length > 0 && <MarkAllRead shown={shown} />}
      </div>
      <RetryNote query={query} />
      {data && shown.length === 0 && (
        <EmptyState title={<Trans>No alerts</Trans>}>
          <Trans>
            Trade updates, new messages and news about your account stay here for{' '}
            <Plural value={NOTIFICATION_DAYS} one="# day" other="# days" />.
          </Trans>
        </EmptyState>
      )}
      {groupsOf(shown).map((group) => (
        <Group key={group[0]!.tradeId ?? group[0]!.id} notifications={group} />
      ))}
      <NextPageButton query={query} className="justify-self-center" />
    </div>
  )
}

/** Groups by trade, in the order of each group's newest notification; one without a trade is its own group. */
function groupsOf(shown: readonly Notification[]): Notification[][] {
  return [...Map.groupBy(shown, ({ tradeId, id }) => tradeId ?? id).values()]
}

function Group({ notifications }: { notifications: readonly Notification[] }) {
  const { tradeId, username } = notifications[0]!
  const trade = tradeId === null ? null : <bdi dir="ltr">#{shortId(tradeId)}</bdi>
  return (
    <section className="panel">
      {trade && tradeId !== null && (
        <h2 className="num border-b border-line px-4 py-2.5 text-sm text-muted md:px-5">
          <Link to={paths.trade(tradeId)} className="touch-area hover:text-ink hover:underline">
            <Trans>
              Trade {trade} with <bdi>{username}</bdi>
            </Trans>
          </Link>
        </h2>
      )}
      <ul className="divide-y divide-line">
        {notifications.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ul>
    </section>
  )
}

/** Marks all up to the newest one shown, so that one that arrives meanwhile stays unread. */
function MarkAllRead({ shown }: { shown: readonly Notification[] }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => markRead(client, { upTo: shown[0]!.id }),
  })
  return (
    <>
      <Button disabled={!shown.some(({ isUnread }) => isUnread)} busy={isPending} onClick={() => mutate()}>
        <Trans>Mark all read</Trans>
      </Button>
      {error && <ErrorNote>{errorText(error)}</ErrorNote>}
    </>
  )
}
