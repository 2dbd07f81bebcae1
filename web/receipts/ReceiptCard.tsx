import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../domain/api.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'

/** The receipt of a completed trade. */
export function ReceiptCard({ trade }: { trade: Trade }) {
  const [isOpen, setIsOpen] = useState(false)
  if (trade.status !== 'completed') return null
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="text-lg">
          <Trans>Receipt</Trans>
        </h2>
        <Button size="row" onClick={() => setIsOpen(true)}>
          <Trans>Download receipt</Trans>
        </Button>
      </div>
      <p className="mt-2 text-muted">
        <Trans>
          Sarraf signs that this trade was completed, and you choose what the receipt shows.{' '}
          <Link to={paths.verify} className="text-ink underline underline-offset-4">
            Anyone can verify it
          </Link>
          , without an account.
        </Trans>
      </p>
      {isOpen && <ReceiptDialog trade={trade} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
