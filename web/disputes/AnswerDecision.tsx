import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import { acceptDecision } from '../../domain/api/disputes/endings.ts'
import { errorText } from '../client.ts'
import { readTradeAgain } from '../trades/queries.ts'
import { ObservedPrimaryButton } from '../trades/room/primary-button-in-view.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useCommand } from '../use-command.ts'
import { AppealDialog } from './AppealDialog.tsx'
import { Division } from './Division.tsx'
import { keepDispute } from './queries.ts'

/** What a losing party can do about the decision: accept it or appeal. */
export function AnswerDecision({ dispute }: { dispute: Dispute }) {
  const client = useQueryClient()
  const command = useCommand(acceptDecision)
  const [asked, setAsked] = useState<'accept' | 'appeal' | null>(null)
  const close = () => setAsked(null)
  const decision = dispute.decisions.at(-1)

  async function accept() {
    try {
      keepDispute(client, await command.mutateAsync({ params: { tradeId: dispute.tradeId }, body: {} }))
      close()
    } catch {
      readTradeAgain(client, dispute.tradeId)
    }
  }

  return (
    <div className="flex flex-wrap gap-3">
      <ObservedPrimaryButton>
        <Button variant="accent" className="w-full sm:w-auto" onClick={() => setAsked('accept')}>
          <Trans>Accept decision</Trans>
        </Button>
      </ObservedPrimaryButton>
      <Button variant="line" className="w-full sm:w-auto" onClick={() => setAsked('appeal')}>
        <Trans context="button">Appeal</Trans>
      </Button>
      <ConfirmDialog
        isOpen={asked === 'accept'}
        onClose={close}
        title={<Trans>Accept decision</Trans>}
        confirm={{
          label: <Trans>Accept decision</Trans>,
          onConfirm: () => void accept(),
          busy: command.isPending,
        }}
        error={command.error ? errorText(command.error) : undefined}
      >
        {decision?.outcome === 'split' ? (
          <Trans>You can’t appeal after that. Unless the other party appeals, the USDT is then split.</Trans>
        ) : (
          <Trans>You can’t appeal after that. The decision is carried out immediately.</Trans>
        )}
        {decision && (
          <div className="mt-3 text-ink">
            <Division toBuyer={decision.toBuyer} fee={decision.fee} toSeller={decision.toSeller} />
          </div>
        )}
      </ConfirmDialog>
      {asked === 'appeal' && <AppealDialog dispute={dispute} onClose={close} />}
    </div>
  )
}
