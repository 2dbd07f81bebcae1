import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { ReceiptStep } from '../receipts/ReceiptStep.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { otherSide } from '../../../domain/trades/other-side.ts'

/** What a party of a closed trade can do next. */
export function NextSteps({ trade }: { trade: Trade }) {
  if (trade.status === 'completed') return <AfterCompletion trade={trade} />
  return trade.status === 'cancelled' ? <AfterCancellation trade={trade} /> : null
}

function AfterCompletion({ trade }: { trade: Trade }) {
  const canRepeat = canOpenTrades(useSession())
  const { username } = otherSide(trade)
  const name = <bdi>{username}</bdi>
  return (
    <Steps>
      <li className="flex min-h-14 items-center py-2 max-lg:border-b-0!">
        <ReceiptStep trade={trade} />
      </li>
      {canRepeat && (
        // On a small screen the bar has it (MoveBar).
        <Step
          className="max-lg:hidden"
          text={<Trans>Repeat it on an offer of {name}, with the same amount.</Trans>}
          control={
            <Link to={paths.tradeAgain(username, trade.id)} className={buttonClass('line', 'row')}>
              <Trans>Trade again</Trans>
            </Link>
          }
        />
      )}
    </Steps>
  )
}

function AfterCancellation({ trade }: { trade: Trade }) {
  const isBuyer = trade.role === 'buyer'
  if (!canOpenTrades(useSession())) return null
  return (
    <Steps>
      <Step
        text={isBuyer ? <Trans>Buy from another trader.</Trans> : <Trans>Sell to another trader.</Trans>}
        control={
          <Link to={isBuyer ? paths.buyOffers : paths.sellOffers} className={buttonClass('line', 'row')}>
            <Trans>Browse offers</Trans>
          </Link>
        }
      />
    </Steps>
  )
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg">
        <Trans>Next steps</Trans>
      </h2>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
    </section>
  )
}

function Step({ text, control, className = '' }: { text: ReactNode; control: ReactNode; className?: string }) {
  return (
    <li className={`flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 ${className}`}>
      <p className="min-w-0 flex-1 basis-48 text-muted">{text}</p>
      {control}
    </li>
  )
}
