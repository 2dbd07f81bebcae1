import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '../../domain/api.ts'
import type { SecondFactorMethod } from '../../domain/factors.ts'
import type { CallbackError } from '../../domain/identities.ts'
import { ownPath } from '../../domain/own-path.ts'
import { errorText } from '../client.ts'
import { PasskeyButton } from '../factors/PasskeyButton.tsx'
import { SecondFactorChallenge } from '../factors/SecondFactorChallenge.tsx'
import { OrLine } from '../identities/OrLine.tsx'
import { AlternativeSignIn } from '../identities/AlternativeSignIn.tsx'
import { CallbackErrorNote } from '../identities/CallbackErrorNote.tsx'
import { useSecondFactorChallenge } from '../identities/queries.ts'
import { useCallbackError } from '../identities/callback-error.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { CodeForm } from './CodeForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { useSession, useSetSession, type SessionState } from './session.ts'

/** Signing in (spec-coverage 2 Login); afterwards on to where the person was heading. */
export default function LoginPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const next = ownPath(search.get('next'), paths.dashboard)
  const untold = useUntoldProblem(session)
  if (session.status === 'signed-in') return <Navigate to={untold ? paths.securityWith(untold) : next} replace />
  return (
    <AccountFrame
      title={<Trans>Welcome back</Trans>}
      other={
        <Trans>
          No account yet?{' '}
          <Link to={{ pathname: paths.register, search: search.toString() }} className="text-ink underline">
            Create account
          </Link>
        </Trans>
      }
    >
      <PageTitle title={t`Sign in`} description={t`Sign in to trade USDT directly with other traders.`} />
      <WaysIn next={next} isHalfway={search.get('step') === 'second'} />
    </AccountFrame>
  )
}

/**
 * What is to be told elsewhere, since whoever is signed in does not stay here. Whoever signs in here had it before their
 * eyes, and goes where they were heading.
 */
function useUntoldProblem({ status }: SessionState): CallbackError | null {
  const problem = useCallbackError()
  const [wasTold, setWasTold] = useState(false)
  if (!wasTold && (status === 'signed-out' || status === 'failed')) setWasTold(true)
  return wasTold ? null : problem
}

/**
 * Password, code or another service first; then, where one is on, the second factor. A passkey is both at once. `isHalfway`:
 * the person comes from another service, which was the first step.
 */
function WaysIn({ next, isHalfway }: { next: string; isHalfway: boolean }) {
  const navigate = useNavigate()
  const setSession = useSetSession()
  const problem = useCallbackError()
  // Undefined until one is chosen; the password stands there at first.
  const [method, setWay] = useState<'password' | 'code'>()
  const [email, setEmail] = useState('')
  // Undefined until the person takes a first step here, or goes back to it.
  const [ownWays, setOwnWays] = useState<readonly SecondFactorMethod[] | null>()
  const isAsking = isHalfway && ownWays === undefined
  const waiting = useSecondFactorChallenge(isAsking)
  const secondWays = isAsking ? waiting.data?.methods : ownWays

  async function arrive(session: Session) {
    if (session.secondFactor) return setOwnWays(session.secondFactor.methods)
    if (session.pendingSignUp) return void navigate(paths.registerWith(session.pendingSignUp.kind, next))
    setSession(session)
    await navigate(next, { replace: true })
  }

  if (secondWays)
    return <SecondFactorChallenge methods={secondWays} onSignedIn={arrive} onRestart={() => setOwnWays(null)} />
  return (
    <div className="grid gap-5">
      {problem !== null && <CallbackErrorNote problem={problem} />}
      {isAsking && waiting.data && <CallbackErrorNote problem="sign_in_expired" />}
      {isAsking && waiting.error && (
        <ErrorNote onRetry={() => void waiting.refetch()} isRetrying={waiting.isFetching}>
          {errorText(waiting.error)}
        </ErrorNote>
      )}
      <FocusOnMount key={method} isActive={method !== undefined || ownWays === null}>
        {method === 'code' ? (
          <CodeForm typed={email} onSignedIn={arrive} />
        ) : (
          <LoginForm email={email} onEmail={setEmail} onSignedIn={arrive} />
        )}
      </FocusOnMount>
      <div className="grid gap-3">
        <OrLine />
        {method === 'code' ? (
          <Button onClick={() => setWay('password')}>
            <Trans>Use my password</Trans>
          </Button>
        ) : (
          <Button onClick={() => setWay('code')}>
            <Trans>Email me a code</Trans>
          </Button>
        )}
        <PasskeyButton onSignedIn={arrive} />
        <AlternativeSignIn next={next} onSignedIn={arrive} />
      </div>
    </div>
  )
}
