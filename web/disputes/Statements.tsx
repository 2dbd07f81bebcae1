import { Trans } from '@lingui/react/macro'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { useDates } from '../dates.ts'
import { Badge } from '../ui/Badge.tsx'

type Props = {
  dispute: Dispute
  /** Those to show. */
  statements: Dispute['statements']
  trade: Trade
  /** The others are shown above. */
  areEarlier?: boolean
}

/** What both parties said, oldest first. */
export function Statements({ dispute, statements, trade, areEarlier = false }: Props) {
  return (
    <div className="grid gap-3">
      <h3 className="text-base">{areEarlier ? <Trans>Earlier statements</Trans> : <Trans>Statements</Trans>}</h3>
      {statements.length === 0 && (
        <p className="text-sm text-muted">
          {dispute.status === 'statements' ? <Trans>No statements yet</Trans> : <Trans>No statements</Trans>}
        </p>
      )}
      {statements.map((statement) => (
        <Statement
          key={`${statement.round} ${statement.by}`}
          statement={statement}
          name={trade[statement.by].username}
          isOwn={statement.by === trade.role}
        />
      ))}
    </div>
  )
}

type StatementProps = { statement: Dispute['statements'][number]; name: string; isOwn: boolean }

function Statement({ statement: { by, text, at, round }, name, isOwn }: StatementProps) {
  const dates = useDates()
  return (
    <article className="rounded-control border border-line px-4 py-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{isOwn ? <Trans>You</Trans> : <bdi>{name}</bdi>}</span>
        <span className="text-muted">{by === 'buyer' ? <Trans>Buyer</Trans> : <Trans>Seller</Trans>}</span>
        {round > 1 && (
          <Badge>
            <Trans>Appeal</Trans>
          </Badge>
        )}
        <time dateTime={at} className="num text-muted">
          {dates.moment(at)}
        </time>
      </header>
      <p dir="auto" className="mt-1.5 whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
    </article>
  )
}
