import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { concedeDispute } from '../../domain/api/disputes/endings.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { errorText } from '../client.ts'
import { useFormats } from '../formats.ts'
import { keepTrade, readTradeAgain } from '../trades/queries.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useCommand } from '../use-command.ts'

/** Ends the dispute in favour of the other party, after saying exactly what the reader loses. */
export function ConcedeButton({ trade }: { trade: Trade }) {
  const client = useQueryClient()
  const command = useCommand(concedeDispute)
  const [isAsking, setIsAsking] = useState(false)

  async function concede() {
    try {
      keepTrade(client, await command.mutateAsync({ params: { tradeId: trade.id }, body: {} }))
      setIsAsking(false)
    } catch {
      readTradeAgain(client, trade.id)
    }
  }

  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">
        <Trans>
          Until the decision you can end the dispute by conceding. The other party then gets all of the USDT.
        </Trans>
      </p>
      <div>
        <Button variant="danger" className="w-full sm:w-auto" onClick={() => setIsAsking(true)}>
          <Trans>Concede</Trans>
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Concede the dispute</Trans>}
        confirm={{
          label: <Trans>Concede</Trans>,
          onConfirm: () => void concede(),
          variant: 'danger',
          busy: command.isPending,
        }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Loss trade={trade} />
      </ConfirmDialog>
    </div>
  )
}

function Loss({ trade }: { trade: Trade }) {
  const formats = useFormats()
  const locked = formats.usdt(trade.sellerLocks)
  const released = formats.usdt(trade.buyerReceives)
  const paid = formats.fiat(trade.amountFiat, trade.fiatCurrency)
  return (
    <div className="grid gap-3">
      {trade.role === 'seller' ? (
        <p>
          <Trans>
            You lose the <strong className="text-ink">{locked}</strong> that you locked. The buyer gets {released}, even
            if you never received {paid}.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            The seller gets <strong className="text-ink">{locked}</strong> back. You get no USDT, and Sarraf can’t
            return {paid} that you may have paid.
          </Trans>
        </p>
      )}
      <p>
        <Trans>This ends the dispute without a decision and can’t be undone.</Trans>
      </p>
    </div>
  )
}
