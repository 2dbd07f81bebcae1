import { Trans, useLingui } from '@lingui/react/macro'
import { confirmEmail } from '../../../domain/api/accounts/accounts.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { LinkPage } from './LinkPage.tsx'

/** Opened by the link to a new email address. */
export default function ConfirmEmailPage() {
  const { t } = useLingui()
  return (
    <LinkPage
      endpoint={confirmEmail}
      title={t`Confirm your new email address`}
      waiting={t`Confirming…`}
      question={{
        text: <Trans>Your account will use this address, and all other sessions will end.</Trans>,
        action: <Trans>Use this address</Trans>,
      }}
      otherwise={
        <Link to={paths.settingsTab('security')} className={buttonClass('line')}>
          <Trans>Open the security settings</Trans>
        </Link>
      }
      done={<Trans>Your email address has been changed. Use it to sign in from now on.</Trans>}
    />
  )
}
