import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import type { ButtonVariant } from '../../ui/button-class.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { moveClass } from './move-class.ts'
import { MOVES, type PartyMove, type Reason } from '../moves.ts'
import { attemptMove } from '../attempt-move.ts'
import { ConfirmReceiptDialog } from './ConfirmReceiptDialog.tsx'
import { MarkPaidDialog } from './MarkPaidDialog.tsx'
import type { MoveDialogProps } from './move-dialog.ts'
import { useMoveTexts } from './move-texts.tsx'

type Props = {
  trade: Trade
  move: PartyMove
  /** Why the move is not allowed; null when it is. */
  reason: Reason | null
  /** Shows beside the buttons why a move failed; undefined clears it. */
  onProblem: (problem: string | undefined) => void
  /** In the bar of a small screen: without its note, which the question repeats. */
  isAlone?: boolean
}

/** One move, with its form or its question where it has one. */
export function MoveButton({ trade, move, reason, onProblem, isAlone = false }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const texts = useMoveTexts(trade)[move]
  const id = useId()
  const note = isAlone ? undefined : reason === null ? texts.hint : <Translated {...reason} />
  const opener: OpenerProps = {
    // Until the buyer was shown where to pay, that is the page's main act.
    variant: move === 'mark_paid' && !trade.detailsShown ? 'line' : (texts.openerVariant ?? texts.variant),
    label: texts.label,
    isDisabled: reason !== null,
    describedBy: note === undefined ? undefined : id,
    className: isAlone ? moveClass : texts.openerVariant === 'link' ? '' : 'w-full sm:w-auto',
    ask() {
      onProblem(undefined)
      setIsAsking(true)
    },
  }
  const dialog = { trade, texts, isOpen: isAsking, onClose: () => setIsAsking(false), onProblem }
  return (
    <>
      {move === 'mark_paid' || move === 'confirm_receipt' ? (
        <Opener {...opener} busy={false} />
      ) : (
        <QuickMove move={move} opener={opener} dialog={dialog} />
      )}
      {note !== undefined && (
        <p id={id} className="mt-1.5 max-w-[22rem] lg:max-w-64 text-sm text-muted">
          {note}
        </p>
      )}
      {move === 'mark_paid' && <MarkPaidDialog {...dialog} />}
      {move === 'confirm_receipt' && <ConfirmReceiptDialog {...dialog} />}
    </>
  )
}

type OpenerProps = {
  variant: ButtonVariant
  label: string
  isDisabled: boolean
  describedBy: string | undefined
  className: string
  ask: () => void
}

function Opener({ variant, label, isDisabled, describedBy, className, ask, busy }: OpenerProps & { busy: boolean }) {
  return (
    <Button
      variant={variant}
      className={className}
      disabled={isDisabled}
      aria-describedby={describedBy}
      busy={busy}
      onClick={ask}
    >
      {label}
    </Button>
  )
}

type QuickProps = {
  move: Exclude<PartyMove, 'mark_paid' | 'confirm_receipt'>
  opener: OpenerProps
  dialog: MoveDialogProps
}

/** A move without a form: asks for confirmation where it cannot be undone, sends the displayed status, and shows the result. */
function QuickMove({ move, opener, dialog: { trade, texts, isOpen, onClose, onProblem } }: QuickProps) {
  const client = useQueryClient()
  const command = useCommand(MOVES[move])
  const [failure, setFailure] = useState<string>()
  const isAsking = isOpen && texts.question !== undefined

  async function make() {
    onProblem(undefined)
    setFailure(undefined)
    const input = { params: { tradeId: trade.id }, body: { seenStatus: trade.status } }
    const outcome = await attemptMove(client, trade, () => command.mutateAsync(input), texts.failure)
    if ('failed' in outcome && texts.question) return setFailure(outcome.failed)
    onClose()
    if ('failed' in outcome) onProblem(outcome.failed)
    if ('refused' in outcome) onProblem(outcome.refused.message)
  }

  return (
    <>
      <Opener
        {...opener}
        ask={() => (texts.question ? opener.ask() : void make())}
        busy={command.isPending && !isAsking}
      />
      {texts.question && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={onClose}
          title={texts.label}
          confirm={{
            label: texts.label,
            onConfirm: () => void make(),
            variant: texts.variant,
            busy: command.isPending,
          }}
          error={failure}
        >
          {texts.question}
        </ConfirmDialog>
      )}
    </>
  )
}
