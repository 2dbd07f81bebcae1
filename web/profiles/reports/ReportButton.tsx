import { Trans } from '@lingui/react/macro'
import type { Reported } from '../../../domain/profiles/reports.ts'
import { useSession } from '../../session/session.ts'
import { useReport } from './use-report.tsx'

/** Opens the form that reports a user, an offer or a rating to staff; for signed-in users who do not act for another. */
export function ReportButton({ reported, className = '' }: { reported: Reported; className?: string }) {
  const { status, actingFor } = useSession()
  const { open, dialog } = useReport(reported)
  if (status !== 'signed-in' || actingFor) return null
  return (
    <>
      <button
        type="button"
        onClick={open}
        className={`touch-area min-h-6 shrink-0 text-sm text-muted underline hover:text-ink ${className}`}
      >
        <Trans context="button">Report</Trans>
      </button>
      {dialog}
    </>
  )
}
