import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  decideCase,
  type DisputeCase,
  type LinkedCase,
  type ListedCase,
} from '../../../domain/api/disputes/disputes.ts'
import { APPEAL_HOURS, type DecisionOutcome } from '../../../domain/disputes/disputes.ts'
import type { BondOutcome } from '../../../domain/trades/bonds.ts'
import { ApiError, errorText } from '../../client.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { EarlyDecisionWarning } from './Arrival.tsx'
import { bondOf, divisionOf } from './division.ts'
import { LedgerRows } from './LedgerRows.tsx'
import { keepCase, readDeskAgain } from './queries.ts'
import { Refusals } from './Refusals.tsx'
import { Outcome } from './Words.tsx'

export type Decision = { outcome: DecisionOutcome; releasedUsdt?: string; bond?: BondOutcome; reason: string }

type Props = {
  dispute: DisputeCase
  /** The linked cases that get the same decision. */
  together: readonly LinkedCase[]
  decision: Decision
  onClose: () => void
  onDecided: () => void
}

/** Shows what the decision does, and makes it: for each linked case first, and for this one last. */
export function DecisionConfirmation({ dispute, together, decision, onClose, onDecided }: Props) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(decideCase)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [deciding, setDeciding] = useState(0)
  const decided = useRef(new Set<string>())
  const division = divisionOf(dispute, decision.outcome, decision.releasedUsdt ?? '')
  const count = together.length + 1

  /** One after the other, this case last, once all others are decided: what was refused is named, and can be left out or sent again. */
  async function decide() {
    setRefused([])
    const refusals: string[] = []
    for (const [index, each] of [...together, dispute].entries()) {
      if (decided.current.has(each.tradeId)) continue
      // The form goes with this case, and with it what was refused.
      if (each === dispute && refusals.length > 0) break
      setDeciding(index + 1)
      try {
        const shown = await command.mutateAsync({ params: { tradeId: each.tradeId }, body: bodyFor(each, decision) })
        decided.current.add(each.tradeId)
        if (each !== dispute) continue
        onDecided()
        keepCase(client, shown)
        notify(count === 1 ? t`Decision recorded` : t`Decisions recorded: ${count}`)
      } catch (error) {
        refusals.push(count === 1 ? errorText(error) : `${each.reference}: ${errorText(error)}`)
        // The case may have changed: if it cannot be decided any more, the form goes.
        if (count === 1 && error instanceof ApiError && error.isDefinite) readDeskAgain(client)
      }
    }
    setDeciding(0)
    setRefused(refusals)
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={() => {
        if (decided.current.size > 0) readDeskAgain(client)
        onClose()
      }}
      title={
        count === 1 ? (
          <Trans>Decide this case?</Trans>
        ) : (
          <Plural value={count} one="Decide # case?" other="Decide # cases?" />
        )
      }
      confirm={{ label: <Trans>Decide</Trans>, onConfirm: () => void decide(), busy: deciding > 0 }}
      error={refused.length > 0 && <Refusals texts={refused} />}
    >
      <p className="font-semibold text-ink">
        <Outcome name={decision.outcome} />
      </p>
      <EarlyDecisionWarning dispute={dispute} />
      {division && (
        <LedgerRows
          division={division}
          bond={bondOf(dispute, decision.outcome, decision.bond ?? '')}
          className="mt-3 text-ink"
        />
      )}
      {count > 1 && (
        <p className="mt-3">
          <Trans>The others get the same outcome for their own amounts:</Trans>{' '}
          <bdi dir="ltr">{together.map(({ reference }) => reference).join(', ')}</bdi>
        </p>
      )}
      <p className="mt-3">
        <Effect round={dispute.round} />
      </p>
      {deciding > 0 && count > 1 && (
        <p role="status" className="mt-3">
          <Trans>
            Deciding {deciding} of {count}…
          </Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}

function Effect({ round }: { round: number }) {
  if (round > 1) return <Trans>This decision is final and is carried out immediately.</Trans>
  return (
    <Trans>
      A party that does not get everything can appeal within{' '}
      <Plural value={APPEAL_HOURS} one="# hour" other="# hours" />. Until then no USDT moves.
    </Trans>
  )
}

/** Only a case whose buyer locked a bond says what becomes of it. */
function bodyFor({ hasBond }: Pick<ListedCase, 'hasBond'>, { bond, ...decision }: Decision): Decision {
  return hasBond && bond !== undefined ? { ...decision, bond } : decision
}
