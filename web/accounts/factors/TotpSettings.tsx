import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { removeTotp, startTotp, type ChangedFactors, type Factors } from '../../../domain/api/accounts/factors.ts'
import { call, errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { RemoveButton } from './RemoveButton.tsx'

const TotpSetup = lazy(() => import('./TotpSetup.tsx'))

type Props = { factors: Factors; onChanged: (changed: ChangedFactors) => void }

/** The authenticator app: off with a button to set it up, or on since a date with a button to remove it. */
export function TotpSettings({ factors: { totpSince }, onChanged }: Props) {
  const dates = useDates()
  const since = totpSince === null ? '' : dates.date(totpSince)
  return (
    <div className={`px-4 py-4 md:px-5 ${actionRowClass}`}>
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 text-base">
          <Trans>Authenticator app</Trans>
          {totpSince !== null && (
            <Badge tone="buy">
              <Trans>On</Trans>
            </Badge>
          )}
        </h3>
        <p className="text-sm text-muted">
          {totpSince === null ? (
            <Trans>A code from your phone each time you sign in</Trans>
          ) : (
            <Trans>Since {since}</Trans>
          )}
        </p>
      </div>
      {totpSince === null ? <SetUp onChanged={onChanged} /> : <RemoveTotp onChanged={onChanged} />}
    </div>
  )
}

function SetUp({ onChanged }: { onChanged: Props['onChanged'] }) {
  const { t } = useLingui()
  const { warn } = useToast()
  const [started, setStarted] = useState<{ secret: string; uri: string } | null>(null)
  const [busy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    try {
      setStarted(await call(startTotp, { body: {} }))
    } catch (error) {
      warn(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  function done(changed: ChangedFactors) {
    setStarted(null)
    onChanged(changed)
  }

  return (
    <>
      <Button size="row" busy={busy} onClick={() => void start()}>
        <Trans>Set up</Trans>
      </Button>
      {started && (
        <Dialog isOpen onClose={() => setStarted(null)} title={<Trans>Authenticator app</Trans>}>
          <Suspense fallback={<SkeletonRows rows={3} label={t`Loading…`} />}>
            <TotpSetup started={started} onDone={done} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}

function RemoveTotp({ onChanged }: { onChanged: Props['onChanged'] }) {
  const { t } = useLingui()
  const { notify } = useToast()
  return (
    <RemoveButton
      endpoint={removeTotp}
      input={{ body: {} }}
      label={t`Remove the authenticator app`}
      title={<Trans>Remove the authenticator app?</Trans>}
      onRemoved={(factors) => {
        notify(t`Authenticator app removed`)
        onChanged({ factors, recoveryCodes: null })
      }}
    />
  )
}
