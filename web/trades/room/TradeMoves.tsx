import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { movesOf, nextMove } from '../moves.ts'
import { MoveButton } from '../moves/MoveButton.tsx'

/**
 * The moves the reader can make now. The refusal of a late move is shown here, even when the changed trade has no button
 * for it. A team member with these roles has the buttons of the roles only.
 */
export function TradeMoves({ trade, roles }: { trade: Trade; roles?: readonly TeamRole[] | undefined }) {
  const [problem, setProblem] = useState<string>()
  const moves = movesOf(trade, roles)
  const next = nextMove(trade, roles)
  if (moves.length === 0 && problem === undefined) return null
  return (
    <section className="grid gap-4">
      <h2 className="sr-only">
        <Trans>Trade actions</Trans>
      </h2>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      {moves.length > 0 && (
        <ul className="flex flex-wrap justify-between gap-x-8 gap-y-4 max-sm:grid">
          {moves.map(({ move, reason }) => (
            // On a small screen the bar has the next move (MoveBar).
            <li
              key={move}
              className={`lg:[&:last-child:not(:first-child)]:ms-auto lg:[&:last-child:not(:first-child)]:text-end ${move === next ? 'max-lg:hidden' : ''}`}
            >
              <MoveButton trade={trade} move={move} reason={reason} onProblem={setProblem} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
