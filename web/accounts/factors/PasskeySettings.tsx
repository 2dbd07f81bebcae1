import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { removePasskey, type ChangedFactors, type Factors } from '../../../domain/api/accounts/factors.ts'
import { useDates } from '../../dates.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RemoveButton } from './RemoveButton.tsx'

type Props = { factors: Factors; onChanged: (changed: ChangedFactors) => void }

/** The user's passkeys, and a form that adds one. */
export function PasskeySettings({ factors: { passkeys }, onChanged }: Props) {
  const [isAdding, setIsAdding] = useState(false)

  function added(changed: ChangedFactors) {
    setIsAdding(false)
    onChanged(changed)
  }

  return (
    <div className="grid gap-3 px-4 py-4 md:px-5">
      <div className={actionRowClass}>
        <div className="min-w-0">
          <h3 className="text-base">
            <Trans>Passkeys</Trans>
          </h3>
          <p className="text-sm text-muted">
            <Trans>
              Sign in with your fingerprint, face or PIN. Other sign-in methods will then need two-factor
              authentication.
            </Trans>
          </p>
        </div>
        <Button size="row" className="shrink-0" onClick={() => setIsAdding(true)}>
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={<Trans>Add a passkey</Trans>} startsInField>
        <AddPasskey onAdded={added} />
      </Dialog>
    </div>
  )
}

function Line({ passkey, onChanged }: { passkey: Factors['passkeys'][number]; onChanged: Props['onChanged'] }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const dates = useDates()
  const { id, name, lastUsedAt } = passkey
  const created = dates.date(passkey.createdAt)
  const used = lastUsedAt === null ? '' : dates.moment(lastUsedAt)
  return (
    <li className={`py-3 ${actionRowClass}`}>
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="num text-sm text-muted">
          <Trans>Added {created}</Trans>
          {' · '}
          {lastUsedAt === null ? <Trans>Not used yet</Trans> : <Trans>Last used {used}</Trans>}
        </p>
      </div>
      <RemoveButton
        endpoint={removePasskey}
        input={{ params: { passkeyId: id } }}
        label={t`Remove the passkey ${name}`}
        title={<Trans>Remove the passkey {name}?</Trans>}
        onRemoved={(factors) => {
          notify(t`Passkey ${name} removed`)
          onChanged({ factors, recoveryCodes: null })
        }}
      />
    </li>
  )
}
