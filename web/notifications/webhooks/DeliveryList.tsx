import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { resendWebhookDelivery } from '../../../domain/api/notifications/webhooks.ts'
import type { WebhookDelivery } from '../../../domain/api/notifications/webhook-values.ts'
import { shortId } from '../../../domain/trades/trades.ts'
import { WEBHOOK_DELIVERY_DAYS, WEBHOOK_TIMEOUT_SECONDS } from '../../../domain/notifications/webhooks.ts'
import { errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { useCommand } from '../../use-command.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useDeliveries, useReadDeliveriesAgain } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { NextPageButton } from '../../NextPageButton.tsx'

/** What was sent to a webhook, newest first; each can be sent again, unless the webhook is paused. */
export function DeliveryList({ keyId, isPaused }: { keyId: string; isPaused: boolean }) {
  const query = useDeliveries(keyId)
  return (
    <section>
      <h3 className="mb-2 text-base">
        <Trans>
          Deliveries of the last <Plural value={WEBHOOK_DELIVERY_DAYS} one="# day" other="# days" />
        </Trans>
      </h3>
      <Loaded query={query} rows={2}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="text-sm text-muted">
              <Trans>Nothing sent yet. Send a test event to try it.</Trans>
            </p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {deliveries.map((delivery) => (
                <Row key={delivery.id} keyId={keyId} delivery={delivery} isPaused={isPaused} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NextPageButton query={query} size="row" className="mt-3" />
    </section>
  )
}

type RowProps = { keyId: string; delivery: WebhookDelivery; isPaused: boolean }

function Row({ keyId, delivery, isPaused }: RowProps) {
  const dates = useDates()
  const { id, event, tradeId, at, status } = delivery
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <code dir="ltr" className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">
            {event}
          </code>
          <StatusBadge status={status} />
          {tradeId !== null && (
            <Link to={paths.trade(tradeId)} className="num text-sm underline underline-offset-4">
              <bdi dir="ltr">#{shortId(tradeId)}</bdi>
            </Link>
          )}
        </p>
        {!isPaused && <SendAgain keyId={keyId} deliveryId={id} event={event} />}
      </div>
      <p className="num text-sm text-muted">
        <time dateTime={at}>{dates.moment(at)}</time>
        <Result delivery={delivery} />
      </p>
    </li>
  )
}

function StatusBadge({ status }: Pick<WebhookDelivery, 'status'>) {
  const { t } = useLingui()
  const labels: Record<WebhookDelivery['status'], [string, BadgeTone]> = {
    waiting: [t`Waiting`, 'neutral'],
    delivered: [t`Delivered`, 'buy'],
    failed: [t`Failed`, 'sell'],
    dropped: [t`Not sent`, 'neutral'],
  }
  const [label, tone] = labels[status]
  return <Badge tone={tone}>{label}</Badge>
}

function Result({ delivery: { attempts, responseStatus, failure, nextAttemptAt } }: { delivery: WebhookDelivery }) {
  const { t } = useLingui()
  const dates = useDates()
  const failures: Record<NonNullable<WebhookDelivery['failure']>, string> = {
    timed_out: t`No answer within ${plural(WEBHOOK_TIMEOUT_SECONDS, { one: '# second', other: '# seconds' })}`,
    no_connection: t`No connection`,
    certificate: t`Certificate not valid`,
  }
  const next = nextAttemptAt === null ? '' : dates.time(nextAttemptAt)
  // An HTTP status is a name, not a quantity.
  const status = String(responseStatus)
  return (
    <>
      {responseStatus !== null && <> · {t`Response ${status}`}</>}
      {failure !== null && <> · {failures[failure]}</>}
      {attempts > 0 && <> · {t`${plural(attempts, { one: '# attempt', other: '# attempts' })}`}</>}
      {attempts > 0 && nextAttemptAt !== null && <> · {t`Next attempt at ${next}`}</>}
    </>
  )
}

type AgainProps = { keyId: string; deliveryId: string; event: string }

function SendAgain({ keyId, deliveryId, event }: AgainProps) {
  const { t } = useLingui()
  const command = useCommand(resendWebhookDelivery)
  const readAgain = useReadDeliveriesAgain(keyId)
  return (
    <>
      <Button
        size="row"
        aria-label={t`Send ${event} again`}
        busy={command.isPending}
        onClick={() => command.mutate({ params: { keyId, deliveryId } }, { onSuccess: readAgain })}
      >
        <Trans>Send again</Trans>
      </Button>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </>
  )
}
