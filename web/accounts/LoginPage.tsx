import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '../../domain/api.ts'
import type { Way } from '../../domain/factors.ts'
import { PasskeyButton } from '../factors/PasskeyButton.tsx'
import { SecondStep } from '../factors/SecondStep.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { ownPath, paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { CodeForm } from './CodeForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { useSession, useSetSession } from './session.ts'

/** Signing in (spec section 2, Login); afterwards on to where the person was heading. */
export default function LoginPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const next = ownPath(search.get('next'), paths.dashboard)
  if (session.status === 'signed-in') return <Navigate to={next} replace />
  return (
    <AccountFrame
      title={<Trans>Welcome Back</Trans>}
      other={
        <Trans>
          No account yet?{' '}
          <Link to={{ pathname: paths.register, search: search.toString() }} className="text-ink underline">
            Create Account
          </Link>
        </Trans>
      }
    >
      <PageTitle title={t`Sign In`} description={t`Sign in to trade USDT with people.`} />
      <WaysIn next={next} />
    </AccountFrame>
  )
}

/** Password or code first; then, where one is on, the second factor. A passkey is both at once. */
function WaysIn({ next }: { next: string }) {
  const navigate = useNavigate()
  const setSession = useSetSession()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [secondWays, setSecondWays] = useState<readonly Way[] | null>(null)

  async function arrive(session: Session) {
    if (session.secondFactor) return setSecondWays(session.secondFactor.ways)
    setSession(session)
    await navigate(next, { replace: true })
  }

  if (secondWays) return <SecondStep ways={secondWays} onSignedIn={arrive} onRestart={() => setSecondWays(null)} />
  return (
    <div className="grid gap-5">
      {way === 'password' ? <LoginForm onSignedIn={arrive} /> : <CodeForm onSignedIn={arrive} />}
      <div className="grid gap-3 border-t border-line pt-5">
        {way === 'password' ? (
          <Button onClick={() => setWay('code')}>
            <Trans>Email me a code</Trans>
          </Button>
        ) : (
          <Button onClick={() => setWay('password')}>
            <Trans>Use my password</Trans>
          </Button>
        )}
        <PasskeyButton onSignedIn={arrive} />
      </div>
    </div>
  )
}
