import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ChangedFactors } from '../../../domain/api/accounts/factors.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ConfirmAboveForm } from './ConfirmAboveForm.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { useFactors, useKeepFactors } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryCodeSettings } from './RecoveryCodeSettings.tsx'
import { TotpSettings } from './TotpSettings.tsx'
import { Loaded } from '../../Loaded.tsx'

/** The second factor on the Security tab: authenticator app, passkeys, recovery codes. */
export function FactorSection() {
  const query = useFactors()
  const keep = useKeepFactors()
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  function changed({ factors, recoveryCodes }: ChangedFactors) {
    keep(factors)
    setCodes(recoveryCodes)
  }

  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Trans>Two-factor authentication</Trans>
      </h2>
      <Loaded query={query} rows={2}>
        {(factors) => (
          <div className="panel divide-y divide-line">
            <TotpSettings factors={factors} onChanged={changed} />
            <PasskeySettings factors={factors} onChanged={changed} />
            {(factors.totpSince !== null || factors.passkeys.length > 0) && (
              <RecoveryCodeSettings factors={factors} onChanged={changed} />
            )}
          </div>
        )}
      </Loaded>
      <Dialog
        isOpen={codes !== null}
        onClose={() => setCodes(null)}
        title={<Trans>Your recovery codes</Trans>}
        isShownOnce
      >
        {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      </Dialog>
    </section>
  )
}

/** The amount above which confirming a receipt requires re-authentication, on the same tab. */
export function ConfirmAboveSection() {
  const { data } = useFactors()
  const keep = useKeepFactors()
  if (!data) return null
  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Trans>Before USDT is released</Trans>
      </h2>
      <ConfirmAboveForm factors={data} onSaved={keep} />
    </section>
  )
}
