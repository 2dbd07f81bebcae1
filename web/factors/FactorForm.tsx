import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { proofSchema, type Proof, type ProofWay } from '../../domain/factors.ts'
import { refusalOf } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Form, useZodForm } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { usePasskeyText } from './passkeys.ts'

type Props = {
  /** What the person has, the first one offered at first. */
  ways: readonly ProofWay[]
  /** The word on the button. */
  action: ReactNode
  /** Both throw what went wrong; it is told here. */
  onCode: (proof: Proof) => Promise<void>
  onPasskey: () => Promise<void>
}

/** Asks for one of the things that prove who somebody is, and lets them take another one. */
export function FactorForm({ ways, action, onCode, onPasskey }: Props) {
  const [way, setWay] = useState(ways[0])
  return (
    <div className="grid gap-5">
      {way === 'passkey' && <PasskeyStep onPasskey={onPasskey} />}
      {way !== undefined && way !== 'passkey' && <CodeStep key={way} way={way} action={action} onCode={onCode} />}
      {ways.length > 1 && (
        <ul className="grid justify-items-start gap-1">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <Button variant="quiet" size="row" className="-ms-4 underline" onClick={() => setWay(other)}>
                  <WayChoice way={other} />
                </Button>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

function PasskeyStep({ onPasskey }: { onPasskey: () => Promise<void> }) {
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
        <Trans>Your device asks for your fingerprint, face or PIN.</Trans>
      </p>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <Button variant="accent" busy={busy} onClick={() => void use()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </div>
  )
}

type CodeWay = Exclude<ProofWay, 'passkey'>

function CodeStep({ way, action, onCode }: { way: CodeWay; action: ReactNode; onCode: Props['onCode'] }) {
  const form = useZodForm({
    schema: proofSchema as z.ZodMiniType<Proof>,
    extra: { way },
    async onSubmit(proof) {
      try {
        await onCode(proof)
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          {action}
        </Button>
      }
    >
      <CodeField way={way} />
    </Form>
  )
}

function CodeField({ way }: { way: CodeWay }) {
  const { t } = useLingui()
  if (way === 'password') return <PasswordField name="code" label={t`Password`} autoComplete="current-password" />
  if (way === 'totp') return <TotpField />
  return (
    <TextField
      name="code"
      label={t`Recovery code`}
      hint={t`One of the ten you wrote down. Each works once.`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
    />
  )
}

/** The six digits of an authenticator app. */
export function TotpField() {
  const { t } = useLingui()
  return (
    <TextField
      name="code"
      label={t`Code from your app`}
      hint={t`Six digits, new every 30 seconds`}
      autoComplete="one-time-code"
      inputMode="numeric"
      dir="ltr"
    />
  )
}

function WayChoice({ way }: { way: ProofWay }) {
  if (way === 'passkey') return <Trans>Use a passkey instead</Trans>
  if (way === 'totp') return <Trans>Use a code from your app instead</Trans>
  if (way === 'password') return <Trans>Use your password instead</Trans>
  return <Trans>Use a recovery code instead</Trans>
}
