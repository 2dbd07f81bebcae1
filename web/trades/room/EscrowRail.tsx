import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { TRADE_STATUS_TEXTS } from '../../../domain/trades/trades.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { DisputeTurnText } from './DisputeTurnText.tsx'
import { MembersTurnText } from './MembersTurnText.tsx'
import { Rail, type RailStep } from './Rail.tsx'

type LiveProps = {
  trade: Pick<Trade, 'status' | 'role' | 'turn' | 'cancelledBy' | 'split' | 'hasDispute'> &
    // The rehearsal's trade has no times and no moves that are possible once.
    Partial<Pick<Trade, 'paymentMethod' | 'createdAt' | 'paidAt' | 'closedAt' | 'now' | 'usedOnce' | 'bankAnswer'>>
  /** False for a team member who cannot make the move of the owner's turn. */
  isMyTurn?: boolean
  /** The reader is a team member, who acts for the owner. */
  isTeamMember?: boolean
  /** Shown above the party that has to act, for instance how much the trade brought the reader. */
  result?: ReactNode
  /** Shown beside the party that has to act, for instance the time left. */
  aside?: ReactNode
  /** Shown below that. */
  children?: ReactNode
}

/** Where each move of the reader leads back to (useReturnToStatus). */
export const STATUS_ID = 'status'

/**
 * The rail as a trade's live status: whether the USDT is locked, and which party has to act. Saffron marks the reader's
 * turn. Beside the chat of a wide screen the rail announces the moves of a trade and the chat those of a dispute, so that
 * none is announced twice (web/chat/MessageBubble.tsx).
 */
