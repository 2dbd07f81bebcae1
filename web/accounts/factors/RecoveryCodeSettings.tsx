import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { renewRecoveryCodes, type ChangedFactors, type Factors } from '../../../domain/api/accounts/factors.ts'
import { call, errorText } from '../../client.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

type Props = { factors: Factors; onChanged: (changed: ChangedFactors) => void }

/** The number of recovery codes left, and a button that replaces them. */
export function RecoveryCodeSettings({ factors: { recoveryCodesLeft }, onChanged }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function renew() {
    setBusy(true)
    setProblem(undefined)
    try {
      const changed = await call(renewRecoveryCodes, { body: {} })
      setIsAsking(false)
      onChanged(changed)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={`px-4 py-4 md:px-5 ${actionRowClass}`}>
      <div className="min-w-0">
        <h3 className="text-base">
          <Trans>Recovery codes</Trans>
        </h3>
        <p className="text-sm text-muted">
          <Plural value={recoveryCodesLeft} one="# code left" other="# codes left" />
        </p>
      </div>
      <Button size="row" onClick={() => setIsAsking(true)}>
        <Trans>Generate new codes</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Generate new recovery codes?</Trans>}
        confirm={{ label: <Trans>Generate new codes</Trans>, busy, onConfirm: () => void renew() }}
        error={problem}
      >
        <Trans>Your current codes will stop working.</Trans>
      </ConfirmDialog>
    </div>
  )
}
