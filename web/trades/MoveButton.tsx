import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Trade } from '../../domain/api.ts'
import { ApiError, errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { isFault } from '../fault.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Translated } from '../ui/Translated.tsx'
import { MOVES, type PersonsAction } from './actions.ts'
import { useMoveTexts } from './move-texts.tsx'
import { keepTrade, readTradeAgain } from './queries.ts'

type Props = {
  trade: Trade
  action: PersonsAction
  /** Why the move is not allowed; null when it is. */
  reason: string | null
  /** Shows beside the buttons why a move failed; undefined clears it. */
  onProblem: (problem: string | undefined) => void
}

/** One move: asks for confirmation where it cannot be undone, sends the displayed status, and shows the result. */
export function MoveButton({ trade, action, reason, onProblem }: Props) {
  const client = useQueryClient()
  const command = useCommand(MOVES[action])
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const texts = useMoveTexts(trade)[action]
  const id = useId()
  const note = reason === null ? texts.hint : <Translated text={reason} />

  async function make() {
    onProblem(undefined)
    setFailure(undefined)
    try {
      keepTrade(
        client,
        await command.mutateAsync({ params: { tradeId: trade.id }, body: { seenStatus: trade.status } }),
      )
      setIsAsking(false)
    } catch (error) {
      if (error instanceof ApiError && error.isDefinite) return refused(error)
      const text = isFault(error) ? texts.failure : errorText(error)
      if (texts.question) setFailure(text)
      else onProblem(text)
    }
  }

  /** The trade has changed since it was displayed: the reason stays, and the trade is reloaded. */
  function refused(error: ApiError) {
    setIsAsking(false)
    onProblem(error.message)
    readTradeAgain(client, trade.id)
  }

  return (
    <>
      <Button
        variant={texts.variant}
        className="w-full sm:w-auto"
        disabled={reason !== null}
        aria-describedby={note === undefined ? undefined : id}
        busy={command.isPending && !isAsking}
        onClick={() => (texts.question ? setIsAsking(true) : void make())}
      >
        {texts.label}
      </Button>
      {note !== undefined && (
        <p id={id} className="mt-1.5 text-sm text-muted">
          {note}
        </p>
      )}
      {texts.question && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          title={texts.label}
          confirm={{
            label: texts.label,
            onConfirm: () => void make(),
            variant: texts.variant,
            busy: command.isPending,
          }}
          error={failure}
        >
          {texts.question}
        </ConfirmDialog>
      )}
    </>
  )
}
