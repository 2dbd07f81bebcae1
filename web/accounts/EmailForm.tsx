import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { emailSchema } from '../../domain/accounts/accounts.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useCallForm } from '../use-call-form.ts'

type Props = {
  action: ReactNode
  /** What is in the field at first. */
  typed?: string | undefined
  onEmail: (email: string) => Promise<void>
}

/** Asks for the address to send an email to. The form shows what `onEmail` throws. */
export function EmailForm({ action, typed = '', onEmail }: Props) {
  const { t } = useLingui()
  const form = useCallForm({
    schema: emailSchema,
    async onSubmit({ email }) {
      await onEmail(email)
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
      <TextField
        name="email"
        type="email"
        label={t`Email`}
        autoComplete="username"
        defaultValue={typed}
        spellCheck={false}
        autoCapitalize="none"
      />
    </Form>
  )
}
