import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { markAlertsRead, type Alert } from '../../domain/api.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { AlertRow } from './AlertRow.tsx'
import { alertsKey, useAlerts } from './queries.ts'

/** The counterparties' actions in the user's trades during the last seven days, newest first. */
export function AlertsTab() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useAlerts()
  if (!data && !error) return <SkeletonRows rows={4} label={t`Loading alerts…`} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorNote>
      )}
      {data?.length === 0 && (
        <EmptyState title={<Trans>No alerts</Trans>}>
          <Trans>Trade updates and new messages stay here for seven days.</Trans>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <MarkAllRead alerts={data} />
          <ul className="panel divide-y divide-line">
            {data.map((alert) => (
              <AlertRow key={alert.seq} alert={alert} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Marks the alerts on the screen: one that arrives meanwhile stays unread. */
function MarkAllRead({ alerts }: { alerts: readonly Alert[] }) {
  const client = useQueryClient()
  const command = useCommand(markAlertsRead)
  const mark = () =>
    command.mutate(
      { body: { seq: alerts[0]?.seq ?? 0 } },
      { onSuccess: () => void client.invalidateQueries({ queryKey: alertsKey }) },
    )
  return (
    <>
      <Button
        disabled={!alerts.some(({ isUnread }) => isUnread)}
        busy={command.isPending}
        onClick={mark}
        className="justify-self-end"
      >
        <Trans>Mark all read</Trans>
      </Button>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </>
  )
}
