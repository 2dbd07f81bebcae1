import { Trans, useLingui } from '@lingui/react/macro'
import { METHODS } from '../../domain/payments/methods.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { OPEN_STATUSES, shortId, TRADE_STATUS_TEXTS, type TradeStatus } from '../../domain/trades/trades.ts'
import { useSession } from '../session/session.ts'
import { Chat } from '../chat/Chat.tsx'
import { DisputeSection } from '../disputes/DisputeSection.tsx'
import { PaymentProofs } from '../trades/evidence/PaymentProofs.tsx'
import { BackButton } from '../layout/BackButton.tsx'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { StreamNote } from '../notifications/live/StreamNote.tsx'
import { useTabMark } from '../notifications/use-tab-mark.ts'
import { TermsText } from '../trades/TermsCard.tsx'
import { paths } from '../paths.ts'
import { EmailConfirmedBadge } from '../profiles/EmailConfirmedBadge.tsx'
import { TraderRecord } from '../profiles/TraderRecord.tsx'
import { TradeRatings } from '../profiles/ratings/TradeRatings.tsx'
import { TraderMenu } from '../profiles/relations/TraderMenu.tsx'
import { NoteLine } from '../profiles/trader-notes/NoteLine.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Translated } from '../ui/Translated.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import { MoveBar } from './MoveBar.tsx'
import { EscrowCard } from '../trades/room/EscrowCard.tsx'
import { FoldedCard } from '../trades/FoldedCard.tsx'
import { EscrowRail } from '../trades/room/EscrowRail.tsx'
import { NextSteps } from '../trades/room/NextSteps.tsx'
import { NextWaiting } from '../trades/list/NextWaiting.tsx'
import { isTurnOf } from '../trades/moves.ts'
import { PrimaryButtonProvider } from '../trades/room/primary-button-in-view.tsx'
import { PayerCard } from '../trades/payment/PayerCard.tsx'
import { MeetingCode } from '../trades/payment/MeetingCode.tsx'
import { PaymentInstructions } from '../trades/payment/PaymentInstructions.tsx'
import { DeadlineNote } from '../trades/room/DeadlineNote.tsx'
import { RoomDemoNotice } from '../trades/room/RoomDemoNotice.tsx'
import { SoundSwitch } from '../trades/room/SoundSwitch.tsx'
import { TimeLeft } from '../trades/room/TimeLeft.tsx'
import { TradeMoves } from '../trades/room/TradeMoves.tsx'
import { ResultPlace, TradeResult } from '../trades/room/TradeResult.tsx'
import { useReturnToStatus } from '../trades/room/use-return-to-status.ts'
import { TradeMoney } from '../trades/room/TradeMoney.tsx'
import { TradedAmount } from '../trades/TradedAmount.tsx'
import { otherSide } from '../../domain/trades/other-side.ts'
import { TradeStatusBadge } from '../trades/TradeStatusBadge.tsx'

type Props = { trade: Trade; clockOffsetMs: number }

