import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { MoveButton } from '../trades/moves/MoveButton.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'

/** The seller, before the first decision: the payment has arrived after all. */
export function ConfirmInDispute({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<string>()
  return (
    <section aria-label={t`Confirm payment received`} className="grid gap-2">
      <p className="text-muted">
        <Trans>If you have received the payment, confirm it. This ends the dispute, which doesn’t count as lost.</Trans>
      </p>
      <div>
        <MoveButton trade={trade} move="confirm_receipt" reason={null} onProblem={setProblem} />
      </div>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
    </section>
  )
}
