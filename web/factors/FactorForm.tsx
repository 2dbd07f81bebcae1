import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { shownCodeSchema, type ShownCode, type Way } from '../../domain/factors.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { CodeField } from './CodeField.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { useCallForm } from '../use-call-form.ts'

type Props = {
  /** What the person has, the first one offered at first. */
  ways: readonly Way[]
  /** The word on the button. */
  action: ReactNode
  /** Both throw what went wrong; it is told here. */
  onCode: (shown: ShownCode) => Promise<void>
  onPasskey: () => Promise<void>
}

/** Asks for one second factor, and lets the person take another one. */
export function FactorForm({ ways, action, onCode, onPasskey }: Props) {
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? ways[0]
  return (
    <div className="grid gap-5">
      <FocusOnMount key={way} isActive={chosen !== undefined}>
        {way === 'passkey' && <PasskeyStep onPasskey={onPasskey} />}
        {way !== undefined && way !== 'passkey' && <CodeStep way={way} action={action} onCode={onCode} />}
      </FocusOnMount>
      <OtherWays ways={ways.filter((other) => other !== way)} onChoose={setChosen} />
    </div>
  )
}

function CodeStep({ way, action, onCode }: Pick<ShownCode, 'way'> & Pick<Props, 'action' | 'onCode'>) {
  const form = useCallForm({
    schema: shownCodeSchema as z.ZodMiniType<ShownCode>,
    extra: { way },
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
      <CodeField way={way} name="code" />
    </Form>
  )
}
