import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../domain/api.ts'
import { TEAM_MOVES, type TeamRole } from '../../domain/teams.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { movesOf } from './actions.ts'
import { MoveButton } from './MoveButton.tsx'

/**
 * The moves the reader can make now. The refusal of a late move is shown here, even when the changed trade has no button
 * for it. A team member with these roles has the buttons of the roles only.
 */
export function TradeActions({ trade, roles }: { trade: Trade; roles?: readonly TeamRole[] | undefined }) {
  const [problem, setProblem] = useState<string>()
  const moves = movesOf(trade).filter(({ action }) => !roles || isIncluded(action, roles))
  if (moves.length === 0 && problem === undefined) return null
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-6">
      <h2 className="text-xl">
        <Trans>Trade actions</Trans>
      </h2>
      {problem !== undefined && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      {moves.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {moves.map(({ action, reason }) => (
            <li key={action}>
              <MoveButton trade={trade} action={action} reason={reason} onProblem={setProblem} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function isIncluded(action: string, roles: readonly TeamRole[]): boolean {
  const needed = Object.entries(TEAM_MOVES).find(([move]) => move === action)?.[1]
  return needed !== undefined && roles.includes(needed)
}
