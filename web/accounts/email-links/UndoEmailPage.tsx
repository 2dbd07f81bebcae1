import { Trans, useLingui } from '@lingui/react/macro'
import { undoEmail } from '../../../domain/api/accounts/accounts.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Opened by the link that undoes a change of email, in the mail to the previous address. */
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
            We’ll restore this email address, sign out every device, and remove the sign-in methods, two-factor methods
            and API keys that were added after the change or in the week before it. The change was requested with your
            password, so we’ll also send you a link to set a new one.
          </Trans>
        ),
        action: <Trans>Keep my address</Trans>,
      }}
      invalid={<Trans>This link has expired or has already been used.</Trans>}
      otherwise={
        <p>
          <Trans>
            Lost access to your account?{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              Contact us
            </Link>
            .
          </Trans>
        </p>
      }
      done={<Trans>Your account keeps this address. Set a new password with the link we’ve just emailed you.</Trans>}
    />
  )
}
