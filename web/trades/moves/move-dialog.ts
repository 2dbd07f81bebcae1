import type { Trade } from '../../../domain/api/trades/trades.ts'
import type { MoveTexts } from './move-texts.tsx'

/** What the dialog of a move gets. */
export type MoveDialogProps = {
  trade: Trade
  texts: MoveTexts
  isOpen: boolean
  onClose: () => void
  /** Shows beside the buttons why the move failed; undefined clears it. */
  onProblem: (problem: string | undefined) => void
}
