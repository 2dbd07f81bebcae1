import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api.ts'
import { OPEN_STATUSES, shortId, TRADE_STATUS_TEXTS, type TradeStatus } from '../../../domain/trades/trades.ts'
import { useSession } from '../../accounts/session.ts'
import { Chat } from '../../chat/Chat.tsx'
import { DisputeSection } from '../../disputes/DisputeSection.tsx'
import { PaymentProofs } from '../../evidence/PaymentProofs.tsx'
import { useFormats } from '../../formats.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { StreamNote } from '../../live/StreamNote.tsx'
import { useTabMark } from '../../live/use-tab-mark.ts'
import { TermsCard } from '../../offers/TermsCard.tsx'
import { paths } from '../../paths.ts'
import { EmailConfirmedBadge } from '../../profiles/EmailConfirmedBadge.tsx'
import { TraderRecord } from '../../profiles/TraderRecord.tsx'
import { TradeRatings } from '../../ratings/TradeRatings.tsx'
import { TraderMenu } from '../../relations/TraderMenu.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { ActBar } from './ActBar.tsx'
import { EscrowCard } from './EscrowCard.tsx'
import { EscrowRail } from './EscrowRail.tsx'
import { NextSteps } from './NextSteps.tsx'
import { NextWaiting } from '../NextWaiting.tsx'
import { PayerCard } from '../payment/PayerCard.tsx'
import { PaymentInstructions } from '../payment/PaymentInstructions.tsx'
import { Silence } from './Silence.tsx'
import { SoundSwitch } from './SoundSwitch.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { TradeActions } from './TradeActions.tsx'
import { TradeMoney } from './TradeMoney.tsx'
import { otherSide } from '../TradeRow.tsx'
import { TradeStatusBadge } from '../TradeStatusBadge.tsx'

type Props = { trade: Trade; clockOffsetMs: number }

/** The room of one trade: what to do and until when, then the payment, the chat beside it. */
export function TradeRoom({ trade, clockOffsetMs }: Props) {
  const { t } = useLingui()
  const { actingFor } = useSession()
  useTabMark(trade.turn.includes(trade.role) ? t`Your turn` : null)
  return (
    <div className="wrap pt-4 pb-12 lg:pt-6">
      <Header trade={trade} />
      <div className="mt-4 grid items-start gap-6 lg:mt-5 lg:grid-cols-[1fr_26rem]">
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <div className="panel grid gap-5 p-4 sm:p-7">
            <EscrowRail
              trade={trade}
              aside={
                // On a small screen the bar has it.
                <p className="max-lg:hidden">
                  <TimeLeft trade={trade} clockOffsetMs={clockOffsetMs} />
                </p>
              }
            >
              <Silence trade={trade} />
            </EscrowRail>
            <TradeActions key={trade.id} trade={trade} roles={actingFor?.roles} />
            {!actingFor && <NextSteps trade={trade} />}
            {!trade.turn.includes(trade.role) && <NextWaiting trade={trade} />}
          </div>
          {actingFor ? (
            actingFor.roles.includes('release') && <PayerCard trade={trade} />
          ) : (
            <OwnParts trade={trade} clockOffsetMs={clockOffsetMs} />
          )}
          <TradeMoney trade={trade} />
          <EscrowCard trade={trade} />
          <TermsCard terms={trade.terms} />
        </div>
        <Chat
          trade={trade}
          renderBar={(chat) => (
            <ActBar trade={trade} clockOffsetMs={clockOffsetMs} roles={actingFor?.roles} chat={chat} />
          )}
        />
      </div>
    </div>
  )
}

/** The statuses in which the dispute is what there is to do. */
const DISPUTE_FIRST: readonly TradeStatus[] = ['disputed', 'refund_held']

/** What a team member of the owner does not see, in the order in which it matters now. */
function OwnParts({ trade, clockOffsetMs }: Props) {
  const isDisputeFirst = DISPUTE_FIRST.includes(trade.status)
  const dispute = (
    <div id="dispute" tabIndex={-1} className="scroll-mt-4 outline-none empty:hidden">
      <DisputeSection trade={trade} clockOffsetMs={clockOffsetMs} />
    </div>
  )
  return (
    <>
      {isDisputeFirst && dispute}
      <div id="rating" tabIndex={-1} className="scroll-mt-4 outline-none empty:hidden">
        <TradeRatings trade={trade} />
      </div>
      <PaymentInstructions trade={trade} />
      <PayerCard trade={trade} />
      {!isDisputeFirst && dispute}
      {trade.status !== 'refund_held' && <PaymentProofs trade={trade} />}
    </>
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
  const name = (
    <Link to={paths.trader(other.username)} className="font-semibold text-ink underline underline-offset-4">
      <bdi>{other.username}</bdi>
    </Link>
  )
  return (
    <>
      <PageTitle title={title} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:flex-nowrap">
        <BackButton otherwise={paths.trades} />
        <div className="ms-auto flex shrink-0 flex-wrap items-center justify-end gap-2 lg:order-last lg:ms-4">
          <SoundSwitch trade={trade} />
          {!actingFor && <TraderMenu username={other.username} />}
        </div>
        <DemoNotice className="max-lg:w-full lg:ms-auto" />
      </div>
      <div className="mt-2 flex items-center gap-x-4 gap-y-2">
        <Avatar name={other.username} picture={other.avatar} size={52} />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h1 className="title num">{title}</h1>
            <TradeStatusBadge status={trade.status} isMyTurn={trade.turn.includes(trade.role)} />
          </div>
          <p className="num mt-1 flex flex-wrap justify-between gap-x-4 text-muted">
            <span>
              {trade.role === 'buyer' ? (
                <Trans>
                  Buying {amount} from {name}
                </Trans>
              ) : (
                <Trans>
                  Selling {amount} to {name}
                </Trans>
              )}
            </span>
            {isOpen && (
              <span className="text-sm max-sm:sr-only">
                <Translated text={TRADE_STATUS_TEXTS[trade.status].description} />
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <EmailConfirmedBadge isVerified={other.isVerified} />
        <span className="num">
          <TraderRecord trader={other} isSeller={trade.role === 'buyer'} />
        </span>
        {/* On a wide screen the chat says so, and is always in sight. */}
        <div className="lg:hidden">
          <StreamNote />
        </div>
      </div>
    </>
  )
}
