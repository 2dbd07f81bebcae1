import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { secondFactorCodeSchema, type SecondFactorCode } from '../../../domain/accounts/factors.ts'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { CodeField } from './CodeField.tsx'
import { OtherFactors } from './OtherFactors.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { useCallForm } from '../../use-call-form.ts'

type Props = {
  /** The user's factors; the form starts with the first one. */
  methods: readonly SecondFactorMethod[]
  /** The button's label. */
  action: ReactNode
  /** The form shows the errors that these throw. */
  onCode: (shown: SecondFactorCode) => Promise<void>
  onPasskey: () => Promise<void>
}

/** Asks for one second factor, and lets the user choose another one. */
export function FactorForm({ methods, action, onCode, onPasskey }: Props) {
  const [chosen, setChosen] = useState<SecondFactorMethod>()
  const method = chosen ?? methods[0]
  return (
    <div className="grid gap-5">
      <FocusOnMount key={method} isActive={chosen !== undefined}>
        {method === 'passkey' && <PasskeyStep onPasskey={onPasskey} />}
        {method !== undefined && method !== 'passkey' && <CodeStep method={method} action={action} onCode={onCode} />}
      </FocusOnMount>
      <OtherFactors methods={methods.filter((other) => other !== method)} onChoose={setChosen} />
    </div>
  )
}

function CodeStep({ method, action, onCode }: Pick<SecondFactorCode, 'method'> & Pick<Props, 'action' | 'onCode'>) {
  const form = useCallForm({
    schema: secondFactorCodeSchema as z.ZodMiniType<SecondFactorCode>,
    extra: { method },
    async onSubmit(shown) {
      await onCode(shown)
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
      <CodeField method={method} name="code" />
    </Form>
  )
}