/** The room of one trade: what to do and until when, then the payment, the chat beside it. */
export function TradeRoom({ trade, clockOffsetMs }: Props) {
  const { t } = useLingui()
  const { actingFor } = useSession()
  const roles = actingFor?.roles
  const isMyTurn = isTurnOf(trade, roles)
  const isWide = useIsWide()
  useTabMark(isMyTurn ? t`Your turn` : null)
  // The buyer reads where to pay before what to press then. A small screen, with the next act in its bar, begins with it longer.
  const isToPay = trade.role === 'buyer' && trade.status === 'awaiting_payment'
  const isToCheck = trade.role === 'seller' && PAYMENT_FIRST.includes(trade.status)
  const isPaymentFirst = !actingFor && (isToPay || (isToCheck && !isWide))
  // The rating is in place once the trade is completed.
  const isRatingFirst = !actingFor && trade.status === 'completed'
  useReturnToStatus(trade.id)
  const outlook = (
    <div key="outlook" className={isPaymentFirst || isRatingFirst ? panelClass : `${panelClass} ${joinedAbove}`}>
      <DeadlineNote trade={trade} isTeamMember={actingFor !== undefined} />
      <TradeMoves key={trade.id} trade={trade} roles={roles} />
      {!actingFor && <NextSteps trade={trade} />}
      {!isMyTurn && <NextWaiting trade={trade} />}
    </div>
  )
  const payment = actingFor ? null : <PaymentInstructions key="payment" trade={trade} />
  const beforePayment = actingFor ? null : <BeforePayment key="before" trade={trade} clockOffsetMs={clockOffsetMs} />
  const record = isWide ? null : <CounterpartyRecord key="record" trade={trade} />
  // In lists, so that an open form stays where the window becomes narrower.
  const body = (
    <div key="body" className="grid min-w-0 gap-2 lg:gap-6">
      {isPaymentFirst
        ? [beforePayment, payment, outlook, record]
        : isRatingFirst
          ? [beforePayment, outlook, payment]
          : [outlook, beforePayment, payment]}
      {actingFor ? (
        actingFor.roles.includes('release') && <PayerCard trade={trade} />
      ) : (
        <AfterPayment trade={trade} clockOffsetMs={clockOffsetMs} />
      )}
      <TradeMoney trade={trade} isTeamMember={actingFor !== undefined} />
      <EscrowCard trade={trade} />
      {/* The chat begins with them. */}
      <FoldedCard title={<Trans>Offer terms</Trans>}>
        <TermsText terms={trade.terms} />
      </FoldedCard>
    </div>
  )
  const chat = (
    <Chat
      key="chat"
      trade={trade}
      clockOffsetMs={clockOffsetMs}
      renderBar={(open) => <MoveBar trade={trade} clockOffsetMs={clockOffsetMs} roles={roles} chat={open} />}
    />
  )
  return (
    <PrimaryButtonProvider>
      <div className="wrap pt-1 pb-12 lg:pt-6">
        {/* On a wide screen the chat is as high as the window, beside all of this. */}
        <div className="grid items-start gap-2 lg:grid-cols-[1fr_26rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-6 lg:gap-y-5">
          <div className="min-w-0 max-lg:-mb-1">
            <Header trade={trade} isMyTurn={isMyTurn} hasRecord={isWide || !isPaymentFirst} />
          </div>
          <div className={`min-w-0 ${panelClass}`}>
            <EscrowRail
              trade={trade}
              isMyTurn={isMyTurn}
              isTeamMember={actingFor !== undefined}
              result={!actingFor && <TradeResult trade={trade} />}
              aside={
                // On a small screen the bar has it.
                <p className="max-lg:hidden">
                  <TimeLeft trade={trade} clockOffsetMs={clockOffsetMs} />
                </p>
              }
            >
              {!actingFor && <ResultPlace trade={trade} />}
            </EscrowRail>
          </div>
          {/* The bar of a small screen is in the chat, and follows the status it belongs to. */}
          {isWide ? [body, chat] : [chat, body]}
        </div>
      </div>
    </PrimaryButtonProvider>
  )
}

const panelClass = 'panel grid gap-4 px-4 py-2.5 empty:hidden sm:p-7 lg:gap-5'
/** Looks like one panel with the one above, whose end it covers, unless the bar is between them: a rule on that one would need :has, which every page pays for. */
const joinedAbove =
  'relative barred:-mt-4.5 barred:rounded-t-none barred:border-t-0 barred:pt-3! barred:sm:-mt-9 sm:pt-4! lg:-mt-13 lg:rounded-t-none lg:border-t-0 lg:pt-5!'

/** The statuses in which a payment is made or checked. */
const PAYMENT_FIRST: readonly TradeStatus[] = ['awaiting_payment', 'payment_sent']

/** The statuses in which the dispute is what there is to do. */
const DISPUTE_FIRST: readonly TradeStatus[] = ['disputed', 'refund_held']

/** What a team member of the owner does not see, in the order in which it matters now. */
function BeforePayment({ trade, clockOffsetMs }: Props) {
  return (
    <>
      <MeetingCode trade={trade} />
      {DISPUTE_FIRST.includes(trade.status) && <Dispute trade={trade} clockOffsetMs={clockOffsetMs} />}
      <div id="rating" tabIndex={-1} className="scroll-mt-4 outline-none empty:hidden">
        <TradeRatings trade={trade} />
      </div>
    </>
  )
}

