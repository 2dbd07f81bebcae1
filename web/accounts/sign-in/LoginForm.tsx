import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { signInSchema } from '../../../domain/accounts/accounts.ts'
import { signIn } from '../../../domain/api/accounts/accounts.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { call } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useCallForm } from '../../use-call-form.ts'

type Props = {
  /** The typed address, which the other forms reuse. */
  email: string
  onEmail: (email: string) => void
  onSignedIn: (session: Session) => Promise<void>
}

/** Email and password (spec-coverage 2 Login). */
export function LoginForm({ email, onEmail, onSignedIn }: Props) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const form = useCallForm({
    schema: signInSchema,
    async onSubmit(body) {
      await onSignedIn(await call(signIn, { body }))
    },
  })
  return (
    <Form
      form={form}
      actions={
        <>
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Sign in</Trans>
          </Button>
          <Link
            to={{ pathname: paths.forgotPassword, search: search.toString() }}
            state={{ email }}
            className="touch-area justify-self-start underline underline-offset-4"
          >
            <Trans>Forgot your password?</Trans>
          </Link>
        </>
      }
    >
      <TextField
        name="email"
        type="email"
        label={t`Email`}
        autoComplete="username"
        value={email}
        onValueChange={onEmail}
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
    </Form>
  )
}
