import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { undoEmail } from '../../domain/api.ts'
import { paths } from '../paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Where the link leads that undoes a change of e-mail, in the mail to the former address. */
export default function UndoEmailPage() {
  const { t } = useLingui()
  return (
    <LinkPage
      endpoint={undoEmail}
      title={t`Keep your email address`}
      waiting={t`Undoing…`}
      question={{
        text: (
          <Trans>
            The change of your email address is undone, and everybody who is signed in to your account is signed out.
            Whoever started it knew your password: we send you a link for a new one.
          </Trans>
        ),
        action: <Trans>Keep my address</Trans>,
      }}
      otherwise={
        <p>
          <Trans>
            Does somebody else have your account now?{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              Write to us
            </Link>
            .
          </Trans>
        </p>
      }
      done={
        <Trans>Your account keeps this address. Now set a new password with the link we have just sent to it.</Trans>
      }
    />
  )
}
