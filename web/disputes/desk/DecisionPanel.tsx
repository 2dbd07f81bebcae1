import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { useDates } from '../../dates.ts'
import { DecisionForm } from './DecisionForm.tsx'
import { LedgerRows } from './LedgerRows.tsx'
import { Outcome } from './Words.tsx'

/** The decisions so far, how the case ended, and the form of the next decision. */
export function DecisionPanel({ dispute }: { dispute: DisputeCase }) {
  const { t } = useLingui()
  const { status, round, decisions, outcome, accepted } = dispute
  const panel = useFocusAfter(`${decisions.length} ${outcome}`)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t`Decision`}
      className="panel grid grid-cols-1 gap-5 px-5 py-4 outline-none sm:px-7 sm:py-5"
    >
      <h2 className="text-lg">
        <Trans>Decision</Trans>
      </h2>
      {outcome !== null && (
        <p className="font-semibold">
          <Trans>The case is closed.</Trans> <Outcome name={outcome} />
        </p>
      )}
      {decisions.map((decision) => (
        <Decision key={decision.round} decision={decision} />
      ))}
      {accepted.length > 0 && (
        <p className="text-sm text-muted">
          {accepted.includes('buyer') && <Trans>The buyer has accepted the decision.</Trans>}{' '}
          {accepted.includes('seller') && <Trans>The seller has accepted the decision.</Trans>}
        </p>
      )}
      {status === 'statements' && (
        <p className="text-muted">
          <Trans>You can decide once both statements are in, or when the time for them has passed.</Trans>
        </p>
      )}
      {status === 'deciding' && (
        <div className={`grid grid-cols-1 gap-5 ${round > 1 ? 'border-t border-line pt-5' : ''}`}>
          {round > 1 && (
            <h3 className="font-semibold">
              <Trans>Decision on the appeal</Trans>
            </h3>
          )}
          <DecisionForm key={round} dispute={dispute} />
        </div>
      )}
    </section>
  )
}

/** Where a decision, or a party's concession, has removed the form that had the focus, the panel takes it. */
function useFocusAfter(state: string): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(state)
  useLayoutEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (document.activeElement === document.body) panel.current?.focus()
  }, [state])
  return panel
}

export function Decision({ decision }: { decision: DisputeCase['decisions'][number] }) {
  const dates = useDates()
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          <Outcome name={decision.outcome} />
        </span>
        <span className="num text-sm text-muted">
          {decision.round > 1 && (
            <>
              <Trans>Appeal</Trans>
              {' · '}
            </>
          )}
          {dates.moment(decision.at)}
        </span>
      </p>
      <LedgerRows division={decision} className="mt-2" />
      <p dir="auto" className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {decision.reason}
      </p>
    </div>
  )
}
