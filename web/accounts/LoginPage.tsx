import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { signIn } from '../../domain/api.ts'
import { signInSchema } from '../../domain/accounts.ts'
import { call, refusalOf } from '../client.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { ownPath, paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Form, useZodForm } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { useSession, useSetSession } from './session.ts'

/** Signing in (spec section 2, Login); afterwards on to where the person was heading. */
export default function LoginPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const next = ownPath(search.get('next'), paths.dashboard)
  if (session.status === 'signed-in') return <Navigate to={next} replace />
  return (
    <AccountFrame
      title={<Trans>Welcome Back</Trans>}
      other={
        <Trans>
          No account yet?{' '}
          <Link to={{ pathname: paths.register, search: search.toString() }} className="text-ink underline">
            Create Account
          </Link>
        </Trans>
      }
    >
      <PageTitle title={t`Sign In`} description={t`Sign in to trade USDT with people.`} />
      <LoginForm next={next} />
    </AccountFrame>
  )
}

function LoginForm({ next }: { next: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const setSession = useSetSession()
  const form = useZodForm({
    schema: signInSchema,
    async onSubmit(body) {
      try {
        setSession(await call(signIn, { body }))
        await navigate(next, { replace: true })
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Sign In</Trans>
        </Button>
      }
    >
      <TextField
        name="email"
        type="email"
        label={t`Email`}
        autoComplete="username"
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
    </Form>
  )
}
