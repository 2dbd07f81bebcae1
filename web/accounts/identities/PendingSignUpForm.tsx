import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getPendingSignUp, completePendingSignUp, type PendingSignUp } from '../../../domain/api/accounts/identities.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { pendingSignUpSchema } from '../../../domain/accounts/identities.ts'
import { NewUsernameField } from '../NewUsernameField.tsx'
import { TermsCheckbox } from '../TermsCheckbox.tsx'
import { call } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useProviderTexts } from './provider-texts.ts'
import { useCallForm } from '../../use-call-form.ts'
import { Loaded } from '../../Loaded.tsx'

type Props = { onJoined: (session: Session) => Promise<void> }

/** Registration with a verified identity: a username, an email, the terms. */
export function PendingSignUpForm({ onJoined }: Props) {
  const query = useQuery({
    queryKey: ['pendingSignUp'],
    queryFn: ({ signal }) => call(getPendingSignUp, {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Loaded query={query} rows={3}>
      {({ pendingSignUp }) =>
        pendingSignUp ? <Fields pendingSignUp={pendingSignUp} onJoined={onJoined} /> : <Expired />
      }
    </Loaded>
  )
}

function Expired() {
  const { i18n } = useLingui()
  return (
    <div className="grid gap-4">
      <ErrorNote>{i18n._(ERRORS.sign_in_expired.text)}</ErrorNote>
      <Link to={paths.login} className="justify-self-start underline underline-offset-4">
        <Trans>Start again</Trans>
      </Link>
    </div>
  )
}

function Fields({ pendingSignUp, onJoined }: Props & { pendingSignUp: PendingSignUp }) {
  const { t, i18n } = useLingui()
  const name = useProviderTexts()(pendingSignUp.kind)
  const form = useCallForm({
    schema: pendingSignUpSchema,
    extra: { language: i18n.locale },
    async onSubmit(body) {
      await onJoined(await call(completePendingSignUp, { body }))
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Create account</Trans>
        </Button>
      }
    >
      <p role="status">
        <Trans>
          You’re connected with <bdi className="font-semibold">{name}</bdi>. Choose a username to finish. Already have
          an account? Sign in and link {name} under Security.
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
        defaultValue={pendingSignUp.email ?? ''}
        hint={
          pendingSignUp.isEmailVerified
            ? t`This address is already confirmed. If you change it, we’ll send a code.`
            : t`We’ll send a code to confirm it.`
        }
      />
      <TermsCheckbox onChange={form.clear} />
    </Form>
  )
}