export function EscrowRail({
  trade,
  isMyTurn = trade.turn.includes(trade.role),
  isTeamMember = false,
  result,
  aside,
  children,
}: LiveProps) {
  const { t } = useLingui()
  const steps = useSteps(trade, isMyTurn)
  const isWide = useIsWide()
  return (
    <section id={STATUS_ID} tabIndex={-1} aria-label={t`Trade status`} className="grid scroll-mt-4 gap-2 sm:gap-4">
      <Rail label={t`Progress of this trade`} steps={steps} now={trade.now} isShortOnPhones />
      <div
        className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-control border-s-4 px-3 py-1.5 sm:px-4 sm:py-3 ${toneOf(trade, isMyTurn)}`}
      >
        {result}
        <p role="status" aria-live={isWide && trade.hasDispute ? 'off' : undefined} className="max-sm:leading-snug">
          {isTeamMember ? (
            <MembersTurnText trade={trade} isMyTurn={isMyTurn} />
          ) : (
            <>
              <DoneText trade={trade} />
              <TurnText trade={trade} />
            </>
          )}
        </p>
        {aside}
        {children}
      </div>
    </section>
  )
}

/** Saffron where the reader acts, green where the trade has brought what it was for. */
function toneOf({ status, hasDispute }: LiveProps['trade'], isMyTurn: boolean): string {
  if (isMyTurn) return 'border-accent bg-accent-soft'
  return status === 'completed' && !hasDispute ? 'border-buy bg-buy-soft' : 'border-line bg-line/40'
}

/** What was done last, where the sentence of the turn does not say it. */
function DoneText({ trade: { status, role, usedOnce = [] } }: Pick<LiveProps, 'trade'>) {
  const isBuyer = role === 'buyer'
  if (status === 'payment_sent') {
    return isBuyer ? (
      <>
        <strong className="block">
          <Trans>You marked the trade as paid.</Trans>
        </strong>{' '}
      </>
    ) : (
      // On a short screen the room is for what to check.
      <span className="[@media(height<44rem)]:max-sm:sr-only">
        <Trans>The buyer marked the trade as paid.</Trans>{' '}
      </span>
    )
  }
  if (status !== 'awaiting_payment' || !usedOnce.includes('withdraw_payment_mark')) return null
  return <>{isBuyer ? <Trans>You undid “paid”.</Trans> : <Trans>The buyer undid “paid”.</Trans>} </>
}

/** What the reader has to do or wait for, in one sentence. */
function TurnText({ trade }: Pick<LiveProps, 'trade'>) {
  const { status, role } = trade
  const isBuyer = role === 'buyer'
  if (trade.paymentMethod && METHODS[trade.paymentMethod].isInPerson) {
    if (status === 'awaiting_payment') return <MeetingText isBuyer={isBuyer} />
    if (status === 'payment_sent') return <CountingText isBuyer={isBuyer} />
  }
  if (status === 'awaiting_payment') {
    if (isBuyer && trade.bankAnswer?.answer === 'no_match') {
      return (
        <Trans>
          <strong>Don’t pay:</strong> your bank says that the name doesn’t match the account.
        </Trans>
      )
    }
    return isBuyer ? (
      <Trans>
        <strong>Your turn:</strong> pay the seller, then mark the trade as paid.
      </Trans>
    ) : (
      <Trans>
        <strong>Waiting for the buyer</strong> to pay. Your USDT is locked in escrow.
      </Trans>
    )
  }
  if (status === 'payment_sent') {
    return isBuyer ? (
      <Trans>
        <strong>Waiting for the seller</strong> to confirm that the payment has arrived.
      </Trans>
    ) : (
      <Trans>
        <strong>Your turn:</strong> check your account and confirm only once the money has arrived.
      </Trans>
    )
  }
  if (status === 'payment_confirmed') return <Trans>The seller has confirmed. The USDT is being released.</Trans>
  if (status === 'refund_held') {
    return isBuyer ? (
      <Trans>
        <strong>Cancelled. Don’t pay.</strong> If you have already paid, object before the time is up.
      </Trans>
    ) : (
      <Trans>Cancelled. Your USDT returns to you unless the buyer shows that the payment was already sent.</Trans>
    )
  }
  if (status === 'disputed') return <DisputeTurnText trade={trade} />
  return status === 'completed' ? <CompletedText trade={trade} /> : <CancelledText trade={trade} />
}

function MeetingText({ isBuyer }: { isBuyer: boolean }) {
  return isBuyer ? (
    <Trans>
      <strong>Your turn:</strong> meet the seller, and type the code on their page before you hand over the cash.
    </Trans>
  ) : (
    <Trans>
      <strong>Waiting for the buyer</strong> to meet you and type your code. Your USDT is locked in escrow.
    </Trans>
  )
}

function CountingText({ isBuyer }: { isBuyer: boolean }) {
  return isBuyer ? (
    <Trans>
      <strong>Waiting for the seller</strong> to count the cash and type your code.
    </Trans>
  ) : (
    <Trans>
      <strong>Your turn:</strong> count the cash, then type the code on the buyer’s page.
    </Trans>
  )
}

function CompletedText({ trade: { role, split, hasDispute } }: Pick<LiveProps, 'trade'>) {
  if (split) return <Trans>Completed by decision: the USDT was split between the buyer and the seller.</Trans>
  if (role === 'buyer') {
    return hasDispute ? (
      <Trans>Completed after a dispute: the USDT was released to you.</Trans>
    ) : (
      <Trans>Completed: the seller confirmed your payment, and the USDT was released to you.</Trans>
    )
  }
  return hasDispute ? (
    <Trans>Completed after a dispute: your USDT was released to the buyer.</Trans>
  ) : (
    <Trans>Completed: you confirmed the payment, and your USDT was released to the buyer.</Trans>
  )
}

function CancelledText({ trade: { role, cancelledBy } }: Pick<LiveProps, 'trade'>) {
  return role === 'buyer' ? <CancelledForBuyer by={cancelledBy} /> : <CancelledForSeller by={cancelledBy} />
}

/** The buyer is the party that could still send money, so each sentence but that of a decision says not to. */
function CancelledForBuyer({ by }: { by: Trade['cancelledBy'] }) {
  if (by === 'clock') {
    return <Trans>Cancelled: not paid in time. The USDT was returned to the seller. Don’t pay.</Trans>
  }
  if (by === 'buyer') return <Trans>You cancelled this trade. The USDT was returned to the seller. Don’t pay.</Trans>
  if (by === 'seller') {
    return <Trans>Cancelled by the seller. The USDT was returned to the seller. Don’t pay.</Trans>
  }
  if (by === 'dispute') return <Trans>Cancelled after a dispute. The USDT was returned to the seller.</Trans>
  return <Trans>Cancelled. The USDT was returned to the seller.</Trans>
}

function CancelledForSeller({ by }: { by: Trade['cancelledBy'] }) {
  if (by === 'clock') return <Trans>Cancelled: the buyer did not pay in time. Your USDT was returned to you.</Trans>
  if (by === 'buyer') return <Trans>Cancelled by the buyer. Your USDT was returned to you.</Trans>
  if (by === 'seller') return <Trans>You cancelled this trade. Your USDT was returned to you.</Trans>
  if (by === 'dispute') return <Trans>Cancelled after a dispute. Your USDT was returned to you.</Trans>
  return <Trans>Cancelled. Your USDT was returned to you.</Trans>
}

function useSteps({ status, split, ...trade }: LiveProps['trade'], isMyTurn: boolean): RailStep[] {
  const { t, i18n } = useLingui()
  const opened: RailStep = { state: 'done', title: t`Created`, at: trade.createdAt }
  const locked: RailStep = { state: 'locked', title: t`USDT locked` }
  const wasLocked: RailStep = { state: 'done', title: t`USDT was locked` }
  const now = isMyTurn ? 'yours' : 'current'
  const label = i18n._(TRADE_STATUS_TEXTS[status].label)
  if (status === 'cancelled') {
    const { description } = TRADE_STATUS_TEXTS.cancelled
    return [
      opened,
      wasLocked,
      { state: 'stopped', title: label },
      // A held refund ends 15 minutes after the act.
      { state: 'done', title: i18n._(description), at: trade.closedAt },
    ]
  }
  if (status === 'refund_held') {
    return [opened, locked, { state: 'stopped', title: label }, { state: 'ahead', title: t`Refund` }]
  }
  if (status === 'disputed') {
    return [opened, locked, { state: now, title: label }, { state: 'ahead', title: t`Dispute closed` }]
  }
  // A dispute can end a trade that was never marked as paid.
  const paidOrDisputed: RailStep =
    trade.paidAt === null
      ? { state: 'done', title: i18n._(TRADE_STATUS_TEXTS.disputed.label) }
      : { state: 'done', title: i18n._(TRADE_STATUS_TEXTS.payment_sent.label), at: trade.paidAt }
  const isOver = status === 'completed'
  const isPaid = status !== 'awaiting_payment'
  const end = split ? t`Complete: USDT split` : t`Complete: USDT released`
  return [
    opened,
    isOver ? wasLocked : locked,
    isPaid ? paidOrDisputed : { state: now, title: t`Payment` },
    isOver
      ? { state: 'done', title: end, at: trade.closedAt }
      : { state: isPaid ? now : 'ahead', title: isPaid ? t`Confirmation` : t`Complete` },
  ]
}
