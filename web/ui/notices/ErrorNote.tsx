import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'

type Props = { children: ReactNode; onRetry?: (() => void) | undefined; isRetrying?: boolean; className?: string }

/** An error beside the control that failed, with a retry button where that helps. Announced immediately. */
export function ErrorNote({ children, onRetry, isRetrying = false, className = '' }: Props) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-sell/40 bg-sell-soft px-4 py-3 ${className}`}
    >
      <div className="min-w-0 font-medium">{children}</div>
      {onRetry && (
        <Button size="row" onClick={onRetry} busy={isRetrying}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
