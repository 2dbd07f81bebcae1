import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { getNewcomer, registerNewcomer, type Newcomer } from '../../domain/api.ts'
import { ERRORS } from '../../domain/errors.ts'
import { newcomerSchema } from '../../domain/identities.ts'
import { NewUsernameField } from '../accounts/NewUsernameField.tsx'
import { useSetSession } from '../accounts/session.ts'
import { TermsCheckbox } from '../accounts/TermsCheckbox.tsx'
import { call, errorText } from '../client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Form } from '../ui/Form.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useKindWords } from './kind-words.ts'
import { useCallForm } from '../use-call-form.ts'

/** The end of joining by another service or a wallet: a name, an e-mail, the terms. */
export function NewcomerForm({ next }: { next: string }) {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['newcomer'],
    queryFn: ({ signal }) => call(getNewcomer, {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (error) return <ErrorNote onRetry={() => void refetch()}>{errorText(error)}</ErrorNote>
  if (!data) return <SkeletonRows rows={3} label={t`Loading…`} />
  if (data.newcomer) return <Fields newcomer={data.newcomer} next={next} />
  return (
    <div className="grid gap-4">
      <ErrorNote>{i18n._(ERRORS.sign_in_expired.text)}</ErrorNote>
      <Link to={paths.login} className="justify-self-start underline underline-offset-4">
        <Trans>Start again</Trans>
      </Link>
    </div>
  )
}

function Fields({ newcomer, next }: { newcomer: Newcomer; next: string }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const setSession = useSetSession()
  const name = useKindWords()(newcomer.kind)
  const form = useCallForm({
    schema: newcomerSchema,
    extra: { language: i18n.locale },
    async onSubmit(body) {
      setSession(await call(registerNewcomer, { body }))
      await navigate(next, { replace: true })
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Create Account</Trans>
        </Button>
      }
    >
      <p role="status">
        <Trans>
          <bdi className="font-semibold">{name}</bdi> knows you. Choose a username to finish. If you have an account
          here already, sign in to it instead and link {name} under Security.
        </Trans>
      </p>
      <NewUsernameField isRefused={form.props.errors.username !== undefined} />
      <TextField
        name="email"
        type="email"
        label={t`Email`}
        autoComplete="email"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={newcomer.email ?? ''}
        hint={
          newcomer.isEmailVerified
            ? t`This address needs no confirmation; another one gets a link.`
            : t`We send a link there to confirm it.`
        }
      />
      <TermsCheckbox onChange={form.clear} />
    </Form>
  )
}
