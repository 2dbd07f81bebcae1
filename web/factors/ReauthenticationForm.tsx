import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { proofSchema, type Proof, type ProofAsked, type ShownCode, type Way } from '../../domain/factors.ts'
import { OwnUsername } from '../accounts/OwnUsername.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { CodeField } from './CodeField.tsx'
import { OtherWays, otherWayClass } from './OtherWays.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { ProveCodeField, SendProveCode } from './SendProveCode.tsx'
import { useCallForm } from '../use-call-form.ts'

type CodeWay = ShownCode['way']
type Props = {
  asked: ProofAsked
  /** Both throw what went wrong; it is told here. */
  onProof: (proof: Proof) => Promise<void>
  onPasskey: () => Promise<void>
}

/** Asks for both factors at once, or for the first where no second one is on. A passkey is the quick way: it is both. */
export function ReauthenticationForm({ asked: { first, second }, onProof, onPasskey }: Props) {
  // Undefined until the person takes another one than the first.
  const [chosen, setChosen] = useState<Way>()
  // Undefined until a code was mailed; null when another one is wanted.
  const [codeId, setCodeId] = useState<string | null>()
  const way = chosen ?? second[0]
  const codeWays = second.filter((one) => one !== 'passkey')
  const hasMoved = chosen !== undefined || codeId !== undefined

  if (way === 'passkey') {
    return (
      <FocusOnMount key="passkey" isActive={hasMoved} className="grid gap-5">
        <PasskeyStep onPasskey={onPasskey} />
        {codeWays[0] !== undefined && (
          <Button variant="quiet" size="row" className={otherWayClass} onClick={() => setChosen(codeWays[0])}>
            {first === 'password' ? (
              <Trans>Use your password and a code instead</Trans>
            ) : (
              <Trans>Use codes instead</Trans>
            )}
          </Button>
        )}
      </FocusOnMount>
    )
  }
  if (first === 'mailed_code' && !codeId) {
    return (
      <FocusOnMount key="send" isActive={hasMoved}>
        <SendProveCode onSent={setCodeId} />
      </FocusOnMount>
    )
  }
  return (
    <FocusOnMount key="fields" isActive={hasMoved}>
      <Fields
        codeId={codeId ?? undefined}
        way={way}
        isChosen={chosen !== undefined}
        others={second.filter((other) => other !== way)}
        onWay={setChosen}
        onProof={onProof}
        onAgain={() => setCodeId(null)}
      />
    </FocusOnMount>
  )
}

type FieldsProps = Pick<Props, 'onProof'> & {
  /** Of the code that was mailed; undefined for whoever has a password. */
  codeId: string | undefined
  way: CodeWay | undefined
  /** Whether the person has asked for this way, rather than been asked for it. */
  isChosen: boolean
  others: readonly Way[]
  onWay: (way: Way) => void
  onAgain: () => void
}

function Fields({ codeId, way, isChosen, others, onWay, onProof, onAgain }: FieldsProps) {
  const { t } = useLingui()
  const form = useCallForm({
    schema: typedProof(codeId, way),
    async onSubmit(proof) {
      await onProof(proof)
    },
  })

  function choose(other: Way) {
    form.clear()
    onWay(other)
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
          <ProveCodeField name="first" />
        )}
        {way && (
          <FocusOnMount key={way} isActive={isChosen}>
            <CodeField way={way} name="second" />
          </FocusOnMount>
        )}
      </Form>
      <OtherWays ways={others} onChoose={choose} />
    </div>
  )
}

type Typed = { first: string; second?: string }

/** The two fields as the proof they make; what is wrong with either is said at its own. */
function typedProof(codeId: string | undefined, way: CodeWay | undefined): z.ZodMiniType<Proof> {
  const made = z.transform(({ first, second = '' }: Typed): Proof => ({
    first: codeId === undefined ? { way: 'password', password: first } : { way: 'mailed_code', codeId, code: first },
    ...(way && { second: { way, code: second } }),
  }))
  return z.pipe(made, proofSchema) as z.ZodMiniType<Proof>
}
