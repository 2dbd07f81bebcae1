import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  reauthenticationSchema,
  type Reauthentication,
  type RequiredReauthentication,
  type SecondFactorCode,
} from '../../../domain/accounts/factors.ts'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { OwnUsername } from '../OwnUsername.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { CodeField } from './CodeField.tsx'
import { OtherFactors, otherFactorClass } from './OtherFactors.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { ReauthenticationCodeField, SendReauthenticationCode } from './SendReauthenticationCode.tsx'
import { useCallForm } from '../../use-call-form.ts'

type CodeMethod = SecondFactorCode['method']
type Props = {
  asked: RequiredReauthentication
  /** The form shows the errors that these throw. */
  onReauthenticate: (proof: Reauthentication) => Promise<void>
  onPasskey: () => Promise<void>
}

/** Asks for both factors together, or for the first where no second one is on. A passkey is both. */
export function ReauthenticationForm({ asked: { first, second }, onReauthenticate, onPasskey }: Props) {
  // Undefined until the user chooses another factor than the first.
  const [chosen, setChosen] = useState<SecondFactorMethod>()
  // Undefined until a code was mailed; null when the user wants another one.
  const [codeId, setCodeId] = useState<string | null>()
  const method = chosen ?? second[0]
  const codeMethods = second.filter((one) => one !== 'passkey')
  const hasMoved = chosen !== undefined || codeId !== undefined

  if (method === 'passkey') {
    return (
      <FocusOnMount key="passkey" isActive={hasMoved} className="grid gap-5">
        <PasskeyStep onPasskey={onPasskey} />
        {codeMethods[0] !== undefined && (
          <Button variant="quiet" size="row" className={otherFactorClass} onClick={() => setChosen(codeMethods[0])}>
            {first === 'password' ? <Trans>Use password and code</Trans> : <Trans>Use codes instead</Trans>}
          </Button>
        )}
      </FocusOnMount>
    )
  }
  if (first === 'mailed_code' && !codeId) {
    return (
      <FocusOnMount key="send" isActive={hasMoved}>
        <SendReauthenticationCode onSent={setCodeId} />
      </FocusOnMount>
    )
  }
  return (
    <FocusOnMount key="fields" isActive={hasMoved}>
      <Fields
        codeId={codeId ?? undefined}
        method={method}
        isChosen={chosen !== undefined}
        others={second.filter((other) => other !== method)}
        onMethod={setChosen}
        onReauthenticate={onReauthenticate}
        onAgain={() => setCodeId(null)}
      />
    </FocusOnMount>
  )
}

type FieldsProps = Pick<Props, 'onReauthenticate'> & {
  /** The id of the emailed code; undefined for a user with a password. */
  codeId: string | undefined
  method: CodeMethod | undefined
  /** Whether the user chose this factor; its field then takes the focus. */
  isChosen: boolean
  others: readonly SecondFactorMethod[]
  onMethod: (method: SecondFactorMethod) => void
  onAgain: () => void
}

function Fields({ codeId, method, isChosen, others, onMethod, onReauthenticate, onAgain }: FieldsProps) {
  const { t } = useLingui()
  const form = useCallForm({
    schema: reauthenticationFrom(codeId, method),
    async onSubmit(proof) {
      await onReauthenticate(proof)
    },
  })

  function choose(other: SecondFactorMethod) {
    form.clear()
    onMethod(other)
  }

  return (
    <div className="grid gap-5">
      <Form
        form={form}
        actions={
          <>
            <Button type="submit" variant="accent" busy={form.busy}>
              <Trans>Continue</Trans>
            </Button>
            {codeId !== undefined && (
              <Button variant="quiet" onClick={onAgain}>
                <Trans>Send another code</Trans>
              </Button>
            )}
          </>
        }
      >
        {codeId === undefined ? (
          <>
            <OwnUsername />
            <PasswordField name="first" label={t`Password`} autoComplete="current-password" />
          </>
        ) : (
          <ReauthenticationCodeField name="first" />
        )}
        {method && (
          <FocusOnMount key={method} isActive={isChosen}>
            <CodeField method={method} name="second" />
          </FocusOnMount>
        )}
      </Form>
      <OtherFactors methods={others} onChoose={choose} />
    </div>
  )
}

type Typed = { first: string; second?: string }

/** Builds the re-authentication from the two fields; each shows its own errors. */
function reauthenticationFrom(
  codeId: string | undefined,
  method: CodeMethod | undefined,
): z.ZodMiniType<Reauthentication> {
  const made = z.transform(({ first, second = '' }: Typed): Reauthentication => ({
    first:
      codeId === undefined ? { method: 'password', password: first } : { method: 'mailed_code', codeId, code: first },
    ...(method && { second: { method, code: second } }),
  }))
  return z.pipe(made, reauthenticationSchema) as z.ZodMiniType<Reauthentication>
}
