import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordChangeSchema } from '../../domain/accounts.ts'
import { changePassword } from '../../domain/api.ts'
import { call, refusalOf } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { Form, useZodForm } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useToast } from '../ui/Toast.tsx'
import { sessionsKey } from './sessions.ts'

/** A new password for the old one; every other session ends. */
export function PasswordForm() {
  const [version, setVersion] = useState(0)
  // A fresh form afterwards: no password stays on the page.
  return <Fields key={version} onDone={() => setVersion(version + 1)} />
}

function Fields({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { tell } = useToast()
  const form = useZodForm({
    schema: passwordChangeSchema,
    async onSubmit(body) {
      try {
        await call(changePassword, { body })
        tell(t`Your password is changed. Every other session is signed out.`)
        void client.invalidateQueries({ queryKey: sessionsKey })
        onDone()
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} className="justify-self-start">
          <Trans>Change Password</Trans>
        </Button>
      }
    >
      <PasswordField name="currentPassword" label={t`Current password`} autoComplete="current-password" />
      <PasswordField
        name="newPassword"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least 8 characters`}
      />
    </Form>
  )
}
