import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Factors, removePasskey, removeTotp } from '../../../domain/api/accounts/factors.ts'
import { errorText, type CallInput } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

type Removal = typeof removeTotp | typeof removePasskey
type Props<E extends Removal> = {
  endpoint: E
  input: CallInput<E>
  /** The button's accessible name: "Remove the passkey Phone". */
  label: string
  title: ReactNode
  onRemoved: (factors: Factors) => void
}

/** Removes a factor, after a confirmation. */
export function RemoveButton<E extends Removal>({ endpoint, input, label, title, onRemoved }: Props<E>) {
  const command = useCommand(endpoint)
  const [isAsking, setIsAsking] = useState(false)

  function remove() {
    command.mutate(input, {
      onSuccess: (factors) => {
        setIsAsking(false)
        onRemoved(factors as Factors)
      },
    })
  }

  return (
    <>
      <Button variant="danger" size="row" aria-label={label} onClick={() => setIsAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={title}
        confirm={{ label: <Trans>Remove</Trans>, variant: 'danger', busy: command.isPending, onConfirm: remove }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Trans>You won’t be able to sign in with it any more. We’ll email you to confirm.</Trans>
      </ConfirmDialog>
    </>
  )
}
