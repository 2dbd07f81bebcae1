import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { removeAvatar } from '../../domain/api/profiles/avatars.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { useKeepAvatar } from './use-avatar.ts'

type Props = { isDisabled: boolean; onAsk: () => void; onRemoved: () => void }

/** Removes the picture, after a confirmation. */
export function RemoveAvatar({ isDisabled, onAsk, onRemoved }: Props) {
  const { t } = useLingui()
  const { notify } = useToast()
  const keep = useKeepAvatar()
  const command = useCommand(removeAvatar)
  const [isAsking, setIsAsking] = useState(false)

  function remove() {
    command.mutate(
      {},
      {
        onSuccess: (saved) => {
          onRemoved()
          keep(saved)
          notify(t`Profile picture removed`)
        },
      },
    )
  }

  return (
    <>
      <Button
        size="row"
        variant="quiet"
        disabled={isDisabled}
        onClick={() => {
          onAsk()
          setIsAsking(true)
        }}
      >
        <Trans>Remove profile picture</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Remove your profile picture?</Trans>}
        confirm={{ label: <Trans>Remove</Trans>, variant: 'danger', busy: command.isPending, onConfirm: remove }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Trans>Your default avatar will be shown instead.</Trans>
      </ConfirmDialog>
    </>
  )
}
