import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordChangeSchema, PASSWORD_MIN } from '../../../domain/accounts/accounts.ts'
import { changePassword } from '../../../domain/api/accounts/accounts.ts'
import type { User } from '../../../domain/api/accounts/sessions.ts'
import { call } from '../../client.ts'
import { useFactors } from '../factors/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import { OwnUsername } from '../OwnUsername.tsx'
import { sessionsKey } from '../sessions.ts'
import { useCallForm } from '../../use-call-form.ts'

/** Changes the password and ends every other session. A user without a password is led to their first one. */
export function PasswordForm({ user }: { user: User }) {
  const { t } = useLingui()
  const [version, setVersion] = useState(0)
  const { data, error } = useFactors()
  if (!data && !error) return <SkeletonRows rows={2} label={t`Loading…`} />
  if (data?.hasPassword === false) return <FirstPassword user={user} />
  // A fresh form afterwards: no password stays on the page.
  return <Fields key={version} onDone={() => setVersion(version + 1)} />
}

function Fields({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const form = useCallForm({
    schema: passwordChangeSchema,
    async onSubmit(body) {
      await call(changePassword, { body })
      notify(t`Password changed. All other sessions have ended.`)
      void client.invalidateQueries({ queryKey: sessionsKey })
      onDone()
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" busy={form.busy} className="justify-self-start">
          <Trans>Change password</Trans>
        </Button>
      }
    >
      <OwnUsername />
      <PasswordField name="currentPassword" label={t`Current password`} autoComplete="current-password" />
      <PasswordField
        name="newPassword"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least ${PASSWORD_MIN} characters`}
      />
    </Form>
  )
}
