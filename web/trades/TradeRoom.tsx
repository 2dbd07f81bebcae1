import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Trade } from '../../domain/api.ts'
import { OPEN_STATUSES, shortId, TRADE_STATUS_TEXTS, type TradeStatus } from '../../domain/trades.ts'
import { useSession } from '../accounts/session.ts'
import { Chat } from '../chat/Chat.tsx'
import { DisputeSection } from '../disputes/DisputeSection.tsx'
import { PaymentProofs } from '../evidence/PaymentProofs.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { DemoNotice } from '../layout/DemoNotice.tsx'
import { TraderMenu } from '../relations/TraderMenu.tsx'
import { StreamNote } from '../live/StreamNote.tsx'
import { useFormats } from '../formats.ts'
import { paths } from '../paths.ts'
import { TraderRecord } from '../profiles/TraderRecord.tsx'
import { TradeRatings } from '../ratings/TradeRatings.tsx'
import { ReceiptCard } from '../receipts/ReceiptCard.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { Translated } from '../ui/Translated.tsx'
import { Link } from '../layout/Link.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { BackButton } from '../layout/BackButton.tsx'
import { EscrowCard } from './EscrowCard.tsx'
import { EscrowRail } from './EscrowRail.tsx'
import { PayerCard } from './PayerCard.tsx'
import { PaymentInstructions } from './PaymentInstructions.tsx'
import { readTradeAgain } from './queries.ts'
import { TermsCard } from '../offers/TermsCard.tsx'
import { TradeActions } from './TradeActions.tsx'
import { TradeMoney } from './TradeMoney.tsx'
import { otherSide } from './TradeRow.tsx'
import { TradeStatusBadge } from './TradeStatusBadge.tsx'

/** The room of one trade: the rail on top, what to do below it, the chat beside it. */
export function TradeRoom({ trade, clockOffsetMs }: { trade: Trade; clockOffsetMs: number }) {
  const { actingFor } = useSession()
  return (
    <div className="wrap pt-6 pb-12 max-lg:pb-28">
      <Header trade={trade} />
      <div className="mt-5 grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
        <div className="grid min-w-0 gap-6">
          <div className="panel p-5 sm:p-7">
            <EscrowRail trade={trade} aside={<TimeLeft trade={trade} clockOffsetMs={clockOffsetMs} />} />
          </div>
          {!actingFor && <PaymentInstructions trade={trade} />}
          <TradeActions key={trade.id} trade={trade} roles={actingFor?.roles} />
          {!actingFor && <TradeRatings trade={trade} />}
          {(!actingFor || actingFor.roles.includes('release')) && <PayerCard trade={trade} />}
          {!actingFor && <DisputeSection trade={trade} clockOffsetMs={clockOffsetMs} />}
          {!actingFor && trade.status !== 'refund_held' && <PaymentProofs trade={trade} />}
          <TradeMoney trade={trade} />
          <EscrowCard trade={trade} />
          {!actingFor && <ReceiptCard trade={trade} />}
          <TermsCard terms={trade.terms} />
        </div>
        <Chat trade={trade} />
      </div>
    </div>
  )
}

function Header({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const formats = useFormats()
  const title = t`Trade #${shortId(trade.id)}`
  const amount = formats.usdt(trade.amountUsdt)
  const { actingFor } = useSession()
  const other = otherSide(trade)
  const isOpen = (OPEN_STATUSES as readonly TradeStatus[]).includes(trade.status)
  const name = <bdi className="font-semibold text-ink">{other.username}</bdi>
  return (
    <>
      <PageTitle title={title} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <BackButton otherwise={paths.trades} />
        <DemoNotice />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar name={other.username} picture={other.avatar} size={52} />
          <div className="min-w-0">
            <h1 className="title num">{title}</h1>
            <p className="num mt-1 text-muted">
              {trade.role === 'buyer' ? (
                <Trans>
                  Buying {amount} from {name}
                </Trans>
              ) : (
                <Trans>
                  Selling {amount} to {name}
                </Trans>
              )}
            </p>
            <p className="num text-sm text-muted">
              <TraderRecord trader={other} isSeller={trade.role === 'buyer'} />
            </p>
          </div>
          {!actingFor && <TraderMenu username={other.username} />}
        </div>
        <div className="grid justify-items-start gap-1 sm:justify-items-end">
          <TradeStatusBadge status={trade.status} isMyTurn={trade.turn.includes(trade.role)} />
          {isOpen && (
            <p className="text-sm text-muted sm:text-end">
              <Translated text={TRADE_STATUS_TEXTS[trade.status].description} />
            </p>
          )}
          {trade.status === 'completed' && (
            <Link to={paths.tradeAgain(other.username, trade.id)} className={buttonClass('line', 'row')}>
              <Trans>Trade again</Trans>
            </Link>
          )}
          {/* On a wide screen the chat says so, and is always in sight. */}
          <div className="lg:hidden">
            <StreamNote />
          </div>
        </div>
      </div>
    </>
  )
}

/** Counts by the server's clock; at zero the trade is read again, since the deadline has moved it. */
function TimeLeft({ trade, clockOffsetMs }: { trade: Trade; clockOffsetMs: number }) {
  const client = useQueryClient()
  const label = useDeadlineLabel(trade.status)
  if (trade.deadline === null || label === null) return null
  return (
    <p className="text-lg font-semibold">
      <span className="text-sm font-normal text-muted">{label}</span>{' '}
      <Countdown
        deadline={trade.deadline}
        clockOffsetMs={clockOffsetMs}
        stoppedAt={trade.stoppedAt}
        onEnd={() => readTradeAgain(client, trade.id)}
      />
    </p>
  )
}

/** What the end of the time means. */
function useDeadlineLabel(status: TradeStatus): string | null {
  const { t } = useLingui()
  if (status === 'awaiting_payment') return t`Time left to pay`
  if (status === 'refund_held') return t`Time left to object`
  return status === 'payment_sent' ? t`A dispute opens in` : null
}
