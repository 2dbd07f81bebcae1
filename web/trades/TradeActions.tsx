import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../domain/api.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { movesOf } from './actions.ts'
import { MoveButton } from './MoveButton.tsx'

/**
 * The moves the reader can make now. The refusal of a late move is shown here, even when the changed trade has no button
 * for it.
 */
export function TradeActions({ trade }: { trade: Trade }) {
  const [problem, setProblem] = useState<string>()
  const moves = movesOf(trade)
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
