import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedCase } from '../../../domain/api/disputes/disputes.ts'
import { useDates } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { readDeskAgain } from './queries.ts'
import { Outcome } from './Words.tsx'

type Props = {
  dispute: Pick<ListedCase, 'status' | 'deadline' | 'stoppedAt' | 'outcome'>
  clockOffsetMs: number
}

/** When the status of a case ends, with the time left; for a closed case, how it ended. */
export function Deadline({ dispute: { status, deadline, stoppedAt, outcome }, clockOffsetMs }: Props) {
  const client = useQueryClient()
  const [passed, setPassed] = useState<string>()
  const dates = useDates()
  if (outcome !== null) {
    return (
      <p className="text-sm">
        <Outcome name={outcome} />
      </p>
    )
  }
  if (deadline === null) return null
  const moment = dates.moment(deadline)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="text-muted">
        {status === 'statements' && <Trans>Statements until {moment}</Trans>}
        {status === 'deciding' && <Trans>Decision due {moment}</Trans>}
        {status === 'decided' && <Trans>Appeal until {moment}</Trans>}
      </span>
      <span className="font-semibold">
        <Countdown
          key={deadline}
          deadline={deadline}
          clockOffsetMs={clockOffsetMs}
          stoppedAt={stoppedAt}
          onEnd={() => {
            setPassed(deadline)
            readDeskAgain(client)
          }}
        />
      </span>
      {passed === deadline && (
        <Badge tone="sell">
          <Trans>Overdue</Trans>
        </Badge>
      )}
    </p>
  )
}
