import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { takeCase, type ListedCase } from '../../../domain/api/disputes/disputes.ts'
import { ARBITER_CONFLICT_DAYS } from '../../../domain/disputes/disputes.ts'
import { ApiError, errorText } from '../../client.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useCommand } from '../../use-command.ts'
import { keepCase, readDeskAgain } from './queries.ts'
import { CONFLICT_TEXTS } from './texts.ts'

/** Takes a case and opens it. A conflict of interest is shown before it is pressed. */
export function TakeCase({ row }: { row: Pick<ListedCase, 'tradeId' | 'reference' | 'conflict'> }) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  const command = useCommand(takeCase)
  const [problem, setProblem] = useState<string>()
  const noteId = useId()
  const { tradeId, reference, conflict } = row

  async function take() {
    setProblem(undefined)
    try {
      keepCase(client, await command.mutateAsync({ params: { tradeId }, body: {} }))
      await navigate(paths.case(tradeId))
    } catch (error) {
      setProblem(errorText(error))
      if (error instanceof ApiError && error.isDefinite) readDeskAgain(client)
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="line"
        size="row"
        aria-label={t`Take case ${reference}`}
        aria-describedby={conflict === null ? undefined : noteId}
        disabled={conflict !== null}
        busy={command.isPending}
        onClick={() => void take()}
      >
        <Trans>Take case</Trans>
      </Button>
      {conflict !== null && (
        <p id={noteId} className="max-w-[30ch] text-sm text-muted">
          {i18n._(CONFLICT_TEXTS[conflict], { days: ARBITER_CONFLICT_DAYS })}
        </p>
      )}
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
    </div>
  )
}
