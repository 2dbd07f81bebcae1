import { Trans } from '@lingui/react/macro'
import type { ReactElement } from 'react'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import { useDates } from '../dates.ts'

type DisputeEvent = Dispute['events'][number]

/** The moves of a case, oldest first. */
export function Timeline({ events }: { events: readonly DisputeEvent[] }) {
  const dates = useDates()
  return (
    <div className="grid gap-3">
      <h3 className="text-base">
        <Trans>Timeline</Trans>
      </h3>
      <ol className="grid gap-2 border-s-2 border-line ps-4 text-sm">
        {events.map((event, at) => (
          <li key={at} className="flex flex-wrap justify-between gap-x-4 max-sm:flex-col">
            <span>
              <What event={event} />
            </span>
            <time dateTime={event.at} className="num text-muted">
              {dates.moment(event.at)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}

function What({ event: { action, by } }: { event: DisputeEvent }): ReactElement {
  const isBuyer = by === 'buyer'
  switch (action) {
    case 'open':
      if (by === 'system') return <Trans>The dispute was opened automatically</Trans>
      return isBuyer ? <Trans>The buyer opened the dispute</Trans> : <Trans>The seller opened the dispute</Trans>
    case 'state':
      return isBuyer ? <Trans>The buyer submitted a statement</Trans> : <Trans>The seller submitted a statement</Trans>
    case 'close_statements':
      return <Trans>Statements closed</Trans>
    case 'take':
      return <Trans>An arbiter took the case</Trans>
    case 'decide':
      return <Trans>The arbiter decided</Trans>
    case 'reassign':
      return <Trans>The decision was late; another arbiter takes the case</Trans>
    case 'appeal':
      return isBuyer ? <Trans>The buyer appealed</Trans> : <Trans>The seller appealed</Trans>
    case 'accept':
      return isBuyer ? <Trans>The buyer accepted the decision</Trans> : <Trans>The seller accepted the decision</Trans>
    case 'confirm_receipt':
      return <Trans>The seller confirmed the payment</Trans>
    case 'concede':
      return isBuyer ? <Trans>The buyer conceded</Trans> : <Trans>The seller conceded</Trans>
    case 'extend_for_outage':
      return <Trans>An outage ended, and the deadline moved with it</Trans>
    case 'execute':
      return <Trans>The decision was carried out</Trans>
  }
}
