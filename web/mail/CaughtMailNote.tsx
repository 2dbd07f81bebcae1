import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { DemoMailboxProps } from './DemoMailbox.tsx'
import { useMailIsCaught } from './queries.ts'

const DemoMailbox = lazy(() => import('./DemoMailbox.tsx'))

type Props = DemoMailboxProps & { className?: string }

/**
 * Shown where a user is asked to check their mailbox: in demonstration mode a panel has the email instead. It is open where a code
 * is to be entered, and one press away elsewhere.
 */
export function CaughtMailNote({ className = '', ...mailbox }: Props) {
  const { data: isCaught } = useMailIsCaught()
  const [isOpened, setOpened] = useState(false)
  const panelId = useId()
  if (!isCaught) return null
  const isOpen = mailbox.onCode !== undefined || isOpened
  return (
    <div className={`grid gap-3 ${className}`}>
      {mailbox.onCode === undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-raised px-4 py-2">
          <p>
            <Trans>Emails aren’t sent in this test environment.</Trans>
          </p>
          <Button
            size="row"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setOpened(!isOpened)}
          >
            {isOpen ? <Trans>Hide the email</Trans> : <Trans>Show the email</Trans>}
          </Button>
        </div>
      )}
      {isOpen && (
        <div id={panelId}>
          <Suspense fallback={<div className="h-36" />}>
            <DemoMailbox {...mailbox} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
