import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { getSecondStep, type Session } from '../../domain/api.ts'
import type { Way } from '../../domain/factors.ts'
import { ownPath } from '../../domain/own-path.ts'
import { call } from '../client.ts'
import { PasskeyButton } from '../factors/PasskeyButton.tsx'
import { SecondStep } from '../factors/SecondStep.tsx'
import { OtherWaysIn } from '../identities/OtherWaysIn.tsx'
import { ProblemNote } from '../identities/ProblemNote.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
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
      <WaysIn next={next} isHalfway={search.get('step') === 'second'} />
    </AccountFrame>
  )
}

/**
 * Password, code or another service first; then, where one is on, the second factor. A passkey is both at once. `isHalfway`:
 * the person comes from another service, which was the first step.
 */
function WaysIn({ next, isHalfway }: { next: string; isHalfway: boolean }) {
  const navigate = useNavigate()
  const setSession = useSetSession()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [secondWays, setSecondWays] = useState<readonly Way[] | null>(null)

  useEffect(() => {
    if (!isHalfway) return
    void call(getSecondStep, {}).then(
      ({ ways }) => setSecondWays(ways),
      // It is asked for again by signing in again.
      () => {},
    )
  }, [isHalfway])

  async function arrive(session: Session) {
    if (session.secondFactor) return setSecondWays(session.secondFactor.ways)
    if (session.newcomer) return void navigate(paths.registerWith(session.newcomer.kind, next))
    setSession(session)
    await navigate(next, { replace: true })
  }

  if (secondWays) return <SecondStep ways={secondWays} onSignedIn={arrive} onRestart={() => setSecondWays(null)} />
  return (
    <div className="grid gap-5">
      <ProblemNote />
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
        <OtherWaysIn next={next} onSignedIn={arrive} />
      </div>
    </div>
  )
}
