import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { register } from '../../domain/api.ts'
import { MINIMUM_AGE, PASSWORD_MIN, registrationSchema, usernameError } from '../../domain/accounts.ts'
import { refusalOf, useCommand } from '../client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Form, useZodForm } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useSetSession } from './session.ts'

/** The registration form; its rules and their order are the specification's (section 5). */
export function RegisterForm({ next }: { next: string }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const setSession = useSetSession()
  const command = useCommand(register)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const form = useZodForm({
    schema: registrationSchema,
    extra: { language: i18n.locale },
    async onSubmit(body) {
      try {
        setSession(await command.mutateAsync({ body }))
        await navigate(next, { replace: true })
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
  const isLongEnough = password.length >= PASSWORD_MIN
  const isNameGood = usernameError(username) === null && form.props.errors.username === undefined
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} disabled={!isLongEnough}>
          <Trans>Create Account</Trans>
        </Button>
      }
    >
      <TextField
        name="username"
        label={t`Username`}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onValueChange={setUsername}
        hint={
          isNameGood ? (
            <Good>{t`Username looks good!`}</Good>
          ) : (
            t`3 to 20 letters, numbers and underscores. Everyone sees it.`
          )
        }
      />
      <TextField
        name="email"
        type="email"
        label={t`Email`}
        autoComplete="username"
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordField
        name="password"
        label={t`Password`}
        autoComplete="new-password"
        onValueChange={setPassword}
        hint={isLongEnough ? <Good>{t`Strong password`}</Good> : t`At least 8 characters`}
      />
      <PasswordField name="confirmPassword" label={t`Confirm password`} autoComplete="new-password" />
      <Checkbox
        name="acceptsTerms"
        onCheckedChange={form.clear}
        label={
          <Trans>
            I am at least {MINIMUM_AGE} years old and accept the{' '}
            <Link to={paths.terms} target="_blank" className="underline">
              Terms of Service
            </Link>{' '}
            and the{' '}
            <Link to={paths.privacy} target="_blank" className="underline">
              Privacy Policy
            </Link>
            .
          </Trans>
        }
      />
    </Form>
  )
}

function Good({ children }: { children: string }) {
  return <span className="font-medium text-buy">{children}</span>
}
