import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { signInWithPasskey, startSignInWithPasskey } from '../../../domain/api/accounts/factors.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { showPasskey, usePasskeyText } from './passkeys.ts'

/** Signs in with a passkey alone: no email, password or second factor challenge. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (session: Session) => Promise<void> }) {
  const textOf = usePasskeyText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function enter() {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = await showPasskey(await call(startSignInWithPasskey, { body: {} }))
      await onSignedIn(await call(signInWithPasskey, { body }))
    } catch (error) {
      setProblem(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-3">
      <Button busy={busy} onClick={() => void enter()}>
        <Trans>Sign in with a passkey</Trans>
      </Button>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
    </div>
  )
}
