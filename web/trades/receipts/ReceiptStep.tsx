import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { USUAL_RECEIPT_FIELDS } from '../../../domain/trades/receipts.ts'
import { errorText } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { ReceiptLink, useReceiptLink } from './ReceiptLink.tsx'

/** The receipt of a completed trade: its link at one press, or a choice of what it shows. */
export function ReceiptStep({ trade }: { trade: Trade }) {
  const [isOpen, setIsOpen] = useState(false)
  const link = useReceiptLink(trade, USUAL_RECEIPT_FIELDS)
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-muted">
          <Trans>
            A receipt signed by Sarraf:{' '}
            <Link to={paths.verify} className="text-ink underline underline-offset-4">
              anyone can verify it
            </Link>
            , without an account. Its link shows the amounts, never the other party.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="row" variant="quiet" busy={link.isPending} onClick={() => link.mutate()}>
            <Trans>Copy receipt link</Trans>
          </Button>
          <Button size="row" onClick={() => setIsOpen(true)}>
            <Trans>Download receipt</Trans>
          </Button>
        </div>
      </div>
      {link.error && <ErrorNote>{errorText(link.error)}</ErrorNote>}
      <ReceiptLink link={link.data} />
      {isOpen && <ReceiptDialog trade={trade} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
