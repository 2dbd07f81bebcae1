import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useSearchParams } from 'react-router'
import { PageTitle } from '../layout/PageTitle.tsx'
import { ownPath, paths } from '../paths.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useSession } from './session.ts'

/** Creating an account (spec section 2, Register); afterwards on to where the person was heading. */
export default function RegisterPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const next = ownPath(search.get('next'), paths.dashboard)
  if (session.status === 'signed-in') return <Navigate to={next} replace />
  return (
    <AccountFrame
      title={<Trans>Create Account</Trans>}
      other={
        <Trans>
          Already have an account?{' '}
          <Link to={{ pathname: paths.login, search: search.toString() }} className="text-ink underline">
            Sign In
          </Link>
        </Trans>
      }
    >
      <PageTitle title={t`Create Account`} description={t`Create an account to buy and sell USDT with people.`} />
      <RegisterForm next={next} />
    </AccountFrame>
  )
}
