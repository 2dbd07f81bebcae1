import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { register } from '../../../domain/api/accounts/accounts.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { PASSWORD_MIN, registrationSchema } from '../../../domain/accounts/accounts.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { SuccessHint } from '../../ui/notices/SuccessHint.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { NewUsernameField } from '../NewUsernameField.tsx'
import { TermsCheckbox } from '../TermsCheckbox.tsx'
import { useCallForm } from '../../use-call-form.ts'

/** The registration form; its rules and their order are the specification's (spec-coverage 5). */
export function RegisterForm({ onJoined }: { onJoined: (session: Session) => Promise<void> }) {
  const { t, i18n } = useLingui()
  const [password, setPassword] = useState('')
  const { state } = useLocation() as { state: { email?: string } | null }
  const form = useCallForm({
    schema: registrationSchema,
    extra: { language: i18n.locale },
    async onSubmit(body) {
      await onJoined(await call(register, { body }))
    },
  })
  const isLongEnough = password.length >= PASSWORD_MIN
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} disabled={!isLongEnough}>
          <Trans>Create account</Trans>
        </Button>
      }
    >
      <NewUsernameField isRefused={form.props.errors.username !== undefined} />
      <TextField
        name="email"
        type="email"
        label={t`Email`}
        defaultValue={state?.email ?? ''}
        autoComplete="username"
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordField
        name="password"
        label={t`Password`}
        autoComplete="new-password"
        onValueChange={setPassword}
        hint={isLongEnough ? <SuccessHint>{t`Long enough`}</SuccessHint> : t`At least ${PASSWORD_MIN} characters`}
      />
      <PasswordField name="confirmPassword" label={t`Confirm password`} autoComplete="new-password" />
      <TermsCheckbox onChange={form.clear} />
    </Form>
  )
}
