import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '../../domain/api.ts'
import { ownPath } from '../../domain/own-path.ts'
import { NewcomerForm } from '../identities/NewcomerForm.tsx'
import { OrLine } from '../identities/OrLine.tsx'
import { OtherWaysIn } from '../identities/OtherWaysIn.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { useInBrowser } from '../ui/use-in-browser.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useSession, useSetSession } from './session.ts'

/** Creating an account (spec section 2, Register); afterwards on to where the person was heading. */
export default function RegisterPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const isInBrowser = useInBrowser()
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
      {isInBrowser && search.has('with') ? <NewcomerForm next={next} /> : <Joining next={next} />}
    </AccountFrame>
  )
}

/** With a password of one's own, or by another service. */
function Joining({ next }: { next: string }) {
  const navigate = useNavigate()
  const setSession = useSetSession()

  async function arrive(session: Session) {
    if (session.newcomer) return void navigate(paths.registerWith(session.newcomer.kind, next))
    if (session.secondFactor) return void navigate(paths.loginHalfway(next))
    setSession(session)
    await navigate(next, { replace: true })
  }

  return (
    <div className="grid gap-5">
      <RegisterForm next={next} />
      <div className="grid gap-3 empty:hidden">
        <OtherWaysIn next={next} onSignedIn={arrive} before={<OrLine />} />
      </div>
    </div>
  )
}
