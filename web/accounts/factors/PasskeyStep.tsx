import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { usePasskeyText } from './passkeys.ts'

/** Asks for a passkey. Shows what `onPasskey` throws. */
export function PasskeyStep({ onPasskey }: { onPasskey: () => Promise<void> }) {
  const textOf = usePasskeyText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function use() {
    setBusy(true)
    setProblem(undefined)
    try {
      await onPasskey()
    } catch (error) {
      setProblem(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-5">
      <p>
        <Trans>Your device will ask for your fingerprint, face or PIN.</Trans>
      </p>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <Button variant="accent" busy={busy} onClick={() => void use()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </div>
  )
}
