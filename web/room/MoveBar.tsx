import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { TeamRole } from '../../domain/accounts/team-roles.ts'
import { canOpenTrades } from '../session/can-open-trades.ts'
import { useSession } from '../session/session.ts'
import { errorText } from '../client.ts'
import { withTexts } from '../i18n.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../ui/Icon.tsx'
import { useLazyModule } from '../ui/hydration/use-lazy-module.ts'
import { needsPaymentDetails, nextMove } from '../trades/moves.ts'
import { moveClass } from '../trades/moves/move-class.ts'
import { MoveJump } from '../trades/room/MoveJump.tsx'
import { useJump } from '../ui/jump-out.ts'
import { MoveButton } from '../trades/moves/MoveButton.tsx'
import { RoomBar } from '../trades/room/RoomBar.tsx'
import { ShowLabel } from '../trades/payment/PaymentInstructions.tsx'
import { usePaymentDetails } from '../trades/queries.ts'
import { TimeLeft } from '../trades/room/TimeLeft.tsx'
import { otherSide } from '../../domain/trades/other-side.ts'

const loadDisputeBar = () => withTexts('dispute', () => import('../disputes/DisputeBar.tsx'))

type Props = {
  trade: Trade
  clockOffsetMs: number
  /** The roles of a team member, who sees no dispute. */
  roles: readonly TeamRole[] | undefined
  /** Opens the chat; null in the open chat. */
  chat: ReactNode | null
}

type OnProblem = (problem: string | undefined) => void

/** On a small screen: the next move, its deadline and the way to the chat. */
export function MoveBar({ trade, clockOffsetMs, roles, chat }: Props) {
  const [problem, setProblem] = useState<string>()
  const canRepeat = canOpenTrades(useSession())
  if (trade.status === 'disputed' && !roles) return <DisputeBar trade={trade} chat={chat} />
  const move = nextMove(trade, roles)
  return (
    <RoomBar
      time={<TimeLeft trade={trade} clockOffsetMs={clockOffsetMs} />}
      problem={problem !== undefined && <Problem text={problem} onClose={() => setProblem(undefined)} />}
      move={
        move ? (
          <MoveButton key={move} trade={trade} move={move} reason={null} onProblem={setProblem} isAlone />
        ) : (
          !roles && otherAct(trade, canRepeat, setProblem)
        )
      }
      chat={chat}
    />
  )
}

/** What there is to do besides the moves: null where there is nothing. */
function otherAct(trade: Trade, canRepeat: boolean, onProblem: OnProblem): ReactNode {
  if (needsPaymentDetails(trade)) return <ShowDetails trade={trade} onProblem={onProblem} />
  if (trade.status === 'completed' && canRepeat) {
    return (
      <Link
        to={paths.tradeAgain(otherSide(trade).username, trade.id)}
        className={buttonClass('line', 'normal', moveClass)}
      >
        <Trans>Trade again</Trans>
      </Link>
    )
  }
  return trade.status === 'refund_held' && trade.role === 'buyer' ? (
    <MoveJump to="dispute">
      <Trans>Have you already paid?</Trans>
    </MoveJump>
  ) : null
}

/** Shows the payment details in their card, which takes the focus then. */
function ShowDetails({ trade, onProblem }: { trade: Trade; onProblem: OnProblem }) {
  const jump = useJump('payment')
  const { refetch, isFetching } = usePaymentDetails(trade)
  async function show() {
    onProblem(undefined)
    jump()
    const { error } = await refetch()
    if (error) onProblem(errorText(error))
  }
  return (
    <Button variant="accent" className={moveClass} busy={isFetching} onClick={() => void show()}>
      <ShowLabel trade={trade} />
    </Button>
  )
}

/** The code of disputes is loaded for the trades that have one. */
function DisputeBar({ trade, chat }: Pick<Props, 'trade' | 'chat'>) {
  const { module, show } = useLazyModule(loadDisputeBar)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(() => show(), [])
  return module ? <module.DisputeBar trade={trade} chat={chat} /> : <RoomBar chat={chat} />
}

function Problem({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <div className="mb-2 flex items-start gap-2">
      <ErrorNote className="grow">{text}</ErrorNote>
      <button
        type="button"
        aria-label={t`Close`}
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}
