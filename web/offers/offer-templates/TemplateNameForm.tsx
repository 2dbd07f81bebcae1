import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { templateName } from '../../../domain/offers/offer-templates.ts'
import { refusalOf } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

type Props = {
  initial: string
  label: ReactNode
  /** Makes the call; what it throws is shown above the buttons. */
  onSubmit: (name: string) => Promise<void>
  onCancel: () => void
}

const schema = z.strictObject({ name: templateName })

export function TemplateNameForm({ initial, label, onSubmit, onCancel }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(initial)
  const form = useZodForm({ schema, onSubmit: (values) => onSubmit(values.name).catch(refusalOf) })
  return (
    <Form
      form={form}
      className="grid gap-4"
      actions={
        <div className="flex gap-3">
          <Button type="submit" variant="accent" busy={form.busy}>
            {label}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      }
    >
      <TextField name="name" label={t`Name of the template`} autoComplete="off" value={name} onValueChange={setName} />
    </Form>
  )
}
