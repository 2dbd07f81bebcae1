import { Trans, useLingui } from '@lingui/react/macro'
import { verifyEmail } from '../../../domain/api/accounts/accounts.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { LinkPage } from './LinkPage.tsx'
import { useSession } from '../../session/session.ts'
import { VerifyNote } from '../VerifyNote.tsx'

/** Opened by the link that verifies an email. */
export default function VerifyEmailPage() {
  const { t } = useLingui()
  const { status, user } = useSession()
  return (
    <LinkPage
      endpoint={verifyEmail}
      title={t`Confirm your email address`}
      waiting={t`Confirming…`}
      done={<Trans>Your email address is confirmed. You can now create offers and open trades.</Trans>}
      otherwise={
        user?.isVerified ? (
          <p>
            <Trans>Your email address is already confirmed.</Trans>
          </p>
        ) : status !== 'signed-out' ? (
          <VerifyNote />
        ) : (
          <Link to={paths.login} className={buttonClass('line')}>
            <Trans>Sign in</Trans>
          </Link>
        )
      }
    />
  )
}
