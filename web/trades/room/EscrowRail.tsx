import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { TRADE_STATUS_TEXTS } from '../../../domain/trades/trades.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { DisputeTurnText } from './DisputeTurnText.tsx'
import { MembersTurnText } from './MembersTurnText.tsx'
import { Rail, type RailStep } from './Rail.tsx'

type LiveProps = {
  trade: Pick<Trade, 'status' | 'role' | 'turn' | 'cancelledBy' | 'split' | 'hasDispute'> &
    // The rehearsal's trade has no times.
    Partial<Pick<Trade, 'createdAt' | 'paidAt' | 'closedAt' | 'now'>>
  /** False for a team member who cannot make the move of the owner's turn. */
  isMyTurn?: boolean
  /** The reader is a team member, who acts for the owner. */
  isTeamMember?: boolean
  /** Shown beside the party that has to act, for instance the time left. */
  aside?: ReactNode
  /** Shown below that, for instance what happens at the end of the time. */
  children?: ReactNode
}

/**
 * The rail as a trade's live status: whether the USDT is locked, and which party has to act. Saffron marks the reader's
 * turn. Beside the chat of a wide screen the rail announces the moves of a trade and the chat those of a dispute, so that
 * none is announced twice (web/chat/MessageBubble.tsx).
 */
export function EscrowRail({
  trade,
  isMyTurn = trade.turn.includes(trade.role),
  isTeamMember = false,
  aside,
  children,
}: LiveProps) {
  const { t } = useLingui()
  const steps = useSteps(trade, isMyTurn)
  const isWide = useIsWide()
  return (
    <section aria-label={t`Escrow`} className="grid gap-2 sm:gap-4">
      <Rail label={t`Progress of this trade`} steps={steps} now={trade.now} isShortOnPhones />
      <div
        className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-control border-s-4 px-3 py-1.5 sm:px-4 sm:py-3 ${isMyTurn ? 'border-accent bg-accent-soft' : 'border-line bg-line/40'}`}
      >
        <p role="status" aria-live={isWide && trade.hasDispute ? 'off' : undefined} className="max-sm:leading-snug">
          {isTeamMember ? <MembersTurnText trade={trade} isMyTurn={isMyTurn} /> : <TurnText trade={trade} />}
        </p>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** What the reader has to do or wait for, in one sentence. */
function TurnText({ trade }: Pick<LiveProps, 'trade'>) {
  const { status, role } = trade
  const isBuyer = role === 'buyer'
  if (status === 'awaiting_payment') {
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
