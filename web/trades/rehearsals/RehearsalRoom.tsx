import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { moveRehearsal, type Rehearsal } from '../../../domain/api/trades/rehearsals.ts'
import {
  REHEARSAL_COSTS,
  REHEARSAL_LESSONS,
  REHEARSAL_PAYMENTS,
  REHEARSAL_TRADE,
} from '../../../domain/trades/rehearsal-script.ts'
import type { RehearsalMove } from '../../../domain/trades/rehearsals.ts'
import { MessageBubble } from '../../chat/MessageBubble.tsx'
import { MessageLog } from '../../chat/MessageLog.tsx'
import { ApiError, errorText } from '../../client.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { EscrowRail } from '../room/EscrowRail.tsx'
import { TradeStatusBadge } from '../TradeStatusBadge.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass, type ButtonVariant } from '../../ui/button-class.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useCommand } from '../../use-command.ts'
import { inventedMessages, inventedTrade } from './invented-trade.ts'
import { useMoveTexts } from './move-texts.ts'
import { keepRehearsal, readRehearsalsAgain } from './queries.ts'

type Props = { rehearsal: Rehearsal; username: string; onRepeat: () => void }

/** The trade room with an invented trade: the rail, the account, the moves and the chat of the bot. */
export function RehearsalRoom({ rehearsal, username, onRepeat }: Props) {
  const trade = inventedTrade(rehearsal, username)
  const messages = inventedMessages(rehearsal)
  const isOver = rehearsal.moves.length === 0
  return (
    <div className="mt-5 grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
      <div className="grid min-w-0 gap-6">
        {isOver ? (
          <End rehearsal={rehearsal} onRepeat={onRepeat} />
        ) : (
          <>
            <div className="panel p-5 sm:p-7">
              <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
                <RehearsalBadge />
                <TradeStatusBadge status={trade.status} isMyTurn />
              </div>
              <EscrowRail trade={trade} />
            </div>
            <InventedTradeDetails />
          </>
        )}
        {rehearsal.steps.includes('account') && <Account rehearsal={rehearsal} />}
        {!isOver && <Moves rehearsal={rehearsal} />}
      </div>
      <Chat messages={messages} trade={trade} />
    </div>
  )
}

function RehearsalBadge() {
  return (
    <Badge tone="accent">
      <Trans>Rehearsal</Trans>
    </Badge>
  )
}

function InventedTradeDetails() {
  const formats = useFormats()
  const { amountFiat, amountUsdt, fiatCurrency, payerName } = REHEARSAL_TRADE
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>The practice trade</Trans>
      </h2>
      <DescriptionList className="mt-1">
        <DescriptionRow label={<Trans>You sell</Trans>}>{formats.usdt(amountUsdt)}</DescriptionRow>
        <DescriptionRow label={<Trans>You are paid</Trans>}>{formats.fiat(amountFiat, fiatCurrency)}</DescriptionRow>
        <DescriptionRow label={<Trans>Declared by the buyer</Trans>}>
          <bdi>{payerName}</bdi>
        </DescriptionRow>
      </DescriptionList>
    </section>
  )
}

/** What the user's invented account shows. */
function Account({ rehearsal: { scenario } }: Pick<Props, 'rehearsal'>) {
  const formats = useFormats()
  const payments = REHEARSAL_PAYMENTS[scenario]
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg">
          <Trans>Your practice account</Trans>
        </h2>
        <RehearsalBadge />
      </div>
      {payments.length === 0 ? (
        <p className="mt-2">
          <Trans>No payment has arrived.</Trans>
        </p>
      ) : (
        <DescriptionList className="mt-1">
          {payments.map(({ sender, amount }) => (
            <DescriptionRow key={sender} label={<bdi>{sender}</bdi>}>
              {formats.fiat(amount, REHEARSAL_TRADE.fiatCurrency)}
            </DescriptionRow>
          ))}
        </DescriptionList>
      )}
    </section>
  )
}

const VARIANTS: Partial<Record<RehearsalMove, ButtonVariant>> = { confirm_receipt: 'accent', open_dispute: 'danger' }

/** The moves that the server offers; it alone decides where one leads. */
function Moves({ rehearsal: { id, step, moves } }: Pick<Props, 'rehearsal'>) {
  const client = useQueryClient()
  const command = useCommand(moveRehearsal)
  const labels = useMoveTexts()

  async function make(move: RehearsalMove) {
    try {
      const input = { params: { rehearsalId: id }, body: { move, seenStep: step } }
      keepRehearsal(client, await command.mutateAsync(input))
    } catch (error) {
      if (error instanceof ApiError && error.isDefinite) readRehearsalsAgain(client)
    }
  }

  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl">
          <Trans>What do you do?</Trans>
        </h2>
        <RehearsalBadge />
      </div>
      {command.error && <ErrorNote className="mt-3">{errorText(command.error)}</ErrorNote>}
      <ul className="mt-4 flex flex-wrap gap-3">
        {moves.map((move) => (
          <li key={move} className="max-sm:w-full">
            <Button
              variant={move === 'abandon' ? 'quiet' : (VARIANTS[move] ?? 'line')}
              className="max-sm:w-full"
              disabled={command.isPending}
              onClick={() => void make(move)}
            >
              {labels[move]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How it ended: the lesson, and what a wrong move would have cost. */
function End({ rehearsal: { scenario, step, lastMove }, onRepeat }: Pick<Props, 'rehearsal' | 'onRepeat'>) {
  const cost = lastMove && lastMove !== 'abandon' ? REHEARSAL_COSTS[scenario][lastMove] : undefined
  return (
    <section
      role="status"
      className={`panel grid gap-3 border-s-4 px-5 py-5 sm:px-7 ${step === 'passed' ? 'border-s-buy' : 'border-s-sell'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FocusOnMount>
          <h2 className="text-xl">
            {step === 'passed' && <Trans>Passed</Trans>}
            {step === 'lost' && <Trans>The fraud succeeded</Trans>}
            {step === 'abandoned' && <Trans>You stopped this rehearsal</Trans>}
          </h2>
        </FocusOnMount>
        <RehearsalBadge />
      </div>
      {step === 'lost' && cost !== undefined && (
        <p className="font-medium">
          <Translated text={cost} />
        </p>
      )}
      {step !== 'abandoned' && (
        <p className="text-muted">
          <Translated text={REHEARSAL_LESSONS[scenario]} />
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Link to={paths.rehearsals} className={buttonClass(step === 'passed' ? 'accent' : 'line')}>
          <Trans>All scenarios</Trans>
        </Link>
        <Button variant={step === 'passed' ? 'line' : 'accent'} onClick={onRepeat}>
          <Trans>Repeat</Trans>
        </Button>
      </div>
    </section>
  )
}

function Chat({
  messages,
  trade,
}: {
  messages: ReturnType<typeof inventedMessages>
  trade: ReturnType<typeof inventedTrade>
}) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`Chat`}
      className="panel flex max-h-[34rem] flex-col overflow-hidden max-lg:order-first lg:sticky lg:top-6 lg:min-h-80"
    >
      <h2 className="flex items-center justify-between gap-3 border-b border-line px-5 py-4 text-lg">
        <Trans>Chat with a bot</Trans>
        <RehearsalBadge />
      </h2>
      <MessageLog newestSeq={messages.length} ownCount={0}>
        {messages.map((message) => (
          <MessageBubble key={message.seq} message={message} trade={trade} hasMenu={false} />
        ))}
      </MessageLog>
    </section>
  )
}