function AfterPayment({ trade, clockOffsetMs }: Props) {
  return (
    <>
      <PayerCard trade={trade} />
      {!DISPUTE_FIRST.includes(trade.status) && <Dispute trade={trade} clockOffsetMs={clockOffsetMs} />}
      {trade.status !== 'refund_held' && <PaymentProofs trade={trade} />}
    </>
  )
}

function Dispute({ trade, clockOffsetMs }: Props) {
  return (
    <div id="dispute" tabIndex={-1} className="scroll-mt-4 outline-none empty:hidden">
      <DisputeSection trade={trade} clockOffsetMs={clockOffsetMs} />
    </div>
  )
}

type HeaderProps = {
  trade: Trade
  isMyTurn: boolean
  /** False where the other party's record comes after the payment. */
  hasRecord: boolean
}

function Header({ trade, isMyTurn, hasRecord }: HeaderProps) {
  const { t } = useLingui()
  const title = t`Trade #${shortId(trade.id)}`
  const { actingFor } = useSession()
  const other = otherSide(trade)
  const isOpen = (OPEN_STATUSES as readonly TradeStatus[]).includes(trade.status)
  const name = (
    <Link to={paths.trader(other.username)} className="font-semibold text-ink underline underline-offset-4">
      <bdi>{other.username}</bdi>
    </Link>
  )
  return (
    <>
      <PageTitle title={title} />
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1 lg:grid-cols-[auto_1fr_auto_auto] lg:gap-x-4 lg:gap-y-2">
        <BackButton otherwise={paths.trades} isShort />
        <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 lg:col-span-full lg:row-start-2">
          <div className="flex items-center gap-4">
            <span className="max-lg:hidden">
              <Avatar name={other.username} picture={other.avatar} size={52} />
            </span>
            <h1 className="title num max-lg:text-lg max-lg:leading-snug sm:max-lg:text-xl">{title}</h1>
          </div>
          <TradeStatusBadge status={trade.status} isMyTurn={isMyTurn} />
          {isOpen && (
            <p className="w-full text-sm text-muted max-lg:sr-only">
              <Translated text={TRADE_STATUS_TEXTS[trade.status].description} />
            </p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 lg:col-start-4 lg:row-start-1">
          <SoundSwitch trade={trade} isMyTurn={isMyTurn} />
          {!actingFor && <TraderMenu username={other.username} />}
        </div>
        <div className="num col-span-full flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted lg:text-base">
          <p>
            <TradedAmount trade={trade} name={name} />
          </p>
          {hasRecord && <RecordLine trade={trade} />}
          {hasRecord && !actingFor && <NoteLine username={other.username} />}
          {/* On a wide screen the chat says so, and is always in sight. */}
          <div className="lg:hidden">
            <StreamNote />
          </div>
        </div>
        <RoomDemoNotice
          isInPerson={METHODS[trade.paymentMethod].isInPerson}
          className="max-xl:col-span-full xl:col-start-3 xl:row-start-1"
        />
      </div>
    </>
  )
}

function RecordLine({ trade }: Pick<Props, 'trade'>) {
  const other = otherSide(trade)
  return (
    <>
      <EmailConfirmedBadge trader={other} />
      <span className="text-sm">
        <TraderRecord trader={other} isSeller={trade.role === 'buyer'} />
      </span>
    </>
  )
}

/** Of the party in the heading, where the first screen is for the payment. */
function CounterpartyRecord({ trade }: Pick<Props, 'trade'>) {
  const other = otherSide(trade)
  return (
    <section className="panel px-4 py-3 sm:px-7 sm:py-5">
      <h2 className="text-lg sm:text-xl">
        {trade.role === 'buyer' ? <Trans>About the seller</Trans> : <Trans>About the buyer</Trans>}
      </h2>
      <div className="num mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <Avatar name={other.username} picture={other.avatar} size={28} />
        <Link to={paths.trader(other.username)} className="font-semibold text-ink underline underline-offset-4">
          <bdi>{other.username}</bdi>
        </Link>
        <RecordLine trade={trade} />
        <NoteLine username={other.username} />
      </div>
    </section>
  )
}
