import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { removeIdentity, type Identity } from '../../../domain/api/accounts/identities.ts'
import { errorText } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { useDates } from '../../dates.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useProviderTexts } from './provider-texts.ts'

type Props = { identity: Identity; onRemoved: (identities: Identity[]) => void }

/** One linked identity: its name at the provider, the date, and a button that unlinks it. */
export function IdentityLine({ identity, onRemoved }: Props) {
  const dates = useDates()
  const name = useProviderTexts()(identity.kind)
  const linked = dates.date(identity.linkedAt)
  return (
    <li className={`py-4 ${actionRowClass}`}>
      <div className="min-w-0">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        {identity.label !== null && (
          <p dir="ltr" className="text-sm text-muted [overflow-wrap:anywhere] rtl:text-end">
            {identity.label}
          </p>
        )}
        <p className="num text-sm text-muted">
          <Trans>Linked {linked}</Trans>
        </p>
      </div>
      <Unlink identity={identity} name={name} onRemoved={onRemoved} />
    </li>
  )
}

function Unlink({ identity: { id }, name, onRemoved }: Props & { name: string }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const command = useCommand(removeIdentity)
  const [isAsking, setIsAsking] = useState(false)

  function unlink() {
    command.mutate(
      { params: { identityId: id } },
      {
        onSuccess: ({ identities }) => {
          setIsAsking(false)
          notify(t`${name} is unlinked`)
          onRemoved(identities)
        },
      },
    )
  }

  return (
    <>
      <Button variant="danger" size="row" aria-label={t`Unlink ${name}`} onClick={() => setIsAsking(true)}>
        <Trans>Unlink</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Unlink {name}?</Trans>}
        confirm={{ label: <Trans>Unlink</Trans>, variant: 'danger', busy: command.isPending, onConfirm: unlink }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Trans>You won’t be able to sign in with it any more. We’ll email you to confirm.</Trans>
      </ConfirmDialog>
    </>
  )
}
