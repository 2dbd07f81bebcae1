import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { Button } from '../../ui/Button.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'

/** Opens the receipt of a completed trade. */
export function ReceiptButton({ trade }: { trade: Trade }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="row" onClick={() => setIsOpen(true)}>
        <Trans>Download receipt</Trans>
      </Button>
      {isOpen && <ReceiptDialog trade={trade} onClose={() => setIsOpen(false)} />}
    </>
  )
}
