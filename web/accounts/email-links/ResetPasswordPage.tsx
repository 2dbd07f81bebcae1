import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordResetSchema, PASSWORD_MIN } from '../../../domain/accounts/accounts.ts'
import { resetPassword, reviewReset, type Addition } from '../../../domain/api/accounts/accounts.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { ApiError, call } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { AccountFrame } from '../AccountFrame.tsx'
import { nextAfterReset } from './next-after-reset.ts'
import { useLinkToken } from './link-token.ts'
import { RecentAdditions } from './RecentAdditions.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { Loaded } from '../../Loaded.tsx'

/** Opened by a password reset link: sets a new password, then the user signs in. */
export default function ResetPasswordPage() {
  const { t } = useLingui()
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const [next] = useState(nextAfterReset)
  return (
    <AccountFrame title={<Trans>Set a new password</Trans>}>
      <PageTitle title={t`Set a new password`} />
      {isDone ? (
        <Done next={next} />
      ) : token === null ? (
        <NoLink />
      ) : (
        <Fields token={token} onDone={() => setIsDone(true)} />
      )}
    </AccountFrame>
  )
}

/** Waits for what was added recently, so that the user decides on it. */
function Fields({ token, onDone }: { token: string; onDone: () => void }) {
  const query = useQuery({
    queryKey: ['reset', token],
    queryFn: ({ signal }) => call(reviewReset, { body: { token } }, { signal }),
    retry: false,
  })
  if (query.error instanceof ApiError && query.error.code === 'link_invalid') return <NoLink />
  return (
    <Loaded query={query} rows={2}>
      {(review) => <NewPassword token={token} review={review} onDone={onDone} />}
    </Loaded>
  )
}

type Review = { additions: Addition[]; isFirstPassword: boolean }

function NewPassword({ token, review, onDone }: { token: string; review: Review; onDone: () => void }) {
  const { t } = useLingui()
  const form = useCallForm({
    schema: passwordResetSchema,
    extra: { token },
    async onSubmit(body) {
      await call(resetPassword, { body })
      onDone()
    },
  })
  return (
    <Form
      form={form}
      actions={
        <>
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Set password</Trans>
          </Button>
          <Link to={paths.forgotPassword} className="touch-area justify-self-start underline underline-offset-4">
            <Trans>Request a new link</Trans>
          </Link>
        </>
      }
    >
      <PasswordField
        name="newPassword"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least ${PASSWORD_MIN} characters`}
      />
      {review.additions.length > 0 && <RecentAdditions {...review} />}
    </Form>
  )
}

function Done({ next }: { next: string | null }) {
  return (
    <FocusOnMount className="grid gap-4">
      <p role="status">
        <Trans>Password set. Every device has been signed out.</Trans>
      </p>
      <Link to={next === null ? paths.login : paths.loginThen(next)} className={buttonClass('accent')}>
        <Trans>Sign in</Trans>
      </Link>
    </FocusOnMount>
  )
}

function NoLink() {
  return (
    <div className="grid gap-4">
      <ErrorNote>
        <Translated text={ERRORS.link_invalid.text} />
      </ErrorNote>
      <AnotherLink />
    </div>
  )
}

function AnotherLink() {
  return (
    <Link to={paths.forgotPassword} className={buttonClass('accent')}>
      <Trans>Request a new link</Trans>
    </Link>
  )
}
