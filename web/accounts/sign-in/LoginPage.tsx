import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import type { CallbackError } from '../../../domain/accounts/identities.ts'
import { ownPath } from '../../../domain/own-path.ts'
import { PasskeyButton } from '../factors/PasskeyButton.tsx'
import { SecondFactorChallenge } from '../factors/SecondFactorChallenge.tsx'
import { OrLine } from '../identities/OrLine.tsx'
import { AlternativeSignIn } from '../identities/AlternativeSignIn.tsx'
import { CallbackErrorNote } from '../identities/CallbackErrorNote.tsx'
import { useSecondFactorChallenge } from '../identities/queries.ts'
import { useCallbackError } from '../identities/callback-error.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { AccountFrame } from '../AccountFrame.tsx'
import { AccountTabs } from '../AccountTabs.tsx'
import { CodeForm } from './CodeForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { useSession, useSetSession, type SessionState } from '../../session/session.ts'
import { RetryNote } from '../../RetryNote.tsx'

/** The sign-in page (spec-coverage 2 Login); afterwards it opens the page the user came for. */
export default function LoginPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const next = ownPath(search.get('next'), paths.dashboard)
  const unseenProblem = useUnseenProblem(session)
  const [email, setEmail] = useState('')
  if (session.status === 'signed-in')
    return <Navigate to={unseenProblem ? paths.securityWith(unseenProblem) : next} replace />
  return (
    <AccountFrame title={<Trans>Welcome back</Trans>} tabs={<AccountTabs page="login" email={email} />} next={next}>
      <PageTitle title={t`Sign in`} description={t`Sign in to trade USDT directly with other traders.`} />
      <SignInMethods next={next} needsSecondFactor={search.get('step') === 'second'} email={email} onEmail={setEmail} />
    </AccountFrame>
  )
}

/**
 * The error of a callback, for a user who is signed in and is redirected from here. A signed-out user has already seen it
 * on this page.
 */
function useUnseenProblem({ status }: SessionState): CallbackError | null {
  const problem = useCallbackError()
  const [wasSeen, setWasSeen] = useState(false)
  if (!wasSeen && (status === 'signed-out' || status === 'failed')) setWasSeen(true)
  return wasSeen ? null : problem
}

type SignInMethodsProps = {
  next: string
  needsSecondFactor: boolean
  /** The address typed in the password form. */
  email: string
  onEmail: (email: string) => void
}

/**
 * Password, code or an identity provider first; then, where one is on, the second factor. A passkey is both. `needsSecondFactor`:
 * the user comes from an identity provider, which was the first factor.
 */
function SignInMethods({ next, needsSecondFactor, email, onEmail }: SignInMethodsProps) {
  const navigate = useNavigate()
  const setSession = useSetSession()
  const problem = useCallbackError()
  const { hasEnded = false } = (useLocation().state ?? {}) as { hasEnded?: boolean }
  // Undefined until the user chooses; the password form is the default.
  const [method, setMethod] = useState<'password' | 'code'>()
  // Undefined until the user passes the first factor here, or returns to it.
  const [ownMethods, setOwnMethods] = useState<readonly SecondFactorMethod[] | null>()
  const isAsking = needsSecondFactor && ownMethods === undefined
  const waiting = useSecondFactorChallenge(isAsking)
  const secondMethods = isAsking ? waiting.data?.methods : ownMethods

  async function completeSignIn(session: Session) {
    if (session.secondFactor) return setOwnMethods(session.secondFactor.methods)
    if (session.pendingSignUp) return void navigate(paths.registerWith(session.pendingSignUp.kind, next))
    setSession(session)
    await navigate(next, { replace: true })
  }

  if (secondMethods)
    return (
      <SecondFactorChallenge
        methods={secondMethods}
        onSignedIn={completeSignIn}
        onRestart={() => setOwnMethods(null)}
      />
    )
  return (
    <div className="grid gap-5">
      {hasEnded && (
        <p role="note" className="rounded-control bg-line/60 px-4 py-3 font-medium">
          <Trans>Your session has ended. Sign in to continue.</Trans>
        </p>
      )}
      {problem !== null && <CallbackErrorNote problem={problem} />}
      {isAsking && waiting.data && <CallbackErrorNote problem="sign_in_expired" />}
      {isAsking && <RetryNote query={waiting} />}
      <FocusOnMount key={method} isActive={method !== undefined || ownMethods === null}>
        {method === 'code' ? (
          <CodeForm typed={email} onSignedIn={completeSignIn} />
        ) : (
          <LoginForm email={email} onEmail={onEmail} onSignedIn={completeSignIn} />
        )}
      </FocusOnMount>
      <div className="grid gap-3">
        <OrLine />
        {method === 'code' ? (
          <Button onClick={() => setMethod('password')}>
            <Trans>Use my password</Trans>
          </Button>
        ) : (
          <Button onClick={() => setMethod('code')}>
            <Trans>Email me a code</Trans>
          </Button>
        )}
        <PasskeyButton onSignedIn={completeSignIn} />
        <AlternativeSignIn next={next} onSignedIn={completeSignIn} />
      </div>
    </div>
  )
}
