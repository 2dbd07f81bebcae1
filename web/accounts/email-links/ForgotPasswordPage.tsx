import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import { forgotPassword } from '../../../domain/api/accounts/accounts.ts'
import { ownPath } from '../../../domain/own-path.ts'
import { call } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { CaughtMailNote } from '../../mail/CaughtMailNote.tsx'
import { paths } from '../../paths.ts'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { AccountFrame } from '../AccountFrame.tsx'
import { EmailForm } from '../EmailForm.tsx'
import { keepNext } from './next-after-reset.ts'

/** Requests a password reset link. The answer is the same whether or not an account has the address. */
export default function ForgotPasswordPage() {
  const { t } = useLingui()
  const [email, setEmail] = useState<string>()
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const next = ownPath(new URLSearchParams(search).get('next'), paths.dashboard)
  return (
    <AccountFrame
      title={<Trans>Forgot your password?</Trans>}
      next={next}
      other={
        <Link to={{ pathname: paths.login, search }} className="text-ink underline">
          <Trans>Back to sign-in</Trans>
        </Link>
      }
    >
      <PageTitle title={t`Forgot your password?`} />
      {email === undefined ? (
        <EmailForm
          action={<Trans>Send the link</Trans>}
          typed={state?.email}
          onEmail={async (typed) => {
            await call(forgotPassword, { body: { email: typed } })
            keepNext(next)
            setEmail(typed)
          }}
        />
      ) : (
        <FocusOnMount className="grid gap-4">
          <p role="status">
            <Trans>
              If <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi> has an account, we’ve sent it a
              link to set a new password. It expires in{' '}
              <Plural value={RESET_MINUTES} one="# minute" other="# minutes" /> and can be used once.
            </Trans>
          </p>
          <CaughtMailNote to={email} />
        </FocusOnMount>
      )}
    </AccountFrame>
  )
}
